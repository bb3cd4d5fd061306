package proc

import (
	"reflect"

	"github.com/checkmodel/checkmodel/internal/world/program"
	"github.com/checkmodel/checkmodel/internal/world/values"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// Table is a handle of a shared table as in Erlang's ETS: rows with a value of type V under
// a key of type K, which every process may read and write. It is a plain value that may be sent in
// messages; the zero Table is no table. Keys and values are copied in and out.
//
// A table belongs to the process that created it, and is deleted when that process ends, unless it
// has been given away or has an heir. An operation on a table that does not exist panics with a
// [*TableError], which ends the process unless it recovers.
type Table[K comparable, V any] struct{ object *values.Object }

// TableError says that a table refused an operation. The operation panics with it.
type TableError struct {
	Table   string
	Problem string
}

func (e *TableError) Error() string { return "table " + e.Table + ": " + e.Problem }

// TableOption changes how a table is created.
type TableOption struct {
	hashed bool
	heir   PID
	data   any
}

// Hashed gives the keys of the table an arbitrary order, as in an ETS table of type set.
// See [Table.First].
func Hashed() TableOption { return TableOption{hashed: true} }

// Heir gives the table an heir from the beginning. See [Table.SetHeir].
func Heir(heir PID, data any) TableOption { return TableOption{heir: heir, data: data} }

// NewTable creates a table without a name: only processes that get the handle can use it. The label
// is for traces; it must not be empty.
func NewTable[K comparable, V any](p *P, label string, options ...TableOption) Table[K, V] {
	p.needsName("NewTable", label)
	t := Table[K, V]{p.x.NewTable(label, false)}
	t.create(p, t.object, options)
	return t
}

// NewNamedTable creates a table that every process can find with [NamedTable]. It panics with a
// [*TableError] if there is a table of that name. The name must not be empty.
func NewNamedTable[K comparable, V any](p *P, name string, options ...TableOption) Table[K, V] {
	p.needsName("NewNamedTable", name)
	t := NamedTable[K, V](p, name)
	t.create(p, p.x.NewTable(name, true), options)
	return t
}

// NamedTable returns a handle of the table of that name. The table need not exist yet: every
// operation looks it up by its name. K and V must be the types with which the table was created; an
// operation with other types is an error of the model.
func NamedTable[K comparable, V any](p *P, name string) Table[K, V] {
	p.needsName("NamedTable", name)
	return Table[K, V]{p.x.NamedTable(name, p.x.Intern("the name", name))}
}

func (p *P) needsName(call, name string) {
	if name == "" {
		p.x.Misuse("%s: a table needs a name, which traces show; give it one", call)
	}
}

func (t Table[K, V]) create(p *P, object *values.Object, options []TableOption) {
	op := trace.Op{Kind: kind.TableNew, Object: int32(object.ID), Value: t.object.Name}
	for _, o := range options {
		if o.hashed {
			op.Flags |= kind.Hashed
		}
		if o.heir != (PID{}) {
			op.Other, op.Expected = t.inheritance(p, o.heir, o.data)
		}
	}
	t.request(p, op, "there is a table of that name already")
}

// String returns the name of the table.
func (t Table[K, V]) String() string {
	if t.object == nil {
		return "no table"
	}
	return t.object.Label
}

// Try calls f. If f panics with a TableError, Try returns it; otherwise it returns nil. It is for
// models in which a refused operation is part of the protocol. (A plain recover would also catch
// other panics, such as bugs in the model; it would have to panic with them again.)
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

// Insert stores the value under the key, replacing any other.
func (t Table[K, V]) Insert(p *P, key K, value V) {
	t.do(p, kind.TableInsert, p.x.Intern("the key", key), p.x.Intern("the value", value), "")
}

// InsertNew stores the value under the key if there is none, and reports whether it did.
func (t Table[K, V]) InsertNew(p *P, key K, value V) bool {
	return t.do(p, kind.TableInsertNew, p.x.Intern("the key", key), p.x.Intern("the value", value), "").N == 1
}

// Lookup returns the value under the key and whether there is one.
func (t Table[K, V]) Lookup(p *P, key K) (V, bool) {
	return value[V](p, t.do(p, kind.TableLookup, p.x.Intern("the key", key), trace.NoValue, ""))
}

// value returns the key or value in a result, and whether there is one.
func value[T any](p *P, got program.Result) (T, bool) {
	v, _ := p.x.Value(got.Value).(T) // the zero T if it is a nil interface value, or none
	return v, got.Value != trace.NoValue
}

// Delete removes the value under the key, if there is one.
func (t Table[K, V]) Delete(p *P, key K) {
	t.do(p, kind.TableDelete, p.x.Intern("the key", key), trace.NoValue, "")
}

// Take removes the value under the key and returns it, and whether there was one.
func (t Table[K, V]) Take(p *P, key K) (V, bool) {
	return value[V](p, t.do(p, kind.TableTake, p.x.Intern("the key", key), trace.NoValue, ""))
}

// CompareAndSwap stores the new value under the key if a value deeply equal to
// old is there, and reports whether it did.
func (t Table[K, V]) CompareAndSwap(p *P, key K, old, new V) bool {
	op := trace.Op{Kind: kind.TableSwap, Key: p.x.Intern("the key", key),
		Expected: p.x.Intern("the old value", old), Value: p.x.Intern("the new value", new)}
	return t.perform(p, op, "").N == 1
}

// Member reports whether there is a value under the key.
func (t Table[K, V]) Member(p *P, key K) bool {
	return t.do(p, kind.TableMember, p.x.Intern("the key", key), trace.NoValue, "").N == 1
}

// Integer is the constraint for the types of counters.
type Integer interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64
}

