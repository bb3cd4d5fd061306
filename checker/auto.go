package checker

import (
	"context"
	"fmt"

	"github.com/checkmodel/checkmodel/bounding"
	"github.com/checkmodel/checkmodel/internal/driver"
	"github.com/checkmodel/checkmodel/result"
)

// The limits of the searches by which Auto chooses. They are counts, so the choice depends only on the model
// and the options.
const (
	autoInterleavings = 2_000 // of the first search, by optimal DPOR
	// worthwhile is the ratio of the interleavings that the states stand for to the executed ones from which on
	// the stateful search goes on. The ratio grows later, because the last steps of interleavings are explored
	// first. It is about 1 where a state contains everything that was received. In models of CORFU and Chain
	// Replication it is 5 to 30 at this point, and over 1000 in the end.
	worthwhile = 4
)

// automatic is search by Auto. A search that does not end within its budget is given up. Its findings are kept if
// the next search is not complete. The options say in the end which algorithm has given the result.
func (o *setup) automatic(ctx context.Context) (*result.Record, error) {
	if graphed := o.model.rules().Graphed(); graphed != nil {
		o.Algorithm, o.LateDelivery = States, o.delayed()
		r, err := o.search(ctx)
		return chosen(r, err, "a stateful search, because no other can judge the rule %q.", graphed.Name)
	}
	o.Algorithm = Optimal
	if why := o.mustEnumerate(); why != "" {
		if o.Bound.Kind() == bounding.ByPreemption {
			o.Algorithm = Source
		}
		r, err := o.search(ctx)
		return chosen(r, err, "%s, because %s.", o.Algorithm.Traits().Title, why)
	}
	first, err := o.beginning(ctx)
	if first == nil || err != nil || !givenUp(first) || first.Interleavings == o.MaxInterleavings {
		return chosen(first, err, "optimal DPOR, %s.", firstEnd(first))
	}
	before := fmt.Sprintf("optimal DPOR had not ended after %d interleavings", autoInterleavings)
	if first.DepthCut > 0 {
		before = fmt.Sprintf("optimal DPOR had cut an interleaving after %d events", o.MaxEvents)
	}
	byStates := *o
	byStates.Algorithm, byStates.trial, byStates.below = States, &driver.Trial{Worth: worthwhile}, &lower{last: first}
	if byStates.LateDelivery = o.delayed(); byStates.LateDelivery {
		byStates.trial.Worth = 1 // a single interleaving of its stands for many orders of arrival
	}
	r, err := byStates.search(ctx)
	t, name := byStates.trial, "a stateful search"
	if byStates.LateDelivery {
		name += " with late delivery"
	}
	if r, err = o.after(r, first, err); r == nil || r == first {
		return chosen(r, err, "optimal DPOR, because no other search had begun when it was stopped.")
	}
	o.Options = byStates.Options
	switch {
	case !t.Weighed():
		return chosen(r, err, "%s, because %s. It ended within %d transitions.", name, before, driver.TrialTransitions)
	case !t.Over() || err != nil || r.Stop != SampleDrawn:
		return chosen(r, err, "%s, because %s. It went on because %s.", name, before, t)
	}
	tried := r
	t.Search = nil // its memory is for the next search
	byEnumeration := *o
	byEnumeration.Algorithm, byEnumeration.LateDelivery, byEnumeration.below = Optimal, false, &lower{last: tried}
	r, err = byEnumeration.search(ctx)
	if r, err = o.after(r, tried, err); r == tried {
		return chosen(r, err, "%s, because no other search had begun when it was stopped.", name)
	}
	o.Options = byEnumeration.Options
	return chosen(r, err, "optimal DPOR, because a stateful search saves little: %s.", t)
}

// delayed reports whether messages are delivered by channels.
func (o *setup) delayed() bool { return o.Delivery.Delays() }

// mustEnumerate returns why Auto cannot search states, "" if it can.
func (o *setup) mustEnumerate() string {
	switch {
	case o.model.World != nil:
		return "a stateful search needs a world that tells its states apart"
	case o.Bound.Limits():
		return "a stateful search cannot have a bound"
	case o.Around != nil:
		return "a stateful search cannot begin with a given interleaving"
	case o.Saving != nil || o.Resume != nil:
		return "a search that first tries several algorithms cannot be saved"
	case o.Explain:
		return "a stateful search does not know what each interleaving is for"
	}
	return ""
}

// beginning executes the first search of Auto. It has one worker, because it also ends at an interleaving that
// is cut.
func (o *setup) beginning(ctx context.Context) (*result.Record, error) {
	first := *o
	first.Workers, first.untilCut = 1, true
	if o.MaxInterleavings == 0 || o.MaxInterleavings > autoInterleavings {
		first.MaxInterleavings = autoInterleavings
	}
	return first.search(ctx)
}

// givenUp reports whether the first search of Auto has not ended within its budget.
func givenUp(r *result.Record) bool {
	return r.Stop == OutOfBudget || r.Stop == NotStopped && r.DepthCut > 0
}

// firstEnd says how the first search of Auto has ended, if it is the only one.
func firstEnd(r *result.Record) string {
	if r != nil && (r.Complete() || r.Stop == AtViolation) {
		return fmt.Sprintf("because it ended within %d interleavings", autoInterleavings)
	}
	return fmt.Sprintf("with which each search begins: other searches follow after %d interleavings", autoInterleavings)
}

// after adds the findings that only an earlier search has, unless the result is complete. If the search was
// stopped before its first interleaving, it returns the earlier result, with the reason for the stop.
func (o *setup) after(r, earlier *result.Record, err error) (*result.Record, error) {
	switch {
	case r == nil || r.Complete():
		return r, err
	case err == nil && r.Events == 0 && r.Stop.Late():
		earlier.Stop = r.Stop
		o.model.conclude(earlier)
		return earlier, nil
	}
	violating := r.Violating // the count of the other search may be of other classes
	o.model.recall(r, earlier)
	r.Violating = max(violating, min(r.Violating, 1))
	return r, err
}

// chosen sets Chosen, if there is a result.
func chosen(r *result.Record, err error, format string, args ...any) (*result.Record, error) {
	if r != nil {
		r.Chosen = "Chosen automatically: " + fmt.Sprintf(format, args...)
	}
	return r, err
}
