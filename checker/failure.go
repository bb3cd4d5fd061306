package checker

import (
	"fmt"

	"github.com/checkmodel/checkmodel/internal/explorer"
	"github.com/checkmodel/checkmodel/internal/world"
)

// failure is an error that ends a search after an interleaving, with what led to it.
type failure struct {
	err error
	at  *Violation
}

// rulePanicked notes that a rule did not return at a moment of the current interleaving. Problem is the
// value of its panic, nil for runtime.Goexit. It must be called by the function that recovers.
func (a *evaluator) rulePanicked(rule *Rule, at moment, problem any) error {
	about := ", before it was asked about anything,"
	switch {
	case at.process != "":
		about = ", asked about what process " + at.process + " has shown,"
	case at.events > 0:
		about = ", asked about the states at the end,"
	}
	if a.j.found.failure != nil {
		return nil // the first failure counts
	}
	err := world.Panicked(fmt.Sprintf("the property %q%s", rule.Name, about), problem,
		"It must be able to judge whatever processes expose or announce, also when some have not exposed anything yet")
	if problem == nil { // the goroutine exits
		a.j.tally.Fail(err)
		return nil
	}
	if again := a.j.repeater.Repeat(explorer.Now); again != nil {
		return again
	}
	return a.j.failing(err, at.process, fmt.Sprintf("the property %q panics", rule.Name), at.evidence())
}

// failing notes an error that ends the search after the current interleaving, with the events that led
// to the evidence.
func (j *judge) failing(err error, process, problem string, evidence []int) error {
	if j.found.failure != nil {
		return nil // the first failure counts
	}
	v := &Violation{Process: process, Explanation: problem, Count: 1, Length: length(evidence)}
	if err := j.describe(v, evidence); err != nil {
		return err
	}
	j.found.failure = &failure{err, v}
	return nil
}

// faultIn describes an interleaving that leads to an error of the model.
func faultIn(process string) string { return "the model has an error in process " + process }

// InternalError says that the checker itself is wrong, not the model.
type InternalError struct {
	Problem string
	Stack   []byte // of a panic
}

// Error returns the problem.
func (e *InternalError) Error() string {
	return "checkmodel internal error: " + e.Problem + ". Please report it with the model"
}
