package world

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"sync"

	"github.com/checkmodel/checkmodel/internal/world/values"
	"github.com/checkmodel/checkmodel/table"
	"github.com/checkmodel/checkmodel/trace"
)

// keyOrder returns the order of the keys of a table.
func (d *directory) keyOrder(t *table.Table) func(a, b trace.ValueID) int {
	if !t.Hashed() {
		return d.values.Compare
	}
	return func(a, b trace.ValueID) int {
		return cmp.Or(cmp.Compare(d.values.Hash(a), d.values.Hash(b)), d.values.Compare(a, b))
	}
}

// Row is a row in the result of a Select.
type Row struct{ Key, Value any }

func (r Row) String() string { return values.Format(r.Key) + " → " + values.Format(r.Value) }

// SelectRows returns the condition of a Select or an Await. whose names it in errors.
func (c *conditions) SelectRows(whose string, match func(key, value any) bool) trace.Patterns {
	return &rowSelection{conditions: c, whose: whose, match: match}
}

// rowSelection is a condition on rows that remembers its results. It is safe for concurrent use.
type rowSelection struct {
	*conditions
	whose string // operation
	match func(key, value any) bool
	mu    sync.Mutex
	known map[row]bool
}

type row struct{ key, value trace.ValueID }

// Match implements trace.Patterns; messages are not rows.
func (s *rowSelection) Match(trace.ValueID) bool { return false }

// MatchRow implements trace.RowPatterns.
func (s *rowSelection) MatchRow(key, value trace.ValueID) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	r := row{key, value}
	if known, ok := s.known[r]; ok {
		return known
	}
	if s.known == nil {
		s.known = map[row]bool{}
	}
	s.known[r] = s.evaluate(r)
	return s.known[r]
}

func (s *rowSelection) evaluate(r row) bool {
	return s.hold(
		func() bool { return s.match(s.values.Get(r.key), s.values.Get(r.value)) },
		func() string { return s.text(r) })
}

func (s *rowSelection) text(r row) string {
	return fmt.Sprintf("the condition of %s, asked about the row %s → %s,",
		s.whose, s.values.Text(r.key), s.values.Text(r.value))
}

func (s *rowSelection) recheck(other trace.Patterns) (n int, difference string) {
	o := other.(*rowSelection)
	s.mu.Lock()
	asked := maps.Clone(s.known)
	s.mu.Unlock()
	for r, known := range asked {
		n++
		if matches := o.evaluate(r); matches != known {
			return n, differs(s.text(r), matches)
		}
	}
	return n, ""
}

func (s *rowSelection) forget() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.known = nil
}

// performScan performs operations that may depend on every row.
func performScan(s *System, ev *trace.Event, u *undo) Result {
	if got, ok := usable(s, u.op, ev.Table); !ok {
		return got
	}
	t := s.tables.at(ev.Table)
	if ev.Effect = trace.EffectOf(&u.op.Op, t.Exists(), trace.NoValue); ev.Effect == trace.NoEffect {
		return Result{Status: NoTable}
	}
	switch ev.Kind {
	case trace.TableSize:
		ev.Result = s.values.Known(t.Len())
	case trace.TableFirst:
		ev.Result = s.least(t, func(trace.ValueID) bool { return true })
	case trace.TableNext:
		if ev.Ok = !t.Hashed() || t.Get(ev.Value) != trace.NoValue; !ev.Ok {
			return Result{Status: Refused}
		}
		order := s.keyOrder(t)
		ev.Result = s.least(t, func(key trace.ValueID) bool { return order(key, ev.Value) > 0 })
	case trace.TableSelect:
		ev.Result = s.selected(t, ev.Patterns.(trace.RowPatterns))
	}
	return Result{Value: ev.Result}
}

// least returns the first of the keys for which meant returns true, or NoValue.
func (d *directory) least(t *table.Table, meant func(key trace.ValueID) bool) trace.ValueID {
	order := d.keyOrder(t)
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
func (d *directory) selected(t *table.Table, meant trace.RowPatterns) trace.ValueID {
	var keys []trace.ValueID
	t.Rows(func(key, value trace.ValueID) bool {
		if meant.MatchRow(key, value) {
			keys = append(keys, key)
		}
		return true
	})
	slices.SortFunc(keys, d.keyOrder(t))
	rows := []Row{}
	for _, key := range keys {
		rows = append(rows, Row{d.values.Get(key), d.values.Get(t.Get(key))})
	}
	return d.values.Known(rows)
}
