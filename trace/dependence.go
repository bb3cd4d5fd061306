package trace

// Dependence says whether two events of one sequence may be exchanged.
type Dependence uint8

// The kinds of dependence, the weaker before the stronger.
const (
	// Independent events may be exchanged.
	Independent Dependence = iota
	// Observed: the order is visible and can be the other way round, but only a
	// third event shows it: the receive that takes the earlier message
	// (algorithms call it the observer).
	Observed
	// Reversible: the order is visible and can be the other way round.
	Reversible
	// Irreversible: the later event needs the earlier one.
	Irreversible
)

// String names the dependence.
func (d Dependence) String() string {
	return [...]string{"independent", "observed", "reversible", "irreversible"}[d]
}

// Takers knows, for the sequence of events under consideration, which event
// takes each message.
type Takers interface {
	// Taker returns the receive that takes the message that the event sends, or the
	// Demonitor that flushes it, in the sequence or before that; or nil if there is none. The
	// event need not be in the sequence: it may be one that is compared with it.
	Taker(message *Event) *Event
}

// Relation is the dependence relation between events. It is the same for every
// model; see Aronis, Fritchie, Sagonas, "Testing and Verifying Chain Repair
// Methods for CORFU", section 5.1, for ReceivePatterns.
type Relation struct {
	// ReceivePatterns makes the order of two messages into one mailbox visible
	// only where the receive that takes the earlier one could have taken the
	// later one instead. Without it any two such messages race.
	ReceivePatterns bool
}

// Dependent says how a and b depend on each other where a comes before b in a
// sequence whose messages are taken as takers says. Without ReceivePatterns it
// does not ask takers.
func (r Relation) Dependent(a, b *Event, takers Takers) Dependence {
	if a.Actor == b.Actor || a.Starts() == b.Actor || b.Cause != NoEvent && b.Cause == a.ID() {
		return Irreversible
	}
	d := Independent
	if r.delivers(a) {
		d = r.afterDelivery(a, b, takers)
	} else if r.delivers(b) {
		d = r.beforeDelivery(a, b, takers)
	}
	if a.Fatal != NoActor || b.Fatal != NoActor {
		d = max(d, aroundFatal(a, b))
	}
	if len(a.Accesses) > 0 && len(b.Accesses) > 0 {
		d = max(d, r.onCells(a, b))
	}
	if a.Kind.OnTable() && b.Kind.OnTable() {
		d = max(d, onTable(a, b))
	}
	return d
}

// delivers reports whether the event puts a message into a mailbox. That one is
// thrown away which comes behind a flush can only be told from the flush; where
// that matters, it is as if it had not come.
func (r Relation) delivers(e *Event) bool {
	return e.Delivers() && (r.ReceivePatterns || !e.Flushed())
}

// afterDelivery relates a message to a later event at the same mailbox.
func (r Relation) afterDelivery(a, b *Event, takers Takers) Dependence {
	switch {
	case b.To == a.To && r.delivers(b):
		return r.twoMessages(a, b, takers)
	case b.Actor == a.To && b.IsReceive():
		return r.messageThenReceive(a, b, takers)
	}
	return Independent
}

// twoMessages relates two messages into the same mailbox. Only the fate of the
// earlier one matters: if the later one is taken earlier, that receive cannot
// have matched the earlier one, or it would have taken it.
func (r Relation) twoMessages(a, b *Event, takers Takers) Dependence {
	if !r.ReceivePatterns {
		return Reversible
	}
	ta := takers.Taker(a)
	if ta == nil || !ta.Patterns.Match(b.Value) || takenBefore(b, ta, takers) {
		return Independent
	}
	return Observed
}

// messageThenReceive relates a message to a later receive of its addressee. A
// receive that timed out although the message was there cannot happen in an
// execution, but does in sequences that are only planned; and the message may
// have been flushed in between.
func (r Relation) messageThenReceive(a, b *Event, takers Takers) Dependence {
	switch {
	case b.Taken == a.Message && b.Kind == Receive:
		return Irreversible
	case b.Taken == a.Message:
		return Reversible
	case b.TimedOut() && b.Patterns.Match(a.Value) && !r.goneBefore(a, b, takers):
		return Reversible
	}
	return Independent
}

