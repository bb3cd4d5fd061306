package values

import (
	"reflect"
	"strings"
	"unsafe"
)

// deepCopy returns a copy of v that shares no memory with it. The encoder has accepted v, so it is
// plain data without cycles. ps is nil if no part of v has a codec.
func deepCopy(v any, ps *parts) any {
	if v == nil {
		return nil
	}
	return copied(reflect.ValueOf(v), ps).Interface()
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

// isUnique reports whether a type is a unique.Handle, as in netip.Addr, whose pointer must not be copied.
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
