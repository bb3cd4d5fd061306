package backtrack

import (
	"slices"

	"github.com/checkmodel/checkmodel/bounding"
	"github.com/checkmodel/checkmodel/trace"
)

// Naive is the strategy that explores every interleaving: each enabled step at every state. Tests
// compare the other strategies with it.
type Naive struct {
	stepwise
	states    [][]steps // the steps still to be explored at each state, the present state first
	costs     []int
	taken     []int  // how many siblings were explored before the present
	continues []bool // whether the actor of the event before could go on, and not only by a receive that times out
}

// NewNaive returns the strategy. It explores every order.
func NewNaive(c Config) *Naive { return &Naive{stepwise: c.stepwise()} }

// Begin returns the beginning of the next interleaving, or false if every one has been explored.
func (n *Naive) Begin() (trace.Schedule, bool) {
	if !n.started {
		n.started = true
		return nil, true
	}
	for a := len(n.states) - 1; a >= 0; a-- {
		rest := withoutFirst(n.states[a])
		for len(rest) > 0 && !n.bound.Admits(n.branch(a, n.taken[a]+1, rest[0].actor), n.cost(a)) {
			n.boundCut += int(rest[0].Last-rest[0].First) + 1
			rest = rest[1:]
		}
		if len(rest) == 0 {
			continue
		}
		n.states, n.taken = n.states[:a+1], n.taken[:a+1]
		n.states[a] = rest
		n.taken[a]++
		n.charge(a)
		return n.branchAt(a, rest[0].at(rest[0].First))
	}
	return nil, false
}

// cost returns the cost of the path to state a.
func (n *Naive) cost(a int) int {
	if a == 0 {
		return 0
	}
	return n.costs[a-1]
}

// branch returns the branch of state a with a step of the actor. sibling is the number of branches explored before.
func (n *Naive) branch(a, sibling int, actor trace.ActorID) bounding.Branch {
	b := bounding.Branch{Sibling: sibling, Before: trace.NoActor, Actor: actor, Enabled: n.continues[a]}
	if a > 0 {
		b.Before = n.run.Events[a-1].Actor
	}
	return b
}

// charge records the cost of the path with the present step at state a.
func (n *Naive) charge(a int) {
	cost := n.bound.Charge(n.branch(a, n.taken[a], n.states[a][0].actor))
	n.costs = append(n.costs[:a], n.cost(a)+cost)
}

// Choose takes a step that costs nothing, and keeps the other steps for later.
func (n *Naive) Choose(v trace.View) (trace.Step, bool) {
	enabled, a := v.Enabled, len(n.states)
	find := func(actor trace.ActorID) int {
		return slices.IndexFunc(enabled, func(p trace.Pending) bool { return p.Actor == actor })
	}
	goesOn := func(p trace.Pending) bool { return a > 0 && p.Actor == n.run.Events[a-1].Actor && !p.GivesUp }
	n.continues = append(n.continues[:a], slices.ContainsFunc(enabled, goesOn))
	b := n.branch(a, 0, n.turn.Next(n.run.Events, v))
	if n.bound.Charge(b) > 0 {
		b.Actor = b.Before
	}
	i := find(b.Actor)
	var all []steps
	for _, p := range slices.Concat(enabled[i:], enabled[:i]) {
		all = append(all, stepsOfAll(p)...)
	}
	n.states, n.taken = append(n.states, all), append(n.taken, 0)
	n.charge(a)
	return all[0].at(all[0].First), true
}

// Observe records the event at position depth.
func (n *Naive) Observe(depth int, e *trace.Event) error {
	n.observe(depth, e)
	return nil
}

// End plans nothing: Choose has planned every step.
func (n *Naive) End(end trace.Ending) error {
	n.run.Events = n.run.Events[:end.Events]
	return nil
}

// Retained is like [Source.Retained]. The naive search compares no events.
func (n *Naive) Retained(f func(held []*trace.Event)) { f(nil) }
