package world

import (
	"reflect"

	"github.com/checkmodel/checkmodel/trace"
)

// Operation is what a process asks for.
type Operation struct {
	trace.Op
	Program *Program     // of Spawn: what the new process executes
	Signal  *Signal      // what an exit signal says, also one that Link may cause
	Timer   *Operation   // of TimerStart: what the timer does when it expires
	Table   reflect.Type // the type of the handle, if a process uses a table by one
	site    *site        // where the model asks for it; nil if it does not
	notes   *notes       // nil unless this is a recording
}

// notes are what a recording adds to an operation.
type notes struct {
	source string   // file:line of the call
	acted  string   // file:line of the first call after the previous operation that was no operation
	picks  []string // the alternatives of a Pick
	log    []string // what was logged before it
	stack  []string // where a panic came from
}

// Result is what a process learns from an operation. It is comparable, so that it
// tells histories apart.
type Result struct {
	Value  trace.ValueID
	N      int32
	Status Status
}

// Status says whether an operation did what it was asked for.
type Status uint8

const (
	done     Status = iota
	TimedOut        // a receive gave up
	NoTable         // there is no such table
	Refused         // the table has refused it
	Mistyped        // the table has other types than the handle; the value is the name of its type
)

// Is reports whether the answer to a question is yes.
func (r Result) Is() bool { return r.N == 1 }

func answer(ok bool) Result {
	if ok {
		return Result{N: 1}
	}
	return Result{}
}
