package trace

import "cmp"

// ValueID identifies a value that a model sent, stored or used as a key. Within one exploration,
// equal values have equal ids until the exploration forgets them.
type ValueID int32

// NoValue stands for the absence of a value: no row under a key, no message.
const NoValue ValueID = 0

// ObjectID numbers the shared tables of one exploration.
type ObjectID int32

// NoTable stands for the absence of a table.
const NoTable ObjectID = -1

// Flags modify an operation.
type Flags uint32

// The flags.
const (
	// Timed gives the timer of a TimerStart or a TimerExpire a duration.
	Timed Flags = 1 << iota
	// Kill makes an ExitSignal one that cannot be trapped.
	Kill
	// ByLink marks an ExitSignal that is sent because of a link.
	ByLink
	// Harmless marks an ExitSignal whose reason is normal, so it ends no actor.
	Harmless
	// Flush makes a Demonitor take the message that has arrived already.
	Flush
	// Info makes the result of a Demonitor visible.
	Info
	// Linking makes a Spawn link with the new actor.
	Linking
	// Monitoring makes a Spawn monitor the new actor.
	Monitoring
	// Faulty marks the Spawn of a node that may have faults.
	Faulty
	// Delayed makes a Send, SendName or ExitSignal pass the message or signal to a channel instead
	// of delivering it.
	Delayed
	// Connected marks a Send, SendName or Deliver of a message that belongs to a life of its sender and to one of its
	// addressee, for nodes that may crash.
	Connected
	// Named marks an operation on a table that is found by its name; Object is the
	// ValueID of the name.
	Named
	// Hashed makes the TableNew create a table whose keys have no meaningful order.
	Hashed
	// Calling marks a Receive that takes nothing but the reply to the request that the actor has sent in
	// the event before.
	Calling
	// Unordered marks an Announce or Expose whose order among others makes no difference.
	Unordered
	// Begins marks an Announce of a beginning: only its order with announcements of ends on the board
	// makes a difference.
	Begins
	// Ends marks an Announce of an end: only its order with announcements of beginnings on the board makes a difference.
	Ends
	// Passing marks an Announce or Expose on a board that the actor leaves by its Exit, and that properties
	// see it leave.
	Passing
	// CrashFirst marks the Exit of a node that must crash first, in Event.Instead.
	CrashFirst
	// Unmet marks the Exit of an actor whose assumption does not hold, so that interleavings with it do not matter.
	Unmet
)

// Patterns says which messages a receive takes. An implementation must be a pure function of the
// message. It may have a method Same(any) bool that reports whether other patterns certainly
// match the same messages; a search then does less work.
type Patterns interface {
	// Match reports whether a receive would take a message with the value v.
	Match(v ValueID) bool
}

// RowPatterns selects rows of a table. An implementation must be a pure function of the row.
type RowPatterns interface {
	// MatchRow reports whether the row with the given key and value is selected.
	MatchRow(key, value ValueID) bool
}

// Counting computes the new value of a TableUpdateCounter. An implementation must be a pure
// function of the old value.
type Counting interface {
	// Sum returns the new value of a counter whose value is old.
	Sum(old ValueID) ValueID
}

// Disk computes the effect of operations on the files of a node. The state of all of them is one value.
type Disk interface {
	// After returns the state after an event of the operation with the alternative, and whether the operation
	// succeeded. It must be a pure function of its arguments.
	After(op *Op, alternative int32, before ValueID) (after ValueID, ok bool)
}

// Links are the connections between nodes that a partition of the network cuts.
type Links interface {
	// Each calls f for each link, with the nodes at its two ends. It must be a pure function.
	Each(f func(from, to ActorID))
}

// Cells says how an operation accesses cells that its world defines, such as locks and counters.
type Cells interface {
	// Blocks reports whether the operation may have to wait.
	Blocks() bool
	// Use appends the accesses of an event of the operation, in the given state of the cells, and reports whether it is
	// possible. It must be a pure function. An operation that may have to wait accesses the same cells whatever they hold.
	// It may set Ok and Result of the event. All cells are of the space Own.
	Use(e *Event, state func(Cell) int32, accesses []Access) (all []Access, possible bool)
}

// Op is an operation that an actor asks for. It is fully known before it is executed.
type Op struct {
	Kind         Kind
	Flags        Flags
	Object       int32   // an ActorID; or of a table an ObjectID, or with the flag Named the ValueID of its name
	Key          ValueID // a row, a name, a file, a board, a goal, or the number of a message on its way
	Value        ValueID // message, stored value, increment, or exit reason
	Expected     ValueID // the old value for TableSwap, the first number for TableUpdateCounter, the message for an heir
	Other        Other   // another actor: a Node, Owner, Sender or Heir
	Number       int32   // a MonitorNumber, Ticks or a BudgetNumber
	Life         int16   // the life of the actor that it goes to, of an owner that started a timer, or 0; see NodeLives
	SenderLife   int16   // the life of the sender of a message or a signal, or 0
	Alternatives int32   // their number, for choices, and for sends and receives whose messages may have faults

	// Does says more about what the operation does. It depends on the kind: Patterns for Receive, ReceiveTimeout and
	// Demonitor; RowPatterns for TableSelect and TableAwait; Counting for TableUpdateCounter; Disk for files, Restart and
	// DecideSurviving; Links for Sever and Heal; Clocks for TimerStart, Now and DecideFaults; Cells for Use.
	Does any
}

