package tables

import (
	"cmp"
	"slices"

	"github.com/checkmodel/checkmodel/internal/effects"
	"github.com/checkmodel/checkmodel/internal/world/program"
	"github.com/checkmodel/checkmodel/internal/world/values"
	"github.com/checkmodel/checkmodel/table"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// keyOrder returns the order of the keys of a table.
func keyOrder(vs *values.Store, t *table.Table) func(a, b trace.ValueID) int {
	if !t.Hashed() {
		return vs.Compare
	}
	return func(a, b trace.ValueID) int {
		return cmp.Or(cmp.Compare(vs.Hash(a), vs.Hash(b)), vs.Compare(a, b))
	}
}

// Row is a row in the result of a Select.
type Row struct{ Key, Value any }

func (r Row) String() string { return values.Format(r.Key) + " → " + values.Format(r.Value) }

// scan performs operations that may depend on every row.
func (ts *Tables) scan(ev *trace.Event, op *program.Operation) program.Result {
	vs, t := ts.ids.Values, ts.At(ev.Table).Table
	if ev.Effect = effects.RowEffect(&op.Op, t.Exists(), trace.NoValue); ev.Effect == trace.NoEffect {
		return program.Result{Status: program.NoTable}
	}
	switch ev.Kind {
	case kind.TableSize:
		ev.Result = vs.Known(t.Len())
	case kind.TableFirst:
		ev.Result = least(vs, t, func(trace.ValueID) bool { return true })
	case kind.TableNext:
		if ev.Ok = !t.Hashed() || t.Get(ev.Value) != trace.NoValue; !ev.Ok {
			return program.Result{Status: program.Refused}
		}
		order := keyOrder(vs, t)
		ev.Result = least(vs, t, func(key trace.ValueID) bool { return order(key, ev.Value) > 0 })
	case kind.TableSelect:
		ev.Result = selected(vs, t, ev.Does.(effects.RowPatterns))
	}
	return program.Result{Value: ev.Result}
}

// least returns the first of the keys for which meant returns true, or NoValue.
func least(vs *values.Store, t *table.Table, meant func(key trace.ValueID) bool) trace.ValueID {
	order := keyOrder(vs, t)
	least := trace.NoValue
	t.Rows(func(key, _ trace.ValueID) bool {
		if meant(key) && (least == trace.NoValue || order(key, least) < 0) {
			least = key
		}
		return true
	})
	return least
}

// selected returns the selected rows as one value.
func selected(vs *values.Store, t *table.Table, meant effects.RowPatterns) trace.ValueID {
	var keys []trace.ValueID
	t.Rows(func(key, value trace.ValueID) bool {
		if meant.MatchRow(key, value) {
			keys = append(keys, key)
		}
		return true
	})
	slices.SortFunc(keys, keyOrder(vs, t))
	rows := []Row{}
	for _, key := range keys {
		rows = append(rows, Row{vs.Get(key), vs.Get(t.Get(key))})
	}
	return vs.Known(rows)
}
