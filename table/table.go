// Package table implements a shared table as a plain data structure: rows of one value under one
// key, and operations that report how they accessed the row. It does not deal with scheduling,
// owners or names. effects.RowEffect defines the effect of each operation on its row, and
// effects.Behave defines when a table is created and removed.
package table

import (
	"encoding/binary"
	"slices"

	"github.com/checkmodel/checkmodel/internal/effects"
	"github.com/checkmodel/checkmodel/trace"
)

// Table is a shared table. The zero value is a table that has not been created.
type Table struct {
	exists  bool
	hashed  bool
	printed bool // print was asked for, and is kept up to date
	rows    map[trace.ValueID]row
	print   trace.Fingerprint // see Fingerprint
}

// row holds the value under a key, and the last earlier one that differs from it.
type row struct{ value, other trace.ValueID }

// Before holds the row, or the table, as an operation found it, for Undo.
type Before struct {
	Value trace.ValueID // the value under the key, or trace.NoValue
	// Other is the last value under the key that differs from the value that the operation stores.
	// Unlike Value it does not depend on the order of operations that store the same value.
	Other trace.ValueID

	changed bool
	whole   Table
	key     trace.ValueID
	row     row
}

// Get returns the value under the key, or trace.NoValue.
func (t *Table) Get(key trace.ValueID) trace.ValueID { return t.rows[key].value }

// Rows calls f for every row, in no particular order, until it returns false.
func (t *Table) Rows(f func(key, value trace.ValueID) bool) {
	for k, v := range t.rows {
		if !f(k, v.value) {
			return
		}
	}
}

// Keys returns the keys of all rows, sorted by their numbers.
func (t *Table) Keys() []trace.ValueID {
	var keys []trace.ValueID
	t.Rows(func(key, _ trace.ValueID) bool {
		keys = append(keys, key)
		return true
	})
	slices.Sort(keys)
	return keys
}

// Len returns the number of rows.
func (t *Table) Len() int { return len(t.rows) }

// Exists reports whether the table has been created and not removed since.
func (t *Table) Exists() bool { return t.exists }

// Hashed reports whether the table was created as one whose keys have no meaningful order.
func (t *Table) Hashed() bool { return t.hashed }

// Create creates the table, without rows.
func (t *Table) Create(hashed bool) Before { return t.replace(Table{exists: true, hashed: hashed}) }

// Remove removes the table.
func (t *Table) Remove() Before { return t.replace(Table{}) }

func (t *Table) replace(by Table) Before {
	before := Before{changed: true, whole: *t}
	*t = by
	return before
}

// Do executes an operation on a row. If the operation changes the row, after is the new value under
// the key. Do returns how the operation accessed its row (trace.NoEffect if the table does not
// exist) and the row before it.
func (t *Table) Do(op *trace.Op, after trace.ValueID) (trace.Effect, Before) {
	was := t.rows[op.Key]
	before := Before{Value: was.value, Other: was.value, whole: *t, key: op.Key, row: was}
	if was.value == after {
		before.Other = was.other
	}
	effect := effects.RowEffect(op, t.exists, before.Value)
	if before.changed = effect == trace.Write || effect == trace.Update; before.changed {
		t.set(op.Key, row{after, before.Other})
	}
	return effect, before
}

// Undo undoes the last operation; before is the row before it, as Do returned it.
func (t *Table) Undo(before Before) {
	if !before.changed {
		return
	}
	*t = before.whole
	if before.key != trace.NoValue {
		t.put(before.key, before.row)
	}
}

// Fingerprint returns the fingerprint of the rows, including the values that they had before, and of whether
// the table is hashed.
func (t *Table) Fingerprint() trace.Fingerprint {
	if !t.printed {
		t.printed, t.print = true, trace.Fingerprint{}
		if t.hashed {
			t.print = t.print.With(1)
		}
		for key, r := range t.rows {
			t.print = t.print.Plus(r.fingerprint(key))
		}
	}
	return t.print
}

// Whole appends to b the contents that Fingerprint hashes, and returns the result. The contents of
// two tables are the same exactly if their rows are equal and both or neither are hashed. Each value is replaced by
// the result of as for it; if as is nil, no value is replaced.
func (t *Table) Whole(b []byte, as func(trace.ValueID) trace.ValueID) []byte {
	if as == nil {
		as = func(id trace.ValueID) trace.ValueID { return id }
	}
	if t.hashed {
		b = append(b, 1)
	} else {
		b = append(b, 0)
	}
	var rows [][3]trace.ValueID
	for key, r := range t.rows {
		rows = append(rows, [3]trace.ValueID{as(key), as(r.value), as(r.other)})
	}
	slices.SortFunc(rows, func(r, s [3]trace.ValueID) int { return slices.Compare(r[:], s[:]) })
	for _, r := range rows {
		b = binary.AppendVarint(binary.AppendVarint(binary.AppendVarint(b, int64(r[0])), int64(r[1])), int64(r[2]))
	}
	return b
}

func (r row) fingerprint(key trace.ValueID) trace.Fingerprint {
	if r.value == trace.NoValue {
		return trace.Fingerprint{}
	}
	return trace.Fingerprint{}.With32(int32(key), int32(r.value)).With(uint64(r.other))
}

// set puts a row and changes the fingerprint.
func (t *Table) set(key trace.ValueID, r row) {
	if t.printed {
		t.print = t.print.Plus(r.fingerprint(key)).Minus(t.rows[key].fingerprint(key))
	}
	t.put(key, r)
}

func (t *Table) put(key trace.ValueID, r row) {
	if r.value == trace.NoValue {
		delete(t.rows, key)
		return
	}
	if t.rows == nil {
		t.rows = map[trace.ValueID]row{}
	}
	t.rows[key] = r
}
