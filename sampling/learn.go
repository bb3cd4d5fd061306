package sampling

import (
	"math"
	"slices"

	"github.com/checkmodel/checkmodel/trace"
)

// feedback is the arm to which runs count that are made from others. Nothing is known about their odds.
var feedback = &arm{name: Learn.String(), strategy: Learn}

// maker is a way to make a run.
type maker uint8

const (
	drawn     maker = iota // by the portfolio
	reversed               // from a run of a new class, with a race reversed
	resumed                // from a run that has shown something rare: as before up to some place, and in another way from then on
	reordered              // likewise, with a race reversed
	joined                 // likewise, with the end of another such run
	makers                 // how many there are
)

// onward is the share of runs that go on from a goal, as long as some goals are reached by a smaller share of draws.
const onward = 1. / 8

// yield says how many classes and features were new in the runs of a maker. Recent runs count more.
type yield struct{ Runs, New float64 }

// fading is the weight of a run after another generation.
const fading = 0.95

// contrast is the power of the yields to which the shares of makers are proportional. A high one leaves little to all but the best.
const contrast = 4

// drawsCount is the weight of draws compared with other makers of the same yield: draws also show what no earlier run has come near.
const drawsCount = 2

// unknown is the weight of the yield of all makers in the yield of one, in runs. It lets the search try a maker again.
const unknown = 5

// shares returns the shares of the makers in the next generation, up to a factor.
func (c *corpus) shares() (shares [makers]float64) {
	var all yield
	for _, y := range c.yields {
		all.Runs, all.New = all.Runs+y.Runs, all.New+y.New
	}
	mean := all.New / all.Runs
	for m, y := range c.yields {
		shares[m] = math.Pow((y.New+unknown*mean)/(y.Runs+unknown), contrast)
	}
	shares[drawn] *= drawsCount
	return shares
}

// vary decides whether the run is made from another one, and how. If some goals are rare, some runs go on from them. All others are
// shared among the makers by their yields.
func (x *Explorer) vary() {
	c := x.search.corpus
	const bits = 53
	at := float64(trace.Mix(x.search.config.Seed, trace.Mix(uint64(x.run), uint64(Learn)))>>(64-bits)) / (1 << bits)
	goals := c.rareGoals()
	if len(goals) > 0 {
		at = (at - onward) / (1 - onward)
	}
	if at < 0 {
		x.change.goOn(&x.draw, c, goals)
	} else {
		x.change.vary(&x.draw, c, c.maker(at))
	}
	if x.change.parent != nil {
		x.outcome.arm = feedback
	}
}

// maker returns the maker that has the place in the shares, a number of at least 0 and less than 1.
func (c *corpus) maker(place float64) maker {
	shares, sum := c.shares(), 0.0
	for _, s := range shares {
		sum += s
	}
	for m, s := range shares {
		if place -= s / sum; place < 0 {
			return maker(m)
		}
	}
	return drawn // also where nothing is new any more
}

// finding returns what there is to learn from the run.
func (x *Explorer) finding() finding {
	f := finding{shown: slices.Clone(x.features.shown), goals: slices.Clone(x.features.goals), maker: x.change.maker, kept: x.change.kept, from: x.change.parent}
	if !x.search.known(x.outcome.class) {
		f.parent = x.newParent()
	}
	if x.change.parent != nil {
		x.outcome.choices = 1 // its arm says nothing about odds
	}
	return f
}
