package machine

import (
	"slices"

	"github.com/checkmodel/checkmodel/internal/world/state"
	"github.com/checkmodel/checkmodel/trace"
)

// Fingerprint implements [state.Actor].
func (p *Process) Fingerprint(e *state.Equivalence) trace.Fingerprint {
	f := state.ProcessPart.Print(int32(p.Actor.ID))
	if e.Merged && p.got > 0 {
		f = f.With(1)
	}
	if p.Ended {
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
	since := p.At.Since()
	f = f.With(since[0]).With(since[1])
	if e.NamesChannels() {
		f = f.With(uint64(p.sent))
	}
	if p.killed != nil {
		f = p.killed.exit.ContinueFingerprint(f)
	}
	for _, debt := range p.debts {
		f = debt.ContinueFingerprint(f.With(1 << 63))
	}
	for _, m := range e.Arrange(p.Actor.ID, &p.Mailbox) {
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
func (p *Process) ties(f trace.Fingerprint) trace.Fingerprint {
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
