package values

import (
	"errors"
	"fmt"
	"reflect"
	"sync"
)

// Codec says how values of a type, or pointers to such, are encoded, decoded and shown.
// See RegisterCodec of package proc.
type Codec struct {
	Of      reflect.Type // an interface, if the codec serves all types that implement it
	Pointer bool         // the functions take and return pointers to values of type Of
	Encode  func(reflect.Value) ([]byte, error)
	Decode  func([]byte, reflect.Type) (reflect.Value, error)
	Show    func(reflect.Value) string // or nil
}

// codecs holds the registered codecs. Once a system has been created, no more are accepted, and
// the results of lookups are cached.
var codecs = registry{exact: map[reflect.Type]*Codec{}}

type registry struct {
	mu       sync.RWMutex
	sealed   bool
	exact    map[reflect.Type]*Codec // by Of
	families []*Codec                // of interfaces
	found    sync.Map                // reflect.Type -> service, a cache of find
	held     sync.Map                // reflect.Type -> bool, a cache of holds
}

// Register adds a codec. It returns "", or why that is not possible.
func Register(c *Codec) (problem string) {
	r := &codecs
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.sealed {
		return "a System has been made before, as by a search; call it in an init function"
	}
	if r.exact[c.Of] != nil {
		return fmt.Sprintf("%v has a codec already; register one, in one package", c.Of)
	}
	r.exact[c.Of] = c
	if c.Of.Kind() == reflect.Interface {
		r.families = append(r.families, c)
	}
	return ""
}

func (r *registry) any() bool {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return len(r.exact) > 0
}

// remember stores a result in a cache, unless codecs may still be registered.
func (r *registry) remember(cache *sync.Map, t reflect.Type, found any) {
	r.mu.RLock()
	defer r.mu.RUnlock()
	if r.sealed {
		cache.Store(t, found)
	}
}

// service says how values of a type are encoded: by a codec; not at all, if there is a refusal; or,
// if it is zero, part by part.
type service struct {
	*Codec
	pointer bool // the codec is given a pointer to the value
	refusal error
}

func (s service) none() bool { return s.Codec == nil && s.refusal == nil }

// find returns the service for a type that is neither a pointer nor an interface.
func (r *registry) find(t reflect.Type) service {
	if t.PkgPath() == "" || isOwn(t.PkgPath()) || t.Kind() == reflect.Interface {
		return service{}
	}
	if s, ok := r.found.Load(t); ok {
		return s.(service)
	}
	s := r.search(t)
	r.remember(&r.found, t, s)
	return s
}

func (r *registry) search(t reflect.Type) (s service) {
	r.mu.RLock()
	defer r.mu.RUnlock()
	if c := r.exact[t]; c != nil {
		return service{Codec: c, pointer: c.Pointer}
	}
	for _, c := range r.families {
		value, pointer := t.Implements(c.Of), reflect.PointerTo(t).Implements(c.Of)
		if !pointer || promotes(t, func(f reflect.Type) bool { return f.Implements(c.Of) }) { // value implies pointer
			continue
		}
		if s.Codec != nil {
			return service{refusal: fmt.Errorf("%v implements %v and %v, which have a codec each; "+
				"register one for it (proc.RegisterCodec)", t, s.Of, c.Of)}
		}
		s = service{Codec: c, pointer: !value}
	}
	if s.Codec == nil && isProtobuf(reflect.PointerTo(t)) && !promotes(t, isProtobuf) {
		s.refusal = errProtobuf
	}
	return s
}

// promotes reports whether t is a struct that embeds a type E such that E or *E has the property: t
// has promoted methods only, which concern only a part of it.
func promotes(t reflect.Type, property func(reflect.Type) bool) bool {
	if t.Kind() != reflect.Struct {
		return false
	}
	for i := range t.NumField() {
		f := t.Field(i)
		if f.Anonymous && (property(f.Type) || property(reflect.PointerTo(f.Type))) {
			return true
		}
	}
	return false
}

// errProtobuf refuses all messages of Protocol Buffers, even unused messages, which could be
// copied: the first use adds state that cannot be copied.
var errProtobuf = errors.New("it is a message of Protocol Buffers, which travels by its own encoding; " +
	`for that, import _ "` + procPath + `/protomsg" in the package of the model`)

func isProtobuf(t reflect.Type) bool {
	m, ok := t.MethodByName("ProtoReflect")
	if !ok || m.Type.NumOut() != 1 {
		return false
	}
	out := m.Type.Out(0)
	return out.Name() == "Message" && out.PkgPath() == "google.golang.org/protobuf/reflect/protoreflect"
}

// holds reports whether the type, or the type of a part, has a codec or is refused. The dynamic
// types of interfaces do not count.
func (r *registry) holds(t reflect.Type) bool {
	if yes, ok := r.held.Load(t); ok {
		return yes.(bool)
	}
	yes := r.reaches(t, map[reflect.Type]bool{})
	r.remember(&r.held, t, yes)
	return yes
}

func (r *registry) reaches(t reflect.Type, seen map[reflect.Type]bool) bool {
	if seen[t] {
		return false
	}
	seen[t] = true
	if t.Kind() != reflect.Pointer && !r.find(t).none() {
		return true
	}
	switch t.Kind() {
	case reflect.Map:
		return r.reaches(t.Key(), seen) || r.reaches(t.Elem(), seen)
	case reflect.Slice, reflect.Array, reflect.Pointer:
		return r.reaches(t.Elem(), seen)
	case reflect.Struct:
		for i := range t.NumField() {
			if r.reaches(t.Field(i).Type, seen) {
				return true
			}
		}
	}
	return false
}

// encoded returns the encoding of the addressable v.
func (s service) encoded(v reflect.Value) (data []byte, err error) {
	if s.pointer {
		v = v.Addr()
	}
	defer s.recoverPanic("Encode", &err)
	if data, err = s.Encode(v); err != nil {
		err = fmt.Errorf("the codec of %v: Encode: %w", s.Of, err)
	}
	return data, err
}

// decoded returns the value of type t with that encoding, or a pointer to it if s.pointer.
func (s service) decoded(data []byte, t reflect.Type) (v reflect.Value, err error) {
	if s.pointer {
		t = reflect.PointerTo(t)
	}
	defer s.recoverPanic("Decode", &err)
	v, err = s.Decode(data, t)
	switch {
	case err != nil:
		return v, fmt.Errorf("the codec of %v: Decode: %w", s.Of, err)
	case !v.IsValid() || v.Type() != t || s.pointer && v.IsNil():
		return v, fmt.Errorf("the codec of %v: Decode must return a value of type %v, and has returned %s", s.Of, t, describeType(v))
	}
	return v, nil
}

// describeType describes the type of a result of Decode.
func describeType(v reflect.Value) string {
	switch {
	case !v.IsValid(), v.Kind() == reflect.Pointer && v.IsNil():
		return "nil"
	}
	return "one of type " + v.Type().String()
}

// recoverPanic returns a panic of a function of the codec as an error. It is deferred.
func (s service) recoverPanic(function string, err *error) {
	if problem := recover(); problem != nil {
		*err = fmt.Errorf("the codec of %v: %s panicked: %s", s.Of, function, PanicText(problem))
	}
}

// showText returns the result of Show for the addressable v; ok is false if there is none, or it panics.
func (s service) showText(v reflect.Value) (words string, ok bool) {
	if s.Codec == nil || s.Show == nil {
		return "", false
	}
	defer func() {
		if recover() != nil {
			words, ok = "", false
		}
	}()
	if s.pointer {
		v = v.Addr()
	}
	return s.Show(v), true
}
