package checker

import (
	"context"
	"slices"

	"github.com/checkmodel/checkmodel/result"
)

// eachBound searches with increasing bounds, or resumes such a search. It ends when a search is stopped, or
// when a bound cuts nothing. The result is the last search's, with the findings of the earlier ones.
// Options.MaxInterleavings is the limit for all searches together.
func (o *setup) eachBound(ctx context.Context) (*result.Record, error) {
	below, err := o.Resume.lower(o)
	if err != nil {
		return nil, err
	}
	level := *o
	for limit := o.Bound.First() + len(below.levels); ; limit++ {
		level.Bound, level.below = o.Bound.At(limit), below
		r, err := level.search(ctx)
		if r == nil {
			return nil, err
		}
		if err == nil && r.Interleavings == 0 && below.last != nil { // stopped before it began
			below.last.Stop = r.Stop
			o.model.conclude(below.last)
			return below.last, nil
		}
		r.Levels = append(slices.Clip(below.levels), Level{Bound: limit, Interleavings: r.Interleavings, BoundCut: r.BoundCut, FirstViolation: r.FirstViolation})
		if below.last != nil {
			o.model.recall(r, below.last)
		}
		if err != nil || r.Stop != NotStopped || r.BoundCut == 0 || limit == o.Bound.Last() {
			return r, err
		}
		below, level.Resume = &lower{r.Levels, r}, nil
	}
}
