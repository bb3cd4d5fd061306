package sampling

import (
	"slices"

	"github.com/checkmodel/checkmodel/trace"
)

// feedback is the arm to which runs count that are made from others. Nothing is known about their odds.
var feedback = &arm{name: Learn.String(), strategy: Learn}

// mostReversals is the greatest share of runs that reverse a race of an earlier one.
const mostReversals = 0.9

// onward is the share of runs that go on from a goal, as long as some goals are reached by a smaller share of draws.
const onward = 1. / 8

// vary decides whether the run is made from another one. If some goals are rare, some runs go on from them. As to all other runs:
// where draws repeat themselves, neighbors of earlier runs are new. So the share of runs that reverse a race is twice the share of
// draws of a known class, up to mostReversals. Half of the rest are changes of runs that have shown something rare, or else draws of
// the portfolio.
func (x *Explorer) vary() {
	c := x.search.corpus
	const bits = 53
	reversals := min(mostReversals, 2*c.odds.share())
	at := float64(trace.Mix(x.search.config.Seed, trace.Mix(uint64(x.run), uint64(Learn)))>>(64-bits)) / (1 << bits)
	goals := c.rareGoals()
	if len(goals) > 0 {
		at = (at - onward) / (1 - onward)
	}
	switch {
	case at < 0:
		x.change.goOn(&x.draw, c, goals)
	case at < reversals:
		x.change.reverse(&x.draw, c)
	case at < (1+reversals)/2:
		x.change.vary(&x.draw, c)
	}
	if x.change.parent != nil {
		x.outcome.arm = feedback
	}
}

// finding returns what there is to learn from the run.
func (x *Explorer) finding() finding {
	f := finding{shown: slices.Clone(x.features.shown), goals: slices.Clone(x.features.goals), kept: x.change.kept, from: x.change.parent}
	if !x.search.known(x.outcome.class) {
		f.parent = x.newParent()
	}
	if x.change.parent != nil {
		x.outcome.choices = 1 // its arm says nothing about odds
	}
	return f
}
