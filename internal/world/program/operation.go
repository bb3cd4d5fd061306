package program

import (
	"reflect"

	"github.com/checkmodel/checkmodel/internal/whole"
	"github.com/checkmodel/checkmodel/internal/world/conditions"
	"github.com/checkmodel/checkmodel/internal/world/guard"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

func (op *Operation) Source(h *guard.Helpers) string {
	if op.Notes != nil {
		return op.Notes.Source
	}
	return op.Site.Line(h)
}

// Operation is an operation that an actor performs.
type Operation struct {
	trace.Op
	Program *Program     // of Spawn: the program of the new process
	Signal  *Signal      // of ExitSignal, and of Link, which may cause one
	Timer   *Operation   // of TimerStart: the operation of the timer when it expires
	Alarm   trace.Alarm  // of a timer: its purpose; of a receive: the purpose of the timer whose message its last pattern takes
	Table   reflect.Type // the type of the handle, if a process uses a table by one
	Site    *site        // of the call in the model; nil if there is none
	Notes   *notes       // nil unless this is a recording
}

// notes are added to an operation by a recording.
type notes struct {
	Source string   // file:line of the call
	Acted  string   // file:line of the first call after the previous operation that was no operation
	picks  []string // the alternatives of a Pick
	Log    []string // the lines that were logged before it
	Stack  []string // where a panic came from
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

func Answer(ok bool) Result {
	if ok {
		return Result{N: 1}
	}
	return Result{}
}

// Offer sets descriptions of the alternatives of a Pick.
func (op *Operation) Offer(alternatives []string) { op.Notes = &notes{picks: alternatives} }

// Signal is the part of an exit signal that its message does not contain.
type Signal struct {
	Reason any
	From   *trace.Actor
	Wanted bool // a process requested it, or it comes from a crash, so the end is no violation
}

// Picks describes the alternatives of a Pick, if they are known.
func (op *Operation) Picks() []string {
	if op.Notes == nil {
		return nil
	}
	return op.Notes.picks
}

const (
	Normal  = "normal"   // the reason of a process that ended as it should
	Crashed = "crashed"  // the reason of a node that crashed, as a fault
	NoCrash = "no crash" // the property that no process panics or exits abnormally
)

// Limit describes the alarm that limits the operation of an actor, or returns nil if there is none.
func (op *Operation) Limit(a *trace.Actor) *trace.Limit {
	switch {
	case op.Alarm == 0:
	case op.Kind == kind.TimerExpire:
		return &trace.Limit{Alarm: op.Alarm.String(), Process: a.Parent.Name}
	case op.Kind == kind.Receive:
		l := &trace.Limit{Alarm: op.Alarm.String(), Process: a.Name}
		if other := op.Does.(*conditions.Selection).WithoutLast(); other != "" {
			l.Without = "receive " + other
		}
		return l
	}
	return nil
}

// ContinueFingerprint continues f with an operation that is no longer, or never was, a request of a process.
func (op *Operation) ContinueFingerprint(f trace.Fingerprint) trace.Fingerprint {
	of := op.Op.Fingerprint()
	f = f.With(of[0]).With(of[1])
	if op.Signal != nil && op.Signal.Wanted {
		f = f.With(1)
	}
	return f
}

// Whole appends an operation that is no longer, or never was, a request of a process. of stands for it.
func (op *Operation) Whole(b []byte, of trace.Op) []byte {
	wanted := 0
	if op.Signal != nil && op.Signal.Wanted {
		wanted = 1
	}
	numbers := of.Numbers()
	return whole.Append(whole.Append(b, numbers[:]...), wanted)
}
