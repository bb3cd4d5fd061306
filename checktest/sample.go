package checktest

import (
	"context"

	"github.com/checkmodel/checkmodel/bounding"
	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/report/advice"
)

// SampleRuns is how many interleavings are drawn of a model that was too large for the search.
const SampleRuns = 1000

// sample draws interleavings by a portfolio of strategies if the search was stopped before it has found a violation. It
// returns the result if that shows an undeclared violation, and fails the test then. Otherwise it returns nil.
func (c *check) sample(ctx context.Context, searched *checker.Result) *checker.Result {
	c.Helper()
	switch {
	case searched.Stop != checker.OutOfBudget && searched.Stop != checker.Canceled, searched.Violating > 0, c.options.Strategy != nil:
		return nil
	}
	o := c.options.Options
	o.Algorithm, o.Runs, o.Bound, o.MaxInterleavings = checker.Portfolio, SampleRuns, bounding.Bound{}, 0
	o.LateDelivery, o.ReceivePatterns, o.ExactStates, o.Explain, o.Until = false, false, false, false, ""
	o.Patience = shortPatience(ctx, o.Patience)
	if o = o.For(&c.model); o.Validate(&c.model, func(field string) string { return field }) != nil { // a rule may need a search
		return nil
	}
	r, err := checker.Check(ctx, c.model, o)
	switch {
	case err != nil:
		c.Errorf("%s", failure(err)+c.where(r))
		return r
	case !r.Explored():
		return nil
	}
	c.Logf("the search did not end, so interleavings were drawn at random; %s", advice.Sentence(c.item(r)))
	if r.Violating == 0 || r.Expected {
		return nil
	}
	c.minimize(ctx, r)
	c.Errorf("%s", complaint(c.model, r))
	c.keep(r)
	return r
}

// minimizeSchedules is how many schedules are executed to minimize the violations of a model. It takes seconds at most.
const minimizeSchedules = 5000

// minimize makes the violations smaller that the model does not declare.
func (c *check) minimize(ctx context.Context, r *checker.Result) {
	c.Helper()
	if r.Options.Replay != nil {
		return
	}
	how := r.ToMinimize(len(r.Violations))
	how.Schedules = min(how.Schedules, minimizeSchedules/max(1, len(r.Violations)))
	var all []**checker.Violation
	for i, v := range r.Violations {
		if !c.model.Declares(v) {
			all = append(all, &r.Violations[i])
		}
	}
	for i, v := range r.Examples {
		if v.Reaches != "" && r.Shortest == 0 {
			all = append(all, &r.Examples[i])
		}
	}
	for _, v := range all {
		small, err := checker.Minimize(ctx, r, *v, how)
		if err != nil {
			c.Errorf("minimizing: %v", err)
			continue
		}
		if m := small.Minimized; m != nil && (r.Sample != nil || m.Smaller()) {
			*v = small
		}
	}
}
