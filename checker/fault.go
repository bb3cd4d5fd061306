package checker

import (
	"errors"
	"slices"

	"github.com/checkmodel/checkmodel/internal/explain"
	"github.com/checkmodel/checkmodel/internal/world/guard"
	"github.com/checkmodel/checkmodel/trace"
)

// An invalid operation of a process ends the search in the middle of a step. The result then shows the
// interleaving as an example, so that a reader sees what led to the operation.

// Interrupted implements [explorer.Judge]. It notes the events that led to an invalid operation.
func (j *judge) Interrupted(err error) {
	events := j.player.Events()
	var fault *guard.ModelError
	if !errors.As(err, &fault) || fault.Process == "" || j.sys.Depth() != len(events)+1 {
		return // this worker did not find it by a step
	}
	j.tally.interrupted(append(slices.Clone(events), j.sys.Begun()))
}

// interrupted adds the events of an interleaving that was interrupted. Several workers may stop with the
// same error.
func (t *tally) interrupted(events []trace.Event) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.stopped = append(t.stopped, events)
}

// showFault adds to the result the interleaving that led to the fault, if it does so again.
func (s *search) showFault(err error) {
	var fault *guard.ModelError
	if !errors.As(err, &fault) {
		return
	}
	for _, events := range s.tally.stopped {
		v := &Violation{Process: fault.Process, Explanation: faultIn(fault.Process), Count: 1, Length: len(events)}
		leads := false
		s.engine.Watch.WithoutFault(func() { // ignore other faults of the model
			_ = s.engine.Recovered(func() error { leads = s.first.leads(events, fault, v); return nil })
		})
		if leads {
			s.tally.showInterrupted(v)
			return
		}
	}
}

// showInterrupted adds the violation to the result, as an example of the interleaving after those that ended.
func (t *tally) showInterrupted(v *Violation) {
	t.mu.Lock()
	defer t.mu.Unlock()
	v.Interleaving = t.result.Interleavings + 1
	v.Shown = v.Interleaving
	t.result.Examples = append(t.result.Examples, v)
}

// leads describes the events if they lead to the fault again.
func (j *judge) leads(events []trace.Event, fault *guard.ModelError, v *Violation) bool {
	c := explain.NewClass(events, []int{len(events) - 1})
	c.Fault = fault
	return j.recorded(v, c, c.Readable()) || j.recorded(v, c, c.AsExecuted())
}
