package backtrack

import (
	"slices"

	"github.com/checkmodel/checkmodel/bounding"
	"github.com/checkmodel/checkmodel/internal/effects"
	"github.com/checkmodel/checkmodel/internal/wakeup"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/causality"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// BPOR is the strategy for a bound on preemptions: partial-order reduction with conservative
// backtracking. It explores every class that has an interleaving within the bound, some of them
// more than once, and nothing beyond the bound. Without the conservative steps it would be a
// source-DPOR; they are needed because a reduction that ignores the bound may drop the one
// interleaving of a class that is cheap. See Coons, Musuvathi, McKinley, "Bounded Partial-Order
// Reduction", OOPSLA 2013.
//
// The argument that no class is lost is about blocks. A block is a run of events of one actor, each of which
// could follow at once. So it ends before a receive that times out, as a switch costs nothing there. Let s be
// a state, and w an interleaving within the bound that goes on from s with an actor that is not explored
// there. To move events of another actor to the beginning of w costs nothing if they are a whole block of w,
// or if their actor took the last step before s, so that w preempts it. This is possible unless an event d of
// w depends on the block, or w leaves an actor for free that the block would enable. In both cases, an
// interleaving within the bound is explored that begins with the block and shows it: an event of the block
// happens immediately before d, or before the next event of the enabled actor. End then plans a first step of
// w, at the state where that event of the block happened and at the state where its block begins.
type BPOR struct {
	stepwise
	states  []bporState // states[a] is the state after a events
	builder *wakeup.Builder
}

// bporState is a state on the path of the present interleaving.
type bporState struct {
	stepState
	goesOn  bool // the actor of the last step can move, and not only by a receive that times out
	enabled []steps
	barred  barredSteps // not possible here
	blocks  []block     // the first blocks of explored branches, as far as they may sleep
	sleep   []block     // need not be explored from here
}

// NewBPOR returns the strategy. Any two messages into a mailbox race.
func NewBPOR(c Config) *BPOR {
	s := &BPOR{stepwise: c.stepwise()}
	s.builder = wakeup.NewBuilder(&s.run)
	return s
}

// Begin returns the beginning of the next interleaving, or false if every one that is needed
// has been explored.
func (s *BPOR) Begin() (trace.Schedule, bool) {
	if !s.started {
		s.started = true
		s.states = []bporState{{}}
		return nil, true
	}
	for a := len(s.states) - 1; a >= 0; a-- {
		f := &s.states[a]
		cut := false
		for _, planned := range f.backtrack {
			st, ok := planned.except(f.done, f.barred)
			switch {
			case !ok || f.asleep(st.Actor):
			case !s.bound.Admits(s.branch(a, st.Actor), f.cost):
				cut = true
			default:
				s.states = s.states[:a+1]
				return s.branchAt(a, st)
			}
		}
		if cut {
			s.boundCut++
		}
	}
	return nil, false
}

// branch returns the next branch of the state after a events, with a step of that actor.
func (s *BPOR) branch(a int, actor trace.ActorID) bounding.Branch {
	b := bounding.Branch{Sibling: s.states[a].explored, Before: trace.NoActor, Actor: actor}
	if a > 0 {
		b.Before = s.run.Events[a-1].Actor
		b.Enabled = s.states[a].goesOn
	}
	return b
}

// enabledSteps returns the steps of an actor that can move.
func (f *bporState) enabledSteps(a trace.ActorID) (steps, bool) {
	i := slices.IndexFunc(f.enabled, func(s steps) bool { return s.actor == a })
	if i < 0 {
		return steps{}, false
	}
	return f.enabled[i], true
}

func (f *bporState) asleep(a trace.ActorID) bool {
	return slices.ContainsFunc(f.sleep, func(b block) bool { return b[0].Actor == a })
}

// Choose returns a step of the actor of the last step, as long as it can move; otherwise a step of
// an actor that does not sleep. It returns false if all sleep.
func (s *BPOR) Choose(v trace.View) (trace.Step, bool) {
	a := len(s.states) - 1
	f := &s.states[a]
	f.barred.add(v.Enabled)
	for _, p := range v.Enabled {
		f.enabled = append(f.enabled, stepsOf(p.Actor, p.Op))
		f.goesOn = f.goesOn || a > 0 && p.Actor == s.run.Events[a-1].Actor && !p.GivesUp
	}
	s.wake(a)
	if v.Enabled = awake(v.Enabled, func(p trace.Pending) bool { return f.asleep(p.Actor) }); len(v.Enabled) == 0 {
		return trace.Step{}, false
	}
	b := s.branch(a, s.turn.Next(s.run.Events, v))
	if s.bound.Charge(b) > 0 { // the turn of an actor does not end, and one that has just moved does not sleep
		b.Actor = b.Before
	}
	all, _ := f.enabledSteps(b.Actor)
	return all.at(all.First), true
}

// Observe records the event at position depth.
func (s *BPOR) Observe(depth int, e *trace.Event) error {
	if !s.observe(depth, e) {
		return nil
	}
	f := &s.states[depth]
	if all, ok := f.enabledSteps(e.Actor); ok && !slices.Contains(f.backtrack, all) {
		f.backtrack = append(f.backtrack, all)
	}
	next := bporState{stepState: stepState{cost: f.cost + s.bound.Charge(s.branch(depth, e.Actor))}}
	for _, b := range slices.Concat(f.sleep, f.blocks) {
		if !b.wokenBy(e) {
			next.sleep = append(next.sleep, b)
		}
	}
	f.add(e)
	s.states = append(s.states[:depth+1], next)
	return nil
}

// wake looks at the state after a events. If the actor of the last event cannot go on, wake removes
// the blocks that may enable it from the sleep set: a switch away from this actor is free here, and
// would be a preemption if such a block had come first.
func (s *BPOR) wake(a int) {
	f := &s.states[a]
	if a == 0 || len(f.sleep) == 0 {
		return
	}
	if !f.goesOn {
		last := &s.run.Events[a-1]
		f.sleep = slices.DeleteFunc(f.sleep, func(b block) bool { return b.mayEnable(last) })
	}
}

// End records the blocks with which new branches begin, and plans steps for dependent events.
func (s *BPOR) End(end trace.Ending) error {
	s.run.Events, s.states = s.run.Events[:end.Events], s.states[:end.Events+1]
	first := max(0, s.plan-1)
	s.run.Order.Update(s.run.Events, first)
	s.noteBlocks(first)
	races := s.run.Order.Races()
	for j := first; j < len(s.run.Events); j++ {
		for len(races) > 0 && int(races[0].Second) < j {
			races = races[1:]
		}
		s.backtrackBefore(j, races)
		if e := s.run.Preventable(j); e != nil {
			s.backtrackPreventable(e, j)
		}
	}
	for _, await := range s.run.Waiting(end.Waiting) {
		s.backtrackPreventable(await, len(s.run.Events))
	}
	return nil
}

// backtrackBefore plans steps for the events that happen immediately before event j. races begins
// with the races of event j.
func (s *BPOR) backtrackBefore(j int, races []causality.Race) {
	for _, i := range s.run.Order.Predecessors(j) {
		if s.run.Events[i].Actor == s.run.Events[j].Actor {
			continue
		}
		race := false
		for _, r := range races {
			if int(r.Second) != j {
				break
			}
			race = race || int(r.First) == i
		}
		s.backtrack(i, func(at int) (needed []int, actor trace.ActorID) {
			actor = s.run.Events[j].Actor
			for k := at + 1; k < j; k++ {
				if s.run.Order.Before(k, j) && !s.run.Order.Before(at, k) {
					needed = append(needed, k)
				}
			}
			if !race && !slices.ContainsFunc(needed, func(k int) bool { return s.run.Events[k].Actor == actor }) {
				actor = trace.NoActor // it waits at that state for just this event
			}
			return needed, actor
		})
	}
}

// backtrackPreventable plans steps for the events that prevent e: it may have been possible before each
// of them. The event e is at position j, or after the last one if it was not executed.
func (s *BPOR) backtrackPreventable(e *trace.Event, j int) {
	last := s.run.Order.Beginning(e, j)
	for _, at := range s.builder.Preventers(e) {
		i := int(at)
		if i >= j || s.run.Events[i].Actor == e.Actor || i <= last && s.run.Order.Before(i, last) {
			continue
		}
		s.backtrack(i, func(at int) (needed []int, actor trace.ActorID) {
			for k := at + 1; k <= last; k++ {
				if s.run.Order.Before(k, last) && !s.run.Order.Before(at, k) {
					needed = append(needed, k)
				}
			}
			return needed, e.Actor
		})
	}
}

// backtrack plans a step at the state before event i, and at the state where the block of event i
// begins. At each of these states need returns the events that must come first, and the actor whose
// step they lead to. The planned step is the first of these events, or a step of the actor if there
// are none. No step is needed if need returns no actor.
func (s *BPOR) backtrack(i int, need func(at int) (needed []int, actor trace.ActorID)) {
	start := i
	for s.follows(start) {
		start--
	}
	s.plannedAt(i, need)
	if start != i {
		s.plannedAt(start, need)
	}
}

// follows reports whether event i belongs to the block of the event before.
func (s *BPOR) follows(i int) bool {
	return i > 0 && s.run.Events[i-1].Actor == s.run.Events[i].Actor && s.states[i].goesOn
}

func (s *BPOR) plannedAt(at int, need func(at int) (needed []int, actor trace.ActorID)) {
	f := &s.states[at]
	if len(f.backtrack) >= len(f.enabled) { // everything is planned
		return
	}
	needed, actor := need(at)
	if actor == trace.NoActor {
		return
	}
	var candidates []steps
	add := func(a trace.ActorID) {
		if all, ok := f.enabledSteps(a); ok && !f.asleep(a) {
			candidates = append(candidates, all)
		}
	}
	for n, k := range needed {
		if !slices.ContainsFunc(needed[:n], func(l int) bool { return s.run.Order.Before(l, k) }) {
			add(s.run.Events[k].Actor)
		}
	}
	if len(needed) == 0 {
		add(actor)
	}
	if slices.ContainsFunc(candidates, func(c steps) bool { return slices.Contains(f.backtrack, c) }) {
		return
	}
	if len(candidates) > 0 {
		f.backtrack = append(f.backtrack, candidates[0])
		return
	}
	for _, all := range f.enabled {
		if !slices.Contains(f.backtrack, all) {
			f.backtrack = append(f.backtrack, all)
		}
	}
}

// Retained is like [Source.Retained], for the blocks that were explored beside the present
// interleaving, and for sleeping blocks.
func (s *BPOR) Retained(f func(held []*trace.Event)) {
	var held []*trace.Event
	for a := range s.states {
		state := &s.states[a]
		for _, b := range slices.Concat(state.blocks, state.sleep) {
			for i := range b {
				held = append(held, &b[i])
			}
		}
		for _, i := range state.done {
			held = append(held, i.Event)
		}
	}
	f(held)
}

// block is a run of events of one actor, with which a branch begins. While nothing happens that
// depends on any of them, the branch need not be explored again later: the whole block could come
// first, at no cost. If a branch goes on with the actor of the previous step, its block is the first
// event alone.
type block []trace.Event

// noteBlocks records the blocks with which new branches begin: the present interleaving is the first
// to explore the branches from position first on. A block with a choice may turn out differently, so
// it does not sleep. A block that the limit on events has cut does sleep: after an event of another
// actor, the limit leaves no room for the missing part of the block.
func (s *BPOR) noteBlocks(first int) {
	events := slices.Clone(s.run.Events[first:])
	for a := range events {
		end := a + 1
		if !s.follows(first + a) {
			for end < len(events) && s.follows(first+end) {
				end++
			}
		}
		b := block(events[a:end:end])
		choice := slices.ContainsFunc(b, func(e trace.Event) bool { return e.Alternatives > 1 })
		if f := &s.states[first+a]; !choice {
			f.blocks = append(f.blocks, b)
		}
	}
}

// wokenBy reports whether the block does not sleep any more after the event.
func (b block) wokenBy(e *trace.Event) bool {
	relation := causality.Relation{}
	return e.Actor == b[0].Actor || slices.ContainsFunc(b, func(f trace.Event) bool {
		return relation.Dependent(e, &f, noTakers{}) != causality.Independent
	})
}

// mayEnable reports whether the block may enable the actor of the event last, after which this
// actor cannot go on.
func (b block) mayEnable(last *trace.Event) bool {
	switch {
	case last.Kind.Is(kind.Leaves):
		return false // it has ended
	case last.Kind == kind.TimerExpire:
		return slices.ContainsFunc(b, func(e trace.Event) bool { return effects.Released(&e) == last.Actor })
	}
	return slices.ContainsFunc(b, func(e trace.Event) bool {
		if e.Kind.Is(kind.Receives|kind.Chooses) || e.Kind == kind.TableLookup {
			return false
		}
		return !e.Delivers() || e.To == last.Actor || e.Fatal == last.Actor
	})
}
