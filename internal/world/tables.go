package world

import (
	"reflect"

	"github.com/checkmodel/checkmodel/internal/world/program"
	"github.com/checkmodel/checkmodel/table"
	"github.com/checkmodel/checkmodel/trace"
)

// performRow executes the operations on one row.
func performRow(s *System, ev *trace.Event, u *undo) program.Result {
	if got, ok := usable(s, u.op, ev.Table); !ok {
		return got
	}
	t, old := s.tables.at(ev.Table), trace.NoValue
	if ev.Kind == trace.TableUpdateCounter {
		old = t.Get(ev.Key)
	}
	after := trace.AfterOf(&u.op.Op, old)
	effect, before := t.Do(&u.op.Op, after)
	ev.Effect, ev.Before = effect, before.Value
	if ev.Effect == trace.Write {
		ev.Before = before.Other
	}
	if ev.ChangesRow() {
		ev.After = after
		s.tables.changed(u, t, before)
	}
	switch changed := ev.Effect == trace.Write || ev.Effect == trace.Update; {
	case ev.Effect == trace.NoEffect:
		return program.Result{Status: program.NoTable}
	case ev.Kind == trace.TableUpdateCounter && !changed:
		return program.Result{Status: program.Refused}
	case ev.Kind == trace.TableLookup, ev.Kind == trace.TableTake, ev.Kind == trace.TableAwait:
		ev.Result = before.Value
	case ev.Kind == trace.TableMember:
		ev.Ok = before.Value != trace.NoValue
		return program.Answer(ev.Ok)
	case ev.Kind == trace.TableUpdateCounter:
		ev.Result = after
	case (ev.Kind == trace.TableInsertNew || ev.Kind == trace.TableSwap) && changed:
		return program.Result{N: 1}
	}
	return program.Result{Value: ev.Result}
}

// awaited reports whether an Await can go on.
func awaited(s *System, p *process, op *program.Operation) bool {
	ev := trace.NewEvent(p.id.ID, p.steps, op.Op)
	if op.OnCells() {
		ev.Behave(s.cells.reader())
	}
	if _, ok := usable(s, op, ev.Table); !ok {
		return true // to fail
	}
	t := s.tables.at(ev.Table)
	return trace.Awaited(&op.Op, t.Exists(), t.Get(op.Key))
}

// Awaiting appends to buf the processes that are blocked in an Await, and returns it.
func (s *System) Awaiting(buf []trace.Pending) []trace.Pending {
	for _, a := range s.started {
		if op := a.pending(); op != nil && op.Kind == trace.TableAwait && !a.enabled(s, op) {
			buf = append(buf, trace.Pending{Actor: a.base().id.ID, Op: &op.Op})
		}
	}
	return buf
}

// tables holds the tables of the present state of the world, by their numbers.
type tables struct {
	list    []*table.Table
	handles []reflect.Type // the type of the handle by which each was created last
	numbers []uint64       // of these types
	before  []table.Before // the contents before each change, for stepping back
	// releases holds, for each table, the last operation by which it lost its owner.
	releases []*program.Operation
}

// at returns the table with that number, existing or not.
func (ts *tables) at(id trace.ObjectID) *table.Table {
	for int(id) >= len(ts.list) {
		ts.list, ts.handles, ts.numbers = append(ts.list, new(table.Table)), append(ts.handles, nil), append(ts.numbers, 0)
	}
	return ts.list[id]
}

// mistyped reports whether the handle has other types than the table was created with. That is possible
// only for a handle by name.
func (ts *tables) mistyped(op *program.Operation, id trace.ObjectID) bool {
	return op.Flags&trace.Named != 0 && op.Table != nil && op.Table != ts.handles[id]
}

// usable reports whether the table exists with the types of the operation, or returns its result.
func usable(s *System, op *program.Operation, id trace.ObjectID) (program.Result, bool) {
	switch {
	case id == trace.NoTable:
		return program.Result{Status: program.NoTable}, false
	case s.tables.mistyped(op, id):
		return mistyped(s, id), false
	}
	return program.Result{}, true
}

// mistyped returns the result of an operation with a handle of other types.
func mistyped(s *System, id trace.ObjectID) program.Result {
	return program.Result{Status: program.Mistyped, Value: s.Values.Known(s.tables.handles[id].String())}
}

// changed records that an event has changed a table, and the contents before the event.
func (t *tables) changed(u *undo, of *table.Table, before table.Before) {
	u.table, t.before = of, append(t.before, before)
}

func undoTable(s *System, u *undo) {
	if u.table != nil {
		last := len(s.tables.before) - 1
		u.table.Undo(s.tables.before[last])
		s.tables.before = s.tables.before[:last]
	}
}

// unusable says why an operation on a table could not be performed, "" if it could.
func (w words) unusable(ev *trace.Event) string {
	switch {
	case !ev.Kind.Is(trace.OnTable) || ev.Effect != trace.NoEffect:
		return ""
	case ev.Table != trace.NoTable && w.s.tables.at(ev.Table).Exists():
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
