// Package table is a shared table as a plain data structure: rows of one value
// under one key, and operations that say how they touched the row. It knows
// nothing of scheduling; trace.EffectOf defines what each operation does.
package table

import "github.com/checkmodel/checkmodel/trace"

// Table is a shared table. It must be made by New.
type Table struct {
	owner trace.ActorID
	rows  map[trace.ValueID]row
}

// row is what lies under a key, and what lay there before that was different
// from it.
type row struct{ value, other trace.ValueID }

// New returns a table that does not exist yet.
func New() *Table { return &Table{owner: trace.NoActor} }

// Before is what an operation found, as Undo needs it.
type Before struct {
	owner trace.ActorID
	Value trace.ValueID // what was under the key, or trace.NoValue
	// Other is the last thing under the key that is different from what the
	// operation stores. Unlike Value it does not depend on the order of
	// operations that store the same.
	Other trace.ValueID

	changed bool
	row     row
	rows    map[trace.ValueID]row
}

// Get returns what is under the key, or trace.NoValue.
func (t *Table) Get(key trace.ValueID) trace.ValueID { return t.rows[key].value }

// Rows calls f for every row, in no particular order, until it returns false.
func (t *Table) Rows(f func(key, value trace.ValueID) bool) {
	for k, v := range t.rows {
		if !f(k, v.value) {
			return
		}
	}
}

// Len returns the number of rows.
func (t *Table) Len() int { return len(t.rows) }

// Do executes an operation of an actor on the table. After is what is under the key from
// then on, if the operation changes that. Do returns how the operation touched
// its row (trace.NoEffect if there is no such table) and what it found.
func (t *Table) Do(actor trace.ActorID, op *trace.Op, after trace.ValueID) (trace.Effect, Before) {
	was := t.rows[op.Key]
	before := Before{owner: t.owner, Value: was.value, Other: was.value, row: was, rows: t.rows}
	if was.value == after {
		before.Other = was.other
	}
	effect := trace.EffectOf(actor, op, t.owner, before.Value)
	before.changed = effect == trace.Write || effect == trace.Update
	switch {
	case !before.changed:
	case op.Kind == trace.TableNew:
		t.owner, t.rows = actor, nil
	case op.Key == trace.NoValue: // it goes away
		t.owner, t.rows = trace.NoActor, nil
	default:
		t.set(op.Key, row{after, before.Other})
	}
	return effect, before
}

// Undo undoes the last operation, which was op and found before.
func (t *Table) Undo(op *trace.Op, before Before) {
	if !before.changed {
		return
	}
	t.owner, t.rows = before.owner, before.rows
	if op.Key != trace.NoValue {
		t.set(op.Key, before.row)
	}
}

func (t *Table) set(key trace.ValueID, r row) {
	if r.value == trace.NoValue {
		delete(t.rows, key)
		return
	}
	if t.rows == nil {
		t.rows = map[trace.ValueID]row{}
	}
	t.rows[key] = r
}
