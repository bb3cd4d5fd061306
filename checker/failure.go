package checker

import (
	"fmt"

	"github.com/checkmodel/checkmodel/proc"
)

// failure is why a search cannot go on behind an interleaving, and that interleaving
// up to where this showed.
type failure struct {
	err error
	at  *Violation
}

// faulty notes that a rule did not return when it was asked about a moment of the
// present interleaving; problem is what it panicked with, nil for runtime.Goexit. It
// must be called by the function that recovers. An error is about something else.
func (x *exploration) faulty(rule *Rule, at moment, problem any) error {
	about := ", before it was asked about anything,"
	switch {
	case at.process != "":
		about = ", asked about what process " + at.process + " has shown,"
	case at.events > 0:
		about = ", asked about the states at the end,"
	}
	if x.found.failure != nil {
		return nil // of another rule, which counts
	}
	err := proc.Panicked(fmt.Sprintf("the property %q%s", rule.Name, about), problem,
		"It must be able to judge whatever processes expose or announce, also when some have not exposed anything yet")
	if problem == nil { // there is no way back
		x.ledger.fail(err)
		return nil
	}
	if again := x.repeat(freeRepeats); again != nil {
		return again
	}
	v := &Violation{Process: at.process, Explanation: fmt.Sprintf("the property %q panics", rule.Name), Count: 1, Length: at.events}
	if err := x.describe(v, shows(at.process, at.events)); err != nil {
		return err
	}
	x.found.failure = &failure{err, v}
	return nil
}
