package checker

import (
	"context"
	"slices"
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

// lower is what the searches under lower bounds have established.
type lower struct {
	levels []Level
	last   *Result // of the last of them, with what those before it have found besides
}

// spent returns how many interleavings they have explored.
func (l *lower) spent() (n int) {
	if l != nil {
		for _, level := range l.levels {
			n += level.Interleavings
		}
	}
	return n
}

// eachBound searches under one bound after the other, or goes on with such a search. It ends with
// the first bound under which a violation ends the search, with the first that cuts nothing, or with
// the last. The result is that of the search it ends with, so it shows what a search with
// that bound alone shows, and what else was found before (see recall). Options.MaxInterleavings
// is for all of them together.
func eachBound(ctx context.Context, m Model, o Options) (*Result, error) {
	below, err := o.Resume.lower(&m, &o)
	if err != nil {
		return nil, err
	}
	level := o
	for limit := o.Bound.First() + len(below.levels); ; limit++ {
		level.Bound, level.below = o.Bound.At(limit), below
		r, err := explore(ctx, m, level)
		if r == nil {
			return nil, err
		}
		r.Options = o
		if err == nil && r.Interleavings == 0 && below.last != nil { // it was stopped before it began
			return below.last.stopped(r.Stop), nil
		}
		r.Levels = append(slices.Clip(below.levels), Level{limit, r.Interleavings, r.BoundCut, r.FirstViolation})
		if below.last != nil {
			r.recall(below.last)
		}
		if err != nil || r.Stop != NotStopped || r.BoundCut == 0 || limit == o.Bound.Last() {
			return r, err
		}
		below, level.Resume = &lower{r.Levels, r}, nil
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
