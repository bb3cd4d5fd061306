package wakeup

import (
	"slices"

	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// Alternatives returns the alternatives of the last event, a choice, that the sequence stands for.
func (w *Sequence) Alternatives() Span {
	return Initial{Event: w.Events[len(w.Events)-1], More: w.More}.Alternatives()
}

// Partly reports whether a branch stands for some of the alternatives of the sequence, but not
// for all.
func (w *Sequence) Partly(branch Initial) bool {
	if w.More == 0 || !branch.Event.Kind.Is(kind.Chooses) || branch.Event.Actor != w.Events[len(w.Events)-1].Actor {
		return false
	}
	all := w.Alternatives()
	both, any := all.common(branch.Alternatives())
	return any && both != all
}

// Parts returns the sequence in parts: the alternatives of the branch, and the others.
func (w *Sequence) Parts(branch Initial) (parts []Sequence) {
	all := w.Alternatives()
	both, _ := all.common(branch.Alternatives())
	for _, part := range []Span{{all.First, both.First - 1}, both, {both.Last + 1, all.Last}} {
		if part.First > part.Last {
			continue
		}
		v := *w
		v.Events, v.places = slices.Clone(w.Events), places{}
		v.choose(part)
		parts = append(parts, v)
	}
	return parts
}

// Advance removes the first of the alternatives of the sequence.
func (w *Sequence) Advance() {
	all := w.Alternatives()
	w.choose(Span{all.First + 1, all.Last})
}

// choose sets the alternatives of the sequence.
func (w *Sequence) choose(alternatives Span) {
	choice := *w.Events[len(w.Events)-1]
	choice.Alternative = alternatives.First
	w.Events[len(w.Events)-1] = &choice
	w.More = alternatives.Last - alternatives.First
}

// Choice is a choice in a sequence, with its alternatives. The zero Choice is none.
type Choice struct {
	event        *trace.Event
	alternatives Span
}

// ChoiceOf returns the choice of the sequence that has the branch as another alternative, if
// there is one. Branches that it excludes need not be compared with the sequence: a choice may
// have thousands.
func (w *Sequence) ChoiceOf(branch *trace.Event) Choice {
	if !branch.Kind.Is(kind.Chooses) {
		return Choice{}
	}
	i := indexOf(w.Events, branch.Actor)
	switch {
	case i < 0:
		return Choice{}
	case i == len(w.Events)-1:
		return Choice{w.Events[i], w.Alternatives()}
	}
	return Choice{w.Events[i], Initial{Event: w.Events[i]}.Alternatives()}
}

// Excludes reports whether the branch is the same choice with other alternatives only.
func (c Choice) Excludes(branch Initial) bool {
	if c.event == nil || !branch.Event.Kind.Is(kind.Chooses) || branch.Event.Actor != c.event.Actor {
		return false
	}
	_, any := c.alternatives.common(branch.Alternatives())
	return !any
}
