package trace

import (
	"cmp"

	"github.com/checkmodel/checkmodel/trace/kind"
)

// ValueID identifies a value that a model sent, stored or used as a key. Within one exploration,
// equal values have equal ids until the exploration forgets them.
type ValueID int32

// NoValue stands for the absence of a value: no row under a key, no message.
const NoValue ValueID = 0

// ObjectID numbers the shared tables of one exploration.
type ObjectID int32

// NoTable stands for the absence of a table.
const NoTable ObjectID = -1

// Patterns says which messages a receive takes. An implementation must be a pure function of the
// message. It may have a method Same(any) bool that reports whether other patterns certainly
// match the same messages; a search then does less work.
type Patterns interface {
	// Match reports whether a receive would take a message with the value v.
	Match(v ValueID) bool
}

// Op is an operation that an actor asks for. It is fully known before it is executed.
type Op struct {
	Kind         kind.Kind
	Flags        kind.Flags
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
	// Demonitor; Cells for Use. In the world of models, it also has types of package internal/effects: RowPatterns for
	// TableSelect, TableAwait, and a TableLookup or TableMember that polls; Counting for TableUpdateCounter; Disk for files, Restart and DecideSurviving; Links for
	// Sever and Heal; Clocks for TimerStart, Now and DecideFaults.
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

// Node returns the node of an actor: of the one that a Spawn starts, of the sender of a message, or of the owner of the clock
// that is read. It is NoActor if there is none, or no difference.
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

// Fingerprint returns a fingerprint of the operation without Does.
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
	if o.Flags&kind.Named != 0 {
		f(ValueID(o.Object))
	}
}

// Irrelevant reports whether the operation is the end of an actor because an assumption does not hold, so that interleavings with
// it do not matter.
func (o *Op) Irrelevant() bool { return o.Flags&kind.Unmet != 0 }

// IsFault reports whether the operation is a fault of a node or of the network, or decides about faults.
func (o *Op) IsFault() bool { return o.Kind.Is(kind.Decides | kind.OfNode | kind.OfNetwork) }

// Starts returns the actor that the operation starts, or NoActor.
func (o *Op) Starts() ActorID {
	if o.Kind.Is(kind.Starts) {
		return ActorID(o.Object)
	}
	return NoActor
}

// Receiver returns the actor into whose mailbox the operation may put a message, as far as it is known; or NoActor.
func (o *Op) Receiver() ActorID {
	if o.Kind.Is(kind.Arrives) && o.Flags&kind.Delayed == 0 {
		return ActorID(o.Object)
	}
	return NoActor
}

// OverLink reports whether the operation sends or delivers a message that a partition or the end of a life may lose.
func (o *Op) OverLink() bool {
	return o.Flags&kind.Connected != 0 || o.Other != 0 && (o.Kind.Is(kind.Sends) || o.Kind == kind.Deliver)
}

// Fault returns the fault that an alternative of the operation stands for.
func (o *Op) Fault(alternative int32) MessageFault {
	switch {
	case alternative == 0 || o.Kind.Is(kind.Chooses):
		return NoFault
	case o.Kind.Is(kind.Sends):
		return MessageFault(alternative)
	}
	return Lost
}
