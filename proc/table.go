package proc

import (
	"reflect"
	"strconv"

	"github.com/checkmodel/checkmodel/table"
	"github.com/checkmodel/checkmodel/trace"
)

// Table is a handle of a shared table, in the manner of Erlang's ETS: rows with
// a value of type V under a key of type K, which every process may read and
// write. It is a plain value that may be sent in messages; the zero Table is
// none. Keys and values are copied in and out.
//
// A table goes away with the process that created it. An operation on a table
// that does not exist panics with a [*TableError], which is the end of the
// process unless it recovers.
type Table[K comparable, V any] struct{ object *object }

// object is the identity of a table, the same in every interleaving.
type object struct {
	id      trace.ObjectID
	key     string // unique; two tables may well have the same name
	name    string
	release operation // the table's end by that of its owner
}

// TableError is what an operation panics with that a table refuses.
type TableError struct {
	Table   string
	Problem string
}

// Error says what was refused.
func (e *TableError) Error() string { return "table " + e.Table + ": " + e.Problem }

// NewTable creates a table that only those know who are given the handle. The
// label is for the trace.
func NewTable[K comparable, V any](p *P, label string) Table[K, V] {
	if p.tables == nil {
		p.tables = map[string]int{}
	}
	p.tables[label]++
	name := label
	if n := p.tables[label]; n > 1 {
		name += "#" + strconv.Itoa(n)
	}
	if p.actor.Parent != nil {
		name = p.actor.Name + ":" + name
	}
	t := Table[K, V]{p.sys.object("of "+p.actor.Name+":"+name, name)}
	t.do(p, trace.TableNew, trace.NoValue, trace.NoValue, "it exists already")
	return t
}

// NewNamedTable creates a table that every process can find with [NamedTable].
// It panics with a [*TableError] if there is a table of that name.
func NewNamedTable[K comparable, V any](p *P, name string) Table[K, V] {
	t := NamedTable[K, V](p, name)
	t.do(p, trace.TableNew, trace.NoValue, trace.NoValue, "there is a table of that name already")
	return t
}

// NamedTable returns a handle of the table of that name. The table need not
// exist yet: every operation looks it up by its name.
func NamedTable[K comparable, V any](p *P, name string) Table[K, V] {
	return Table[K, V]{p.sys.object("named "+name, name)}
}

// String returns the name of the table.
func (t Table[K, V]) String() string {
	if t.object == nil {
		return "no table"
	}
	return t.object.name
}

func (t Table[K, V]) identity() string {
	if t.object == nil {
		return ""
	}
	return t.object.key
}

// Try calls f and returns what a table refused in it, which ends f, or nil. It
// is for models in which that is part of the protocol. (A plain recover would
// also catch the signals by which the checker ends a process; it would have to
// panic with them again.)
func Try(f func()) (refused *TableError) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case *TableError:
			refused = r
		default:
			panic(r)
		}
	}()
	f()
	return nil
}

// Insert stores the value under the key, whatever is there.
func (t Table[K, V]) Insert(p *P, key K, value V) {
	t.do(p, trace.TableInsert, p.intern("the key", key), p.intern("the value", value), "")
}

// InsertNew stores the value under the key if nothing is there, and reports
// whether it did.
func (t Table[K, V]) InsertNew(p *P, key K, value V) bool {
	return t.do(p, trace.TableInsertNew, p.intern("the key", key), p.intern("the value", value), "").n == 1
}

// Lookup returns the value under the key and whether there is one.
func (t Table[K, V]) Lookup(p *P, key K) (V, bool) {
	return t.value(p, t.do(p, trace.TableLookup, p.intern("the key", key), trace.NoValue, ""))
}

// value returns the value that was got, if any was.
func (t Table[K, V]) value(p *P, got result) (V, bool) {
	if got.value == trace.NoValue {
		var none V
		return none, false
	}
	v, _ := p.sys.values.get(got.value).(V) // a nil interface value is not a V
	return v, true
}

// Delete removes what is under the key, if anything is.
func (t Table[K, V]) Delete(p *P, key K) {
	t.do(p, trace.TableDelete, p.intern("the key", key), trace.NoValue, "")
}

// Take removes what is under the key, and returns it and whether there was
// anything.
func (t Table[K, V]) Take(p *P, key K) (V, bool) {
	return t.value(p, t.do(p, trace.TableTake, p.intern("the key", key), trace.NoValue, ""))
}

