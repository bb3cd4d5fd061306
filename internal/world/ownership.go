package world

import (
	"slices"
	"strings"

	"github.com/checkmodel/checkmodel/internal/effects"
	"github.com/checkmodel/checkmodel/internal/world/environment"
	"github.com/checkmodel/checkmodel/internal/world/program"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// performOwnership performs operations on a whole table; effects.Behave has computed their effect.
func performOwnership(s *System, ev *trace.Event, u *undo) program.Result {
	p := u.process
	if !p.ended {
		return p.changeOwnership(s, ev, u)
	}
	p.exited++
	p.changeOwnership(s, ev, u)
	p.sendExits(s, ev, u)
	return program.Result{}
}

func (p *process) changeOwnership(s *System, ev *trace.Event, u *undo) program.Result {
	if ev.Effect == trace.NoEffect {
		return program.Result{Status: program.NoTable}
	}
	if got, ok := s.tables.Usable(u.op, ev.Table); !ok {
		return got
	}
	switch {
	case ev.Effect != trace.Update:
	case ev.Kind == kind.TableNew:
		u.table, u.other = s.tables.Create(u.op, ev.Table), p
		p.created = append(p.created, ev.Table)
	default:
		u.table = s.tables.Remove(ev.Table)
	}
	if owner := newOwner(ev); owner != trace.NoActor {
		u.other = s.process(owner)
		u.other.given = append(u.other.given, ev.Table)
		if ev.Flags&kind.Delayed != 0 {
			u.process.handOverMessage(s, owner, ev.Value, ev, u)
		}
	}
	if !ev.Ok {
		return program.Result{Status: program.Refused}
	}
	return program.Result{}
}

// newOwner returns the process to which the event passed a table, or NoActor.
func newOwner(ev *trace.Event) trace.ActorID {
	if ev.Kind == kind.TableNew {
		return trace.NoActor
	}
	for _, c := range ev.Accesses {
		if c.Space == effects.TableOwner && c.Effect != trace.Read {
			return trace.ActorID(c.After - 1)
		}
	}
	return trace.NoActor
}

func undoOwnership(s *System, u *undo) {
	p := u.process
	if p.ended {
		p.exited--
	}
	switch {
	case u.other == nil:
	case u.op.Kind == kind.TableNew:
		pop(&p.created)
	default:
		pop(&u.other.given)
	}
	undoTable(s, u)
}

// releases returns operations that delete the tables of a process that ends or pass them to their
// heirs: first the tables that it created, then the tables that it was given. There is an operation even for a dropped
// table: whether the table was dropped must make no difference to the process unless an event shows
// it. The owner and the heir of a table are changed only by its owner, or by an event that depends on
// the end of the owner.
func (p *process) releases(s *System) (ops []*program.Operation) {
	if len(p.created) == 0 && len(p.given) == 0 {
		return nil
	}
	given := slices.Clone(p.given)
	// The events by which they came may be independent, so do not use their order.
	slices.SortFunc(given, func(t, u trace.ObjectID) int {
		return strings.Compare(s.Table(int32(t)).Key, s.Table(int32(u)).Key)
	})
	for _, id := range append(slices.Clone(p.created), given...) {
		cell := func(space trace.Space) int32 { return s.cells.get(trace.Cell{Space: space, Object: int32(id)}) }
		if trace.ActorID(cell(effects.TableOwner)-1) != p.id.ID ||
			slices.ContainsFunc(ops, func(op *program.Operation) bool { return op.Object == int32(id) }) {
			continue
		}
		op := trace.Op{Kind: kind.TableRelease, Object: int32(id)}
		if message := trace.ValueID(cell(effects.TableHeirMessage)); message != trace.NoValue {
			op.Value = s.Values.Known(s.Messages.Inherited(s.Values.Get(message), p.id))
			if s.Env.Routing.Between(p.id.ID, trace.ActorID(cell(effects.TableNextOwner)-1)) != environment.Instant {
				op.Flags = kind.Delayed
			}
		}
		ops = append(ops, s.tables.Release(id, op))
	}
	return ops
}

func released(w words, ev *trace.Event) string {
	switch {
	case !ev.Ok:
		return "it had gone already"
	case ev.Effect == trace.Update:
		return "it goes away"
	}
	return w.ActorName(int32(newOwner(ev))) + " inherits it"
}
