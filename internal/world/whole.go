package world

import (
	"cmp"
	"reflect"
	"slices"

	"github.com/checkmodel/checkmodel/internal/effects"
	"github.com/checkmodel/checkmodel/internal/whole"
	"github.com/checkmodel/checkmodel/internal/world/program"
	"github.com/checkmodel/checkmodel/table"
	"github.com/checkmodel/checkmodel/trace"
)

// KeepWhole makes Whole possible. It must be called before the first step, and before there are twins.
func (s *System) KeepWhole() {
	if len(s.undos) > 0 {
		panic("checkmodel internal error: whole states are wanted after the first step")
	}
	s.Runner.KeepWhole()
	s.Restart() // the first process may have begun a loop
}

// Whole appends the contents that Fingerprint hashes. They are the same for two states exactly if everything
// on which the further steps depend is the same. Each part is represented by its number, as states have most of
// their parts in common with others. Whole does not use the results that Fingerprint keeps from state to state, so that the two
// can be compared with each other. KeepWhole must have been called.
func (s *System) Whole(b []byte) []byte {
	lookBy(s)
	var parts []uint32
	eachPart(s, func(part []byte) { parts = append(parts, s.Contents.Of(part)) })
	slices.Sort(parts) // actors are in the order of their starts
	return whole.Append(whole.Append(b, len(parts)), parts...)
}

// eachPart calls f with the contents of each part of the state. The slice is valid during the call.
func eachPart(s *System, f func(part []byte)) {
	var part []byte
	add := func() {
		if len(part) > 0 {
			f(part)
		}
	}
	for _, a := range s.started {
		part = a.whole(s, part[:0])
		add()
	}
	for id, t := range s.tables.All() {
		part = wholeTable(part[:0], t.Table, id, t.Handle, s.as)
		add()
	}
	part = s.cells.whole(part[:0], s)
	add()
}

func (p *process) whole(s *System, b []byte) []byte {
	b = partOf(b, aProcess, int(p.id.ID))
	if s.merged && p.got > 0 {
		b = whole.Append(b, -1)
	}
	if p.ended {
		rest := p.exitEvents[p.exited:]
		b = wholeOps(s, whole.Append(b, 0, p.exited), rest)
		if p.releasing() { // otherwise they are in channels
			b = wholeOps(s, b, p.exitSignals)
		}
		return b
	}
	if b = whole.Append(b, 1); s.as == nil {
		b = whole.Append(b, s.Past.Number(p.at, s.Contents))
	} else {
		b = p.at.Whole(s.as, b)
	}
	if namesChannels(s) {
		b = whole.Append(b, p.sent)
	}
	if p.owes {
		b = p.debt.Whole(whole.Append(b, 2), s.stands(p.debt.Value))
	}
	if p.killed == nil {
		b = whole.Append(b, 0)
	} else {
		b = p.killed.exit.Whole(whole.Append(b, 1), s.stands(p.killed.exit.Value))
	}
	b = whole.Append(b, p.mailbox.Len())
	for _, m := range arrange(s, p) {
		if m.Key != trace.NoValue {
			b = whole.Append(b, -1, int(m.Key))
		}
		b = whole.Append(b, int(s.stands(m.Value)), int(m.Budget), int(m.Node), int(m.Life))
	}
	return p.wholeTies(b)
}

// wholeTies appends the links, monitors and tables of the process, sorted. Tables that were given to it are
// known from their cells.
func (p *process) wholeTies(b []byte) []byte {
	peers := slices.Clone(p.peers)
	slices.SortFunc(peers, peer.compare)
	peers = slices.Compact(peers)
	b = whole.Append(b, len(peers))
	for _, q := range peers {
		b = whole.Append(b, int32(q.actor), q.life)
	}
	watchers := slices.Clone(p.watchers)
	slices.SortFunc(watchers, func(v, w watcher) int { return cmp.Or(v.compare(w.peer), cmp.Compare(v.ref, w.ref)) })
	b = whole.Append(b, len(watchers))
	for _, w := range watchers {
		b = whole.Append(b, int32(w.actor), w.life, int32(w.ref))
	}
	return whole.Append(whole.Append(b, len(p.created)), p.created...)
}

func (t *timer) whole(s *System, b []byte) []byte {
	if b = partOf(b, aTimer, int(t.id.ID)); t.expired {
		return b
	}
	return t.expire.Whole(b, s.stands(t.expire.Value))
}

// whole appends nothing if all was delivered: the channel need not have existed.
func (c *channel) whole(s *System, b []byte) []byte {
	if c.delivered == len(c.queue) {
		return b
	}
	b = partOf(b, aChannel, int(c.number(s)))
	for i := range c.queue[c.delivered:] {
		b = c.queue[c.delivered+i].op.Whole(b, s.stands(c.queue[c.delivered+i].op.Value))
	}
	return b
}

func wholeOps(s *System, b []byte, ops []*program.Operation) []byte {
	b = whole.Append(b, len(ops))
	for _, op := range ops {
		b = op.Whole(b, s.stands(op.Value))
	}
	return b
}

// wholeTable appends a table; handle is the type with which it was created.
func wholeTable(b []byte, t *table.Table, id int, handle reflect.Type, as func(trace.ValueID) trace.ValueID) []byte {
	if !t.Exists() {
		return b
	}
	b = partOf(b, aTable, id)
	if handle == nil {
		b = whole.Append(b, 0)
	} else {
		b = whole.Append(b, uint64(reflect.ValueOf(handle).Pointer()))
	}
	return t.Whole(b, as)
}

// whole appends the contents of all cells except boards; nothing reads the content of a board.
func (cs *cells) whole(b []byte, s *System) []byte {
	b = whole.Append(b, int(aCell))
	cs.each(func(c written) {
		if c.held != 0 && c.cell.Space != effects.Board { // 0 is the same as if it had never been written
			b = whole.Append(b, int32(c.cell.Space), c.cell.Object, c.cell.Key, seenIn(s, c))
		}
	})
	return b
}
