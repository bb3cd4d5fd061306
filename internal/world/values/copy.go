package values

import (
	"reflect"
	"slices"
	"strings"
	"unsafe"
)

// deepCopy returns a copy of v that shares no memory with it. The encoder has accepted v, so it is
// plain data without cycles. ps is nil if no part of v has a codec.
func deepCopy(v any, ps *parts) any {
	if v == nil {
		return nil
	}
	return copyValue(reflect.ValueOf(v), ps).Interface()
}

// unshare replaces, in the addressable v, all memory shared with the original.
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
				fresh.SetMapIndex(copyValue(it.Key(), ps), copyValue(it.Value(), ps))
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
			v.Set(copyValue(v.Elem(), ps))
		}
	}
}

// isUnique reports whether a type is a unique.Handle, as in netip.Addr, whose pointer must not be copied.
func isUnique(t reflect.Type) bool {
	return t.PkgPath() == "unique" && strings.HasPrefix(t.Name(), "Handle[")
}

func copyValue(v reflect.Value, ps *parts) reflect.Value {
	target := reflect.New(v.Type()).Elem()
	target.Set(v)
	unshare(target, ps)
	return target
}

// isBytes reports whether a type is an array or slice of bytes, which are plain.
func isBytes(t reflect.Type) bool {
	return t.Elem().Kind() == reflect.Uint8 && codecs.find(t.Elem()).none()
}

// writable makes an unexported field of an addressable struct readable and writable.
func writable(v reflect.Value) reflect.Value {
	if v.CanSet() {
		return v
	}
	return reflect.NewAt(v.Type(), unsafe.Pointer(v.UnsafeAddr())).Elem()
}

// addressable returns v, or an addressable copy of it.
func addressable(v reflect.Value) reflect.Value {
	if v.CanAddr() {
		return v
	}
	target := reflect.New(v.Type()).Elem()
	target.Set(v)
	return target
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
