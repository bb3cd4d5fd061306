package state

import (
	"fmt"
	"iter"

	"github.com/checkmodel/checkmodel/internal/effects"
	"github.com/checkmodel/checkmodel/internal/world/guard"
	"github.com/checkmodel/checkmodel/internal/world/program"
	"github.com/checkmodel/checkmodel/mailbox"
	"github.com/checkmodel/checkmodel/trace"
)

// Equivalence says which states count as the same.
type Equivalence struct {
	Program *program.Runner
	// Merged says that states are the same if they differ only in which sends have put equal messages on
	// their way in a bag. Such states differ in the names of the channels that carry messages, and of the channels for the next
	// messages of processes.
	Merged bool
	// Commutation reports which messages in a mailbox commute; nil means none.
	Commutation trace.Commutation
	// View is nil if values are told apart by themselves.
	View View

	as       func(trace.ValueID) trace.ValueID // returns the value that stands for a value; nil if there are no view and no exchange
	exchange Exchange                          // nil if there is none
	arranged []mailbox.Message
}

// View returns a function from each value of a state to the value that stands for it; values are the values of the state. States
// with the same values after this function count as the same.
type View func(values iter.Seq[any]) func(value any) any

// LookAt applies the view, if there is one, to a state with the given values.
func (e *Equivalence) LookAt(values iter.Seq[any]) {
	if e.View == nil {
		return
	}
	by, known := e.View(values), map[trace.ValueID]trace.ValueID{}
	e.as = func(id trace.ValueID) trace.ValueID {
		if id == trace.NoValue {
			return id
		}
		is, ok := known[id]
		if !ok {
			is = e.standing(by(e.Program.Values.Get(id)))
			known[id] = is
		}
		return is
	}
}

// standing returns the number of a value that stands for another one.
func (e *Equivalence) standing(v any) trace.ValueID {
	id, err := e.Program.Values.Intern(v)
	if err != nil {
		panic(&guard.ModelError{Problem: fmt.Sprintf("what the View returns for a value: %v", err)})
	}
	return id
}

// As returns the function from a value to the value that stands for it, or nil if each stands for itself.
func (e *Equivalence) As() func(trace.ValueID) trace.ValueID { return e.as }

// Stands returns the value that stands for a value.
func (e *Equivalence) Stands(id trace.ValueID) trace.ValueID {
	if e.as == nil {
		return id
	}
	return e.as(id)
}

// contentNumber returns the number that stands for the content of a cell.
func (e *Equivalence) contentNumber(c OldCell) int32 {
	switch {
	case e.as == nil:
	case c.Cell.Space == effects.TableHeirMessage:
		return int32(e.as(trace.ValueID(c.Held)))
	case c.Cell.Space == effects.Files:
		d := e.Program.Disks.At(trace.ValueID(c.Held))
		return int32(e.Program.Disks.NumberOf(d.With(func(record any) any { return e.Program.Values.Get(e.as(e.standing(record))) })))
	}
	return c.Held
}

// NamesChannels reports whether the names of channels of one message matter, which follow from how many there were.
func (e *Equivalence) NamesChannels() bool { return e.Program.Env.NamesChannels() && !e.Merged }
