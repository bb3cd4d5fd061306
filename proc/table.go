package proc

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"github.com/checkmodel/checkmodel/table"
	"github.com/checkmodel/checkmodel/trace"
)

// Table is a handle of a shared table, in the manner of Erlang's ETS: rows with
// a value of type V under a key of type K, which every process may read and
// write. It is a plain value that may be sent in messages; the zero Table is
// none. Keys and values are copied in and out.
//
// A table belongs to the process that created it, and goes away with it, unless
// it has been given away or has an heir. An operation on a table that does not
// exist panics with a [*TableError], which is the end of the process unless it
// recovers.
type Table[K comparable, V any] struct{ object *object }

// object is the identity of a table, the same in every interleaving; or, of a
// handle that goes by a name, that name.
type object struct {
	id    trace.ObjectID
	key   string // unique, and sorts as what is shown; two tables may well have the same label
	label string
	name  trace.ValueID // of a handle that goes by it
}

// TableError is what an operation panics with that a table refuses.
type TableError struct {
	Table   string
	Problem string
}

// Error says what was refused.
func (e *TableError) Error() string { return "table " + e.Table + ": " + e.Problem }

// TableOption changes what table is created.
type TableOption struct {
	hashed bool
	heir   PID
	data   any
}

// Hashed makes the keys of the table have no order that means anything, like
// those of an ETS table of the type set. See [Table.First].
func Hashed() TableOption { return TableOption{hashed: true} }

// Heir lets the table have an heir from the beginning. See [Table.SetHeir].
func Heir(heir PID, data any) TableOption { return TableOption{heir: heir, data: data} }

// NewTable creates a table that only those know who are given the handle. The
// label is for the trace; it must not be empty.
func NewTable[K comparable, V any](p *P, label string, options ...TableOption) Table[K, V] {
	p.needsName("NewTable", label)
	t := Table[K, V]{p.newObject(label, false)}
	t.create(p, t.object, options)
	return t
}

// NewNamedTable creates a table that every process can find with [NamedTable].
// It panics with a [*TableError] if there is a table of that name. The name must not be
// empty.
func NewNamedTable[K comparable, V any](p *P, name string, options ...TableOption) Table[K, V] {
	p.needsName("NewNamedTable", name)
	t := NamedTable[K, V](p, name)
	t.create(p, p.newObject(name, true), options)
	return t
}

// NamedTable returns a handle of the table of that name. The table need not
// exist yet: every operation looks it up by its name. K and V must be those that the
// table was created with; an operation on a table of others is a [*ModelError].
func NamedTable[K comparable, V any](p *P, name string) Table[K, V] {
	p.needsName("NamedTable", name)
	return Table[K, V]{p.sys.named(name, p.intern("the name", name))}
}

// needsName stops a call that names a table without saying how.
func (p *P) needsName(call, name string) {
	if name == "" {
		p.misuse("%s: a table needs a name, which traces show; give it one", call)
	}
}

func (t Table[K, V]) create(p *P, object *object, options []TableOption) {
	op := trace.Op{Kind: trace.TableNew, Object: int32(object.id), Value: t.object.name}
	for _, o := range options {
		if o.hashed {
			op.Flags |= trace.Hashed
		}
		if o.heir != (PID{}) {
			op.Key, op.Expected = t.bequest(p, o.heir, o.data)
		}
	}
	t.request(p, op, "there is a table of that name already")
}

// newObject returns the identity of the next table of that label that the process
// creates. (One that has a name for all is called that in traces.)
func (p *P) newObject(label string, named bool) *object {
	if p.tables == nil {
		p.tables = map[string]int{}
	}
	p.tables[label]++
	place, n := label, p.tables[label]
	if n > 1 {
		place += "#" + strconv.Itoa(n)
	}
	place = p.actor.Name + ":" + place
	// Where in the place the label begins and ends is not seen: anything may be in one.
	key := fmt.Sprintf("of %s\x00%d:%d", place, len(p.actor.Name), n)
	switch {
	case named:
	case p.actor.Parent == nil:
		label = strings.TrimPrefix(place, FirstProcess+":")
	default:
		label = place
	}
	return p.sys.object(key, label)
}

// object returns the identity of the table with that key.
func (d *directory) object(key, label string) *object {
	d.mu.Lock()
	defer d.mu.Unlock()
	o, ok := d.objects[key]
	if !ok {
		o = &object{id: trace.ObjectID(len(d.byID)), key: key, label: label}
		d.objects[key] = o
		d.byID = append(d.byID, o)
	}
	return o
}

// objectByID returns the identity of the table with that number.
func (d *directory) objectByID(id int32) *object {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.byID[id]
}

// named returns what a handle of the table of that name stands for.
func (d *directory) named(name string, id trace.ValueID) *object {
	d.mu.Lock()
	defer d.mu.Unlock()
	key := "named " + name
	o, ok := d.objects[key]
	if !ok {
		o = &object{id: trace.NoTable, key: key, label: name, name: id}
		d.objects[key] = o
	}
	return o
}

