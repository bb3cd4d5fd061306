package checker

import (
	"cmp"
	"slices"

	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/result"
	"github.com/checkmodel/checkmodel/trace"
)

// Result is the result of a search of a model.
type Result struct {
	Model   Model
	Options Options
	result.Record
}

// Asked reports whether the model has properties of its own, besides the properties of every model: that
// no process crashes or waits for ever. A property that is listed but not asserted does not count. The
// answer is true if it is not known because the search was stopped.
func (r *Result) Asked() bool {
	return r.Stop != NotStopped || len(r.Asserted)+len(r.Model.Rules)+len(r.Model.Goals)+len(r.Model.Violates) > 0
}

func (r *Result) asserted(properties []string) {
	if r.Asserted = union(r.Asserted, properties); r.Stop != NotStopped {
		r.Asserted = nil
	}
}

// unasserted returns the listed properties that no process has asserted. If the search was stopped, properties with a count in
// Judged were asserted.
func (r *Result) unasserted() []Property {
	if r.Model.World != nil { // which tells only of violations
		return nil
	}
	if r.Stop != NotStopped && (r.Options.Algorithm.Traits().Merges || len(r.Judged) >= 64) { // which counts no more
		return nil
	}
	judged := []string{proc.NoCrash, proc.NoDeadlock} // may be listed, too, as may rules and goals
	for _, p := range r.Model.judged() {
		judged = append(judged, p.Name)
	}
	return slices.DeleteFunc(slices.Clone(r.Model.Properties), func(p Property) bool {
		return slices.Contains(r.Asserted, p.Name) || r.Judged[p.Name] > 0 || slices.Contains(judged, p.Name)
	})
}

func union(a, b []string) []string {
	all := slices.Concat(a, b)
	slices.Sort(all)
	return slices.Compact(all)
}

// covered records which part of all interleavings the strategy has explored.
func (r *Result) covered(c trace.Coverage) {
	r.BoundCut = c.BoundCut
	if c.Sample && r.Stop == NotStopped {
		r.Stop = SampleDrawn
	}
	if m := c.Merged; m != nil {
		r.Merged, r.Interleavings, r.Viewed = m, m.Interleavings.Int(), r.Model.View != nil
		r.Violating = max(m.Violating.Int(), min(r.Violating, 1)) // one may have been found just before the search began again
	}
}

func (r *Result) conclude() {
	r.Unexplored = r.Model.Unexplored
	slices.SortStableFunc(r.Causes, func(a, b Cause) int { return cmp.Compare(b.Count, a.Count) })
	switch {
	case r.Violating > 0:
		r.Verdict = Violated
	case r.Stop == SampleDrawn || r.Sample != nil && r.Interleavings > 0:
		r.Verdict = Sampled
	case r.Stop != NotStopped:
		r.Verdict = Incomplete
	case !r.Complete():
		r.Verdict = Bounded
	default:
		r.Verdict = Verified
	}
	r.Expected = (len(r.Model.Violates) == 0 || r.Violating > 0 || !r.Complete()) && len(r.Missed()) == 0
	for _, v := range r.Violations {
		if !r.Model.Declares(v) {
			r.Expected = false
		}
	}
}
