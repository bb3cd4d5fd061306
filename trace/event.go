package trace

import "github.com/checkmodel/checkmodel/trace/kind"

// EventID identifies an event across interleavings: the Index-th event of
// Actor. A message is identified by the event that sent it.
type EventID struct {
	Actor ActorID
	Index int32
}

// NoEvent stands for the absence of an event.
var NoEvent = EventID{Actor: NoActor}

// Event is an executed operation with its effects.
type Event struct {
	Actor ActorID
	Index int32 // its place among the events of its actor, from 0
	Op
	Effect      Effect   // for operations on tables
	Ok          bool     // whether the operation succeeded
	Reply       bool     // the actor To waits for that message in a Receive with the flag Calling
	Kept        bool     // the state of the actor To tells which messages it has got; not after a turn of a loop or a restart
	Table       ObjectID // the table, for operations on tables; NoTable if there is none of that name
	Alternative int32    // the chosen alternative of a Choose; or the fault of a message
	Taken       EventID  // the message a receive took, for a Collect the first one of its Set; NoEvent if it took none
	Set         *Set     // the messages a Collect took; otherwise nil
	Result      ValueID  // the message, row or counter that the actor got; or NoValue
	Before      ValueID  // the value under the key before; of a Write, the last one that differs from After
	After       ValueID  // the value under the key after an operation that changed it

	To       ActorID  // the actor into whose mailbox a message was put, or NoActor
	Message  EventID  // the send of that message, usually the event itself
	Cause    EventID  // of an event of a channel, the event that gave it the message; otherwise NoEvent
	Fatal    ActorID  // the actor that must end because of this event, or NoActor
	Accesses []Access // to other shared state; never changed once set

	// Of a message that may be lost, duplicated or reordered, for its send, its delivery and the receive that would
	// take it: how often that may happen. Otherwise nil.
	Budget *Budget

	// For the Exit of an actor that had to end: the event that made it end, and the operation it
	// was about to execute. Instead is nil for any other event.
	Told    EventID
	Instead *Op
}

// NewEvent returns the event of an operation before its effects are set. Only the delivery
// of a message that is sent without delay, which never depends on a state, is set.
func NewEvent(actor ActorID, index int32, op Op) Event {
	var e Event
	e.Renew(actor, index, &op)
	return e
}

// Renew sets e to the result of NewEvent.
func (e *Event) Renew(actor ActorID, index int32, op *Op) {
	*e = Event{}
	e.Actor, e.Index, e.Op, e.Ok = actor, index, *op, true
	e.Taken, e.To, e.Fatal, e.Told, e.Cause = NoEvent, NoActor, NoActor, NoEvent, NoEvent
	e.Message = e.ID()
	if op.Kind == kind.Send && op.Flags&kind.Delayed == 0 {
		e.To = ActorID(op.Object)
	}
	e.Table = NoTable
	if op.Kind.Is(kind.OnTable) && op.Flags&kind.Named == 0 {
		e.Table = ObjectID(op.Object)
	}
}

// ID returns the identity of the event. It also identifies the message of a send.
func (e *Event) ID() EventID { return EventID{e.Actor, e.Index} }

// Step returns the step of a schedule that leads to the event.
func (e *Event) Step() Step { return Step{e.Actor, e.Alternative} }

// Delivers reports whether the event put a message into a mailbox.
func (e *Event) Delivers() bool { return e.To != NoActor }

// LeftOut reports whether the event stands for an external one that does not happen: a schedule leaves it out, or lets it come
// again with a smaller payload.
func (e *Event) LeftOut() bool { return e.Kind == kind.External && e.Alternative > 0 }

// Values calls f with the number of each value that the event holds. Some of the numbers may be
// NoValue, or number other things, such as actors.
func (e *Event) Values(f func(ValueID)) {
	e.Op.Values(f)
	f(e.Result)
	f(e.Before)
	f(e.After)
	for _, a := range e.Accesses {
		f(ValueID(a.Key))
		f(ValueID(a.After))
	}
	if e.Instead != nil {
		e.Instead.Values(f)
	}
}

// IsReceive reports whether the event is a receive: it took a message or timed out.
func (e *Event) IsReceive() bool { return e.Kind.Is(kind.Receives) }

// TimedOut reports whether the event is a receive that took no message, or too few.
func (e *Event) TimedOut() bool {
	return e.Kind.Is(kind.GivesUp) && (e.Taken == NoEvent || e.Set != nil && len(e.Set.Messages) < e.Wanted())
}

// Step is one step of a schedule: the actor that moves, and the alternative if its operation
// has several.
type Step struct {
	Actor       ActorID
	Alternative int32
}

// Schedule is the sequence of decisions that reproduces an interleaving.
type Schedule []Step

// Pending is an actor with the operation it is about to execute.
type Pending struct {
	Actor   ActorID
	Barred  Alternatives // not possible now: faults that would exceed a budget
	GivesUp bool         // a receive that finds no message, so it times out
	Op      *Op
}

// Outside reports whether the step comes from outside of the program: a timer expires, a receive times out, a node crashes
// or is restarted, or the network is parted. Strategies let it wait for other steps, or draw it seldom.
func (p *Pending) Outside() bool {
	return p.GivesUp || p.Op.Kind.Is(kind.FromOutside)
}

// Alternatives is a set of some of the first alternatives of an operation.
type Alternatives uint8

// Has reports whether the alternative is in the set.
func (a Alternatives) Has(alternative int32) bool { return alternative < 8 && a>>alternative&1 != 0 }

// Outcome says how an interleaving ended.
type Outcome uint8

const (
	// Complete: every process has ended, or is a daemon that waits.
	Complete Outcome = iota
	// Deadlocked: a process waits for a message that never comes.
	Deadlocked
	// Violated: a process ended abnormally.
	Violated
	// Cut: a limit on the events of an interleaving was reached.
	Cut
	// Abandoned: all actors that could move are in the sleep set.
	Abandoned
	// Irrelevant: an assumption does not hold, so the interleaving is not judged.
	Irrelevant
)

// Fault returns the fault that has happened to the message of the event.
func (e *Event) Fault() MessageFault {
	if e.Budget == nil {
		return NoFault
	}
	return e.Op.Fault(e.Alternative)
}
