package optimaldpor

import (
	"slices"

	"github.com/checkmodel/checkmodel/trace"
)

// Others may prevent two operations until they make them possible again. A TableAwait is enabled only
// while its row matches. A timer with a duration expires only while no other has an earlier deadline.
// So if the reversal of a race with the last event that made the operation possible leaves it disabled,
// it may still be possible before an earlier event that prevents it: a change of the row, or the start
// of a timer. An Await that still waits at the end of an interleaving has no event, but may have been
// possible before. (Receives need none of this: a process can take a matching message until it takes
// it.) See Jonsson, Lång, Sagonas, "Awaiting for Godot: Stateless Model Checking that Avoids Executions
// where Nothing Happens", FMCAD 2022.

// preventable returns the event at position j if others may prevent it, or the TableAwait that its
// process would have executed if it had not been ended; nil if there is none.
func preventable(executed []trace.Event, j int) *trace.Event {
	e := executed[j]
	if e.Instead != nil {
		e = trace.NewEvent(e.Actor, e.Index, *e.Instead)
	}
	if _, timed := e.Deadline(); e.Kind != trace.TableAwait && !timed || e.Kind == trace.TimerStart {
		return nil
	}
	return &e
}

// waiting returns the operations of blocked actors as the events that they would execute next.
func waiting(executed []trace.Event, blocked []trace.Pending) (events []*trace.Event) {
	for _, p := range blocked {
		index := int32(0)
		for i := range executed {
			if executed[i].Actor == p.Actor {
				index++
			}
		}
		e := trace.NewEvent(p.Actor, index, *p.Op)
		events = append(events, &e)
	}
	return events
}

// reversePreventable builds, one after the other, the sequences in which the event comes before one
// that prevents it, or before the one that told its process to end. It calls plan with the position of
// the other event. The event is at position j, after the last one if it was not executed. The sequence
// leaves out all later events that prevent it as well: they need not depend on each other. Those after
// the event that told the process to end, but independent of it, may stay before both.
func (s *sequence) reversePreventable(executed []trace.Event, e *trace.Event, j int, plan func(i int)) {
	last := beginning(executed, e, j)
	tables := tablesOf(executed, e)
	s.away = append(s.away[:0], make([]bool, len(executed))...)
	leaveOut(s, j)
	i := j - 1
	planBefore := func(i, told int) {
		s.without(executed, i, told)
		s.changed = *e
		if !s.predict(&s.changed, j) {
			return
		}
		s.appendOwn(&s.changed)
		if !s.weakInitial(initial{event: &executed[i]}, i) { // otherwise it changed a table that has the name at another time
			plan(i)
		}
	}
	told, tried := -1, false
	if j < len(executed) && executed[j].Told != trace.NoEvent {
		told = s.order.Position(executed[j].Told)
		for i = len(executed) - 1; i > told; i-- {
			if i == j || !prevents(&executed[i], e, tables) {
				continue
			}
			leaveOut(s, i)
			if !s.order.Before(told, i) { // otherwise it cannot come before it
				planBefore(told, told)
				tried = true
			}
		}
	}
	for ; i >= 0; i-- {
		if i != told && !prevents(&executed[i], e, tables) {
			continue
		}
		if i <= last && s.order.Before(i, last) {
			return
		}
		leaveOut(s, i)
		if i != told || !tried {
			planBefore(i, -1)
		}
	}
}

// beginning returns the position of the event that always comes before the event at position j: the
// previous event of its actor, or the start of the actor; -1 if there is none.
func beginning(executed []trace.Event, e *trace.Event, j int) int {
	for i := j - 1; i >= 0; i-- {
		if executed[i].Actor == e.Actor || executed[i].Releases() == e.Actor {
			return i
		}
	}
	return -1
}

// tablesOf returns the tables that the operation may use: the given one, or all tables that ever
// had the given name.
func tablesOf(executed []trace.Event, op *trace.Event) (tables []trace.ObjectID) {
	if op.Flags&trace.Named == 0 {
		return []trace.ObjectID{op.Table}
	}
	for i := range executed {
		for _, a := range executed[i].Accesses {
			if names(&a, op) {
				tables = append(tables, trace.ObjectID(a.After-1))
			}
		}
	}
	return tables
}

// names reports whether the access gives the name by which the operation finds its table to
// another table, or to none.
func names(a *trace.Access, op *trace.Event) bool {
	return op.Flags&trace.Named != 0 && a.Space == trace.TableNamed && a.Object == op.Object && a.Effect != trace.Read
}

// prevents reports whether the event x may prevent e: it changed the row that e waits for, in one of the
// tables, or started a timer with an earlier deadline.
func prevents(x, e *trace.Event, tables []trace.ObjectID) bool {
	if deadline, timed := e.Deadline(); timed {
		earlier, starts := x.Deadline()
		return starts && x.Kind == trace.TimerStart && earlier < deadline
	}
	for i := range x.Accesses {
		if names(&x.Accesses[i], e) {
			return true
		}
	}
	if x.Table == trace.NoTable || !slices.Contains(tables, x.Table) {
		return false
	}
	if x.Kind.OnWholeTable() {
		return x.Effect == trace.Update
	}
	return x.Key == e.Key && x.ChangesRow()
}

// leaveOut adds the event at position y, and those that happen after it, to those that are left out of the sequences.
func leaveOut(s *sequence, y int) {
	for k := y; k < len(s.away); k++ {
		s.away[k] = s.away[k] || s.order.Before(y, k)
	}
}

// without starts the sequence with all events after position i, except those that are left out, and those that happen after
// the event at position told, if that is not negative.
func (s *sequence) without(executed []trace.Event, i, told int) {
	s.independentOf(executed, i, i)
	s.events, s.at = s.events[:0], s.at[:0]
	for _, f := range s.free {
		if k := int(f); s.away[k] || told >= 0 && k >= told && s.order.Before(told, k) {
			s.within[k] = 0
		} else {
			s.append(k)
		}
	}
}
