package optimaldpor

import (
	"slices"

	"github.com/checkmodel/checkmodel/trace"
)

// A TableAwait can be executed only while its row is as it wants it, and there may
// be several such times, with others between them. So where the reversal of a
// race with the last change of the row leaves it disabled, an earlier change may
// be the one to come in front of; and an Await that waits in vain at the end of an
// interleaving, and has no event, may have been possible before. (Receives need
// none of this: what a process could take once, it can take until it takes it.)
// See Jonsson, Lång, Sagonas, "Awaiting for Godot: Stateless Model Checking that
// Avoids Executions where Nothing Happens", FMCAD 2022.

// awaited returns the TableAwait that the event at position j is, or that its
// process would have gone on with if it had not been ended, or nil.
func awaited(executed []trace.Event, j int) *trace.Event {
	e := executed[j]
	if e.Instead != nil {
		e = trace.NewEvent(e.Actor, e.Index, *e.Instead)
	}
	if e.Kind != trace.TableAwait {
		return nil
	}
	return &e
}

// waiting returns the TableAwaits as events that the actors would execute next.
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

// sooner builds, one after the other, the sequences by which the TableAwait, which
// is at position j (behind the last event if it was not executed), comes in front
// of an event that changed what it waits for, or of the one by which its process was
// told to end, and calls plan with the position of that. All later ones stay away,
// too: they need not depend on each other. So of those behind the one that told it, which
// do not depend on that, the first few may come in front of both.
func (s *sequence) reverseAwait(executed []trace.Event, await *trace.Event, j int, plan func(i int)) {
	last := beginning(executed, await, j)
	tables := tablesOf(executed, await)
	away, i := []int{j}, j-1
	planBefore := func(i int, away []int) {
		s.without(executed, i, away)
		s.changed = *await
		if !s.predict(&s.changed, j) {
			return
		}
		s.events = append(s.events, &s.changed)
		if !s.weakInitial(initial{event: &executed[i]}, i) { // or it changed a table that has the name at another time only
			plan(i)
		}
	}
	told, tried := -1, false
	if j < len(executed) && executed[j].Told != trace.NoEvent {
		told = s.order.Position(executed[j].Told)
		for i = len(executed) - 1; i > told; i-- {
			if i == j || !changes(&executed[i], await, tables) {
				continue
			}
			away = append(away, i)
			if !s.order.Before(told, i) { // or it cannot come in front
				planBefore(told, append(slices.Clip(away), told))
				tried = true
			}
		}
	}
	for ; i >= 0; i-- {
		if i != told && !changes(&executed[i], await, tables) {
			continue
		}
		if i <= last && s.order.Before(i, last) {
			return
		}
		away = append(away, i)
		if i != told || !tried {
			planBefore(i, away)
		}
	}
}

// beginning returns the position of what the event at position j comes behind in
// any order: the one before it of its actor, or the start of that; or -1.
func beginning(executed []trace.Event, e *trace.Event, j int) int {
	for i := j - 1; i >= 0; i-- {
		if executed[i].Actor == e.Actor || executed[i].Starts() == e.Actor {
			return i
		}
	}
	return -1
}

// tablesOf returns the tables that the operation may mean: the one it was given,
// or all that ever had the name.
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

// names reports whether the access is one that gives the name by which the
// operation finds its table to another one, or to none.
func names(a *trace.Access, op *trace.Event) bool {
	return op.Flags&trace.Named != 0 && a.Space == trace.TableNamed && a.Object == op.Object && a.Effect != trace.Read
}

// changes reports whether the event changed what the TableAwait waits for, in one of
// the tables.
func changes(e, await *trace.Event, tables []trace.ObjectID) bool {
	for i := range e.Accesses {
		if names(&e.Accesses[i], await) {
			return true
		}
	}
	if e.Table == trace.NoTable || !slices.Contains(tables, e.Table) {
		return false
	}
	if e.Kind.OnWholeTable() {
		return e.Effect == trace.Update
	}
	return e.Key == await.Key && e.ChangesRow()
}

// without starts the sequence with all events behind position i that none of those
// which stay away happens before.
func (s *sequence) without(executed []trace.Event, i int, away []int) {
	s.independentOf(executed, i, i)
	kept := s.events[:0]
	for _, f := range s.free {
		k := int(f)
		after := func(y int) bool { return y == k || y < k && s.order.Before(y, k) }
		if slices.ContainsFunc(away, after) {
			s.within[k] = 0
		} else {
			kept = append(kept, &s.executed[k])
		}
	}
	s.events = kept
}
