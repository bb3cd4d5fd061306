// Package values stores the values that processes exchange, and defines which of them are equal,
// how they are copied, and how they are shown. Handles such as a PID are not copied.
package values

import (
	"fmt"
	"reflect"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/checkmodel/checkmodel/internal/world/guard"
	"github.com/checkmodel/checkmodel/trace"
)

// Snapshot returns a copy of a value and its encoding, which is equal exactly for equal values. It
// fails if the value cannot be sent.
func Snapshot(v any) (copied *Value, key string, err error) {
	e := encoder{nesting: maxNesting}
	if err := e.encodeAny(reflect.ValueOf(v), 0); err != nil {
		return nil, "", err
	}
	copied, err = e.newValue(v, e.key)
	return copied, string(e.key), err
}

// Store holds the values that the processes of one exploration exchange. Equal values have the
// same number. Values are copied when they are stored and when they are returned. A Store is safe
// for concurrent use, except Forget.
type Store struct {
	list atomic.Pointer[[]*Value] // by number, nil where that is free; read without the lock
	size atomic.Int64             // about how many bytes they take
	full atomic.Int64             // the size at which values should be forgotten

	mu    sync.Mutex
	free  []trace.ValueID // numbers to be reused, the next one last
	byKey map[string]trace.ValueID
	types map[reflect.Type]kindOf
	typed int    // how many numbers types have
	key   []byte // a buffer for number

	// The numbers that values and types will have (reserve.go).
	reserved      map[string]trace.ValueID
	reservedTypes map[string]int
}

type kindOf struct {
	number int
	holds  bool // parts of values of the type have codecs
}

// Value is a copy of a value. It is safe for concurrent use.
type Value struct {
	v       any
	key     string // its encoding
	hash    uint64 // of the key
	mutable bool   // it contains a slice, map or pointer
	brought *Ref   // the monitor whose message it is, or nil
	parts   *parts // the parts with codecs, or nil
	once    sync.Once
	text    string
	refs    []string // in the text
}

// NewStore returns a store without values. No codec can be registered after that.
func NewStore() *Store {
	codecs.mu.Lock()
	codecs.sealed = true
	codecs.mu.Unlock()
	vs := &Store{byKey: map[string]trace.ValueID{}, types: map[reflect.Type]kindOf{}}
	vs.full.Store(manyValues)
	vs.list.Store(&[]*Value{{}})
	return vs
}

// Intern returns the number of v. It fails if v cannot be copied and compared: it contains a
// function, a channel, an unsafe pointer, a cycle, or a value that a codec refuses.
func (vs *Store) Intern(v any) (trace.ValueID, error) { return vs.number(v, maxNesting, nil) }

// number is Intern with a limit on the nesting. The message of a monitor, brought, has another
// number than an equal value that a process sends.
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
	kept, err := e.newValue(v, e.key[:encoded])
	if err != nil {
		return trace.NoValue, fmt.Errorf("%T cannot be sent or stored: %w", v, err)
	}
	kept.brought, kept.key = brought, string(e.key)
	kept.hash = hashOf(kept.key)
	return vs.add(kept), nil
}

// add gives a value a number.
func (vs *Store) add(v *Value) (id trace.ValueID) {
	list := *vs.list.Load()
	if was, ok := vs.reserved[v.key]; ok {
		delete(vs.reserved, v.key)
		id, list[was] = was, v
	} else if last := len(vs.free) - 1; last >= 0 {
		id, vs.free = vs.free[last], vs.free[:last]
		list[id] = v
	} else {
		id = trace.ValueID(len(list))
		list = append(list, v)
		vs.list.Store(&list)
	}
	vs.byKey[v.key] = id
	vs.size.Add(v.bytes())
	return id
}

// Known is Intern for a value made of stored values.
func (vs *Store) Known(v any) trace.ValueID {
	return stored(vs.number(v, maxNesting+around, nil))
}

// Brought is Known for the message of a monitor.
func (vs *Store) Brought(message any, monitor *Ref) trace.ValueID {
	return stored(vs.number(message, maxNesting+around, monitor))
}

// IsBrought reports whether the value is the message of that monitor, not one sent by a process.
func (vs *Store) IsBrought(id trace.ValueID, monitor *Ref) bool {
	return monitor != nil && vs.at(id).brought == monitor
}

func stored(id trace.ValueID, err error) trace.ValueID {
	if err != nil {
		panic("a message of the system cannot be stored: " + err.Error())
	}
	return id
}

