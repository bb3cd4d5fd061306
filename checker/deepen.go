package checker

import (
	"context"
)

// Level is one search of several, each under a higher bound than the one before.
type Level struct {
	Bound         int // the highest cost of an interleaving
	Interleavings int // explored, also those explored under lower bounds
	BoundCut      int // branches that were not explored because of the bound
	// FirstViolation is the number of the first interleaving of this search with a violation;
	// 0 if there is none.
	FirstViolation int
}

// deepen searches under one bound after the other. It ends with the first search that a violation
// ends, with the first that no bound cuts, or with the last. The result is that of the search it
// ends with, so it shows what a search with that bound alone shows, and what else was found
// before (see recall). Options.MaxInterleavings is for all of them together.
func deepen(ctx context.Context, m Model, o Options) (*Result, error) {
	var levels []Level
	var last *Result
	left := o.MaxInterleavings
	for limit := o.Bound.First(); ; limit++ {
		level := o
		level.Bound, level.MaxInterleavings = o.Bound.At(limit), left
		r, err := explore(ctx, m, level)
		if err == nil && r.Interleavings == 0 && last != nil { // it was canceled before it began
			return last.stopped(r.Stop), nil
		}
		if r != nil {
			r.Options.Bound, r.Options.MaxInterleavings = o.Bound, o.MaxInterleavings
			levels = append(levels, Level{limit, r.Interleavings, r.BoundCut, r.FirstViolation})
			r.Levels = levels
		}
		if r != nil && last != nil {
			r.recall(last)
		}
		if err != nil || r.Stop != NotStopped || r.BoundCut == 0 || limit == o.Bound.Last() {
			return r, err
		}
		if left > 0 {
			if left -= r.Interleavings; left == 0 { // which would be no limit
				return r.stopped(OutOfBudget), nil
			}
		}
		last = r
	}
}

// recall adds the violations and the goals that a search under a lower bound has found and this
// one has not: it may have been stopped before it came to them, and even one that went through
// need not show all that a search under a lower bound shows, as what an interleaving costs
// depends on what was explored before it.
func (r *Result) recall(lower *Result) {
	for _, v := range lower.Violations {
		switch {
		case r.find(v) != nil:
		case r.full(v):
			r.Unlisted = max(r.Unlisted, v.Count)
		default:
			r.Violations = append(r.Violations, v)
		}
	}
	r.Unlisted = max(r.Unlisted, lower.Unlisted)
	r.Violating = max(r.Violating, lower.Violating)
	if r.FirstViolation == 0 {
		r.FirstViolation = lower.FirstViolation
	}
	for i, g := range lower.Goals {
		if r.Goals[i].Hits == 0 {
			r.Goals[i] = g
		}
	}
	if r.Verdict != Failed {
		r.conclude()
	}
}

// stopped is the result of a search that went through, if there was to be another one that
// did not begin.
func (r *Result) stopped(why Stop) *Result {
	r.Stop = why
	r.conclude()
	return r
}
