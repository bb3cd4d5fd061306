package proc

import (
	"fmt"
	"maps"
	"slices"
	"sync"

	"github.com/checkmodel/checkmodel/table"
	"github.com/checkmodel/checkmodel/trace"
)

// Row is a row of a table.
type Row[K comparable, V any] struct {
	Key   K
	Value V
}

// Size returns the number of rows.
func (t Table[K, V]) Size(p *P) int {
	return p.sys.values.get(t.perform(p, trace.Op{Kind: trace.TableSize}, "").value).(int)
}

// First returns the first key, and whether there is one. Keys are ordered as
// numbers or strings are, numbers of all types in front of strings; behind them, keys of
// other types by how they are shown in traces. Which one of several keys is first that are
// equal so far, as of two numbers of different types, means nothing, but is always the same.
// If the table is [Hashed], that holds for the order of all keys. (ETS does not say which one it has; no others are explored.)
func (t Table[K, V]) First(p *P) (K, bool) {
	return t.key(p, t.perform(p, trace.Op{Kind: trace.TableFirst}, ""))
}

// Next returns the first key behind the given one, which need not be in the
// table, and whether there is one. If the table is [Hashed], the key must be in
// it: Next panics with a [*TableError] otherwise.
func (t Table[K, V]) Next(p *P, key K) (K, bool) {
	op := trace.Op{Kind: trace.TableNext, Value: p.intern("the key", key)}
	return t.key(p, t.perform(p, op, "there is no key "+Format(key)+" behind which another could be"))
}

func (t Table[K, V]) key(p *P, got result) (K, bool) {
	if got.value == trace.NoValue {
		var none K
		return none, false
	}
	k, _ := p.sys.values.get(got.value).(K)
	return k, true
}

// Select returns the rows for which the condition holds, in the order of their
// keys (see [Table.First]), in one event. The condition must be a pure function of the row; nil
// selects all. It does not race with changes of rows that it does not select.
func (t Table[K, V]) Select(p *P, condition func(K, V) bool) []Row[K, V] {
	match := func(k, v any) bool {
		key, _ := k.(K)
		value, _ := v.(V)
		return condition == nil || condition(key, value)
	}
	op := trace.Op{Kind: trace.TableSelect, Patterns: &rowSelection{conditions: p.conditions(), whose: "a Select", match: match}}
	rows, _ := p.sys.values.get(t.perform(p, op, "").value).([]plainRow)
	var typed []Row[K, V]
	for _, r := range rows {
		key, _ := r.Key.(K)
		value, _ := r.Value.(V)
		typed = append(typed, Row[K, V]{key, value})
	}
	return typed
}

// Fold combines all rows with a start value, in the order of their keys, in one
// event.
func Fold[K comparable, V, A any](p *P, t Table[K, V], start A, combine func(sum A, key K, value V) A) A {
	for _, r := range t.Select(p, nil) {
		start = combine(start, r.Key, r.Value)
	}
	return start
}

// plainRow is a row as it is stored in the result of a selection.
type plainRow struct{ Key, Value any }

// String shows the row as it is shown in a trace.
func (r plainRow) String() string { return Format(r.Key) + " → " + Format(r.Value) }

// rowSelection is the condition of a Select or an Await, which remembers the rows
// that it was asked about.
type rowSelection struct {
	*conditions
	whose string // operation
	match func(key, value any) bool
	mu    sync.Mutex // several workers may ask
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
		func() bool { return s.match(s.values.get(r.key), s.values.get(r.value)) },
		func() string { return s.text(r) })
}

func (s *rowSelection) text(r row) string {
	return fmt.Sprintf("the condition of %s, asked about the row %s → %s,", s.whose, s.values.text(r.key), s.values.text(r.value))
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

// performScan executes the operations that may look at every row.
func performScan(s *System, _ *process, op *operation, ev *trace.Event, _ *undo) result {
	if ev.Table == trace.NoTable {
		return noTable
	}
	if s.isMistyped(op, ev.Table) {
		return s.mistyped(ev.Table)
	}
	t := s.table(ev.Table)
	if ev.Effect = trace.EffectOf(&op.Op, t.Exists(), trace.NoValue); ev.Effect == trace.NoEffect {
		return noTable
	}
	switch op.Kind {
	case trace.TableSize:
		ev.Result = s.known(t.Len())
	case trace.TableFirst:
		ev.Result = s.least(t, func(trace.ValueID) bool { return true })
	case trace.TableNext:
		if ev.Ok = !t.Hashed() || t.Get(op.Value) != trace.NoValue; !ev.Ok {
			return refused
		}
		order := s.keyOrder(t)
		ev.Result = s.least(t, func(key trace.ValueID) bool { return order(key, op.Value) > 0 })
	case trace.TableSelect:
		ev.Result = s.selected(t, op.Patterns.(trace.RowPatterns))
	}
	return result{value: ev.Result}
}

// least returns the first of the keys that are meant, or NoValue.
func (s *System) least(t *table.Table, meant func(key trace.ValueID) bool) trace.ValueID {
	order := s.keyOrder(t)
	least := trace.NoValue
	t.Rows(func(key, _ trace.ValueID) bool {
		if meant(key) && (least == trace.NoValue || order(key, least) < 0) {
			least = key
		}
		return true
	})
	return least
}

// selected returns the rows that are meant, as one value.
func (s *System) selected(t *table.Table, meant trace.RowPatterns) trace.ValueID {
	var keys []trace.ValueID
	t.Rows(func(key, value trace.ValueID) bool {
		if meant.MatchRow(key, value) {
			keys = append(keys, key)
		}
		return true
	})
	slices.SortFunc(keys, s.keyOrder(t))
	rows := []plainRow{}
	for _, key := range keys {
		rows = append(rows, plainRow{s.values.get(key), s.values.get(t.Get(key))})
	}
	return s.known(rows)
}
