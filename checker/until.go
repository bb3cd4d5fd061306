package checker

import "slices"

// Until says which violation ends a search.
type Until string

const (
	// UntilUndeclared: the first one that the model does not declare (Model.Violates), as a declared one could hide
	// others. A search without a limit could then take for ever, so after a declared violation it only looks on for
	// others: it ends when it has executed as many events again as before, and at least 20 000. A limit is a Bound,
	// MaxInterleavings, or a deadline of the context given to Check; MaxEvents, Memory and Runs are no limits.
	UntilUndeclared Until = "undeclared"
	// UntilFirst: the first one, even if the model declares it.
	UntilFirst Until = "first"
	// UntilEnd: none.
	UntilEnd Until = "end"
	// UntilShortest: the violation after the fewest events, even if the model declares it (Result.Shortest). It needs a
	// search of [States], which has one worker.
	UntilShortest Until = "shortest"
)

// Untils returns the values of Until, the default first.
func Untils() []Until { return []Until{UntilUndeclared, UntilFirst, UntilEnd, UntilShortest} }

// lookOn is how many events a search without a limit executes at least after a declared violation.
const lookOn = 20_000

// suffices reports whether the search ends with an interleaving that has these violations.
func (r *Result) suffices(violations []*Violation) bool {
	o := &r.Options
	switch {
	case len(violations) == 0 || o.Until == UntilEnd:
		return false
	case o.Until == UntilFirst || o.Replay != nil:
		return true
	}
	return r.Model.undeclared(violations)
}

// undeclared reports whether there is a violation that the model does not declare.
func (m *Model) undeclared(violations []*Violation) bool {
	return slices.ContainsFunc(violations, func(v *Violation) bool { return !m.Declares(v) })
}

// work returns how many events were executed, also to judge rules by graphs of states.
func (r *Result) work() int {
	if r.Cycles != nil {
		return r.Events + r.Cycles.Transitions
	}
	return r.Events
}

// LookedOn returns how many events the search has executed to look for other violations after a declared one, if it
// ended after these; see [Until].
func (r *Result) LookedOn() (events int, ended bool) {
	if !r.declaredStop() {
		return 0, false
	}
	return r.looked, r.looked > 0
}

// OthersUnsought reports whether a declared violation ended the search at once, so that others were not looked for.
func (r *Result) OthersUnsought() bool {
	return (r.Options.Until == UntilFirst || r.Options.Until == UntilShortest) && r.declaredStop()
}

// declaredStop reports whether violations ended the search that the model declares.
func (r *Result) declaredStop() bool {
	return r.Stop == AtViolation && r.Options.Replay == nil && !r.Model.undeclared(r.Violations)
}

// mayLookOn reports whether the search may end because it has looked on for long enough, which it finds out after each
// interleaving.
func (o *setup) mayLookOn() bool {
	return o.brief && o.Until == UntilUndeclared && o.Replay == nil && len(o.model.Violates) > 0
}

// lookedOn reports whether the search ends because it has looked on for long enough after a declared violation, and then
// records for how many events. more is the number of events that are not counted yet.
func (t *tally) lookedOn(more int) bool {
	r, earlier := t.result, t.setup.below.violating()
	if !t.setup.mayLookOn() || r.FirstViolation == 0 && earlier == nil {
		return false
	}
	after, before := r.work()-r.Before, r.Before // the first violation
	if earlier != nil {
		after, before = r.work(), earlier.work() // a search that follows another one goes on after the violations of that
	}
	if after += more; after < max(before, lookOn) {
		return false
	}
	r.looked = after
	return true
}
