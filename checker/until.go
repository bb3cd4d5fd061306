package checker

import "slices"

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
	return r.Further, r.Further > 0
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
