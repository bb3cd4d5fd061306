package checker

import "slices"

// suffices reports whether the search ends with an interleaving that has these violations.
func (o *setup) suffices(violations []*Violation) bool {
	switch {
	case len(violations) == 0 || o.Until == UntilEnd:
		return false
	case o.Until == UntilFirst || o.Replay != nil:
		return true
	}
	return o.model.undeclared(violations)
}

// undeclared reports whether there is a violation that the model does not declare.
func (m *Model) undeclared(violations []*Violation) bool {
	return slices.ContainsFunc(violations, func(v *Violation) bool { return !m.Declares(v) })
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

// looksOn reports whether the search may end because it has looked on for long enough, which it finds out after each
// interleaving.
func (o *setup) looksOn() bool {
	return o.brief && o.Witness == "" && o.Until == UntilUndeclared && o.Replay == nil && len(o.model.Violates) > 0
}
