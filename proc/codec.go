package proc

import (
	"encoding"
	"errors"
	"fmt"
	"reflect"
	"sync"
)

// Codec says how values of type T travel and are compared, wherever they are: in messages, rows and
// reasons, and in what is exposed. Without a codec, a value is copied and compared field by field. That is wrong
// where fields do not belong to what the value means, as caches, or differ for equal values;
// and a value is refused if a field cannot be copied, as a function.
//
// The functions must be pure, and safe for concurrent use. A panic in Encode or Decode refuses the
// value, as an error does. A value that holds handles, as a [PID], needs no codec: nothing that Decode could make
// stands for the same process.
type Codec[T any] struct {
	// Encode returns what travels of a value. Two values of one type are the same value
	// exactly if their encodings are the same, so the order of a map must not show in it.
	// Encode must not keep the value, nor change it in a way that others notice: it may be given
	// copies of one value at once, which share what maps, slices and pointers in them refer to.
	// If it returns an error, the value cannot be sent or stored.
	Encode func(value T) ([]byte, error)
	// Decode returns the value with that encoding. Its encoding must be data again, and it
	// must share no memory with other values that change. The type is that of the value
	// that was encoded: T, unless T is an interface.
	Decode func(data []byte, t reflect.Type) (T, error)
	// Show puts a value into words for traces, the same for equal values and in every
	// run. If it is nil, or panics, the value is shown as others are ([Format]).
	Show func(value T) string
}

// RegisterCodec lets values of type T travel by the codec, in all models of the program. Call it
// in an init function of the package that has the type, or of the one that has the model.
//
// T is a type with a name, a pointer to one, or an interface with methods.
//
//   - The codec of a type E is also used for what a *E points to. The codec of *E is also used for
//     an E in a struct, slice or map; Encode is then given a pointer to a copy. A nil pointer
//     travels without the codec.
//   - The codec of an interface is used for all types that implement it, but not for those that have a
//     codec of their own, nor for those of this package. A struct that embeds a type which implements
//     the interface travels field by field, and only the embedded field by the codec. A value whose
//     type implements two interfaces with codecs is refused, unless the type has a codec of its own.
//
// RegisterCodec panics if T is none of these types, or one of this package; if T, or the type that it points
// to, has a codec; if Encode or Decode is nil; and if a [System] has been made before, as
// each search does.
func RegisterCodec[T any](c Codec[T]) {
	t := reflect.TypeFor[T]()
	refuse := func(format string, args ...any) {
		panic(fmt.Sprintf("proc.RegisterCodec[%v]: ", t) + fmt.Sprintf(format, args...))
	}
	if c.Encode == nil || c.Decode == nil {
		refuse("Encode and Decode must not be nil")
	}
	of, pointer := t, false
	if t.Kind() == reflect.Pointer {
		of, pointer = t.Elem(), true
	}
	switch {
	case t.Kind() == reflect.Interface && t.NumMethod() > 0:
	case of.Kind() == reflect.Interface || of.Kind() == reflect.Pointer || of.PkgPath() == "":
		refuse("a codec is for a type with a name, a pointer to one, or an interface with methods")
	case of.PkgPath() == typeOfP.PkgPath():
		refuse("the types of package proc travel by themselves")
	}
	added := &codec{of: of, pointer: pointer, encode: func(v reflect.Value) ([]byte, error) { return c.Encode(v.Interface().(T)) }}
	added.decode = func(data []byte, t reflect.Type) (reflect.Value, error) {
		v, err := c.Decode(data, t)
		return reflect.ValueOf(v), err
	}
	if c.Show != nil {
		added.show = func(v reflect.Value) string { return c.Show(v.Interface().(T)) }
	}
	if problem := codecs.add(added); problem != "" {
		refuse("%s", problem)
	}
}

// BinaryCodec returns a codec of T that uses its methods MarshalBinary and
// UnmarshalBinary. It is right only if these keep all that matters of a value, and if equal
// values are marshaled alike. Not all types do so, so none gets this codec by itself.
func BinaryCodec[T any, P binary[T]]() Codec[T] {
	return Codec[T]{
		Encode: func(v T) ([]byte, error) { return P(&v).MarshalBinary() },
		Decode: func(data []byte, _ reflect.Type) (v T, err error) {
			err = P(&v).UnmarshalBinary(data)
			return v, err
		},
	}
}

