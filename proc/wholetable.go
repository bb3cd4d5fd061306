package proc

import (
	"github.com/checkmodel/checkmodel/internal/world/tables"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// Row is a row of a table.
type Row[K comparable, V any] struct {
	Key   K
	Value V
}

// Size returns the number of rows.
func (t Table[K, V]) Size(p *P) int {
	return p.x.Value(t.perform(p, trace.Op{Kind: kind.TableSize}, "").Value).(int)
}

// First returns the first key, and whether there is one. Numbers of all types are ordered by value, then
// strings, then keys of other types by how they are shown in traces. Keys that are equal in this order,
// such as numbers of different types, have an arbitrary but fixed order. So have all keys of a table
// that is [Hashed]. (ETS does not specify its order; other orders are not explored.)
func (t Table[K, V]) First(p *P) (K, bool) {
	return value[K](p, t.perform(p, trace.Op{Kind: kind.TableFirst}, ""))
}

// Next returns the first key after the given one, which need not be in the
// table, and whether there is one. If the table is [Hashed], the key must be in
// it: Next panics with a [*TableError] otherwise.
func (t Table[K, V]) Next(p *P, key K) (K, bool) {
	op := trace.Op{Kind: kind.TableNext, Value: p.x.Intern("the key", key)}
	return value[K](p, t.perform(p, op, "there is no key "+Format(key)+" in it, and a Hashed table has no other order"))
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
	op := trace.Op{Kind: kind.TableSelect, Does: p.x.Conditions().SelectRows("a Select", match)}
	rows, _ := p.x.Value(t.perform(p, op, "").Value).([]tables.Row)
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

// Transfer is the message that tells a process that it owns a table from now on: the process From gave
// the table away, or has ended and the process was the heir. (Erlang calls it ETS-TRANSFER.)
type Transfer[K comparable, V any] struct {
	Table Table[K, V] // the handle that GiveAway or SetHeir was called with
	From  PID
	Data  any // the data given to GiveAway or SetHeir
}

func (t Transfer[K, V]) from(owner PID) any {
	t.From = owner
	return t
}

// inheritance is a Transfer whose From is set when the owner ends.
type inheritance interface{ from(owner PID) any }

// Drop deletes the table. Every process may do that.
func (t Table[K, V]) Drop(p *P) { t.perform(p, trace.Op{Kind: kind.TableDrop}, "") }

// Rename changes the name of a named table, and returns a handle by the new name. It panics with a
// [*TableError] if there is a table of that name. Every process may do that. For a table without a
// name it has no effect, and returns t.
func (t Table[K, V]) Rename(p *P, name string) Table[K, V] {
	p.needsName("Rename", name)
	op := trace.Op{Kind: kind.TableRename, Value: p.x.Intern("the name", name)}
	t.perform(p, op, "there is a table named "+name+" already")
	if t.object.Name == trace.NoValue {
		return t
	}
	return NamedTable[K, V](p, name)
}

// GiveAway makes another process the owner of the table, and sends it a message of type [Transfer] with
// the data, in one event. The heir stays the same. It panics with a [*TableError] if the process is not
// the owner, or if the other one has ended or is the process itself.
func (t Table[K, V]) GiveAway(p *P, to PID, data any) {
	op := trace.Op{Kind: kind.TableGive, Flags: p.x.DelayFlag(to.actor), Other: trace.OtherActor(trace.ActorID(p.target("GiveAway", to)))}
	op.Value = p.x.Intern("the message", Transfer[K, V]{t, p.Self(), data})
	t.perform(p, op, "only its owner can give it away, and only to another process, which has not ended")
}

// SetHeir sets the heir of the table: when the owner ends, the heir becomes the owner and gets a message
// of type [Transfer] with the data, before an Exited or Down about that end, unless messages travel in
// a bag. If the heir has ended, or is the zero PID, the table is deleted. SetHeir panics with a
// [*TableError] if the process is not the owner.
func (t Table[K, V]) SetHeir(p *P, heir PID, data any) {
	op := trace.Op{Kind: kind.TableHeir}
	if heir != (PID{}) {
		op.Other, op.Expected = t.inheritance(p, heir, data)
	}
	t.perform(p, op, "only its owner can choose the heir")
}

// inheritance returns the heir and the message to it as fields of an operation.
func (t Table[K, V]) inheritance(p *P, heir PID, data any) (other trace.Other, message trace.ValueID) {
	return trace.OtherActor(trace.ActorID(p.target("heir", heir))), p.x.Intern("the message", Transfer[K, V]{t, PID{}, data})
}
