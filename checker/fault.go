package checker

import (
	"errors"
	"slices"

	"github.com/checkmodel/checkmodel/internal/explain"
	"github.com/checkmodel/checkmodel/internal/world/guard"
	"github.com/checkmodel/checkmodel/trace"
)

// A process that asks for what has no meaning ends the search in the middle of a step. The
// interleaving is shown as the example of a result that has failed: otherwise a reader could not see
// why the process asks for that in this interleaving and not in others.

// Interrupted implements [explorer.Judge]: it notes what led to the step in which the model was at fault,
// if that is the error.
func (j *judge) Interrupted(err error) {
	events := j.player.Events()
	var fault *guard.ModelError
	if !errors.As(err, &fault) || fault.Process == "" || j.sys.Depth() != len(events)+1 {
		return // it was found in another way than by a step of this worker
	}
	j.tally.interrupted(append(slices.Clone(events), j.sys.Begun()))
}

// interrupted adds the events of an interleaving that came to no end. One worker was at
// fault, and others stop with the same error.
func (t *tally) interrupted(events []trace.Event) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.stopped = append(t.stopped, events)
}

// showFault adds the interleaving to the result that led to the fault by which all workers
// have stopped, if it leads there again.
func (s *search) showFault(err error) {
	var fault *guard.ModelError
	if !errors.As(err, &fault) {
		return
	}
	for _, events := range s.tally.stopped {
		v := &Violation{Process: fault.Process, Explanation: atFault(fault.Process), Count: 1, Length: len(events)}
		leads := false
		s.engine.Watch.WithoutFault(func() { // other faults of the model do not matter now
			_ = s.engine.Recovered(func() error { leads = s.first.leads(events, fault, v); return nil })
		})
		if leads {
			v.Interleaving = s.result.Interleavings + 1
			v.Shown = v.Interleaving
			s.result.Examples = append(s.result.Examples, v)
			return
		}
	}
}

// leads describes what led to the fault, if the events lead to it again.
func (j *judge) leads(events []trace.Event, fault *guard.ModelError, v *Violation) bool {
	c := explain.NewClass(events, []int{len(events) - 1})
	c.Fault = fault
	return j.recorded(v, c, c.Readable()) || j.recorded(v, c, c.AsExecuted())
}
