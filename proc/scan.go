package proc

import (
	"github.com/checkmodel/checkmodel/internal/world"
	"github.com/checkmodel/checkmodel/trace"
)

// Row is a row of a table.
type Row[K comparable, V any] struct {
	Key   K
	Value V
}

// Size returns the number of rows.
func (t Table[K, V]) Size(p *P) int {
	return p.x.Value(t.perform(p, trace.Op{Kind: trace.TableSize}, "").Value).(int)
}

// First returns the first key, and whether there is one. Keys are ordered as
// numbers or strings are, numbers of all types before strings; after them, keys of
// other types by how they are shown in traces. Which one of several keys is first that are
// equal so far, as of two numbers of different types, means nothing, but is always the same.
// If the table is [Hashed], that holds for the order of all keys. (ETS does not say which one it has; no others are explored.)
func (t Table[K, V]) First(p *P) (K, bool) {
	return t.key(p, t.perform(p, trace.Op{Kind: trace.TableFirst}, ""))
}

// Next returns the first key after the given one, which need not be in the
// table, and whether there is one. If the table is [Hashed], the key must be in
// it: Next panics with a [*TableError] otherwise.
func (t Table[K, V]) Next(p *P, key K) (K, bool) {
	op := trace.Op{Kind: trace.TableNext, Value: p.x.Intern("the key", key)}
	return t.key(p, t.perform(p, op, "there is no key "+Format(key)+" behind which another could be"))
}

func (t Table[K, V]) key(p *P, got world.Result) (K, bool) {
	if got.Value == trace.NoValue {
		var none K
		return none, false
	}
	k, _ := p.x.Value(got.Value).(K)
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
	op := trace.Op{Kind: trace.TableSelect, Patterns: p.x.Conditions().SelectRows("a Select", match)}
	rows, _ := p.x.Value(t.perform(p, op, "").Value).([]world.Row)
	var typed []Row[K, V]
	for _, r := range rows {
		key, _ := r.Key.(K)
		value, _ := r.Value.(V)
		typed = append(typed, Row[K, V]{key, value})
	}
	return typed
}

// Fold combines all rows with a start value, in the order of their keys, in one event.
func Fold[K comparable, V, A any](p *P, t Table[K, V], start A, combine func(sum A, key K, value V) A) A {
	for _, r := range t.Select(p, nil) {
		start = combine(start, r.Key, r.Value)
	}
	return start
}
