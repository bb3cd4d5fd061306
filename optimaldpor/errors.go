package optimaldpor

import (
	"fmt"

	"github.com/checkmodel/checkmodel/trace"
)

// Divergence is the error that an event is not the planned one.
type Divergence struct {
	Depth   int // of the event, from 0
	Planned trace.Event
}

// Error implements error. The text has only numbers, because names are not known here.
func (e *Divergence) Error() string {
	return fmt.Sprintf("the event at depth %d was planned to be %q of actor %d, and is not", e.Depth, e.Planned.Kind, e.Planned.Actor)
}

// Repetition is the error that an interleaving is of a class that was explored before: an event
// that was explored after its first Depth events conflicts with none of the later events.
type Repetition struct {
	Depth    int
	Sleeping trace.Event
}

// Error implements error. The text has only numbers, because names are not known here.
func (e *Repetition) Error() string {
	return fmt.Sprintf("after %d events, actor %d sleeps for the rest of the interleaving", e.Depth, e.Sleeping.Actor)
}
