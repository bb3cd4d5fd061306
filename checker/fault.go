package checker

import (
	"errors"
	"slices"

	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
)

// A process that asks for what has no meaning ends the search in the middle of a step. What
// led there is shown all the same, as the example of a result that has failed: otherwise
// nobody could see why it asks for that in this interleaving and not in others.

// interrupted notes what led to the step in which the model was at fault, if that is the error.
func (x *exploration) interrupted(err error) {
	var fault *proc.ModelError
	if !errors.As(err, &fault) || fault.Process == "" || x.sys.Depth() != len(x.player.Events())+1 {
		return // it was found in another way than by a step of this worker
	}
	x.ledger.interrupted(append(slices.Clone(x.player.Events()), x.sys.Begun()))
}

// interrupted adds the events of an interleaving that came to no end. One worker was at
// fault, and others stop with the same error.
func (l *ledger) interrupted(events []trace.Event) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.stopped = append(l.stopped, events)
}

// showFault adds the interleaving to the result that led to the fault by which all workers
// have stopped, if it leads there again.
func (x *exploration) showFault(err error) {
	var fault *proc.ModelError
	if !errors.As(err, &fault) || len(x.ledger.stopped) == 0 {
		return
	}
	for _, events := range x.ledger.stopped {
		v := &Violation{Process: fault.Process, Explanation: atFault(fault.Process), Count: 1, Length: len(events)}
		leads := false
		x.watch.Absolved(func() { // what goes wrong with the model now is not what is to be told
			recovered(func() error { leads = x.leads(events, fault, v); return nil })
		})
		if leads {
			v.Interleaving = x.result.Interleavings + 1
			v.Shown = v.Interleaving
			x.result.Examples = append(x.result.Examples, v)
			return
		}
	}
}

// leads describes what led to the fault, if the events lead to it again.
func (x *exploration) leads(events []trace.Event, fault *proc.ModelError, v *Violation) bool {
	s := newStory(events, []int{len(events) - 1})
	s.fault = fault
	return x.retell(v, s, s.tell()) || x.retell(v, s, s.asExecuted())
}

// next returns what would come next in the system, which has executed the story. Who was
// interrupted has nothing to come.
func (s *story) next(sys *proc.System) []trace.Pause {
	pauses := sys.Pauses()
	if s.fault == nil {
		return pauses
	}
	interrupted := sys.Actor(s.events[len(s.events)-1].Actor).Name
	return slices.DeleteFunc(pauses, func(p trace.Pause) bool { return p.Process == interrupted })
}
