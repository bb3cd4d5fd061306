package optimaldpor

import (
	"fmt"

	"github.com/checkmodel/checkmodel/trace"
)

// Divergence is the error that an event is not the one that had been planned.
type Divergence struct {
	Depth   int // of the event, from 0
	Planned trace.Event
}

// Error says it in numbers, which is all that is known here.
func (e *Divergence) Error() string {
	return fmt.Sprintf("the event at depth %d was planned to be %q of actor %d, and is not", e.Depth, e.Planned.Kind, e.Planned.Actor)
}

// Repetition is the error that an interleaving is one of a class that was
// explored before: an event that was explored after its first Depth events does
// not conflict with anything that comes.
type Repetition struct {
	Depth    int
	Sleeping trace.Event
}

// Error says it in numbers, which is all that is known here.
func (e *Repetition) Error() string {
	return fmt.Sprintf("after %d events, actor %d sleeps for the rest of the interleaving", e.Depth, e.Sleeping.Actor)
}