func (vs *Store) at(id trace.ValueID) *Value { return (*vs.list.Load())[id] }

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

// Copy returns a copy of the value.
func (v *Value) Copy() any {
	switch {
	case v.parts != nil:
		fresh, err := codedCopy(v.v, v.parts)
		if err != nil {
			panic(&guard.ModelError{Problem: "a value that could be copied when it was stored cannot be any more: " + err.Error()})
		}
		return fresh
	case v.mutable:
		return deepCopy(v.v, nil)
	}
	return v.v
}

// Text returns the value as text, the same for equal values in every run.
func (vs *Store) Text(id trace.ValueID) string { return vs.at(id).Words() }

// Refs returns the names of the references in the text of the value, except in the words of a method String of the model.
func (vs *Store) Refs(id trace.ValueID) []string {
	v := vs.at(id)
	v.Words()
	return v.refs
}

// Content returns a hash of the value, which is the same in every run of a program; or the number itself, if no
// value has it.
func (vs *Store) Content(id trace.ValueID) uint64 {
	if list := *vs.list.Load(); id > 0 && int(id) < len(list) && list[id] != nil {
		return list[id].hash
	}
	return uint64(id)
}

// Masked returns a hash of the value without its masked fields, the same in every program with a type of that name.
func (vs *Store) Masked(id trace.ValueID) uint64 {
	e := encoder{nesting: maxNesting + around, masks: true}
	if e.encodeAny(reflect.ValueOf(vs.Get(id)), 0) != nil { // was possible when the value was stored
		return vs.Content(id)
	}
	return hashOf(string(e.key))
}

// Exchanged returns an encoding of the value after an exchange. It is equal exactly for equal values.
func (vs *Store) Exchanged(id trace.ValueID, x *Exchange) string {
	v := vs.Get(id)
	vs.mu.Lock()
	defer vs.mu.Unlock()
	e := encoder{vs: vs, nesting: maxNesting + around, exchange: x}
	if err := e.encodeAny(reflect.ValueOf(v), 0); err != nil {
		panic("a stored value cannot be encoded: " + err.Error())
	}
	return string(e.key)
}

// hashOf is FNV-1a.
func hashOf(key string) uint64 {
	h := uint64(14695981039346656037)
	for i := range len(key) {
		h = (h ^ uint64(key[i])) * 1099511628211
	}
	return h
}

// Words returns the value as text.
func (v *Value) Words() string {
	v.once.Do(func() {
		var p printing
		v.text = p.format(v.Copy()) // a copy, as a method String could change it
		v.refs = p.refs
	})
	return v.text
}

// manyValues is the least size, in bytes, at which values are forgotten.
const manyValues = 16 << 20

// bytes estimates the memory of the value and its key.
func (v *Value) bytes() int64 { return 250 + 3*int64(len(v.key)) }

// Forget removes the values, by number, that are not needed, unless keep returns true.
func (vs *Store) Forget(needed []bool, keep func(v any) bool) {
	vs.mu.Lock()
	defer vs.mu.Unlock()
	list := *vs.list.Load()
	for id, v := range slices.Backward(list) { // so that low numbers are reused first
		if id == 0 || v == nil || needed[id] || keep(v.v) {
			continue
		}
		delete(vs.byKey, v.key)
		vs.size.Add(-v.bytes())
		list[id] = nil
		vs.free = append(vs.free, trace.ValueID(id))
	}
	vs.full.Store(max(manyValues, 2*vs.size.Load()))
}

// ShouldForget reports whether the values take so much memory that Forget should be called.
func (vs *Store) ShouldForget() bool { return vs.size.Load() >= vs.full.Load() }

// Len returns one more than the highest number of a value so far.
func (vs *Store) Len() int { return len(*vs.list.Load()) }

// Stored returns the number of stored values, and about how many bytes they take.
func (vs *Store) Stored() (n int, size int64) { return len(vs.byKey), vs.size.Load() }

// Equality returns a function that reports whether a message is equal to want: deeply equal, or by its
// encoding if parts of want have codecs.
func Equality(want any) func(message any) bool {
	e := encoder{nesting: maxNesting}
	if !codecs.any() || e.encodeAny(reflect.ValueOf(want), 0) != nil || !e.coded {
		return func(message any) bool { return reflect.DeepEqual(message, want) }
	}
	return func(message any) bool {
		return reflect.TypeOf(message) == reflect.TypeOf(want) && canonical(message) == string(e.key)
	}
}
