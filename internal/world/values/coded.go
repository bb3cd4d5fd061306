package values

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"unsafe"
)

// byCodec encodes a part of a value that has a codec or is refused.
func (e *encoder) byCodec(s service, v reflect.Value) error {
	if s.refusal != nil {
		return s.refusal
	}
	data, err := s.encoded(v)
	if err != nil {
		return err
	}
	e.text(string(data))
	e.mutable, e.coded = true, true
	return nil
}

// encoded returns the encoding of the addressable v.
func (s service) encoded(v reflect.Value) (data []byte, err error) {
	if s.pointer {
		v = v.Addr()
	}
	defer s.recovered("Encode", &err)
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
	defer s.recovered("Decode", &err)
	v, err = s.Decode(data, t)
	switch {
	case err != nil:
		return v, fmt.Errorf("the codec of %v: Decode: %w", s.Of, err)
	case !v.IsValid() || v.Type() != t || s.pointer && v.IsNil():
		return v, fmt.Errorf("the codec of %v: Decode must return a value of type %v, and has returned %s", s.Of, t, typed(v))
	}
	return v, nil
}

// typed describes the type of a result of Decode.
func typed(v reflect.Value) string {
	switch {
	case !v.IsValid(), v.Kind() == reflect.Pointer && v.IsNil():
		return "nil"
	}
	return "one of type " + v.Type().String()
}

// recovered returns a panic of a function of the codec as an error. It is deferred.
func (s service) recovered(function string, err *error) {
	if problem := recover(); problem != nil {
		*err = fmt.Errorf("the codec of %v: %s panicked: %s", s.Of, function, PanicText(problem))
	}
}

// shown returns the result of Show for the addressable v; ok is false if there is none, or it panics.
func (s service) shown(v reflect.Value) (words string, ok bool) {
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

// parts holds the encodings of the parts of a stored value that it points to and that have a codec.
// So these parts are not used when the value is copied: several goroutines may copy it at once, and
// functions of codecs may write to their arguments, as to caches.
type parts struct {
	known   map[part][]byte
	storing bool // the copy is going to be stored
}

type part struct {
	t  reflect.Type
	at unsafe.Pointer
}

// errCodec is the error that renew panics with.
type errCodec struct{ error }

func must[T any](v T, err error) T {
	if err != nil {
		panic(errCodec{err})
	}
	return v
}

// renew replaces the addressable v by the value that its codec decodes from its encoding. It
// returns false if there is no codec, and panics with an errCodec if the codec fails.
func (ps *parts) renew(v reflect.Value) bool {
	t, pointed := v.Type(), v.Kind() == reflect.Pointer
	if pointed {
		if _, ok := identity(v); ok || v.IsNil() {
			return false
		}
		t = t.Elem()
	}
	s := codecs.find(t)
	if s.Codec == nil || pointed && !s.pointer {
		return false
	}
	if !pointed {
		fresh := must(s.decoded(slices.Clone(must(s.encoded(v))), t))
		if s.pointer {
			fresh = fresh.Elem()
		}
		v.Set(fresh)
		return true
	}
	data, ok := ps.known[part{t, v.UnsafePointer()}]
	if !ok {
		data = must(s.encoded(v.Elem()))
	}
	fresh := must(s.decoded(slices.Clone(data), t))
	if ps.storing {
		ps.known[part{t, fresh.UnsafePointer()}] = data
	}
	v.Set(fresh)
	return true
}

// codedCopy is deepCopy for a value with parts that have codecs. It returns the errors of the codecs.
func codedCopy(v any, ps *parts) (fresh any, err error) {
	defer func() {
		switch problem := recover().(type) {
		case nil:
		case errCodec:
			err = problem.error
		default:
			panic(problem)
		}
	}()
	return deepCopy(v, ps), nil
}

var errUnfaithful = errors.New("what its codec decodes has another encoding than what was encoded " +
	"(or that of a part has): Encode must depend on nothing but the value, and Decode must return that value")

// keep returns a copy of a value with parts that have codecs, and these parts. The key is the
// encoding of the value; keep fails if the copy has another encoding.
func (e *encoder) keep(v any, key []byte) (stored any, kept *parts, err error) {
	kept = &parts{known: map[part][]byte{}, storing: true}
	if stored, err = codedCopy(v, kept); err != nil {
		return nil, nil, err
	}
	kept.storing = false
	again := encoder{vs: e.vs, nesting: e.nesting}
	if err := again.encodeAny(reflect.ValueOf(stored), 0); err != nil {
		return nil, nil, err
	}
	if string(again.key) != string(key) {
		return nil, nil, errUnfaithful
	}
	return stored, kept, nil
}
