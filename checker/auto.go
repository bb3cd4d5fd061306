package checker

import (
	"context"
	"fmt"

	"github.com/checkmodel/checkmodel/bounding"
	"github.com/checkmodel/checkmodel/states"
	"github.com/checkmodel/checkmodel/trace"
)

// The limits of the searches by which Auto chooses. They are counts, so the choice depends only on the model
// and the options.
const (
	autoInterleavings = 2_000   // of the first search, by optimal DPOR
	autoTransitions   = 200_000 // of a search of states, before it is compared
	// worthwhile is the ratio of the interleavings that the states stand for to the executed ones from which on
	// the search of states goes on. The ratio grows later, because the last steps of interleavings are explored
	// first. It is about 1 where a state contains everything that was received. In models of CORFU and Chain
	// Replication it is 5 to 30 at this point, and over 1000 in the end.
	worthwhile = 4
)

// automatic is Check by Auto. A search that does not end within its budget is given up. Its findings are kept if
// the next search is not complete.
func automatic(ctx context.Context, m Model, o Options) (*Result, error) {
	if o.graphed != nil {
		o.Algorithm, o.LateDelivery = States, o.delayed()
		r, err := explore(ctx, m, o)
		return r.chosen("a search of states, because no other can judge the rule %q.", o.graphed.Name), err
	}
	if why := o.mustEnumerate(&m); why != "" {
		o.Algorithm = Optimal
		if o.Bound.Kind() == bounding.ByPreemption {
			o.Algorithm = Source
		}
		r, err := within(ctx, m, o)
		return r.chosen("%s, because %s.", o.Algorithm.Traits().Title, why), err
	}
	first, err := o.beginning(ctx, m)
	if first == nil || err != nil || !first.givenUp() || first.Interleavings == o.MaxInterleavings {
		return first.chosen("optimal DPOR, %s.", firstEnd(first)), err
	}
	before := fmt.Sprintf("optimal DPOR had not ended after %d interleavings", autoInterleavings)
	if first.DepthCut > 0 {
		before = fmt.Sprintf("optimal DPOR had cut an interleaving after %d events", o.MaxEvents)
	}
	byStates := o
	byStates.Algorithm, byStates.trial, byStates.below = States, &trial{worth: worthwhile}, &lower{last: first}
	if byStates.LateDelivery = o.delayed(); byStates.LateDelivery {
		byStates.trial.worth = 1 // a single interleaving of its stands for many orders of arrival
	}
	r, err := explore(ctx, m, byStates)
	t, name := byStates.trial, "a search of states"
	if byStates.LateDelivery {
		name += " with late delivery"
	}
	switch r, err = r.after(first, err); {
	case r == nil || r == first:
		return r.chosen("optimal DPOR, because no other search had begun when it was stopped."), err
	case !t.weighed:
		return r.chosen("%s, because %s. It ended within %d transitions.", name, before, autoTransitions), err
	case !t.over || err != nil || r.Stop != SampleDrawn:
		return r.chosen("%s, because %s. It went on because %s.", name, before, t), err
	}
	tried := r
	t.Search = nil // its memory is for the next search
	byEnumeration := o
	byEnumeration.Algorithm, byEnumeration.below = Optimal, &lower{last: tried}
	r, err = explore(ctx, m, byEnumeration)
	if r, err = r.after(tried, err); r == tried {
		return r.chosen("%s, because no other search had begun when it was stopped.", name), err
	}
	return r.chosen("optimal DPOR, because a search of states saves little: %s.", t), err
}

// delayed reports whether messages are delivered by channels.
func (o *Options) delayed() bool { return o.Delivery.Delays() }

// mustEnumerate returns why Auto cannot search states, "" if it can.
func (o *Options) mustEnumerate(m *Model) string {
	switch {
	case m.World != nil:
		return "a search of states needs a world that tells its states apart"
	case o.Bound.Limits():
		return "a search of states cannot have a bound"
	case o.Around != nil:
		return "a search of states cannot begin with a given interleaving"
	case o.Saving != nil || o.Resume != nil:
		return "a search that begins with others to choose cannot be saved"
	case o.Explain:
		return "a search of states does not know what each interleaving is for"
	}
	return ""
}

