package trace

import "math"

// MessageFault is a fault of a message on its way.
type MessageFault int32

// The faults of messages. A Send has the alternatives Duplicated and Reordered, a receive the alternative Lost;
// see Event.Fault.
const (
	NoFault    MessageFault = iota
	Duplicated              // it arrives in its turn, and once more at any later time
	Reordered               // it arrives at any later time
	Lost                    // it would have been taken, and is lost instead
	messageFaults
)

// String returns the fault in words; "" for none.
func (f MessageFault) String() string { return [...]string{"", "duplicated", "reordered", "lost"}[f] }

// Fault returns the fault that an alternative of the operation stands for.
func (o *Op) Fault(alternative int32) MessageFault {
	switch {
	case alternative == 0 || o.Kind.Is(Chooses):
		return NoFault
	case o.Kind.Is(Sends):
		return MessageFault(alternative)
	}
	return Lost
}

// Budget is how many faults of each kind may happen to some messages in an interleaving. Budgets are shared, and never
// changed.
type Budget struct {
	Number int32 // tells budgets apart, from 1
	Limits [messageFaults]int32
}

// Fault returns the fault that has happened to the message of the event.
func (e *Event) Fault() MessageFault {
	if e.Budget == nil {
		return NoFault
	}
	return e.Op.Fault(e.Alternative)
}

// Vary sets the alternative of an event, and where it puts its message.
func (e *Event) Vary(alternative int32) {
	e.Alternative = alternative
	if e.Kind == Send && e.Flags&Delayed == 0 {
		if e.To = ActorID(e.Object); e.Op.Fault(alternative) == Reordered {
			e.To = NoActor
		}
	}
}

// InTurn returns the event as if its message were not reordered, and whether it is.
func (e *Event) InTurn() (f Event, reordered bool) {
	if e.Fault() != Reordered || e.Flags&Delayed != 0 {
		return f, false
	}
	f = *e
	f.Vary(0)
	if f.Kind == SendName {
		f.To, f.Result = ActorID(e.Result-1), NoValue
	} else if !e.Ok { // the link is cut
		f.To = NoActor
	}
	return f, true
}

// Spent lists the faults of messages in an interleaving, the last one first. It never changes. The nil list has none.
type Spent struct {
	before *Spent
	budget *Budget
	fault  MessageFault
}

// With returns the list with the fault of the event, if it is one.
func (s *Spent) With(e *Event) *Spent {
	if e.Budget == nil { // this is the hot path
		return s
	}
	return s.with(e)
}

func (s *Spent) with(e *Event) *Spent {
	if e.Fault() == NoFault {
		return s
	}
	return &Spent{s, e.Budget, e.Fault()}
}

// Left returns how many more faults of the kind the budget admits.
func (s *Spent) Left(b *Budget, fault MessageFault) int32 {
	left := b.Limits[fault]
	for ; s != nil; s = s.before {
		if s.budget == b && s.fault == fault {
			left--
		}
	}
	return left
}

// LeftAfter returns how many more faults of this kind the budget of the event admits. The event must be the last event of
// the list. If it is no fault, there is no limit.
func (s *Spent) LeftAfter(e *Event) int32 {
	if e.Budget == nil { // this is the hot path
		return math.MaxInt32
	}
	return s.leftAfter(e)
}

func (s *Spent) leftAfter(e *Event) int32 {
	if e.Fault() == NoFault {
		return math.MaxInt32
	}
	return s.Left(e.Budget, e.Fault())
}

// Competes reports whether two events are faults of one kind from one budget.
func (e *Event) Competes(f *Event) bool {
	return e.Budget != nil && e.Budget == f.Budget && e.Fault() != NoFault && e.Fault() == f.Fault()
}
