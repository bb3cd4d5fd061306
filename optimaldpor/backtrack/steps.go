package backtrack

import (
	"slices"

	"github.com/checkmodel/checkmodel/internal/wakeup"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// steps are the steps of an actor at a state: some or all alternatives of a choice, or one step.
type steps struct {
	actor trace.ActorID
	wakeup.Span
}

// stepsOf returns all steps of an actor that is about to execute the operation.
func stepsOf(a trace.ActorID, op *trace.Op) steps {
	return steps{a, wakeup.Span{Last: max(1, op.Alternatives) - 1}}
}

func only(st trace.Step) steps {
	return steps{st.Actor, wakeup.Span{First: st.Alternative, Last: st.Alternative}}
}

func (s steps) at(alternative int32) trace.Step {
	return trace.Step{Actor: s.actor, Alternative: alternative}
}

// after returns the step after all of them.
func (s steps) after() trace.Step { return s.at(s.Last + 1) }

func (s steps) contains(st trace.Step) bool { return s.actor == st.Actor && s.Has(st.Alternative) }

// stepsOfAll returns all possible steps of an actor.
func stepsOfAll(p trace.Pending) (all []steps) {
	if p.Barred == 0 {
		return []steps{stepsOf(p.Actor, p.Op)}
	}
	for a := range p.Op.Alternatives {
		if !p.Barred.Has(a) {
			all = append(all, only(trace.Step{Actor: p.Actor, Alternative: a}))
		}
	}
	return all
}

// barredSteps are the steps of actors that a budget of faults does not admit.
type barredSteps []trace.Pending

// add adds the barred steps of the enabled actors.
func (b *barredSteps) add(enabled []trace.Pending) {
	for _, p := range enabled {
		if p.Barred != 0 {
			*b = append(*b, p)
		}
	}
}

func (b barredSteps) find(st trace.Step) (steps, bool) {
	for _, p := range b {
		if p.Actor == st.Actor && p.Barred.Has(st.Alternative) {
			return only(st), true
		}
	}
	return steps{}, false
}

// stepSet is a set of executed or planned steps.
type stepSet interface {
	// find returns the steps in the set that contain st.
	find(st trace.Step) (among steps, ok bool)
}

// except returns the first of the steps that is in no set.
func (s steps) except(sets ...stepSet) (first trace.Step, ok bool) {
	first = s.at(s.First)
	for again := true; again; {
		again = false
		for _, set := range sets {
			if among, found := set.find(first); found {
				first, again = among.after(), true
			}
		}
	}
	return first, s.contains(first)
}

// plannedSteps are steps in the order in which they are to be explored.
type plannedSteps []steps

func (p plannedSteps) find(st trace.Step) (steps, bool) {
	for _, s := range p {
		if s.contains(st) {
			return s, true
		}
	}
	return steps{}, false
}

// exploredSteps are steps with the events that they led to.
type exploredSteps []wakeup.Initial

func (e exploredSteps) find(st trace.Step) (steps, bool) {
	for _, i := range e {
		if s := (steps{i.Event.Actor, i.Alternatives()}); s.contains(st) {
			return s, true
		}
	}
	return steps{}, false
}

// add adds the step that led to the event.
func (e *exploredSteps) add(event *trace.Event) {
	if last := len(*e) - 1; last >= 0 && event.Kind.Is(kind.Chooses) {
		i := &(*e)[last]
		if s := (steps{i.Event.Actor, i.Alternatives()}); s.after() == event.Step() {
			i.More++
			return
		}
	}
	lasting := *event
	*e = append(*e, wakeup.Initial{Event: &lasting})
}

// withoutFirst returns the steps without the first one.
func withoutFirst(list []steps) []steps {
	if list[0].First == list[0].Last {
		return list[1:]
	}
	rest := slices.Clone(list)
	rest[0].First++
	return rest
}
