package stage

import "github.com/checkmodel/checkmodel/trace"

// World is a [trace.World] with [Words], [Ends], [Values] and copies: each by the world itself, or by a default. The other
// optional interfaces have no default; a search that needs one is refused.
type World struct {
	trace.World
	Words
	Ends
	Values

	copies Copies
	anew   func() trace.World
}

// Words describes operations and events.
type Words interface {
	// Request describes the operation of an event, which was executed in a step of the present interleaving, counted from 1.
	// With step 0 it need not have been executed.
	Request(step int, e *trace.Event) trace.Request
	// Pending describes the operation that an actor is about to execute. It returns false if there is none.
	Pending(trace.ActorID) (trace.Request, bool)
	// Detailed describes the event that was executed last.
	Detailed(*trace.Event) trace.Entry
	// Source returns file:line of the call in the program for a step of the present interleaving, counted from 1, or "".
	Source(step int) string
}

// Ends tells why actors have ended, and which of them cannot go on.
type Ends interface {
	// ExitReason returns why an actor has ended in an event of the kind Exit.
	ExitReason(*trace.Event) trace.Reason
	// Blocked reports whether an actor waits that may not wait for ever. It is called when none can move.
	Blocked() bool
	// Waiting describes the actors that wait.
	Waiting() []trace.Waiting
	// StillTells reports whether others may still be told of the end of an actor.
	StillTells(end trace.EventID) bool
}

// Values returns the values that numbers in events stand for.
type Values interface {
	// Value returns a copy of a value.
	Value(trace.ValueID) any
	// Content returns a hash of a value, which is the same in every run.
	Content(trace.ValueID) uint64
	// Masked returns a hash of a value without the fields that differ from one version of the program to another.
	Masked(trace.ValueID) uint64
}

// Copies is a world that makes copies of itself: with the same program, and the same numbers of actors and values.
type Copies interface {
	Copy(Purpose) trace.World
	// Close ends the processes of the world, which is not used after that.
	Close()
}

// Purpose is the use of a copy of a world.
type Purpose uint8

const (
	// Twin executes everything itself.
	Twin Purpose = iota
	// Partner is for another worker. It may share with the original all knowledge about the program.
	Partner
	// Apart is to be compared with the original. It takes no short cuts.
	Apart
	// Recorder is to describe an interleaving. It records the source lines of operations, and the log lines of processes.
	Recorder
)

// States is a world that can tell its states apart, and goes back to earlier ones.
type States interface {
	// State describes the present state. It is valid after each later step as well.
	State() trace.State
}

// Behaves is a world that executes programs that it does not know.
type Behaves interface {
	// Behavior returns the behavior of a program in the last event.
	Behavior() trace.Behavior
}

// Recording is a world that describes an interleaving in more detail when it is a [Recorder].
type Recording interface {
	// Handler returns file:line of where a process continues with the message that it has received in a step.
	Handler(step int) string
	// Declared returns the states that the actors of the last event declare.
	Declared(last *trace.Event) []trace.DeclaredState
	// ExitStack returns the calls in which the actor of the last event has panicked, innermost first.
	ExitStack() []string
	// Pauses describes the pending operation of each actor.
	Pauses() []trace.Pause
	// LastEvent returns the event of the last step, even if a fault of the program has interrupted it.
	LastEvent() trace.Event
}

// Limits is a world that leaves out what would never end.
type Limits interface {
	// Limited reports whether something was left out in the present interleaving, or after it.
	Limited() bool
}

// Examines is a world that looks for causes of different behaviour of its program when it is executed again.
type Examines interface {
	// ReexecutionCost returns how many operations Reexecute executes.
	ReexecutionCost() int
	// Reexecute executes each process again, alone. It panics with a *guard.ModelError if that makes a difference, and returns
	// false if it was told to hurry.
	Reexecute() (cost int, ok bool)
	// Agrees compares the world with a copy that has executed the same. If look is true it also looks for goroutines that
	// processes have left. The error describes a fault of the program.
	Agrees(other trace.World, look bool) error
}

// Explains is a world that says in which way its program differs when it is executed again.
type Explains interface {
	// Differs returns the error that an actor does something else in a step of a copy, or nil if that is not known.
	Differs(step int, by trace.ActorID, copied trace.World) error
}

// Forgets is a world that keeps the values of its events until it is told to forget them.
type Forgets interface {
	// ShouldForget reports whether the values take much memory.
	ShouldForget() bool
	// Forget steps all worlds, which are the world and its copies, back to the beginning, and forgets all values except those
	// of the held events.
	Forget(all []trace.World, held []*trace.Event)
}

// Of returns the world with its optional interfaces. anew makes another world, if the world has no [Copies]; it may be nil if
// no copy is needed.
func Of(w trace.World, anew func() trace.World) *World {
	if of, is := w.(*World); is {
		return of
	}
	of := &World{World: w, anew: anew}
	of.copies, _ = w.(Copies)
	var is bool
	if of.Words, is = w.(Words); !is {
		of.Words = plainWords{of}
	}
	if of.Ends, is = w.(Ends); !is {
		of.Ends = plainEnds{of}
	}
	if of.Values, is = w.(Values); !is {
		of.Values = plainValues{}
	}
	return of
}

// Copy returns a copy of the world.
func (w *World) Copy(p Purpose) *World {
	if w.copies != nil {
		return Of(w.copies.Copy(p), w.anew)
	}
	return Of(w.anew(), w.anew)
}

// Close ends the processes of the world.
func (w *World) Close() {
	if w.copies != nil {
		w.copies.Close()
	}
}

// State describes the present state. If the world cannot tell its states apart, the result must be asked only for names and
// for pending operations.
func (w *World) State() trace.State {
	if s, is := w.World.(States); is {
		return s.State()
	}
	return plainState{w}
}
