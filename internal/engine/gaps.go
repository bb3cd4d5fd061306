package engine

import (
	"slices"

	"github.com/checkmodel/checkmodel/faults"
	"github.com/checkmodel/checkmodel/internal/coverage"
	"github.com/checkmodel/checkmodel/result"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// gaps records what could have happened within the budget of faults, and did not in any interleaving. It records nothing if the executed
// interleavings depend on the number of workers: if the search was stopped, or had a bound, or if states or messages were taken for others.
func (s *Search) gaps(f faults.Budget) {
	r := s.Tally.Record
	sampled := r.Sample != nil && r.Stop == result.SampleDrawn && len(r.Claims) == 0
	if !r.Complete() && !sampled || r.Viewed {
		r.Visits = nil
		return
	}
	for _, fault := range f.MayHappen() {
		inBag := fault == trace.Lost.String() && s.Merges && s.First.System.Env.Routing.Bag() // where not to arrive is as good as lost
		if !inBag && !r.NoNodes && !r.NoNetwork && len(r.NoMessages) == 0 {
			r.Visits = append(r.Visits, trace.Visit{Operation: fault})
		}
	}
	r.Visits = new(coverage.Record).Visits(r.Visits)
	if r.Violating > 0 { // which has kept other things from happening
		return
	}
	r.Gaps = coverage.Gaps(r.Visits)
	if r.Merged != nil && r.Merged.Symmetric { // an alternative stands for others
		r.Gaps = slices.DeleteFunc(r.Gaps, func(v trace.Visit) bool { return v.Operation == kind.Choose.String() })
	}
}
