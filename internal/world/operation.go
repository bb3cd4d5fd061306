package world

import (
	"github.com/checkmodel/checkmodel/internal/world/guard"
	"github.com/checkmodel/checkmodel/trace"
	"reflect"
)

func (op *Operation) source(h *guard.Helpers) string {
	if op.notes != nil {
		return op.notes.source
	}
	return op.site.line(h)
}

// Operation is an operation that an actor performs.
type Operation struct {
	trace.Op
	Program *Program     // of Spawn: the program of the new process
	Signal  *Signal      // of ExitSignal, and of Link, which may cause one
	Timer   *Operation   // of TimerStart: the operation of the timer when it expires
	Alarm   trace.Alarm  // of a timer: its purpose; of a receive: the purpose of the timer whose message its last pattern takes
	Table   reflect.Type // the type of the handle, if a process uses a table by one
	site    *site        // of the call in the model; nil if there is none
	notes   *notes       // nil unless this is a recording
}

// notes are added to an operation by a recording.
type notes struct {
	source string   // file:line of the call
	acted  string   // file:line of the first call after the previous operation that was no operation
	picks  []string // the alternatives of a Pick
	log    []string // the lines that were logged before it
	stack  []string // where a panic came from
}

// Result is the result of an operation for the process. It is comparable, to distinguish histories.
type Result struct {
	Value  trace.ValueID
	N      int32
	Status Status
}

// Status says whether an operation succeeded, or why not.
type Status uint8

const (
	done     Status = iota
	TimedOut        // a receive gave up
	NoTable         // there is no such table
	Refused         // the table has refused it
	Mistyped        // the table has other types than the handle; the value is the name of its type
)

// Is reports whether the result of a question is yes.
func (r Result) Is() bool { return r.N == 1 }

func answer(ok bool) Result {
	if ok {
		return Result{N: 1}
	}
	return Result{}
}

// Offer sets descriptions of the alternatives of a Pick.
func (op *Operation) Offer(alternatives []string) { op.notes = &notes{picks: alternatives} }

// Signal is the part of an exit signal that its message does not contain.
type Signal struct {
	Reason any
	From   *trace.Actor
	Wanted bool // a process requested it, or it comes from a crash, so the end is no violation
}

// picks describes the alternatives of a Pick, if they are known.
func (op *Operation) picks() []string {
	if op.notes == nil {
		return nil
	}
	return op.notes.picks
}

const (
	Normal  = "normal"   // the reason of a process that ended as it should
	Crashed = "crashed"  // the reason of a node that crashed, as a fault
	NoCrash = "no crash" // the property that no process panics or exits abnormally
)
