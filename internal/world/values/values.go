// Package values holds the values that processes exchange, once each, and says which of
// them are equal, how they are copied, and how they are shown. It knows of processes only
// that handles such as a PID stand for something and are not copied.
package values

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"unsafe"

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

// encoder writes a value as a string that is equal exactly for equal values.
type encoder struct {
	vs      *Store // which numbers the types as they come; if nil, the string does not depend on what came before
	nesting int    // how deep a value may be
	key     []byte
	mutable bool
	holding bool // parts of the value at hand may have codecs, by its type
	coded   bool // some part had
}

var errNesting = fmt.Errorf("it is nested more than %d levels deep, or points to itself", maxNesting)

var (
	house     = strings.TrimSuffix(reflect.TypeFor[Store]().PkgPath(), "internal/world/values")
	procPath  = house + "proc"
	worldPath = house + "internal/world"
	errHandle = errors.New("a P is for its own process only; to name the process to others, use the PID that p.Self() returns")
)

// within says where in a value an error is.
func within(err error, format string, args ...any) error {
	if err == errNesting { // deep down; where does not matter
		return err
	}
	return fmt.Errorf(format+": %w", append(args, err)...)
}

// maxNesting is deeper than any sensible message and shallow enough to notice
// a cycle before the stack does.
const maxNesting = 500

// around is more than what the system nests values in that it has stored: as the rows
// of a table, or the reason of an exit.
const around = 10

// encodeAny encodes a value together with its type.
func (e *encoder) encodeAny(v reflect.Value, depth int) error {
	if !v.IsValid() {
		e.number(-1)
		return nil
	}
	was := e.holding
	e.holding = e.typed(v.Type())
	err := e.encode(addressable(v), depth)
	e.holding = was
	return err
}

// encode encodes a value whose type is known from what it is part of.
func (e *encoder) encode(v reflect.Value, depth int) error {
	if depth > e.nesting {
		return errNesting
	}
	t := v.Type()
	if e.holding {
		if s := codecs.find(t); !s.none() {
			return e.byCodec(s, v)
		}
	}
	switch t.Kind() {
	case reflect.Bool:
		if v.Bool() {
			e.number(1)
		} else {
			e.number(0)
		}
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		e.number(int(v.Int()))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		e.number(int(v.Uint()))
	case reflect.Float32, reflect.Float64:
		e.number(int(math.Float64bits(v.Float())))
	case reflect.Complex64, reflect.Complex128:
		e.number(int(math.Float64bits(real(v.Complex()))))
		e.number(int(math.Float64bits(imag(v.Complex()))))
	case reflect.String:
		e.text(v.String())
	case reflect.Struct:
		if t.PkgPath() == procPath && t.Name() == "P" {
			return errHandle
		}
		for i := range v.NumField() {
			if err := e.encode(writable(v.Field(i)), depth+1); err != nil {
				return within(err, "field %s", t.Field(i).Name)
			}
		}
	case reflect.Array:
		return e.elements(v, depth)
	case reflect.Slice, reflect.Map, reflect.Pointer, reflect.Interface:
		return e.reference(v, depth)
	default:
		remedy := "send plain data"
		if depth > 0 {
			remedy += ", or register a codec for the type that it is a part of (proc.RegisterCodec)"
		}
		return fmt.Errorf("a %s has no value that could be copied; %s", t.Kind(), remedy)
	}
	return nil
}

// reference encodes what may be nil.
func (e *encoder) reference(v reflect.Value, depth int) error {
	if v.IsNil() {
		e.number(0)
		return nil
	}
	e.number(1)
	switch v.Kind() {
	case reflect.Slice:
		e.mutable = true
		e.number(v.Len())
		return e.elements(v, depth)
	case reflect.Map:
		e.mutable = true
		return e.entries(v, depth)
	case reflect.Interface:
		return e.encodeAny(v.Elem(), depth+1)
	}
	if name, ok := identity(v); ok {
		e.text(name)
		return nil
	}
	e.mutable = true
	if t := v.Type().Elem(); t.PkgPath() == "time" && t.Name() == "Location" {
		settle(v)
	}
	return e.encode(v.Elem(), depth+1)
}

// settle has the location of a time look for what it consists of: that of time.Local does
// so when it is first used.
func settle(location reflect.Value) {
	if s, ok := reflect.NewAt(location.Type().Elem(), location.UnsafePointer()).Interface().(fmt.Stringer); ok {
		_ = s.String()
	}
}

func (e *encoder) elements(v reflect.Value, depth int) error {
	if isBytes(v.Type()) {
		e.key = append(e.key, v.Bytes()...)
		return nil
	}
	for i := range v.Len() {
		if err := e.encode(v.Index(i), depth+1); err != nil {
			return within(err, "element %d", i)
		}
	}
	return nil
}

