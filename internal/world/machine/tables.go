package machine

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
func performOwnership(m *Machine, ev *trace.Event, r *Record) program.Result {
	p := r.Process
	if !p.Ended {
		return p.changeOwnership(m, ev, r)
	}
	p.exited++
	p.changeOwnership(m, ev, r)
	p.sendExits(m, ev, r)
	return program.Result{}
}

func (p *Process) changeOwnership(m *Machine, ev *trace.Event, r *Record) program.Result {
	if ev.Effect == trace.NoEffect {
		return program.Result{Status: program.NoTable}
	}
	if got, ok := m.Tables.Usable(r.Op, ev.Table); !ok {
		return got
	}
	switch {
	case ev.Effect != trace.Update:
	case ev.Kind == kind.TableNew:
		r.table, r.other = m.Tables.Create(r.Op, ev.Table), p
		p.created = append(p.created, ev.Table)
	default:
		r.table = m.Tables.Remove(ev.Table)
	}
	if owner := NewOwner(ev); owner != trace.NoActor {
		r.other = m.Process(owner)
		r.other.received = append(r.other.received, ev.Table)
		if ev.Flags&kind.Delayed != 0 {
			r.Process.handOverMessage(m, owner, ev.Value, ev, r)
		}
	}
	if !ev.Ok {
		return program.Result{Status: program.Refused}
	}
	return program.Result{}
}

// NewOwner returns the process to which the event passed a table, or NoActor.
func NewOwner(ev *trace.Event) trace.ActorID {
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

func undoOwnership(r *Record) {
	p := r.Process
	if p.Ended {
		p.exited--
	}
	switch {
	case r.other == nil:
	case r.Op.Kind == kind.TableNew:
		pop(&p.created)
	default:
		pop(&r.other.received)
	}
}

// releases returns operations that delete the tables of an ending process or pass them to their heirs: first the
// tables that it created, then the tables that it was given. There is an operation even for a dropped table: whether
// the table was dropped must make no difference to the process unless an event shows it. The owner and the heir of a
// table are changed only by its owner, or by an event that depends on the end of the owner.
func (p *Process) releases(m *Machine) (ops []*program.Operation) {
	if len(p.created) == 0 && len(p.received) == 0 {
		return nil
	}
	given := slices.Clone(p.received)
	// The events that passed these tables may be independent, so their order must not matter.
	slices.SortFunc(given, func(t, u trace.ObjectID) int {
		return strings.Compare(m.Table(int32(t)).Key, m.Table(int32(u)).Key)
	})
	for _, id := range append(slices.Clone(p.created), given...) {
		cell := func(space trace.Space) int32 { return m.Cells.Get(trace.Cell{Space: space, Object: int32(id)}) }
		if trace.ActorID(cell(effects.TableOwner)-1) != p.Actor.ID ||
			slices.ContainsFunc(ops, func(op *program.Operation) bool { return op.Object == int32(id) }) {
			continue
		}
		op := trace.Op{Kind: kind.TableRelease, Object: int32(id)}
		if message := trace.ValueID(cell(effects.TableHeirMessage)); message != trace.NoValue {
			op.Value = m.Values.Known(m.Messages.Inherited(m.Values.Get(message), p.Actor))
			if m.Env.Routing.Between(p.Actor.ID, trace.ActorID(cell(effects.TableNextOwner)-1)) != environment.Instant {
				op.Flags = kind.Delayed
			}
		}
		ops = append(ops, m.Tables.Release(id, op))
	}
	return ops
}

// performOnTable performs operations on the rows of a table.
func performOnTable(m *Machine, ev *trace.Event, r *Record) (got program.Result) {
	got, r.table = m.Tables.Perform(ev, r.Op)
	return got
}
