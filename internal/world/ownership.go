package world

import (
	"slices"
	"strings"

	"github.com/checkmodel/checkmodel/trace"
)

// performOwnership executes the operations on a table as a whole, whose effect
// trace.Event.Behave has found out.
func performOwnership(s *System, a *process, op *Operation, ev *trace.Event, u *undo) Result {
	if a.state != exiting {
		return s.changeOwnership(a, op, ev, u)
	}
	a.said++
	s.changeOwnership(a, op, ev, u)
	s.part(a, ev, u)
	return Result{}
}

func (s *System) changeOwnership(a *process, op *Operation, ev *trace.Event, u *undo) Result {
	if ev.Effect == trace.NoEffect {
		return Result{Status: NoTable}
	}
	if s.isMistyped(op, ev.Table) {
		return s.mistyped(ev.Table)
	}
	if ev.Effect == trace.Update {
		u.table = s.table(ev.Table)
		if op.Kind == trace.TableNew {
			u.before = u.table.Create(op.Flags&trace.Hashed != 0)
			s.createdAs(ev.Table, op.Table)
			u.owner = a
			a.created = append(a.created, ev.Table)
		} else {
			u.before = u.table.Remove()
		}
	}
	s.handOn(a, op, ev, u)
	if !ev.Ok {
		return Result{Status: Refused}
	}
	return Result{}
}

// handOn notes the new owner of a table, if the event has made one.
func (s *System) handOn(a *process, op *Operation, ev *trace.Event, u *undo) {
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

func undoOwnership(s *System, a *process, op *Operation, u *undo) {
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
func (s *System) releases(a *process) (ops []*Operation) {
	given := slices.Clone(a.given)
	// Not in the order in which they came, which may be independent.
	slices.SortFunc(given, func(t, u trace.ObjectID) int { return strings.Compare(s.tableIDs.at(t).Key, s.tableIDs.at(u).Key) })
	for _, id := range append(slices.Clone(a.created), given...) {
		cell := func(space trace.Space) int32 { return s.cell(trace.Cell{Space: space, Object: int32(id)}) }
		if trace.ActorID(cell(trace.TableOwner)-1) != a.actor.ID || slices.ContainsFunc(ops, isAbout(id)) {
			continue
		}
		op := &Operation{Op: trace.Op{Kind: trace.TableRelease, Object: int32(id)}}
		if message := trace.ValueID(cell(trace.TableBequest)); message != trace.NoValue {
			op.Value = s.values.Known(s.messages.Inherited(s.values.Get(message), a.actor))
			if s.delivery != Instant {
				op.Flags = trace.Delayed
			}
		}
		ops = append(ops, op)
	}
	return ops
}

func isAbout(id trace.ObjectID) func(*Operation) bool {
	return func(op *Operation) bool { return op.Object == int32(id) }
}
