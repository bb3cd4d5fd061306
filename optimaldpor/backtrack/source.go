package backtrack

import (
	"slices"

	"github.com/checkmodel/checkmodel/bounding"
	"github.com/checkmodel/checkmodel/internal/wakeup"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/causality"
)

// Source is the strategy of source-DPOR. It costs less per interleaving than Optimal, but some
// interleavings are sleep-set blocked: only sleeping actors are left, as their class was explored
// before. It cannot use receive patterns: a backtrack point is a single step, and cannot contain
// the receive that shows a race. See Abdulla, Aronis, Jonsson, Sagonas, "Optimal Dynamic Partial
// Order Reduction", section 4.
type Source struct {
	stepwise
	frames  []frame // frames[a] is the state after a events
	builder *wakeup.Builder
}

// frame is a state on the path of the present interleaving.
type frame struct {
	stepState
	sleep  exploredSteps // need not be explored from here
	barred barredSteps   // not possible here
}

// NewSource returns the strategy. Any two messages into a mailbox race.
func NewSource(c Config) *Source {
	s := &Source{stepwise: c.stepwise()}
	s.builder = wakeup.NewBuilder(&s.run)
	return s
}

// Begin returns the beginning of the next interleaving, or false if every one has been explored.
func (s *Source) Begin() (trace.Schedule, bool) {
	if !s.started {
		s.started = true
		s.frames = []frame{{}}
		return nil, true
	}
	for a := len(s.frames) - 1; a >= 0; a-- {
		f := &s.frames[a]
		for _, planned := range f.backtrack {
			st, ok := planned.except(f.done, f.sleep, f.barred)
			if !ok {
				continue
			}
			if !s.bound.Admits(bounding.Branch{Sibling: f.explored}, f.cost) {
				s.boundCut++
				break
			}
			s.frames = s.frames[:a+1]
			return s.branchAt(a, st)
		}
	}
	return nil, false
}

// Choose returns a step of an actor that does not sleep; false if all sleep.
func (s *Source) Choose(v trace.View) (trace.Step, bool) {
	f := &s.frames[len(s.frames)-1]
	f.barred.add(v.Enabled)
	v.Enabled = awake(v.Enabled, func(p trace.Pending) bool {
		_, ok := stepsOf(p.Actor, p.Op).except(f.sleep, f.barred)
		return !ok
	})
	if len(v.Enabled) == 0 {
		return trace.Step{}, false
	}
	actor := s.turn.Next(s.run.Events, v)
	i := slices.IndexFunc(v.Enabled, func(p trace.Pending) bool { return p.Actor == actor })
	return stepsOf(actor, v.Enabled[i].Op).except(f.sleep, f.barred)
}

// Observe records the event at position depth.
func (s *Source) Observe(depth int, e *trace.Event) error {
	if !s.observe(depth, e) {
		return nil
	}
	f := &s.frames[depth]
	if len(f.done) == 0 {
		f.backtrack = append(f.backtrack, only(e.Step()))
	}
	if all := stepsOf(e.Actor, &e.Op); e.Alternatives > 1 && !slices.Contains(f.backtrack, all) {
		f.backtrack = append(f.backtrack, all)
	}
	next := frame{stepState: stepState{cost: f.cost + s.bound.Charge(bounding.Branch{Sibling: f.explored})}}
	relation := causality.Relation{}
	for _, a := range slices.Concat(f.sleep, f.done) {
		if relation.Dependent(e, a.Event, noTakers{}) == causality.Independent {
			next.sleep = append(next.sleep, a)
		}
	}
	f.add(e)
	s.frames = append(s.frames[:depth+1], next)
	return nil
}

// End plans a step for each race of the interleaving that reverses it, unless one is planned.
func (s *Source) End(end trace.Ending) error {
	s.run.Events, s.frames = s.run.Events[:end.Events], s.frames[:end.Events+1]
	s.run.Order.Compute(s.run.Events)
	for _, r := range s.run.Order.Races() {
		i, j := int(r.First), int(r.Second)
		if s.builder.Reverse(r) {
			s.backtrack(i, j)
		} else if e := s.run.Preventable(j); e != nil {
			s.reversePreventable(e, j)
		}
	}
	n := len(s.run.Events)
	for _, await := range s.run.Waiting(end.Waiting) {
		s.reversePreventable(await, n)
	}
	return nil
}

// reversePreventable plans steps for the reversals of the event at position j with earlier ones that prevent it.
func (s *Source) reversePreventable(e *trace.Event, j int) {
	s.builder.ReversePreventable(e, j, func(p *wakeup.Prevention) {
		if p.Build() {
			s.backtrack(p.First, j)
		}
	})
}

// backtrack plans a step at the state after i events with which the sequence under construction
// can begin, unless one is planned. The sequence reverses a race with event j.
func (s *Source) backtrack(i, j int) {
	f := &s.frames[i]
	initials, atOnce := s.initials(j)
	covered := func(st trace.Step) bool {
		_, open := only(st).except(f.done, f.sleep, f.backtrack)
		return !open
	}
	if slices.ContainsFunc(initials, covered) {
		return
	}
	events := s.builder.Events()
	reversed := events[len(events)-1]
	all := stepsOf(reversed.Actor, &reversed.Op) // several if a process that was ended was about to choose
	if _, open := all.except(f.done, f.sleep, f.backtrack, f.barred); atOnce && !open {
		return
	}
	if len(initials) > 0 {
		all = only(initials[0])
	}
	f.backtrack = append(f.backtrack, all)
}

// initials returns the steps with which the needed part of the sequence can begin, and whether the
// sequence can begin with the reversed event at once. An event is needed if it comes before event
// j, if the reversed event depends on it, or if it happens before another needed event. The reversed
// event has the dependence of its predicted form, which may differ from the
// executed event.
func (s *Source) initials(j int) (steps []trace.Step, atOnce bool) {
	events := s.builder.Events()
	reversed := events[len(events)-1]
	waitsFor := func(k int) bool {
		e := &s.run.Events[k]
		return e.Actor == reversed.Actor || s.run.Order.Relation.Dependent(e, reversed, noTakers{}) != causality.Independent
	}
	var needed []int
	for _, e := range slices.Backward(events[:len(events)-1]) {
		k := s.run.Order.Position(e.ID())
		before := func(l int) bool { return k < l && s.run.Order.Before(k, l) }
		if k < j || waitsFor(k) || slices.ContainsFunc(needed, before) {
			needed = append(needed, k)
		}
	}
	for n, k := range slices.Backward(needed) {
		after := func(l int) bool { return s.run.Order.Before(l, k) }
		if !slices.ContainsFunc(needed[n+1:], after) {
			steps = append(steps, s.run.Events[k].Step())
		}
	}
	return steps, !slices.ContainsFunc(needed, waitsFor)
}

// Retained calls f with the events that the strategy still compares with events of later interleavings: those explored
// beside the present interleaving, and sleeping ones. They do not change until f returns.
func (s *Source) Retained(f func(held []*trace.Event)) {
	var held []*trace.Event
	for a := range s.frames {
		frame := &s.frames[a]
		for _, s := range slices.Concat(frame.done, frame.sleep) {
			held = append(held, s.Event)
		}
	}
	f(held)
}

// noTakers takes no message: a sleeping event has not been executed.
type noTakers struct{}

func (noTakers) Taker(*trace.Event) *trace.Event { return nil }