// beforeDelivery relates an event that puts no message anywhere to a later one
// that does: a receive that timed out would have taken the message had it been
// there.
func (r Relation) beforeDelivery(a, b *Event, takers Takers) Dependence {
	if a.TimedOut() && b.To == a.Actor && a.Patterns.Match(b.Value) && !r.goneBefore(b, a, takers) {
		return Reversible
	}
	return Independent
}

// goneBefore reports whether the message is taken before the receive, by the
// same actor.
func (r Relation) goneBefore(message, receive *Event, takers Takers) bool {
	return r.ReceivePatterns && takenBefore(message, receive, takers)
}

// takenBefore reports whether the message is taken, or flushed, before another event of
// the same actor.
func takenBefore(message, other *Event, takers Takers) bool {
	t := takers.Taker(message)
	return t != nil && t.Index < other.Index
}

// aroundFatal relates an event that tells an actor to end to what that actor does, which it
// would do, or not do, in the other order. A message to the actor is none of that: only the
// receive that takes it can tell when it came. (Two events that tell one actor to end change the
// same cell.)
func aroundFatal(a, b *Event) Dependence {
	if a.Fatal != NoActor && b.Actor == a.Fatal || b.Fatal != NoActor && a.Actor == b.Fatal {
		return Reversible
	}
	return Independent
}

// onCells relates two events by the cells that both access.
func (r Relation) onCells(a, b *Event) Dependence {
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

func conflict(x, y *Access) bool {
	switch {
	case x.Effect == Read && y.Effect == Read:
		return false
	case x.Effect == Write && y.Effect == Write:
		return x.After != y.After
	}
	return true
}

// flushed reports whether one of the events undoes a monitor such that it
// cannot be told whether the other, its message, had been sent before. That is so
// because nothing takes the message, which is a matter of receive patterns.
func (r Relation) flushed(a, b *Event, s Space) bool {
	return r.ReceivePatterns && s == Watching && (a.quiet() || b.quiet())
}

// quiet reports whether the event undoes a monitor and nobody can tell whether
// its message had been sent.
func (e *Event) quiet() bool { return e.Kind == Demonitor && e.Flags&(Flush|Info) == Flush }

// onTable relates two operations on tables. An operation on a row reads the
// existence of the table as well. (Whose a table is, and its name, are in cells.)
func onTable(a, b *Event) Dependence {
	switch {
	case a.Table != b.Table || a.Table == NoTable:
		return Independent
	case changesExistence(a), changesExistence(b):
		return Reversible
	case a.Kind.Scans():
		return scanned(b, a)
	case b.Kind.Scans():
		return scanned(a, b)
	case a.Kind.OnWholeTable(), b.Kind.OnWholeTable(), a.Key != b.Key, a.Effect == NoEffect, b.Effect == NoEffect:
		return Independent
	case a.Effect == Read && b.Effect == Read:
		return Independent
	case a.Effect == Write && b.Effect == Write && a.Value == b.Value:
		return Independent
	}
	return Reversible
}

// scanned relates an operation on a row to one that looks at all rows. One that
// selects sees a change if it means the row as it was or as it is.
func scanned(row, scan *Event) Dependence {
	if !row.ChangesRow() || scan.Effect == NoEffect {
		return Independent
	}
	if scan.Kind != TableSelect {
		return Reversible
	}
	rows := scan.Patterns.(RowPatterns)
	if means(rows, row.Key, row.Before) || means(rows, row.Key, row.After) {
		return Reversible
	}
	return Independent
}

func means(rows RowPatterns, key, value ValueID) bool {
	return value != NoValue && rows.MatchRow(key, value)
}

func changesExistence(e *Event) bool { return e.Kind.OnWholeTable() && e.Effect == Update }
