// Package tables holds the shared tables of the present state of a world: it performs operations on them, and undoes them.
package tables

import (
	"reflect"

	"github.com/checkmodel/checkmodel/internal/effects"
	"github.com/checkmodel/checkmodel/internal/whole"
	"github.com/checkmodel/checkmodel/internal/world/identity"
	"github.com/checkmodel/checkmodel/internal/world/program"
	"github.com/checkmodel/checkmodel/internal/world/state"
	"github.com/checkmodel/checkmodel/table"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// Tables are the tables of the present state, by their numbers.
type Tables struct {
	ids    *identity.Store
	list   []*Table
	before []table.Before // the contents before each change, for stepping back
}

// Table is a table that exists, or may exist later.
type Table struct {
	*table.Table
	handle   reflect.Type       // the type of the handle by which it was created last
	number   uint64             // of this type
	released *program.Operation // the last operation by which it lost its owner
}

// New returns no tables.
func New(ids *identity.Store) Tables { return Tables{ids: ids} }

// All returns the tables, whose index is their number.
func (ts *Tables) All() []*Table { return ts.list }

// At returns the table with that number, existing or not.
func (ts *Tables) At(id trace.ObjectID) *Table {
	for int(id) >= len(ts.list) {
		ts.list = append(ts.list, &Table{Table: new(table.Table)})
	}
	return ts.list[id]
}

// Perform performs an operation on rows of a table, and completes its event. It returns the table if the operation has changed it,
// otherwise nil.
func (ts *Tables) Perform(ev *trace.Event, op *program.Operation) (got program.Result, changed *Table) {
	if got, ok := ts.Usable(op, ev.Table); !ok {
		return got, nil
	}
	if ev.Kind.Is(kind.Scans) {
		return ts.scan(ev, op), nil
	}
	return ts.onRow(ev, op)
}

// onRow performs an operation on one row.
func (ts *Tables) onRow(ev *trace.Event, op *program.Operation) (got program.Result, changed *Table) {
	t, old := ts.At(ev.Table), trace.NoValue
	if ev.Kind == kind.TableUpdateCounter {
		old = t.Get(ev.Key)
	}
	after := effects.RowAfter(&op.Op, old)
	effect, before := t.Do(&op.Op, after)
	ev.Effect, ev.Before = effect, before.Value
	if ev.Effect == trace.Write {
		ev.Before = before.Other
	}
	if effects.ChangesRow(ev) {
		ev.After, changed = after, t
		ts.before = append(ts.before, before)
	}
	switch wrote := ev.Effect == trace.Write || ev.Effect == trace.Update; {
	case ev.Effect == trace.NoEffect:
		return program.Result{Status: program.NoTable}, changed
	case ev.Kind == kind.TableUpdateCounter && !wrote:
		return program.Result{Status: program.Refused}, changed
	case ev.Kind == kind.TableLookup, ev.Kind == kind.TableTake, ev.Kind == kind.TableAwait:
		ev.Result = before.Value
	case ev.Kind == kind.TableMember:
		ev.Ok = before.Value != trace.NoValue
		return program.Answer(ev.Ok), changed
	case ev.Kind == kind.TableUpdateCounter:
		ev.Result = after
	case (ev.Kind == kind.TableInsertNew || ev.Kind == kind.TableSwap) && wrote:
		return program.Result{N: 1}, changed
	}
	return program.Result{Value: ev.Result}, changed
}

// Awaited reports whether an Await, which finds that table, can go on.
func (ts *Tables) Awaited(op *program.Operation, id trace.ObjectID) bool {
	if _, ok := ts.Usable(op, id); !ok {
		return true // to fail
	}
	t := ts.At(id)
	return effects.Awaited(&op.Op, t.Exists(), t.Get(op.Key))
}

// Usable reports whether the table may exist with the types of the operation, or returns its result. A handle can have other types
// than the table was created with only if it is one by name.
func (ts *Tables) Usable(op *program.Operation, id trace.ObjectID) (program.Result, bool) {
	if id == trace.NoTable {
		return program.Result{Status: program.NoTable}, false
	}
	if t := ts.At(id); op.Flags&kind.Named != 0 && op.Table != nil && op.Table != t.handle {
		return program.Result{Status: program.Mistyped, Value: ts.ids.Values.Known(t.handle.String())}, false
	}
	return program.Result{}, true
}

// Create creates a table by an operation, and returns it.
func (ts *Tables) Create(op *program.Operation, id trace.ObjectID) *Table {
	t := ts.At(id)
	ts.before = append(ts.before, t.Create(op.Flags&kind.Hashed != 0))
	t.handle, t.number = op.Table, ts.ids.Address(op.Table) // they need not be undone
	return t
}

// Remove removes a table, and returns it.
func (ts *Tables) Remove(id trace.ObjectID) *Table {
	t := ts.At(id)
	ts.before = append(ts.before, t.Table.Remove())
	return t
}

// Undo undoes the last change, which was one of that table.
func (ts *Tables) Undo(t *Table) {
	last := len(ts.before) - 1
	t.Table.Undo(ts.before[last])
	ts.before = ts.before[:last]
}

// Release returns the operation that takes its owner from a table: the last such operation, if that was the same.
func (ts *Tables) Release(id trace.ObjectID, op trace.Op) *program.Operation {
	t := ts.At(id)
	if t.released == nil || t.released.Op != op {
		t.released = &program.Operation{Op: op}
	}
	return t.released
}

// Fingerprint returns the sum of the fingerprints of the tables.
func (ts *Tables) Fingerprint() (sum trace.Fingerprint) {
	for id, t := range ts.list {
		if t.Exists() {
			f, rows := state.TablePart.Print(int32(id)).With(t.number), t.Table.Fingerprint()
			sum = sum.Plus(f.With(rows[0]).With(rows[1]))
		}
	}
	return sum
}

// Whole appends the contents of the table with that number, or nothing if it does not exist.
func (ts *Tables) Whole(id int, e *state.Equivalence, b []byte) []byte {
	t := ts.list[id]
	if !t.Exists() {
		return b
	}
	b = state.TablePart.Begin(b, id)
	if t.handle == nil {
		b = whole.Append(b, 0)
	} else {
		b = whole.Append(b, uint64(reflect.ValueOf(t.handle).Pointer()))
	}
	return t.Table.Whole(b, e.As())
}