type binary[T any] interface {
	*T
	encoding.BinaryMarshaler
	encoding.BinaryUnmarshaler
}

// codec is a Codec without its type parameter. Values are of the type of, or pointers to
// such if the codec is for pointers.
type codec struct {
	of      reflect.Type // an interface, if the codec serves all that implement it
	pointer bool
	encode  func(reflect.Value) ([]byte, error)
	decode  func([]byte, reflect.Type) (reflect.Value, error)
	show    func(reflect.Value) string // or nil
}

// codecs are all that were registered. Once a system has been made no more are accepted, and what
// was found is remembered.
var codecs = registry{exact: map[reflect.Type]*codec{}}

type registry struct {
	mu       sync.RWMutex
	sealed   bool
	exact    map[reflect.Type]*codec // by of
	families []*codec                // of interfaces
	found    sync.Map                // reflect.Type -> service, once it is sealed
	held     sync.Map                // reflect.Type -> bool, as holds returns it, once it is sealed
}

// add adds a codec, or says why not.
func (r *registry) add(c *codec) (problem string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.sealed {
		return "a System has been made before, as by a search; call it in an init function"
	}
	if r.exact[c.of] != nil {
		return fmt.Sprintf("%v has a codec already; register one, in one package", c.of)
	}
	r.exact[c.of] = c
	if c.of.Kind() == reflect.Interface {
		r.families = append(r.families, c)
	}
	return ""
}

// any reports whether there is a codec.
func (r *registry) any() bool {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return len(r.exact) > 0
}

// seal refuses all further codecs.
func (r *registry) seal() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.sealed = true
}

// remember stores in a cache what was found, unless a codec may still be registered.
func (r *registry) remember(cache *sync.Map, t reflect.Type, found any) {
	r.mu.RLock()
	defer r.mu.RUnlock()
	if r.sealed {
		cache.Store(t, found)
	}
}

// service says how values of a type travel: by a codec, not at all, or, if it is zero, part
// by part.
type service struct {
	*codec
	pointer bool // the codec is given a pointer to the value
	refusal error
}

func (s service) none() bool { return s.codec == nil && s.refusal == nil }

// find returns the service for a type that is neither a pointer nor an interface.
func (r *registry) find(t reflect.Type) service {
	if t.PkgPath() == "" || t.PkgPath() == typeOfP.PkgPath() || t.Kind() == reflect.Interface {
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
		return service{codec: c, pointer: c.pointer}
	}
	for _, c := range r.families {
		value, pointer := t.Implements(c.of), reflect.PointerTo(t).Implements(c.of)
		if !pointer || promotes(t, func(f reflect.Type) bool { return f.Implements(c.of) }) { // what value has, pointer has
			continue
		}
		if s.codec != nil {
			return service{refusal: fmt.Errorf("%v implements %v and %v, which have a codec each; register one for it (proc.RegisterCodec)", t, s.of, c.of)}
		}
		s = service{codec: c, pointer: !value}
	}
	if s.codec == nil && isProtobuf(reflect.PointerTo(t)) && !promotes(t, isProtobuf) {
		s.refusal = errProtobuf
	}
	return s
}

// promotes reports whether a type is a struct that embeds one with the property, or a pointer to which
// has it: what it seems to be itself is only a part of it.
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

// errProtobuf refuses all messages of Protocol Buffers, also those that have not been
// used yet and could be copied: the first use fills in what cannot.
var errProtobuf = errors.New("it is a message of Protocol Buffers, which travels by its own encoding; " +
	`for that, import _ "` + typeOfP.PkgPath() + `/protomsg" in the package of the model`)

// isProtobuf reports whether a type is a message of Protocol Buffers.
func isProtobuf(t reflect.Type) bool {
	m, ok := t.MethodByName("ProtoReflect")
	if !ok || m.Type.NumOut() != 1 {
		return false
	}
	out := m.Type.Out(0)
	return out.Name() == "Message" && out.PkgPath() == "google.golang.org/protobuf/reflect/protoreflect"
}

// holds reports whether the type, or the type of one of its parts, has a codec or is
// refused. What interfaces hold does not count.
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
