// Package values holds the values that processes exchange, once each, and says which of
// them are equal, how they are copied, and how they are shown. It knows of processes only
// that handles such as a PID stand for something and are not copied.
package values

import (
	"fmt"
	"reflect"
	"sync"
	"sync/atomic"

	"github.com/checkmodel/checkmodel/trace"
)

// Snapshot returns a copy of a value, and what it is encoded as, which is equal exactly for
// equal values. It refuses what cannot be sent.
func Snapshot(v any) (copied *Value, key string, err error) {
	e := encoder{nesting: maxNesting}
	if err := e.encodeAny(reflect.ValueOf(v), 0); err != nil {
		return nil, "", err
	}
	copied, err = e.kept(v, e.key)
	return copied, string(e.key), err
}

// Store holds the values that the processes of one exploration exchange,
// once each: equal values get the same number. What it holds is private to it;
// what goes in and what comes out is copied. Several systems may use it at once.
// Values that are not needed any more can be forgotten; see forget.go.
type Store struct {
	list atomic.Pointer[[]*Value] // by number, nil where that is free; read without the lock
	size atomic.Int64             // about how many bytes they take
	full atomic.Int64             // the size at which values should be forgotten

	mu    sync.Mutex
	free  []trace.ValueID // numbers to be reused, the next one last
	byKey map[string]trace.ValueID
	types map[reflect.Type]kindOf
	key   []byte // scratch of intern
}

// kindOf is what an encoder knows of a type: its number, and whether parts of it have codecs.
type kindOf struct {
	number int
	holds  bool
}

type Value struct {
	v       any
	key     string // what it is encoded as
	mutable bool   // holds a slice, map or pointer, so it must be copied
	brought *Ref   // the monitor whose message it is, or nil
	parts   *parts // those that have a codec; nil if there are none
	once    sync.Once
	text    string
}

// NewStore returns a store without values. From now on no codec can be registered.
func NewStore() *Store {
	codecs.seal()
	vs := &Store{
		byKey: map[string]trace.ValueID{},
		types: map[reflect.Type]kindOf{},
	}
	vs.full.Store(manyValues)
	vs.list.Store(&[]*Value{{}})
	return vs
}

// Intern returns the number of v. It refuses values that cannot be copied and
// compared: functions, channels, unsafe pointers, cyclic structures, and what a codec refuses.
func (vs *Store) Intern(v any) (trace.ValueID, error) { return vs.number(v, maxNesting, nil) }

// number is intern of a value that is nested at most so deep. What a monitor has brought has
// a number of its own, which is not that of an equal value that a process sends.
func (vs *Store) number(v any, nesting int, brought *Ref) (trace.ValueID, error) {
	vs.mu.Lock()
	defer vs.mu.Unlock()
	e := encoder{vs: vs, nesting: nesting, key: vs.key[:0]}
	defer func() { vs.key = e.key }()
	if err := e.encodeAny(reflect.ValueOf(v), 0); err != nil {
		return trace.NoValue, fmt.Errorf("%T cannot be sent or stored: %w", v, err)
	}
	encoded := len(e.key)
	if brought != nil {
		e.key = append(e.key, 'b') // no encoding is the beginning of another one
	}
	if id, ok := vs.byKey[string(e.key)]; ok {
		return id, nil
	}
	kept, err := e.kept(v, e.key[:encoded])
	if err != nil {
		return trace.NoValue, fmt.Errorf("%T cannot be sent or stored: %w", v, err)
	}
	kept.brought, kept.key = brought, string(e.key)
	return vs.add(kept), nil
}

// add gives a value a number.
func (vs *Store) add(v *Value) (id trace.ValueID) {
	list := *vs.list.Load()
	if last := len(vs.free) - 1; last >= 0 {
		id, vs.free = vs.free[last], vs.free[:last]
		list[id] = v
	} else {
		id = trace.ValueID(len(list))
		list = append(list, v)
		vs.list.Store(&list)
	}
	vs.byKey[v.key] = id
	vs.size.Add(v.size())
	return id
}

// kept returns a copy of the value that was encoded as the key.
func (e *encoder) kept(v any, key []byte) (*Value, error) {
	var of *parts
	switch {
	case e.coded:
		var err error
		if v, of, err = e.keep(v, key); err != nil {
			return nil, err
		}
	case e.mutable:
		v = deepCopy(v, nil)
	}
	return &Value{v: v, mutable: e.mutable, parts: of}, nil
}

// Known returns the number of a value that consists of such as have been stored.
func (vs *Store) Known(v any) trace.ValueID {
	return stored(vs.number(v, maxNesting+around, nil))
}

// Brought is Known for the message of a monitor.
func (vs *Store) Brought(message any, monitor *Ref) trace.ValueID {
	return stored(vs.number(message, maxNesting+around, monitor))
}

// IsBrought reports whether the value is the message of that monitor, and was not sent by
// a process.
func (vs *Store) IsBrought(id trace.ValueID, monitor *Ref) bool {
	return monitor != nil && vs.at(id).brought == monitor
}

func stored(id trace.ValueID, err error) trace.ValueID {
	if err != nil {
		panic("checkmodel internal error: a message of the system cannot be stored: " + err.Error())
	}
	return id
}

// at returns what is held under that number.
func (vs *Store) at(id trace.ValueID) *Value {
	return (*vs.list.Load())[id]
}

// Get returns a copy of the value with that number, nil for NoValue.
func (vs *Store) Get(id trace.ValueID) any { return vs.at(id).Copy() }

// Peek returns the value with that number, which must not be changed.
func (vs *Store) Peek(id trace.ValueID) any { return vs.at(id).v }

// Is reports whether v, a copy of the value with that number, still has that value.
func (vs *Store) Is(id trace.ValueID, v any) bool {
	if !vs.at(id).mutable {
		return true
	}
	now, err := vs.Intern(v)
	return err == nil && now == id
}

// All calls yield for each value that is stored, which must not be changed.
func (vs *Store) All(yield func(v any) bool) {
	for _, v := range *vs.list.Load() {
		if v != nil && !yield(v.v) {
			return
		}
	}
}

// Copy returns a copy of the value.
func (v *Value) Copy() any {
	switch {
	case v.parts != nil:
		return v.recoded()
	case v.mutable:
		return deepCopy(v.v, nil)
	default:
		return v.v
	}
}

// Text returns the value in words, the same for equal values on every run.
func (vs *Store) Text(id trace.ValueID) string { return vs.at(id).Words() }

// Words returns the value in words.
func (v *Value) Words() string {
	v.once.Do(func() { v.text = Format(v.Copy()) }) // a method String could change it
	return v.text
}
