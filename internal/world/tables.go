package world

import (
	"reflect"

	"github.com/checkmodel/checkmodel/table"
	"github.com/checkmodel/checkmodel/trace"
)

// tables holds the tables of the present state of the world, by their numbers.
type tables struct {
	list    []*table.Table
	handles []reflect.Type // the type of the handle by which each was created last
}

// at returns the table with that number, which need not exist.
func (ts *tables) at(id trace.ObjectID) *table.Table {
	for int(id) >= len(ts.list) {
		ts.list, ts.handles = append(ts.list, new(table.Table)), append(ts.handles, nil)
	}
	return ts.list[id]
}

// mistyped reports whether a process uses a table by a handle with other types than the
// table was created with. That can happen only if the handle goes by a name.
func (ts *tables) mistyped(op *Operation, id trace.ObjectID) bool {
	return op.Flags&trace.Named != 0 && op.Table != nil && op.Table != ts.handles[id]
}

// usable reports whether the operation can be performed on the table of the event, and
// otherwise returns its result.
func usable(s *System, op *Operation, id trace.ObjectID) (Result, bool) {
	switch {
	case id == trace.NoTable:
		return Result{Status: NoTable}, false
	case s.tables.mistyped(op, id):
		return mistyped(s, id), false
	}
	return Result{}, true
}

// mistyped returns the result of an operation with a handle of other types.
func mistyped(s *System, id trace.ObjectID) Result {
	return Result{Status: Mistyped, Value: s.values.Known(s.tables.handles[id].String())}
}

func undoTable(_ *System, u *undo) {
	if u.table != nil {
		u.table.Undo(u.before)
	}
}

// tableName is the name by which the operation finds the table, or what it is called in traces.
func (w words) tableName(op *trace.Op) string {
	if op.Flags&trace.Named != 0 {
		return w.s.values.Peek(trace.ValueID(op.Object)).(string)
	}
	return w.s.tableIDs.at(op.Object).Label
}

// unusable says why nothing could be done with a table, "" if something could.
func (w words) unusable(ev *trace.Event) string {
	switch {
	case !ev.Kind.OnTable() || ev.Effect != trace.NoEffect:
		return ""
	case ev.Table != trace.NoTable && w.s.tables.at(ev.Table).Exists():
		return "the table has other types"
	}
	return "no such table"
}

// found returns what was found in a table.
func found(w words, ev *trace.Event) string {
	switch {
	case !ev.Ok:
		return "no such key"
	case ev.Result == trace.NoValue:
		return "none"
	}
	return w.text(ev.Result)
}

// changed returns a function that says whether the event has changed the row.
func changed(yes, no string) func(words, *trace.Event) string {
	return func(_ words, ev *trace.Event) string {
		if ev.Effect == trace.Update {
			return yes
		}
		return no
	}
}
