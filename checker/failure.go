package checker

import (
	"errors"
	"slices"

	"github.com/checkmodel/checkmodel/internal/explain"
	"github.com/checkmodel/checkmodel/internal/rules"
	"github.com/checkmodel/checkmodel/internal/world/guard"
	"github.com/checkmodel/checkmodel/trace"
)

// failure is an error that ends the search after an interleaving, with the events that led to it.
type failure struct {
	err error
	at  []*Violation // several only if they are to be compared
}

// faulty records the fault of the model that evaluating the rules has found, if there is one.
func (j *judge) faulty() error {
	f := j.rules.Fault()
	switch {
	case f == nil || j.found.failure != nil: // the first failure counts
		return nil
	case f.Evidence == nil:
		j.found.failure = &failure{err: f.Err}
		return nil
	}
	v := &Violation{Process: f.Process, Explanation: f.Text, Count: 1, Length: length(f.Evidence)}
	if err := j.describe(v, f.Evidence); err != nil {
		return err
	}
	j.found.failure = &failure{f.Err, []*Violation{v}}
	return nil
}

// ModelError says that a model cannot be checked: its code breaks a rule of package proc, is not deterministic, or
// does not return. [Check] returns it wrapped.
type ModelError = guard.ModelError

// InternalError is an error of the checker, not the model.
type InternalError struct {
	Problem string
	Stack   []byte // of a panic
}

// Error returns the problem.
func (e *InternalError) Error() string {
	return "checkmodel internal error: " + e.Problem + ". Please report it with the model"
}

// An invalid operation of a process ends the search in the middle of a step. The result shows the
// interleaving as an example, so that a reader sees the events before the operation.

// Interrupted implements [stage.Judge]. It records the events that led to an invalid operation.
func (j *judge) Interrupted(err error) {
	events := j.player.Events()
	var fault *guard.ModelError
	if !errors.As(err, &fault) || fault.Process == "" || !j.interrupted() {
		return // this worker did not find it by a step
	}
	j.tally.mu.Lock()
	defer j.tally.mu.Unlock()
	j.tally.stopped = append(j.tally.stopped, append(slices.Clone(events), j.sys.Begun()))
}

// interrupted reports whether the last step was not completed, because of a fault of the program.
func (j *judge) interrupted() bool { return j.sys != nil && j.sys.Depth() > len(j.player.Events()) }

// showFault adds an interleaving that leads to the fault again to the examples.
func (s *search) showFault(err error) {
	var fault *guard.ModelError
	if !errors.As(err, &fault) {
		return
	}
	for _, events := range s.tally.stopped {
		v := &Violation{Process: fault.Process, Explanation: rules.InProcess(fault.Process), Count: 1, Length: len(events)}
		leads := false
		s.engine.Watch.WithoutFault(func() { // ignore other faults of the model
			_ = s.engine.Recovered(func() error { leads = s.first.leads(events, fault, v); return nil })
		})
		if leads {
			s.tally.mu.Lock()
			defer s.tally.mu.Unlock()
			v.Interleaving = s.result.Interleavings + 1
			v.Shown = v.Interleaving
			s.result.Examples = append(s.result.Examples, v)
			return
		}
	}
}

// leads describes the events if they lead to the fault again.
func (j *judge) leads(events []trace.Event, fault *guard.ModelError, v *Violation) bool {
	c := explain.NewClass(events, []int{len(events) - 1})
	c.Fault = fault
	return j.recorded(v, c, c.Readable()) || j.recorded(v, c, c.AsExecuted())
}
