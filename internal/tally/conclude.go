package tally

import (
	"cmp"
	"slices"

	"github.com/checkmodel/checkmodel/internal/judge"
	"github.com/checkmodel/checkmodel/result"
	"github.com/checkmodel/checkmodel/trace"
)

// Known is the part of a result that follows from the model.
type Known struct {
	Violates   []string // the names of the properties that it is known to violate
	Unexplored string   // what no search explores, in words; "" is nothing
}

// Conclude sets the verdict.
func (k Known) Conclude(r *result.Record) {
	r.Unexplored = k.Unexplored
	slices.SortStableFunc(r.Causes, func(a, b trace.Cause) int { return cmp.Compare(b.Count, a.Count) })
	switch {
	case r.Violating > 0:
		r.Verdict = result.Violated
	case r.Stop == result.SampleDrawn || r.Sample != nil && r.Interleavings > 0:
		r.Verdict = result.Sampled
	case r.Stop != result.NotStopped:
		r.Verdict = result.Incomplete
	case !r.Complete():
		r.Verdict = result.Bounded
	default:
		r.Verdict = result.Verified
	}
	r.Expected = (len(k.Violates) == 0 || r.Violating > 0 || !r.Complete()) && len(r.Missed()) == 0 &&
		!slices.ContainsFunc(r.Violations, func(v *result.Violation) bool { return !v.Declared(k.Violates) })
}

// Recall adds the violations and goals that only a search with a lower bound has found. This search may have
// been stopped before it reached them. Even a complete search may miss some, as the cost of an interleaving
// depends on the exploration up to then.
func (k Known) Recall(r, lower *result.Record) {
	for _, v := range lower.Violations {
		switch {
		case find(r, judge.KindOf(v)) != nil:
		case full(r, v.Property):
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
	r.Unasserted = slices.DeleteFunc(r.Unasserted, func(p result.Property) bool {
		return r.Stop != result.NotStopped && !slices.Contains(lower.Unasserted, p)
	})
	for i, g := range lower.Goals {
		if r.Goals[i].Hits == 0 {
			r.Goals[i] = g
		}
	}
	if r.Verdict != result.Failed {
		k.Conclude(r)
	}
}

// After adds the findings that only an earlier search has, unless the result is complete and has a violation if the earlier one has: an
// abstraction of states, such as a view, may hide one. If the search was stopped before its first interleaving, After returns
// the earlier result, with the reason for the stop.
func (k Known) After(r, earlier *result.Record, err error) (*result.Record, error) {
	switch {
	case r == nil || r.Complete() && (r.Violating > 0 || earlier.Violating == 0):
		return r, err
	case err == nil && r.Events == 0 && r.Stop.Late():
		earlier.Stop, earlier.Gaps = r.Stop, nil
		k.Conclude(earlier)
		return earlier, nil
	}
	violating := r.Violating // the count of the other search may be of other classes
	k.Recall(r, earlier)
	r.Violating = max(violating, min(r.Violating, 1))
	return r, err
}

// Cover records which part of all interleavings a strategy has explored.
func Cover(r *result.Record, c trace.Coverage, viewed bool) {
	r.BoundCut = c.BoundCut
	if c.Sample && r.Stop == result.NotStopped {
		r.Stop = result.SampleDrawn
	}
	if m := c.Merged; m != nil {
		r.Merged, r.Interleavings, r.Viewed = m, m.Interleavings.Int(), viewed
		r.Violating = max(m.Violating.Int(), min(r.Violating, 1)) // one may have been found just before the search began again
	}
}

// lookOn is how many events a search without a limit executes at least after a declared violation.
const lookOn = 20_000

// work returns how many events were executed, also to judge rules by graphs of states.
func work(r *result.Record) int {
	if r.Cycles != nil {
		return r.Events + r.Cycles.Transitions
	}
	return r.Events
}

// Union returns the names in either list, sorted.
func Union(a, b []string) []string {
	all := slices.Concat(a, b)
	slices.Sort(all)
	return slices.Compact(all)
}
