package proc

import (
	"slices"
	"strings"

	"github.com/checkmodel/checkmodel/trace"
)

// Transfer is the message by which a process learns that a table is its own from
// now on: because it was given away, or because it was the heir of the process
// From, which has ended. (In Erlang it is called ETS-TRANSFER.)
type Transfer[K comparable, V any] struct {
	Table Table[K, V] // the handle that GiveAway or SetHeir was called with
	From  PID
	Data  any // what was given to GiveAway or SetHeir
}

// from implements bequest.
func (t Transfer[K, V]) from(owner PID) any {
	t.From = owner
	return t
}

// bequest is a Transfer of which it is not known yet whose end causes it.
type bequest interface{ from(owner PID) any }

// Drop makes the table go away. Every process may do that.
func (t Table[K, V]) Drop(p *P) { t.perform(p, trace.Op{Kind: trace.TableDrop}, "") }

// Rename gives a table that has a name another one, and returns a handle that
// goes by it. It panics with a [*TableError] if there is a table of that name.
// Every process may do that. For a table without a name it has no effect, and the
// handle is the same.
func (t Table[K, V]) Rename(p *P, name string) Table[K, V] {
	p.needsName("Rename", name)
	t.perform(p, trace.Op{Kind: trace.TableRename, Value: p.intern("the name", name)}, "there is a table named "+name+" already")
	if t.object.name == trace.NoValue {
		return t
	}
	return NamedTable[K, V](p, name)
}

// GiveAway makes the table one of another process, which gets a message of type
// [Transfer] with the data, in one event. The heir remains what it was. It panics
// with a [*TableError] if the table is not the process's own, or the other one
// has ended or is the process itself.
func (t Table[K, V]) GiveAway(p *P, to PID, data any) {
	op := trace.Op{Kind: trace.TableGive, Flags: p.delayed(to), Key: trace.ValueID(p.target("GiveAway", to) + 1)}
	op.Value = p.intern("the message", Transfer[K, V]{t, p.Self(), data})
	t.perform(p, op, "only its owner can give it away, and only to another process, which has not ended")
}

// SetHeir says who will inherit the table: when its owner ends, whoever that is
// then, the heir becomes its owner and gets a message of type [Transfer] with the
// data. That comes before the Exited or Down by which it may learn of the end, too,
// unless messages travel in a bag. If the heir has ended too, or there is none, as the zero PID says, the
// table goes away. It panics with a [*TableError] if the table is not the
// process's own.
func (t Table[K, V]) SetHeir(p *P, heir PID, data any) {
	op := trace.Op{Kind: trace.TableHeir}
	if heir != (PID{}) {
		op.Key, op.Expected = t.bequest(p, heir, data)
	}
	t.perform(p, op, "only its owner can choose the heir")
}

// bequest returns the heir and the message to it as an operation has them.
func (t Table[K, V]) bequest(p *P, heir PID, data any) (key, message trace.ValueID) {
	return trace.ValueID(p.target("heir", heir) + 1), p.intern("the message", Transfer[K, V]{t, PID{}, data})
}

// performOwnership executes the operations on a table as a whole, whose effect
// trace.Event.Behave has found out.
func performOwnership(s *System, a *process, op *operation, ev *trace.Event, u *undo) result {
	if a.state != exiting {
		return s.changeOwnership(a, op, ev, u)
	}
	a.said++
	s.changeOwnership(a, op, ev, u)
	s.part(a, ev, u)
	return result{}
}

func (s *System) changeOwnership(a *process, op *operation, ev *trace.Event, u *undo) result {
	if ev.Effect == trace.NoEffect {
		return noTable
	}
	if s.isMistyped(op, ev.Table) {
		return s.mistyped(ev.Table)
	}
	if ev.Effect == trace.Update {
		u.table = s.table(ev.Table)
		if op.Kind == trace.TableNew {
			u.before = u.table.Create(op.Flags&trace.Hashed != 0)
			s.createdAs(ev.Table, op.table)
			u.owner = a
			a.created = append(a.created, ev.Table)
		} else {
			u.before = u.table.Remove()
		}
	}
	s.handOn(a, op, ev, u)
	if !ev.Ok {
		return refused
	}
	return result{}
}

// handOn notes the new owner of a table, if the event has made one.
func (s *System) handOn(a *process, op *operation, ev *trace.Event, u *undo) {
	owner := s.newOwner(ev)
	if owner == trace.NoActor {
		return
	}
	u.owner = s.process(owner)
	u.owner.given = append(u.owner.given, ev.Table)
	if op.Flags&trace.Delayed != 0 {
		s.handOver(a, owner, delivery(owner, op.Value), ev, u)
	}
}

func (s *System) newOwner(ev *trace.Event) trace.ActorID {
	if ev.Kind == trace.TableNew {
		return trace.NoActor
	}
	for _, c := range ev.Accesses {
		if c.Space == trace.TableOwner && c.Effect != trace.Read {
			return trace.ActorID(c.After - 1)
		}
	}
	return trace.NoActor
}

func undoOwnership(s *System, a *process, op *operation, u *undo) {
	if a.state == exiting {
		a.said--
	}
	switch {
	case u.owner == nil:
	case op.Kind == trace.TableNew:
		a.created = a.created[:len(a.created)-1]
	default:
		u.owner.given = u.owner.given[:len(u.owner.given)-1]
	}
	undoTable(s, a, op, u)
}

// releases returns what becomes of the tables of a process that ends, in this
// order: those that it created, then those of others. There is such an operation
// also for a table that has been dropped: what a process does must not depend on
// that in a way that no event shows. Whose a table is, and who its heir, only its
// owner changes, or one whose event cannot be exchanged with its end.
func (s *System) releases(a *process) (ops []*operation) {
	given := slices.Clone(a.given)
	// Not in the order in which they came, which may be independent.
	slices.SortFunc(given, func(t, u trace.ObjectID) int { return strings.Compare(s.byID[t].key, s.byID[u].key) })
	for _, id := range append(slices.Clone(a.created), given...) {
		cell := func(space trace.Space) int32 { return s.cell(trace.Cell{Space: space, Object: int32(id)}) }
		if trace.ActorID(cell(trace.TableOwner)-1) != a.actor.ID || slices.ContainsFunc(ops, isAbout(id)) {
			continue
		}
		op := &operation{Op: trace.Op{Kind: trace.TableRelease, Object: int32(id)}}
		if message := trace.ValueID(cell(trace.TableBequest)); message != trace.NoValue {
			op.Value = s.known(s.values.get(message).(bequest).from(PID{a.actor}))
			if s.delivery != Instant {
				op.Flags = trace.Delayed
			}
		}
		ops = append(ops, op)
	}
	return ops
}

func isAbout(id trace.ObjectID) func(*operation) bool {
	return func(op *operation) bool { return op.Object == int32(id) }
}
