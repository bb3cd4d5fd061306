package world

import (
	"slices"

	"github.com/checkmodel/checkmodel/table"
	"github.com/checkmodel/checkmodel/trace"
)

// Fingerprint returns the fingerprint of everything on which the further steps of the system depend. It
// is the sum of the fingerprints of parts: each actor, table and cell. It is the same for a system and
// its twins until values are forgotten.
func (s *System) Fingerprint() trace.Fingerprint {
	if s.view != nil {
		return viewed(s)
	}
	if !s.printed {
		s.printed = true
		for _, a := range s.started {
			s.changed(a)
		}
	}
	for i, a := range s.stale {
		c := a.base()
		s.print, c.stale = s.print.Minus(c.print), false
		if c.print = (trace.Fingerprint{}); c.started {
			c.print = a.fingerprint(s)
			s.print = s.print.Plus(c.print)
		}
		s.stale[i] = nil
	}
	s.stale = s.stale[:0]
	sum := s.print
	for id, t := range s.tables.All() {
		sum = sum.Plus(fingerprintOf(t.Table, id, t.Number))
	}
	return sum.Plus(s.cells.fingerprint())
}

func (p *process) fingerprint(s *System) trace.Fingerprint {
	f := part(aProcess, int32(p.id.ID))
	if s.merged && p.got > 0 {
		f = f.With(1)
	}
	if p.ended {
		f = f.With(uint64(p.exited))
		for _, op := range p.exitEvents[p.exited:] {
			f = op.ContinueFingerprint(f)
		}
		if p.releasing() { // otherwise they are in channels
			for _, op := range p.exitSignals {
				f = op.ContinueFingerprint(f)
			}
		}
		return f
	}
	since := p.at.Since()
	f = f.With(since[0]).With(since[1])
	if namesChannels(s) {
		f = f.With(uint64(p.sent))
	}
	if p.killed != nil {
		f = p.killed.exit.ContinueFingerprint(f)
	}
	if p.owes {
		f = p.debt.ContinueFingerprint(f.With(1 << 63))
	}
	for _, m := range arrange(s, p) {
		f = f.With(uint64(m.Budget)<<32 | uint64(uint32(m.Value)))
		if m.Life > 0 {
			f = f.With32(int32(m.Node), m.Life)
		}
		if m.Key != trace.NoValue {
			f = f.With(1<<63 | uint64(m.Key))
		}
	}
	return p.ties(f.With(1))
}

// ties continues a fingerprint with the links, monitors and tables of the process, in no particular order.
// Tables that were given to it are known from their cells.
func (p *process) ties(f trace.Fingerprint) trace.Fingerprint {
	var set trace.Fingerprint
	for i, peer := range p.peers {
		if !slices.Contains(p.peers[:i], peer) {
			set = set.Plus(trace.Fingerprint{}.With(1).With32(int32(peer.actor), peer.life))
		}
	}
	for _, w := range p.watchers {
		set = set.Plus(trace.Fingerprint{}.With(2).With32(int32(w.actor), int32(w.ref)).With(uint64(w.life)))
	}
	for _, t := range p.created {
		f = f.With(uint64(t))
	}
	return f.With(set[0]).With(set[1])
}

// namesChannels reports whether the names of channels of one message matter, which follow from how many there were.
func namesChannels(s *System) bool { return s.Env.NamesChannels() && !s.merged }

func (t *timer) fingerprint(*System) trace.Fingerprint {
	f := part(aTimer, int32(t.id.ID))
	if t.expired {
		return f
	}
	return t.expire.ContinueFingerprint(f)
}

// fingerprint does not depend on the messages that have been delivered: the channel need not have existed.
func (c *channel) fingerprint(s *System) trace.Fingerprint {
	if c.delivered == len(c.queue) {
		return trace.Fingerprint{}
	}
	f := part(aChannel, int32(c.number(s)))
	for i := range c.queue[c.delivered:] {
		f = c.queue[c.delivered+i].op.ContinueFingerprint(f)
	}
	return f
}

// number returns the number of the channel, or the same one for all channels if it makes no difference which message each of them
// carries.
func (c *channel) number(s *System) trace.ActorID {
	if s.merged {
		return trace.NoActor
	}
	return c.id.ID
}

// fingerprintOf returns the fingerprint of a table; handle is the number of the type with which it was created.
func fingerprintOf(t *table.Table, id int, handle uint64) trace.Fingerprint {
	if !t.Exists() {
		return trace.Fingerprint{}
	}
	f, rows := part(aTable, int32(id)).With(handle), t.Fingerprint()
	return f.With(rows[0]).With(rows[1])
}
