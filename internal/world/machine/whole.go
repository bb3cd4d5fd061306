package machine

import (
	"cmp"
	"slices"

	"github.com/checkmodel/checkmodel/internal/whole"
	"github.com/checkmodel/checkmodel/internal/world/program"
	"github.com/checkmodel/checkmodel/internal/world/state"
	"github.com/checkmodel/checkmodel/trace"
)

// Whole implements [state.Actor].
func (p *Process) Whole(e *state.Equivalence, b []byte) []byte {
	b = state.ProcessPart.Begin(b, int(e.Actor(p.Actor.ID)))
	if e.Merged && p.got > 0 {
		b = whole.Append(b, -1)
	}
	if p.Ended {
		rest := p.exitEvents[p.exited:]
		b = wholeOps(e, whole.Append(b, 0, p.exited), rest)
		if p.releasing() { // otherwise they are in channels
			b = wholeOps(e, b, p.exitSignals)
		}
		return b
	}
	b = whole.Append(b, 1)
	if as := e.As(); as != nil {
		b = p.At.Whole(as, e.Origin(p.Actor.ID, p.At), b)
	} else {
		b = whole.Append(b, e.Program.Past.Number(p.At, e.Program.Contents))
	}
	if e.NamesChannels() {
		b = whole.Append(b, p.sent)
	}
	for _, debt := range p.debts {
		b = debt.Whole(whole.Append(b, 2), e.Op(debt.Op))
	}
	if p.killed == nil {
		b = whole.Append(b, 0)
	} else {
		b = p.killed.exit.Whole(whole.Append(b, 1), e.Op(p.killed.exit.Op))
	}
	b = whole.Append(b, p.Mailbox.Len())
	for _, m := range e.Arrange(p.Actor.ID, &p.Mailbox) {
		if m.Key != trace.NoValue {
			b = whole.Append(b, -1, int(m.Key))
		}
		b = whole.Append(b, int(e.Stands(m.Value)), int(m.Budget), int(m.Node), int(m.Life))
	}
	return p.wholeTies(b)
}

// wholeTies appends the links, monitors and tables of the process, sorted. Tables that were given to it are
// known from their cells.
func (p *Process) wholeTies(b []byte) []byte {
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

func wholeOps(e *state.Equivalence, b []byte, ops []*program.Operation) []byte {
	b = whole.Append(b, len(ops))
	for _, op := range ops {
		b = op.Whole(b, e.Op(op.Op))
	}
	return b
}

// Values implements [state.Actor].
func (p *Process) Values(add func(trace.ValueID)) {
	if p.Ended {
		for _, list := range [...][]*program.Operation{p.exitEvents[p.exited:], p.exitSignals} {
			for _, op := range list {
				add(op.Value)
			}
		}
		return
	}
	h := p.At
	for ; h.Head == nil && h.Parent != nil; h = h.Parent {
		add(h.Via.Value)
	}
	if h.Head != nil {
		add(h.Head.State)
	}
	for i := range p.Mailbox.Len() {
		add(p.Mailbox.At(i).Value)
	}
}