// entries encodes a map by the order of its encoded keys, which are unique.
func (e *encoder) entries(v reflect.Value, depth int) error {
	var entries []string
	for it := v.MapRange(); it.Next(); {
		sub := encoder{vs: e.vs, nesting: e.nesting, holding: e.holding}
		if err := sub.encode(addressable(it.Key()), depth+1); err != nil {
			return within(err, "key")
		}
		if err := sub.encode(addressable(it.Value()), depth+1); err != nil {
			return within(err, "value")
		}
		entries = append(entries, string(sub.key))
		e.coded = e.coded || sub.coded
	}
	slices.Sort(entries)
	e.number(len(entries))
	for _, s := range entries {
		e.text(s)
	}
	return nil
}

// typed encodes a type, and reports whether parts of it have codecs.
func (e *encoder) typed(t reflect.Type) (holds bool) {
	if e.vs == nil {
		e.text(t.PkgPath() + " " + t.String())
		// Two functions may have a type of the same name each. Which address is less is the
		// same as long as the program is.
		e.number(int(reflect.ValueOf(t).Pointer()))
		return codecs.holds(t)
	}
	k, ok := e.vs.types[t]
	if !ok {
		k = kindOf{len(e.vs.types), codecs.holds(t)}
		e.vs.types[t] = k
	}
	e.number(k.number)
	return k.holds
}

func (e *encoder) number(n int) {
	for i := range 8 {
		e.key = append(e.key, byte(n>>(8*i)))
	}
}

func (e *encoder) text(s string) {
	e.number(len(s))
	e.key = append(e.key, s...)
}

// deepCopy returns a copy of v that shares no slice, map or pointed-to memory
// with it. The encoder has accepted v, so it is plain data without cycles. The parts are nil
// if none of v has a codec.
func deepCopy(v any, ps *parts) any {
	if v == nil {
		return nil
	}
	return copied(reflect.ValueOf(v), ps).Interface()
}

// unshare replaces, inside the addressable v, all that v shares with its original.
func unshare(v reflect.Value, ps *parts) {
	t := v.Type()
	if ps != nil && ps.renew(v) {
		return
	}
	switch t.Kind() {
	case reflect.Struct:
		if isUnique(t) {
			return
		}
		for i := range v.NumField() {
			unshare(writable(v.Field(i)), ps)
		}
	case reflect.Array:
		for i := range v.Len() {
			unshare(v.Index(i), ps)
		}
	case reflect.Slice:
		if !v.IsNil() {
			fresh := reflect.MakeSlice(t, v.Len(), v.Len())
			reflect.Copy(fresh, v)
			if !isBytes(t) { // of which there may be millions
				for i := range fresh.Len() {
					unshare(fresh.Index(i), ps)
				}
			}
			v.Set(fresh)
		}
	case reflect.Map:
		if !v.IsNil() {
			fresh := reflect.MakeMapWithSize(t, v.Len())
			for it := v.MapRange(); it.Next(); {
				fresh.SetMapIndex(copied(it.Key(), ps), copied(it.Value(), ps))
			}
			v.Set(fresh)
		}
	case reflect.Pointer:
		if _, ok := identity(v); !ok && !v.IsNil() {
			fresh := reflect.New(t.Elem())
			fresh.Elem().Set(v.Elem())
			unshare(fresh.Elem(), ps)
			v.Set(fresh)
		}
	case reflect.Interface:
		if !v.IsNil() {
			v.Set(copied(v.Elem(), ps))
		}
	}
}

// isUnique reports whether a type is a unique.Handle, as there is in netip.Addr: its pointer
// says which value it is, and is the same for equal ones as long as it is not copied.
func isUnique(t reflect.Type) bool {
	return t.PkgPath() == "unique" && strings.HasPrefix(t.Name(), "Handle[")
}

func copied(v reflect.Value, ps *parts) reflect.Value {
	target := reflect.New(v.Type()).Elem()
	target.Set(v)
	unshare(target, ps)
	return target
}

// isBytes reports whether a type is an array or slice of bytes, which are plain.
func isBytes(t reflect.Type) bool {
	return t.Elem().Kind() == reflect.Uint8 && codecs.find(t.Elem()).none()
}

// writable lifts the protection of an unexported field of an addressable
// struct: messages may well be types that only their package can look into.
func writable(v reflect.Value) reflect.Value {
	if v.CanSet() {
		return v
	}
	return reflect.NewAt(v.Type(), unsafe.Pointer(v.UnsafeAddr())).Elem()
}

// addressable returns v, or a copy of it whose fields can be lifted by writable.
func addressable(v reflect.Value) reflect.Value {
	if v.CanAddr() {
		return v
	}
	target := reflect.New(v.Type()).Elem()
	target.Set(v)
	return target
}
