package checker

import (
	"context"
	"slices"

	"github.com/checkmodel/checkmodel/internal/judge"
)

// eachBound searches with increasing bounds, or resumes such a search. It ends when a search is stopped, or
// when a bound cuts nothing. The result is the last search's, with the findings of the earlier ones.
// Options.MaxInterleavings is the limit for all searches together.
func (o setup) eachBound(ctx context.Context) (*Result, error) {
	below, err := o.Resume.lower(&o)
	if err != nil {
		return nil, err
	}
	level := o
	for limit := o.Bound.First() + len(below.levels); ; limit++ {
		level.Bound, level.below = o.Bound.At(limit), below
		r, err := level.search(ctx)
		if r == nil {
			return nil, err
		}
		r.Options = o.Options
		if err == nil && r.Interleavings == 0 && below.last != nil { // stopped before it began
			below.last.Stop = r.Stop
			below.last.conclude()
			return below.last, nil
		}
		r.Levels = append(slices.Clip(below.levels), Level{Bound: limit, Interleavings: r.Interleavings, BoundCut: r.BoundCut, FirstViolation: r.FirstViolation})
		if below.last != nil {
			r.recall(below.last)
		}
		if err != nil || r.Stop != NotStopped || r.BoundCut == 0 || limit == o.Bound.Last() {
			return r, err
		}
		below, level.Resume = &lower{r.Levels, r}, nil
	}
}

// recall adds the violations and goals that only a search with a lower bound has found. This search may have
// been stopped before it reached them. Even a complete search may miss some, as the cost of an interleaving
// depends on the exploration up to then.
func (r *Result) recall(lower *Result) {
	for _, v := range lower.Violations {
		switch {
		case r.find(judge.KindOf(v)) != nil:
		case r.full(v.Property):
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
	r.Unasserted = slices.DeleteFunc(r.Unasserted, func(p Property) bool { return r.Stop != NotStopped && !slices.Contains(lower.Unasserted, p) })
	for i, g := range lower.Goals {
		if r.Goals[i].Hits == 0 {
			r.Goals[i] = g
		}
	}
	if r.Verdict != Failed {
		r.conclude()
	}
}
