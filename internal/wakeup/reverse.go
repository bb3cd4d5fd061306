package wakeup

import (
	"github.com/checkmodel/checkmodel/internal/effects"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/causality"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// Reverse builds the wakeup sequence that reverses a race: all events that do not happen after the
// first event of the race, then the second one, with its result there. If only a receive shows
// their order, the sequence also contains the receive, with all events it needs. Reverse returns
// false if the second event cannot happen without the first.
func (b *Builder) Reverse(r causality.Race) bool {
	i, j := int(r.First), int(r.Second)
	if !r.Observed || !b.resume(i) {
		b.independentOf(i, j)
	}
	b.changed = b.executed[j]
	if b.changed.Told == b.executed[i].ID() && b.changed.Instead != nil {
		b.changed = trace.NewEvent(b.changed.Actor, b.changed.Index, *b.changed.Instead)
	}
	if !b.predict(&b.changed, j) {
		return false
	}
	b.appendOwn(&b.changed)
	if r.Observed {
		b.observe(i, j)
	}
	return true
}

// Choose builds the wakeup sequence in which the choice at position i has another alternative. It returns false if the budget of faults does not
// admit that.
func (b *Builder) Choose(i int, alternative int32) bool {
	b.independentOf(i, i)
	b.changed = b.executed[i]
	effects.Vary(&b.changed, alternative)
	if b.changed.Kind.Is(kind.Sends) && effects.Behaves(&b.changed.Op) {
		effects.Behave(&b.changed, b.state)
	}
	if b.changed.IsReceive() { // it takes its message as before
		b.taker = b.changed
		b.give(b.changed.Taken, -1)
	}
	b.appendOwn(&b.changed)
	return b.admits()
}