// UpdateCounter adds to the number under the key, in one event, and returns the sum, which wraps around as V does. If there
// is no row, it adds to the initial number, or panics with a [*TableError] if there is no initial number.
func UpdateCounter[K comparable, V Integer](p *P, t Table[K, V], key K, increment V, initial ...V) V {
	op := trace.Op{Kind: kind.TableUpdateCounter, Key: p.x.Intern("the key", key)}
	op.Value = p.x.Intern("the increment", increment)
	switch len(initial) {
	case 0:
	case 1:
		op.Expected = p.x.Intern("the initial number", initial[0])
	default:
		p.x.Misuse("UpdateCounter: there are %d initial numbers, for one row; give it one or none", len(initial))
	}
	op.Does = program.Counting(&p.x, op.Value)
	got := t.perform(p, op, "there is no counter under "+Format(key))
	return p.x.Value(got.Value).(V)
}

func (t Table[K, V]) do(p *P, kind kind.Kind, key, value trace.ValueID, refused string) program.Result {
	return t.perform(p, trace.Op{Kind: kind, Key: key, Value: value}, refused)
}

// perform performs an operation on the table.
func (t Table[K, V]) perform(p *P, op trace.Op, refused string) program.Result {
	if t.object == nil {
		p.x.Misuse("%s on the zero Table; was it left unset in a struct or message?", op.Kind)
	}
	op.Object = int32(t.object.ID)
	if t.object.Name != trace.NoValue {
		op.Object, op.Flags = int32(t.object.Name), op.Flags|kind.Named
	}
	return t.request(p, op, refused)
}

func (t Table[K, V]) request(p *P, op trace.Op, refused string) program.Result {
	got := p.x.Perform(program.Operation{Op: op, Table: reflect.TypeOf(t)})
	switch got.Status {
	case program.Refused:
		panic(&TableError{t.object.Label, refused})
	case program.Mistyped:
		p.x.Misuse("%s: the handle of the table %s is a %s, but the table was created as a %s; "+
			"call NamedTable with the types that NewNamedTable was called with", op.Kind, t.object.Label, reflect.TypeOf(t), p.x.Value(got.Value))
	case program.NoTable:
		if t.object.Name != trace.NoValue {
			panic(&TableError{t.object.Label, "no table has this name now; it has another one, is gone, or is still to be made by NewNamedTable"})
		}
		panic(&TableError{t.object.Label, "the table does not exist (any more)"})
	}
	return got
}

// Await waits until there is a value under the key for which the condition holds, and returns it,
// in one event: it does not poll. The condition must be a pure function of the value; nil waits for
// any value. A process that waits for ever is a deadlock, as with Receive.
func (t Table[K, V]) Await(p *P, key K, condition func(V) bool) V {
	match := func(_, v any) bool {
		value, _ := v.(V)
		return condition == nil || condition(value)
	}
	op := trace.Op{Kind: kind.TableAwait, Key: p.x.Intern("the key", key),
		Does: p.x.Conditions().SelectRows("an Await", match)}
	v, _ := value[V](p, t.perform(p, op, ""))
	return v
}