// Other is another actor of an operation, or none: the zero value.
type Other int32

// OtherActor returns the actor as the other one of an operation.
func OtherActor(a ActorID) Other { return Other(a + 1) }

// ID returns the actor, or NoActor.
func (o Other) ID() ActorID { return ActorID(o) - 1 }

// Patterns returns which messages the operation takes.
func (o *Op) Patterns() Patterns { return o.Does.(Patterns) }

// Node returns the node to which the actor belongs that a Spawn starts or that sends a message, or whose clock is read. It is
// NoActor if there is none, or no difference.
func (o *Op) Node() ActorID { return o.Other.ID() }

// Owner returns the node that has started a timer, or NoActor if it may not crash.
func (o *Op) Owner() ActorID { return o.Other.ID() }

// Sender returns the actor whose end sends an ExitSignal by a link.
func (o *Op) Sender() ActorID { return o.Other.ID() }

// Heir returns the heir for TableNew and TableHeir, or NoActor; for TableGive the new owner.
func (o *Op) Heir() ActorID { return o.Other.ID() }

// MonitorNumber returns the number of the monitor, for Monitor, Demonitor, Down and a Spawn with the flag Monitoring.
func (o *Op) MonitorNumber() int32 { return o.Number }

// Ticks returns how long a timer takes, for a TimerStart with the flag Timed.
func (o *Op) Ticks() int32 { return o.Number }

// BudgetNumber returns the number of the budget of a message that a Deliver carries, or 0.
func (o *Op) BudgetNumber() int32 { return o.Number }

// Same reports whether two operations ask for the same thing. What Does says are functions, which cannot
// be compared, so two receives count as the same.
func (o *Op) Same(p *Op) bool {
	return o.Kind == p.Kind && o.Flags == p.Flags && o.Object == p.Object && o.Key == p.Key &&
		o.Value == p.Value && o.Expected == p.Expected && o.Other == p.Other && o.Number == p.Number &&
		o.Life == p.Life && o.SenderLife == p.SenderLife && o.Alternatives == p.Alternatives
}

// Compare orders operations; it returns 0 if they are the same.
func (o *Op) Compare(p *Op) int {
	return cmp.Or(
		cmp.Compare(o.Kind, p.Kind), cmp.Compare(o.Object, p.Object), cmp.Compare(o.Value, p.Value),
		cmp.Compare(o.Flags, p.Flags), cmp.Compare(o.Key, p.Key), cmp.Compare(o.Other, p.Other), cmp.Compare(o.Life, p.Life),
		cmp.Compare(o.Number, p.Number), cmp.Compare(o.Expected, p.Expected), cmp.Compare(o.SenderLife, p.SenderLife),
		cmp.Compare(o.Alternatives, p.Alternatives),
	)
}

// Numbers returns numbers that are the same for two operations exactly if the operations are the same.
func (o *Op) Numbers() [10]int32 {
	return [...]int32{int32(o.Kind), int32(o.Flags), o.Object, int32(o.Key), int32(o.Value), int32(o.Expected), int32(o.Other), o.Number,
		int32(o.Life)<<16 | int32(o.SenderLife), o.Alternatives}
}

// Fingerprint returns a fingerprint of the operation, except of what Does says.
func (o *Op) Fingerprint() (f Fingerprint) {
	all := o.Numbers()
	for i := 0; i < len(all); i += 2 {
		f = f.With32(all[i], all[i+1])
	}
	return f
}

// Values calls f with the numbers that Event.Values reports for an event of the operation without
// any effects.
func (o *Op) Values(f func(ValueID)) {
	f(o.Key)
	f(o.Value)
	f(o.Expected)
	if o.Flags&Named != 0 {
		f(ValueID(o.Object))
	}
}

// OnCells reports whether the operation works on cells, so that Behave defines its effects.
func (o *Op) OnCells() bool {
	return o.Kind.Is(OnCells) || o.Flags&(Timed|Named|Connected|Linking|Monitoring|Faulty) != 0 || o.Kind.Is(Starts|Carries) && o.Other != 0
}

// Blocks reports whether the operation may have to wait until others change a row or cells.
func (o *Op) Blocks() bool {
	return o.Kind == TableAwait || o.Kind == Use && o.Does.(Cells).Blocks()
}

// Irrelevant reports whether the operation is the end of an actor because an assumption does not hold, so that interleavings with
// it do not matter.
func (o *Op) Irrelevant() bool { return o.Flags&Unmet != 0 }

// IsFault reports whether the operation is a fault of a node or of the network, or decides about faults.
func (o *Op) IsFault() bool { return o.Kind.Is(Decides | OfNode | OfNetwork) }

// Starts returns the actor that the operation starts, or NoActor.
func (o *Op) Starts() ActorID {
	if o.Kind.Is(Starts) {
		return ActorID(o.Object)
	}
	return NoActor
}

// Receiver returns the actor into whose mailbox the operation may put a message, as far as it is known; or NoActor.
func (o *Op) Receiver() ActorID {
	if o.Kind.Is(Arrives) && o.Flags&Delayed == 0 {
		return ActorID(o.Object)
	}
	return NoActor
}

// OverLink reports whether the operation sends or delivers a message that a partition or the end of a life may lose.
func (o *Op) OverLink() bool {
	return o.Flags&Connected != 0 || o.Other != 0 && (o.Kind.Is(Sends) || o.Kind == Deliver)
}
