package values

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"unsafe"

	"github.com/checkmodel/checkmodel/internal/world/guard"
)

// byCodec encodes a part of a value that has a codec, or is refused.
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

// decoded returns the value of type t with the encoding, or the pointer to it that Decode has
// returned.
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

// typed says of which type a value is that Decode has returned.
func typed(v reflect.Value) string {
	switch {
	case !v.IsValid(), v.Kind() == reflect.Pointer && v.IsNil():
		return "nil"
	}
	return "one of type " + v.Type().String()
}

// recovered is deferred by what calls a function of the codec.
func (s service) recovered(function string, err *error) {
	if problem := recover(); problem != nil {
		*err = fmt.Errorf("the codec of %v: %s panicked: %s", s.Of, function, PanicText(problem))
	}
}

// shown returns the words of the codec for the addressable v. It has none if the codec is
// without, or panics.
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

// Equality returns what reports whether a message is equal to want. Where codecs have their part in
// it, what Go finds in memory is not what counts.
func Equality(want any) func(message any) bool {
	e := encoder{nesting: maxNesting}
	if !codecs.any() || e.encodeAny(reflect.ValueOf(want), 0) != nil || !e.coded {
		return func(message any) bool { return reflect.DeepEqual(message, want) }
	}
	return func(message any) bool {
		return reflect.TypeOf(message) == reflect.TypeOf(want) && canonical(message) == string(e.key)
	}
}

// parts are what a stored value points to that has a codec, with the encodings. So these are
// not touched again: several goroutines may copy them at once, and functions of codecs may
// write to what they are given, as to caches.
type parts struct {
	known   map[part][]byte
	storing bool // what is made is going to be stored
}

type part struct {
	t  reflect.Type
	at unsafe.Pointer
}

// errCodec is what renew panics with.
type errCodec struct{ error }

// renew replaces the addressable v, which unshare has come to, by what its codec makes of it.
// It reports false if there is no codec.
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
		fresh := ps.decoded(s, ps.encoded(s, v), t)
		if s.pointer {
			fresh = fresh.Elem()
		}
		v.Set(fresh)
		return true
	}
	data, ok := ps.known[part{t, v.UnsafePointer()}]
	if !ok {
		data = ps.encoded(s, v.Elem())
	}
	fresh := ps.decoded(s, data, t)
	if ps.storing {
		ps.known[part{t, fresh.UnsafePointer()}] = data
	}
	v.Set(fresh)
	return true
}

func (ps *parts) encoded(s service, v reflect.Value) []byte {
	data, err := s.encoded(v)
	if err != nil {
		panic(errCodec{err})
	}
	return data
}

func (ps *parts) decoded(s service, data []byte, t reflect.Type) reflect.Value {
	v, err := s.decoded(slices.Clone(data), t)
	if err != nil {
		panic(errCodec{err})
	}
	return v
}

var errUnfaithful = errors.New("what its codec decodes has another encoding than what was encoded (or that of a part has): " +
	"Encode must depend on nothing but the value, and Decode must return that value")

// keep returns a copy of a value, some of which has codecs, and its parts. It refuses one that is
// not the same any more: the key is what it was encoded as.
func (e *encoder) keep(v any, key []byte) (stored any, kept *parts, err error) {
	defer func() {
		if problem := recover(); problem != nil {
			failed, ok := problem.(errCodec)
			if !ok {
				panic(problem)
			}
			err = failed.error
		}
	}()
	kept = &parts{known: map[part][]byte{}, storing: true}
	stored = deepCopy(v, kept)
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

// recoded returns a copy of a value that was stored with parts.
func (v *Value) recoded() any {
	defer func() {
		if problem := recover(); problem != nil {
			failed, ok := problem.(errCodec)
			if !ok {
				panic(problem)
			}
			panic(&guard.ModelError{Problem: "a value that could be copied when it was stored cannot be any more: " + failed.Error()})
		}
	}()
	return deepCopy(v.v, v.parts)
}
