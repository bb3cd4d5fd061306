package sampling

import "github.com/checkmodel/checkmodel/trace"

// feedback is the arm to which runs count that are made from others. Nothing is known about their odds.
var feedback = &arm{name: Learn.String(), strategy: Learn}

// mostReversals is the greatest share of runs that reverse a race of an earlier one.
const mostReversals = 0.9

// vary decides whether the run is made from another one. Where draws repeat themselves, neighbors of earlier runs are new. So the
// share of runs that reverse a race is twice the share of draws of a known class, up to mostReversals. Half of the other runs are
// changes of runs that have shown something rare; the rest are draws of the portfolio.
func (x *Explorer) vary() {
	c := x.search.corpus
	const bits = 53
	reversals := min(mostReversals, 2*c.odds.share())
	switch at := float64(trace.Mix(x.search.config.Seed, trace.Mix(uint64(x.run), uint64(Learn)))>>(64-bits)) / (1 << bits); {
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
	f := finding{shown: append([]sight(nil), x.features.shown...), from: x.change.parent}
	if !x.search.known(x.outcome.class) {
		f.parent = x.newParent()
	}
	if x.change.parent != nil {
		x.outcome.choices = 1 // its arm says nothing about odds
	}
	return f
}