// CompareAndSwap stores the new value under the key if a value deeply equal to
// old is there, and reports whether it did.
func (t Table[K, V]) CompareAndSwap(p *P, key K, old, new V) bool {
	op := trace.Op{Kind: trace.TableSwap, Key: p.intern("the key", key),
		Expected: p.intern("the old value", old), Value: p.intern("the new value", new)}
	return t.perform(p, op, "").n == 1
}

// Member reports whether anything is under the key.
func (t Table[K, V]) Member(p *P, key K) bool {
	return t.do(p, trace.TableMember, p.intern("the key", key), trace.NoValue, "").n == 1
}

// Drop makes the table go away.
func (t Table[K, V]) Drop(p *P) {
	t.do(p, trace.TableDrop, trace.NoValue, trace.NoValue, "")
}

// Integer is what a counter can be.
type Integer interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64
}

// UpdateCounter adds to the number under the key and returns the sum. It panics
// with a [*TableError] if there is none.
func UpdateCounter[K comparable, V Integer](p *P, t Table[K, V], key K, increment V) V {
	got := t.do(p, trace.TableUpdateCounter, p.intern("the key", key), p.intern("the increment", increment),
		"there is no counter under "+Format(key))
	return p.sys.values.get(got.value).(V)
}

func (t Table[K, V]) do(p *P, kind trace.Kind, key, value trace.ValueID, refused string) result {
	return t.perform(p, trace.Op{Kind: kind, Key: key, Value: value}, refused)
}

func (t Table[K, V]) perform(p *P, op trace.Op, refused string) result {
	if t.object == nil {
		p.misuse("%s on the zero Table, which is none; was it left unset in a struct or message?", op.Kind)
	}
	op.Object = int32(t.object.id)
	got := p.perform(operation{Op: op, object: t.object})
	if got.status == failed {
		if got.n == 1 {
			panic(&TableError{t.object.name, refused})
		}
		panic(&TableError{t.object.name, "the table does not exist (any more)"})
	}
	return got
}

func performTable(s *System, a *process, op *operation, ev *trace.Event, u *undo) result {
	t := s.table(trace.ObjectID(op.Object))
	after := s.afterwards(t, op)
	ev.Effect, u.before = t.Do(a.actor.ID, &op.Op, after)
	ev.Before = u.before.Value
	if ev.Effect == trace.Write {
		ev.Before = u.before.Other
	}
	if ev.ChangesRow() {
		ev.After = after
	}
	switch changed := ev.Effect == trace.Write || ev.Effect == trace.Update; {
	case ev.Effect == trace.NoEffect, op.Kind == trace.TableDrop && !changed:
		return result{status: failed}
	case op.Kind == trace.TableNew && changed:
		a.owned = append(a.owned, op.object)
		u.place = 1
	case op.Kind == trace.TableRelease:
		a.released++
	case op.Kind == trace.TableNew, op.Kind == trace.TableUpdateCounter && !changed:
		return result{status: failed, n: 1}
	case op.Kind == trace.TableLookup, op.Kind == trace.TableTake:
		ev.Result = u.before.Value
	case op.Kind == trace.TableMember:
		return answer(u.before.Value != trace.NoValue)
	case op.Kind == trace.TableUpdateCounter:
		ev.Result = after
	case (op.Kind == trace.TableInsertNew || op.Kind == trace.TableSwap) && changed:
		return result{n: 1}
	}
	return result{value: ev.Result}
}

func undoTable(s *System, a *process, op *operation, u *undo) {
	t := s.table(trace.ObjectID(op.Object))
	switch {
	case op.Kind == trace.TableNew && u.place == 1:
		a.owned = a.owned[:len(a.owned)-1]
	case op.Kind == trace.TableRelease:
		a.released--
	}
	t.Undo(&op.Op, u.before)
}

// afterwards returns what is under the key once the operation has been executed.
func (s *System) afterwards(t *table.Table, op *operation) trace.ValueID {
	switch op.Kind {
	case trace.TableInsert, trace.TableInsertNew, trace.TableSwap:
		return op.Value
	case trace.TableUpdateCounter:
		if old := t.Get(op.Key); old != trace.NoValue {
			return s.sum(old, op.Value)
		}
	}
	return trace.NoValue
}

// sum adds two values of the same integer type; it wraps around as the type does.
func (s *System) sum(a, b trace.ValueID) trace.ValueID {
	x := reflect.New(reflect.TypeOf(s.values.get(a))).Elem()
	y := reflect.ValueOf(s.values.get(b))
	if y.CanInt() {
		x.SetInt(reflect.ValueOf(s.values.get(a)).Int() + y.Int())
	} else {
		x.SetUint(reflect.ValueOf(s.values.get(a)).Uint() + y.Uint())
	}
	return s.known(x.Interface())
}