// String returns the name of the table.
func (t Table[K, V]) String() string {
	if t.object == nil {
		return "no table"
	}
	return t.object.label
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

// Integer is what a counter can be.
type Integer interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64
}

// UpdateCounter adds to the number under the key and returns the sum. It panics
// with a [*TableError] if there is none.
func UpdateCounter[K comparable, V Integer](p *P, t Table[K, V], key K, increment V) V {
	op := trace.Op{Kind: trace.TableUpdateCounter, Key: p.intern("the key", key), Value: p.intern("the increment", increment)}
	op.Patterns = &counting{p.sys.values, op.Value}
	got := t.perform(p, op, "there is no counter under "+Format(key))
	return p.sys.values.get(got.value).(V)
}

func (t Table[K, V]) do(p *P, kind trace.Kind, key, value trace.ValueID, refused string) result {
	return t.perform(p, trace.Op{Kind: kind, Key: key, Value: value}, refused)
}

// perform performs an operation on the table.
func (t Table[K, V]) perform(p *P, op trace.Op, refused string) result {
	if t.object == nil {
		p.misuse("%s on the zero Table, which is none; was it left unset in a struct or message?", op.Kind)
	}
	op.Object = int32(t.object.id)
	if t.object.name != trace.NoValue {
		op.Object, op.Flags = int32(t.object.name), op.Flags|trace.Named
	}
	return t.request(p, op, refused)
}

func (t Table[K, V]) request(p *P, op trace.Op, refused string) result {
	got := p.perform(operation{Op: op, table: reflect.TypeOf(t)})
	if got.status == failed {
		switch got.n {
		case 1:
			panic(&TableError{t.object.label, refused})
		case 2:
			p.mistyped(op.Kind, t.object.label, reflect.TypeOf(t), got.value)
		}
		if t.object.name != trace.NoValue {
			panic(&TableError{t.object.label, "no table has this name now; it has another one, is gone, or is still to be made by NewNamedTable"})
		}
		panic(&TableError{t.object.label, "the table does not exist (any more)"})
	}
	return got
}

// What a table operation fails with.
var (
	noTable = result{status: failed}
	refused = result{status: failed, n: 1}
)

// performRow executes the operations on one row.
func performRow(s *System, _ *process, op *operation, ev *trace.Event, u *undo) result {
	if ev.Table == trace.NoTable {
		return noTable
	}
	if s.isMistyped(op, ev.Table) {
		return s.mistyped(ev.Table)
	}
	t := s.table(ev.Table)
	after := s.afterwards(t, op)
	u.table = t
	ev.Effect, u.before = t.Do(&op.Op, after)
	ev.Before = u.before.Value
	if ev.Effect == trace.Write {
		ev.Before = u.before.Other
	}
	if ev.ChangesRow() {
		ev.After = after
	}
	switch changed := ev.Effect == trace.Write || ev.Effect == trace.Update; {
	case ev.Effect == trace.NoEffect:
		return noTable
	case op.Kind == trace.TableUpdateCounter && !changed:
		return refused
	case op.Kind == trace.TableLookup, op.Kind == trace.TableTake, op.Kind == trace.TableAwait:
		ev.Result = u.before.Value
	case op.Kind == trace.TableMember:
		ev.Ok = u.before.Value != trace.NoValue
		return answer(ev.Ok)
	case op.Kind == trace.TableUpdateCounter:
		ev.Result = after
	case (op.Kind == trace.TableInsertNew || op.Kind == trace.TableSwap) && changed:
		return result{n: 1}
	}
	return result{value: ev.Result}
}

func undoTable(_ *System, _ *process, _ *operation, u *undo) {
	if u.table != nil {
		u.table.Undo(u.before)
	}
}

// afterwards returns what is under the key once the operation has been executed.
func (s *System) afterwards(t *table.Table, op *operation) trace.ValueID {
	switch op.Kind {
	case trace.TableInsert, trace.TableInsertNew, trace.TableSwap:
		return op.Value
	case trace.TableUpdateCounter:
		if old := t.Get(op.Key); old != trace.NoValue {
			return op.Patterns.(trace.Counting).Sum(old)
		}
	}
	return trace.NoValue
}

// counting is how an UpdateCounter counts.
type counting struct {
	values    *values
	increment trace.ValueID
}

// Match implements trace.Patterns; nothing is taken.
func (c *counting) Match(trace.ValueID) bool { return false }

// Sum implements trace.Counting. It wraps around as the type does. What is no number of the
// type of the increment is left as it is: a search may ask for it that has not seen yet that
// the handle is one of another type.
func (c *counting) Sum(old trace.ValueID) trace.ValueID {
	was, increment := reflect.ValueOf(c.values.get(old)), reflect.ValueOf(c.values.get(c.increment))
	if !was.IsValid() || was.Type() != increment.Type() {
		return old
	}
	sum := reflect.New(was.Type()).Elem()
	if sum.CanInt() {
		sum.SetInt(was.Int() + increment.Int())
	} else {
		sum.SetUint(was.Uint() + increment.Uint())
	}
	return c.values.known(sum.Interface())
}
