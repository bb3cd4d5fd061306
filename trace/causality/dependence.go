package causality

import (
	"github.com/checkmodel/checkmodel/internal/effects"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// Dependence says whether the order of two events of one sequence may be reversed.
type Dependence uint8

// The kinds of dependence, from the weakest to the strongest.
const (
	// Independent: no actor can tell the order.
	Independent Dependence = iota
	// Observed: the order is visible and can be reversed, but only a third event shows it: the
	// receive that takes the earlier message. Algorithms call it the observer.
	Observed
	// Reversible: the order is visible and can be reversed.
	Reversible
	// Irreversible: the later event needs the earlier one.
	Irreversible
)

// String names the dependence.
func (d Dependence) String() string {
	return [...]string{"independent", "observed", "reversible", "irreversible"}[d]
}

// Takers tells which event takes each message of a sequence of events.
type Takers interface {
	// Taker returns the event that takes the message sent by the given event: a receive, or the
	// Demonitor that flushes it, in the sequence or before it. It returns nil if there is none. The
	// given event may also be an event outside of the sequence that is compared with it.
	Taker(message *trace.Event) *trace.Event
}

// Relation is the dependence relation between events, which is the same for every model; see
// Aronis, Fritchie, Sagonas, "Testing and Verifying Chain Repair Methods for CORFU", section 5.1,
// for ReceivePatterns.
type Relation struct {
	// ReceivePatterns makes the order of two messages into one mailbox visible
	// only where the receive that takes the earlier one could have taken the
	// later one instead. Without it any two such messages race.
	ReceivePatterns bool
}

// Dependent returns how a and b depend on each other in a sequence in which a comes before b and
// takers says which event takes each message. Without ReceivePatterns, takers is not used.
func (r Relation) Dependent(a, b *trace.Event, takers Takers) Dependence {
	if a.Actor == b.Actor || trace.ActorID(a.Object) == b.Actor && effects.Released(a) == b.Actor || b.Cause != trace.NoEvent && b.Cause == a.ID() {
		return Irreversible
	}
	d := Independent
	if r.delivers(a) {
		d = r.afterDelivery(a, b, takers)
	} else if r.delivers(b) {
		d = r.beforeDelivery(a, b, takers)
	}
	if a.Fatal != trace.NoActor || b.Fatal != trace.NoActor {
		d = max(d, aroundFatal(a, b))
	}
	if len(a.Accesses) > 0 && len(b.Accesses) > 0 {
		d = max(d, r.onCells(a, b))
	}
	if a.Kind.Is(kind.OnTable) && b.Kind.Is(kind.OnTable) {
		d = max(d, onTable(a, b))
	}
	return d
}

// delivers reports whether the event puts a message into a mailbox. Only a flush shows that a
// message which is sent after it is discarded. Where that matters, the message counts as not
// delivered.
func (r Relation) delivers(e *trace.Event) bool {
	return e.Delivers() && (r.ReceivePatterns || !effects.Flushed(e))
}

// afterDelivery relates a message to a later event at the same mailbox.
func (r Relation) afterDelivery(a, b *trace.Event, takers Takers) Dependence {
	switch {
	case b.To == a.To && r.delivers(b):
		return r.twoMessages(a, b, takers)
	case b.Actor == a.To && b.IsReceive():
		return r.messageThenReceive(a, b, takers)
	case b.Kind == kind.Restart && trace.ActorID(b.Object) == a.To: // before it, the message is lost
		return Reversible
	}
	return Independent
}

// twoMessages relates two messages into the same mailbox. Only the taker of the earlier one matters:
// if the later one is taken first, that receive did not match the earlier one. A Collect that takes both shows no order.
func (r Relation) twoMessages(a, b *trace.Event, takers Takers) Dependence {
	if !r.ReceivePatterns {
		return Reversible
	}
	ta := takers.Taker(a)
	if ta == nil || !ta.Patterns().Match(b.Value) || ta.Set.Has(b.Message) || takenBefore(b, ta, takers) {
		return Independent
	}
	return Observed
}

// messageThenReceive relates a message to a later receive of its addressee. A receive that timed
// out although the message was there occurs only in planned sequences, not in executed ones. The
// message may also have been flushed in between.
func (r Relation) messageThenReceive(a, b *trace.Event, takers Takers) Dependence {
	switch {
	case b.Takes(a.Message) && !b.Kind.Is(kind.GivesUp):
		return Irreversible
	case b.Takes(a.Message):
		return Reversible
	case b.TimedOut() && b.Patterns().Match(a.Value) && !r.goneBefore(a, b, takers):
		return Reversible
	}
	return Independent
}

// beforeDelivery relates an event that delivers no message to a later one that does: a receive that
// timed out would have taken the message if it had arrived earlier.
func (r Relation) beforeDelivery(a, b *trace.Event, takers Takers) Dependence {
	if a.TimedOut() && b.To == a.Actor && a.Patterns().Match(b.Value) && !r.goneBefore(b, a, takers) {
		return Reversible
	}
	if a.Kind == kind.Restart && trace.ActorID(a.Object) == b.To {
		return Reversible
	}
	return Independent
}

// goneBefore reports whether the same actor takes the message before the receive.
func (r Relation) goneBefore(message, receive *trace.Event, takers Takers) bool {
	return r.ReceivePatterns && takenBefore(message, receive, takers)
}

// takenBefore reports whether the same actor takes or flushes the message before its event other.
func takenBefore(message, other *trace.Event, takers Takers) bool {
	t := takers.Taker(message)
	return t != nil && t.Index < other.Index
}

// aroundFatal relates an event that ends an actor to the events of that actor: in the other order
// they would happen instead of not, or not instead of happening. This does not hold for messages to
// the actor: only the receive that takes a message shows when the message came. (Two events that end
// the same actor change the same cell.) A node that must crash does not end by itself before.
func aroundFatal(a, b *trace.Event) Dependence {
	if b.Told == a.ID() && b.Instead != nil && b.Instead.Flags&kind.CrashFirst != 0 {
		return Irreversible
	}
	if a.Fatal != trace.NoActor && b.Actor == a.Fatal || b.Fatal != trace.NoActor && a.Actor == b.Fatal {
		return Reversible
	}
	return Independent
}

// onCells relates two events by the cells that both access.
func (r Relation) onCells(a, b *trace.Event) Dependence {
	for i := range a.Accesses {
		for j := range b.Accesses {
			x, y := &a.Accesses[i], &b.Accesses[j]
			if x.Cell == y.Cell && conflict(x, y) && !r.flushed(a, b, x.Space) {
				return Reversible
			}
		}
	}
	return Independent
}

func conflict(x, y *trace.Access) bool {
	switch {
	case x.Effect == trace.Read && y.Effect == trace.Read:
		return false
	case x.Effect == trace.Write && y.Effect == trace.Write:
		return x.After != y.After
	}
	return true
}

// flushed reports whether either event undoes a monitor such that no actor can tell whether
// the other event, the message of the monitor, came before. The reason is that no receive takes the message, so
// this holds with receive patterns only.
func (r Relation) flushed(a, b *trace.Event, s trace.Space) bool {
	return r.ReceivePatterns && s == effects.Watching && (effects.Quiet(a) || effects.Quiet(b))
}

// onTable relates two operations on tables. An operation on a row reads the existence of the table
// as well. (The owner and the name of a table are in cells.)
func onTable(a, b *trace.Event) Dependence {
	switch {
	case a.Table != b.Table || a.Table == trace.NoTable:
		return Independent
	case changesExistence(a), changesExistence(b):
		return Reversible
	case a.Kind.Is(kind.Scans):
		return scanned(b, a)
	case b.Kind.Is(kind.Scans):
		return scanned(a, b)
	case a.Kind.Is(kind.OnWholeTable), b.Kind.Is(kind.OnWholeTable), a.Key != b.Key, a.Effect == trace.NoEffect, b.Effect == trace.NoEffect:
		return Independent
	case a.Effect == trace.Read && b.Effect == trace.Read:
		return Independent
	case a.Effect == trace.Write && b.Effect == trace.Write && a.Value == b.Value:
		return Independent
	}
	return Reversible
}

// scanned relates an operation on a row to one that reads all rows. A select sees a change if it
// matches the row before or after it.
func scanned(row, scan *trace.Event) Dependence {
	if !effects.ChangesRow(row) || scan.Effect == trace.NoEffect {
		return Independent
	}
	if scan.Kind != kind.TableSelect {
		return Reversible
	}
	rows := scan.Does.(effects.RowPatterns)
	if means(rows, row.Key, row.Before) || means(rows, row.Key, row.After) {
		return Reversible
	}
	return Independent
}

func means(rows effects.RowPatterns, key, value trace.ValueID) bool {
	return value != trace.NoValue && rows.MatchRow(key, value)
}

func changesExistence(e *trace.Event) bool {
	return e.Kind.Is(kind.OnWholeTable) && e.Effect == trace.Update
}