// beginning executes the first search of Auto. It has one worker, because it also ends at an interleaving that
// is cut.
func (o Options) beginning(ctx context.Context, m Model) (*Result, error) {
	asked := o
	o.Algorithm, o.Workers, o.untilCut = Optimal, 1, true
	if o.MaxInterleavings == 0 || o.MaxInterleavings > autoInterleavings {
		o.MaxInterleavings = autoInterleavings
	}
	r, err := explore(ctx, m, o)
	if r != nil {
		r.Options = asked
		r.Options.Algorithm = Optimal
	}
	return r, err
}

// givenUp reports whether the first search of Auto has not ended within its budget.
func (r *Result) givenUp() bool {
	return r.Stop == OutOfBudget || r.Stop == NotStopped && r.DepthCut > 0
}

// firstEnd says how the first search of Auto has ended, if it is the only one.
func firstEnd(r *Result) string {
	if r != nil && (r.Complete() || r.Stop == AtViolation) {
		return fmt.Sprintf("because it ended within %d interleavings", autoInterleavings)
	}
	return fmt.Sprintf("with which each search begins: other searches follow after %d interleavings", autoInterleavings)
}

// after adds the findings that only an earlier search has, unless the result is complete. If the search was
// stopped before its first interleaving, it returns the earlier result, with the reason for the stop.
func (r *Result) after(earlier *Result, err error) (*Result, error) {
	switch {
	case r == nil || r.Complete():
		return r, err
	case err == nil && r.Events == 0 && r.Stop.late():
		earlier.Stop = r.Stop
		earlier.conclude()
		return earlier, nil
	}
	violating := r.Violating // the count of the other search may be of other classes
	r.recall(earlier)
	r.Violating = max(violating, min(r.Violating, 1))
	return r, err
}

// chosen sets Chosen, if there is a result.
func (r *Result) chosen(format string, args ...any) *Result {
	if r != nil {
		r.Chosen, r.Options.trial, r.Options.below = "Chosen automatically: "+fmt.Sprintf(format, args...), nil, nil
	}
	return r
}

// trial is a search of states that, after some transitions, is given up unless its states stand for many more
// interleavings than it has executed.
type trial struct {
	*states.Search
	worth         int // the ratio from which on it goes on; see worthwhile
	executed      int // up to the comparison, since it began again last
	since         int // how many transitions it had executed when it began again last
	weighed, over bool
	at            states.Progress // at the comparison
}

// statesOf returns the strategy as a search of states, or nil if it is another strategy.
func statesOf(s Strategy) *states.Search {
	switch s := s.(type) {
	case *states.Search:
		return s
	case *trial:
		return s.Search
	}
	return nil
}

// of returns the strategy of a search of states, which may be a trial.
func (t *trial) of(s *states.Search) Strategy {
	if t == nil {
		return s
	}
	t.Search = s
	return t
}

// Begin returns false if the trial is over.
func (t *trial) Begin() (trace.Schedule, bool) {
	if p := t.Progress(); !t.weighed && p.Transitions-t.since >= autoTransitions {
		t.weighed, t.at = true, p
		schedule, more := t.Search.Begin()
		t.over = more && p.Interleavings.Int()/t.worth < t.executed
		return schedule, more && !t.over
	}
	return t.Search.Begin()
}

// End counts the interleavings before the comparison.
func (t *trial) End(e trace.Ending) error {
	err := t.Search.End(e)
	p := t.Progress()
	switch {
	case t.weighed:
	case p.Interleavings == trace.Count{}: // it begins again
		t.executed, t.since = 0, p.Transitions
	default:
		t.executed++
	}
	return err
}

// Coverage says that a trial that was given up has explored only a part.
func (t *trial) Coverage() trace.Coverage {
	c := t.Search.Coverage()
	c.Sample = t.over
	return c
}

// String returns the numbers that were compared.
func (t *trial) String() string {
	return fmt.Sprintf("after %d transitions, the states stood for %s interleavings, and %d had been executed", t.at.Transitions-t.since, t.at.Interleavings, t.executed)
}
