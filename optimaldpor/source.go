package optimaldpor

import (
	"slices"

	"github.com/checkmodel/checkmodel/bounding"
	"github.com/checkmodel/checkmodel/trace"
)

// Source is the strategy of source-DPOR: cheaper per interleaving than Optimal,
// but some interleavings end with nothing but sleeping actors, because another
// explored their class already. It cannot use receive patterns: a backtrack
// point is a single step and has no room for the receive that makes a race
// visible. See Abdulla, Aronis, Jonsson, Sagonas, "Optimal Dynamic Partial Order
// Reduction", section 4.
type Source struct {
	bound    bounding.Bound
	frames   []frame // frames[a] is the state after a events
	trace    []trace.Event
	order    trace.Order
	turn     roundRobin
	seq      sequence
	plan     int
	started  bool
	boundCut int
}

// frame is a state on the path of the present interleaving.
type frame struct {
	backtrack plannedSteps  // to be explored from here, in this order
	done      exploredSteps // from here, the last one being the present
	explored  int           // how many these are
	sleep     exploredSteps // need not be explored from here
	cost      int
}

// NewSource returns the strategy. It does not go by Config.Relation: any two messages into a mailbox
// race.
func NewSource(c Config) *Source {
	s := &Source{bound: c.Bound, turn: c.roundRobin()}
	s.seq.order = &s.order
	return s
}

// Begin returns the beginning of the next interleaving, or false if every one
// has been explored.
func (s *Source) Begin() (trace.Schedule, bool) {
	if !s.started {
		s.started = true
		s.frames = []frame{{}}
		return nil, true
	}
	for a := len(s.frames) - 1; a >= 0; a-- {
		f := &s.frames[a]
		for _, planned := range f.backtrack {
			st, ok := planned.except(f.done, f.sleep)
			if !ok {
				continue
			}
			if !s.bound.Admits(bounding.Branch{Sibling: f.explored}, f.cost) {
				s.boundCut++
				break
			}
			s.frames, s.plan = s.frames[:a+1], a+1
			return append(scheduleOf(s.trace[:a]), st), true
		}
	}
	return nil, false
}

// Choose continues with an actor that does not sleep, or gives up.
func (s *Source) Choose(v trace.View) (trace.Step, bool) {
	f := &s.frames[len(s.frames)-1]
	var awake []trace.Pending
	for _, p := range v.Enabled {
		if _, ok := stepsOf(p.Actor, p.Op).except(f.sleep); ok {
			awake = append(awake, p)
		}
	}
	if len(awake) == 0 {
		return trace.Step{}, false
	}
	v.Enabled = awake
	actor := s.turn.next(s.trace, v)
	i := slices.IndexFunc(awake, func(p trace.Pending) bool { return p.Actor == actor })
	return stepsOf(actor, awake[i].Op).except(f.sleep)
}

// Observe takes note of the event at position depth.
func (s *Source) Observe(depth int, e *trace.Event) error {
	s.trace = append(s.trace[:depth], *e)
	s.turn.observe(depth, e)
	if depth+1 < s.plan { // within the part shared with an earlier interleaving
		return nil
	}
	f := &s.frames[depth]
	if len(f.done) == 0 {
		f.backtrack = append(f.backtrack, only(e.Step()))
	}
	if all := stepsOf(e.Actor, &e.Op); e.Kind == trace.Choose && !slices.Contains(f.backtrack, all) {
		f.backtrack = append(f.backtrack, all)
	}
	next := frame{cost: f.cost + s.bound.Charge(bounding.Branch{Sibling: f.explored})}
	relation := trace.Relation{}
	for _, a := range slices.Concat(f.sleep, f.done) {
		if relation.Dependent(e, a.event, noTakers{}) == trace.Independent {
			next.sleep = append(next.sleep, a)
		}
	}
	f.done.add(e)
	f.explored++
	s.frames = append(s.frames[:depth+1], next)
	return nil
}

// End looks for the races of the interleaving, and
// adds a step that reverses each of them, unless one is there.
func (s *Source) End(end trace.Ending) error {
	s.trace, s.frames = s.trace[:end.Events], s.frames[:end.Events+1]
	s.order.Compute(s.trace)
	for _, r := range s.order.Races() {
		i, j := int(r.First), int(r.Second)
		if s.seq.reverse(s.trace, r) {
			s.backtrack(i, j)
		} else if await := awaited(s.trace, j); await != nil {
			s.seq.reverseAwait(s.trace, await, j, func(i int) { s.backtrack(i, j) })
		}
	}
	n := len(s.trace)
	for _, await := range waiting(s.trace, end.Waiting) {
		s.seq.reverseAwait(s.trace, await, n, func(i int) { s.backtrack(i, n) })
	}
	return nil
}

// backtrack adds a step to position i with which the sequence under construction,
// which reverses a race with event j, can begin, unless one is there.
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
	reversed := s.seq.events[len(s.seq.events)-1]
	all := stepsOf(reversed.Actor, &reversed.Op) // several of what a process that was ended was about to choose
	if _, open := all.except(f.done, f.sleep, f.backtrack); atOnce && !open {
		return
	}
	if len(initials) > 0 {
		all = only(initials[0])
	}
	f.backtrack = append(f.backtrack, all)
}

// initials returns the steps with which the sequence can begin, as far as it comes
// before event j or the reversed event waits for it, and whether it can begin with
// the reversed event at once. What that waits for is asked of the event that it will be,
// which may be quite another one than was executed.
func (s *Source) initials(j int) (steps []trace.Step, atOnce bool) {
	reversed := s.seq.events[len(s.seq.events)-1]
	waitsFor := func(k int) bool {
		e := &s.trace[k]
		return e.Actor == reversed.Actor || s.seq.relation.Dependent(e, reversed, noTakers{}) != trace.Independent
	}
	var needed []int
	for _, e := range slices.Backward(s.seq.events[:len(s.seq.events)-1]) {
		k := s.order.Position(e.ID())
		before := func(l int) bool { return k < l && s.order.Before(k, l) }
		if k < j || waitsFor(k) || slices.ContainsFunc(needed, before) {
			needed = append(needed, k)
		}
	}
	for n, k := range slices.Backward(needed) {
		after := func(l int) bool { return s.order.Before(l, k) }
		if !slices.ContainsFunc(needed[n+1:], after) {
			steps = append(steps, s.trace[k].Step())
		}
	}
	return steps, !slices.ContainsFunc(needed, waitsFor)
}

// Coverage returns how often a state was left with steps to explore because of the bound.
func (s *Source) Coverage() trace.Coverage { return trace.Coverage{BoundCut: s.boundCut} }

// noTakers takes no message: a sleeping event has not been executed.
type noTakers struct{}

func (noTakers) Taker(*trace.Event) *trace.Event { return nil }
