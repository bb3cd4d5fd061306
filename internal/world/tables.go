package world

import (
	"github.com/checkmodel/checkmodel/internal/effects"
	"github.com/checkmodel/checkmodel/internal/world/program"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// performOnTable performs operations on the rows of a table.
func performOnTable(s *System, ev *trace.Event, u *undo) (got program.Result) {
	got, u.table = s.tables.Perform(ev, u.op)
	return got
}

func undoTable(s *System, u *undo) {
	if u.table != nil {
		s.tables.Undo(u.table)
	}
}

// awaited reports whether an Await can go on.
func awaited(s *System, p *process, op *program.Operation) bool {
	ev := trace.NewEvent(p.id.ID, p.steps, op.Op)
	if effects.Behaves(&op.Op) {
		effects.Behave(&ev, s.cells.reader())
	}
	return s.tables.Awaited(op, ev.Table)
}

// Awaiting appends to buf the processes that are blocked in an Await, and returns it.
func (s *System) Awaiting(buf []trace.Pending) []trace.Pending {
	for _, a := range s.started {
		if op := a.pending(); op != nil && op.Kind == kind.TableAwait && !a.enabled(s, op) {
			buf = append(buf, trace.Pending{Actor: a.base().id.ID, Op: &op.Op})
		}
	}
	return buf
}

// unusable says why an operation on a table could not be performed, "" if it could.
func (w words) unusable(ev *trace.Event) string {
	switch {
	case !ev.Kind.Is(kind.OnTable) || ev.Effect != trace.NoEffect:
		return ""
	case ev.Table != trace.NoTable && w.s.tables.At(ev.Table).Exists():
		return "the table has other types"
	}
	return "no such table"
}

func found(w words, ev *trace.Event) string {
	switch {
	case !ev.Ok:
		return "no such key"
	case ev.Result == trace.NoValue:
		return "none"
	}
	return w.Text(ev.Result)
}

// changed returns a function that returns yes if the event has changed the row, otherwise no.
func changed(yes, no string) func(words, *trace.Event) string {
	return func(_ words, ev *trace.Event) string {
		if ev.Effect == trace.Update {
			return yes
		}
		return no
	}
}
