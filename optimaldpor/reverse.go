package optimaldpor

import (
	"github.com/checkmodel/checkmodel/internal/effects"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/causality"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// reverse builds the wakeup sequence that reverses a race: all events that do not happen after the
// first event of the race, then the second one, with its result there. If only a receive shows
// their order, the sequence also contains the receive, with all events it needs. reverse returns
// false if the second event cannot happen without the first.
func (s *sequence) reverse(executed []trace.Event, r causality.Race) bool {
	i, j := int(r.First), int(r.Second)
	if !r.Observed || !s.resume(i) {
		s.independentOf(executed, i, j)
	}
	s.changed = executed[j]
	if s.changed.Told == executed[i].ID() && s.changed.Instead != nil {
		s.changed = trace.NewEvent(s.changed.Actor, s.changed.Index, *s.changed.Instead)
	}
	if !s.predict(&s.changed, j) {
		return false
	}
	s.appendOwn(&s.changed)
	if r.Observed {
		s.observe(i, j)
	}
	return true
}

// choose builds the wakeup sequence in which the choice at position i has another alternative.
func (s *sequence) choose(executed []trace.Event, i int, alternative int32) {
	s.independentOf(executed, i, i)
	s.changed = executed[i]
	effects.Vary(&s.changed, alternative)
	if s.changed.Kind.Is(kind.Sends) && effects.Behaves(&s.changed.Op) {
		effects.Behave(&s.changed, s.cell)
	}
	if s.changed.IsReceive() { // it takes its message as before
		s.taker = s.changed
		s.give(s.changed.Taken, -1)
	}
	s.appendOwn(&s.changed)
}

// Reversal is the reason why an interleaving is explored. An earlier one had a race between the
// two events, First before Second. In this one Second happens before First, or without it. The
// two are the same event if it is a choice that has another alternative.
type Reversal struct {
	First, Second trace.EventID
}
