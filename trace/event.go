package trace

import "slices"

// EventID identifies an event across interleavings: the Index-th event of
// Actor. A message is identified by the event that sent it.
type EventID struct {
	Actor ActorID
	Index int32
}

// NoEvent identifies nothing.
var NoEvent = EventID{Actor: NoActor}

// Effect says how a table operation touched its row, or, for an operation on a
// whole table, the existence of the table.
type Effect uint8

const (
	// NoEffect is that of an operation that failed because its table did not exist.
	NoEffect Effect = iota
	// Read: the result depends on what was there; nothing was changed.
	Read
	// Write: a value was stored without looking at what was there.
	Write
	// Update: the result, or what is there now, depends on what was there.
	Update
)

// Event is an executed operation: the operation and what came of it.
type Event struct {
	Actor ActorID
	Index int32 // its place among the events of its actor, from 0
	Op
	Effect      Effect   // for operations on tables
	Table       ObjectID // the table, for operations on tables; NoTable if there is none of that name
	Ok          bool     // the operation did what it is for; see Behave
	Alternative int32    // the one chosen, for Choose
	Taken       EventID  // the message a receive took; NoEvent if it took none
	Result      ValueID  // what the actor got: message, row, counter; or NoValue
	Before      ValueID  // what was under the key; of a Write, the last there that differs from After
	After       ValueID  // what is under the key after an operation that changed it

	To       ActorID  // the actor into whose mailbox a message was put, or NoActor
	Message  EventID  // the send of that message, which is mostly the event itself
	Cause    EventID  // of an event of a channel, what was handed over to it; NoEvent
	Fatal    ActorID  // the actor that must end because of this event, or NoActor
	Accesses []Access // to other shared state; never changed once set

	// Of the Exit of an actor that was told to end: by which event, and what it
	// was about to do when it was told. Instead is nil for any other event.
	Told    EventID
	Instead *Op
}

// NewEvent returns the event that an operation is before anything has come of
// it but what always does: that a message arrives which is sent without delay.
func NewEvent(actor ActorID, index int32, op Op) Event {
	var e Event
	e.Renew(actor, index, &op)
	return e
}

// Renew makes e what NewEvent returns, in place.
func (e *Event) Renew(actor ActorID, index int32, op *Op) {
	*e = Event{}
	e.Actor, e.Index, e.Op, e.Ok = actor, index, *op, true
	e.Taken, e.To, e.Fatal, e.Told, e.Cause = NoEvent, NoActor, NoActor, NoEvent, NoEvent
	e.Message = e.ID()
	if op.Kind == Send && op.Flags&Delayed == 0 {
		e.To = ActorID(op.Object)
	}
	e.Table = NoTable
	if op.Kind.OnTable() && op.Flags&Named == 0 {
		e.Table = ObjectID(op.Object)
	}
}

// ID returns the identity of the event, which is also that of the message it
// sent, if it is a send.
func (e *Event) ID() EventID { return EventID{e.Actor, e.Index} }

// Step returns what a schedule must say for this event to happen.
func (e *Event) Step() Step { return Step{e.Actor, e.Alternative} }

// Delivers reports whether the event put a message into a mailbox.
func (e *Event) Delivers() bool { return e.To != NoActor }

// Flushed reports whether the message that the event delivers is thrown away,
// because the monitor that it belongs to was flushed before.
func (e *Event) Flushed() bool { return e.Kind == Down && e.Delivers() && !e.Ok }

// Flushes reports whether the event undoes a monitor and takes its message, if that has
// come and is still there. Which monitor, its Key says. With the flag Info it counts, too: it
// takes the message as well, although it tells whether that had been sent, so that the two have an order.
func (e *Event) Flushes() bool { return e.Kind == Demonitor && e.Flags&Flush != 0 }

// FlushedBy reports whether the event, if it brings a message at all, brings that of the
// monitor which the other one, which must flush one, is about.
func (e *Event) FlushedBy(flush *Event) bool { return e.ofMonitor() && e.Key == flush.Key }

// ofMonitor reports whether the event, if it brings a message at all, brings that of the
// monitor with the number Key. (One of a process that has ended does so itself.)
func (e *Event) ofMonitor() bool { return e.Kind == Down || e.Kind == Monitor }

// Alike reports whether two events that come of the same operation depend on
// others in the same way.
func (e *Event) Alike(f *Event) bool {
	return e.Effect == f.Effect && e.Ok == f.Ok && e.Alternative == f.Alternative && e.Taken == f.Taken &&
		e.Before == f.Before && e.After == f.After && e.To == f.To && e.Message == f.Message && e.Cause == f.Cause &&
		e.Fatal == f.Fatal && slices.Equal(e.Accesses, f.Accesses)
}

// Values calls f with the number of each value that the event holds. Some of the numbers
// may be of other things, such as actors, or NoValue.
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

// IsReceive reports whether the event took a message, or gave up waiting for one.
func (e *Event) IsReceive() bool { return e.Kind == Receive || e.Kind == ReceiveTimeout }

// TimedOut reports whether the event is a receive that gave up.
func (e *Event) TimedOut() bool { return e.Kind == ReceiveTimeout && e.Taken == NoEvent }

// Step is one decision of a schedule: who moves, and which alternative where
// the operation has several.
type Step struct {
	Actor       ActorID
	Alternative int32
}

// Schedule is the input that reproduces an interleaving.
type Schedule []Step

// Pending is an actor that can move, with the operation it is about to perform.
type Pending struct {
	Actor ActorID
	Op    *Op
}

// Outcome says how an interleaving ended.
type Outcome uint8

const (
	// Complete: every process ended, or is a daemon that waits.
	Complete Outcome = iota
	// Deadlocked: a process waits for a message that never comes.
	Deadlocked
	// Violated: a process ended abnormally.
	Violated
	// Cut: a limit on the events of an interleaving was reached.
	Cut
	// Abandoned: all actors that could move are in the sleep set.
	Abandoned
)
