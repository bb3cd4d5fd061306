package controlled

import (
	"cmp"
	"fmt"
	"iter"
	"reflect"
	"slices"
	"strings"
	"unsafe"

	"github.com/checkmodel/checkmodel/internal/goroutine"
)

// Iteration is a range over a map.
type Iteration[K, V any] struct{ next func(*K, *V) bool }

// Next stores the next key and value, and reports whether there are any. Each pointer may be nil.
func (i *Iteration[K, V]) Next(k *K, v *V) bool { return i.next(k, v) }

// Entries begins a range over a map. It goes by the order of the keys: numbers and strings as usual, false before true, structs and arrays element by
// element, interfaces by the names of types, channels and pointers by who has made them, and when. As in Go, entries that are removed before their turn do not
// come, nor do entries that are added. It returns variables for the key and the value.
func Entries[M ~map[K]V, K comparable, V any](m M) (k K, v V, i *Iteration[K, V]) {
	type entry struct {
		k    K
		v    V
		word reflect.Value
	}
	var all []entry
	for k, v := range m {
		all = append(all, entry{k, v, reflect.ValueOf(&k).Elem()})
	}
	slices.SortStableFunc(all, func(a, b entry) int { return compare(a.word, b.word) })
	return k, v, &Iteration[K, V]{func(k *K, v *V) bool {
		for len(all) > 0 {
			e := all[0]
			all = all[1:]
			if now, is := m[e.k]; is {
				e.v = now
			} else if e.k == e.k || len(m) == 0 { // what is not equal to itself can only be removed with all others
				continue
			}
			if k != nil {
				*k = e.k
			}
			if v != nil {
				*v = e.v
			}
			return true
		}
		return false
	}}
}

// All is maps.All, by the order of the keys.
func All[M ~map[K]V, K comparable, V any](m M) iter.Seq2[K, V] {
	return func(yield func(K, V) bool) {
		for k, v, i := Entries(m); i.Next(&k, &v); {
			if !yield(k, v) {
				return
			}
		}
	}
}

// Keys is maps.Keys, by the order of the keys.
func Keys[M ~map[K]V, K comparable, V any](m M) iter.Seq[K] {
	return func(yield func(K) bool) {
		for k := range All(m) {
			if !yield(k) {
				return
			}
		}
	}
}

// Values is maps.Values, by the order of the keys.
func Values[M ~map[K]V, K comparable, V any](m M) iter.Seq[V] {
	return func(yield func(V) bool) {
		for _, v := range All(m) {
			if !yield(v) {
				return
			}
		}
	}
}

// Key is given a pointer that may be a key of a map, by the goroutine that has made what it points to. It returns the pointer.
func Key[T any](p *T) *T {
	if g := goroutine.Current(); g != nil {
		g.At(p).Make(g)
	}
	return p
}

// compare compares two keys of a map.
func compare(a, b reflect.Value) int {
	switch {
	case a.CanInt():
		return cmp.Compare(a.Int(), b.Int())
	case a.CanUint():
		return cmp.Compare(a.Uint(), b.Uint())
	case a.CanFloat():
		return cmp.Compare(a.Float(), b.Float())
	}
	switch a.Kind() {
	case reflect.String:
		return strings.Compare(a.String(), b.String())
	case reflect.Bool:
		return cmp.Compare(bit(a.Bool()), bit(b.Bool()))
	case reflect.Complex64, reflect.Complex128:
		return cmp.Or(cmp.Compare(real(a.Complex()), real(b.Complex())), cmp.Compare(imag(a.Complex()), imag(b.Complex())))
	case reflect.Struct:
		for i := range a.NumField() {
			if c := compare(a.Field(i), b.Field(i)); c != 0 {
				return c
			}
		}
		return 0
	case reflect.Array:
		for i := range a.Len() {
			if c := compare(a.Index(i), b.Index(i)); c != 0 {
				return c
			}
		}
		return 0
	case reflect.Interface:
		switch a, b := a.Elem(), b.Elem(); {
		case !a.IsValid() || !b.IsValid():
			return cmp.Compare(bit(a.IsValid()), bit(b.IsValid()))
		case a.Type() != b.Type():
			return strings.Compare(a.Type().PkgPath()+a.Type().String(), b.Type().PkgPath()+b.Type().String())
		default:
			return compare(a, b)
		}
	}
	return comparePointers(a, b)
}

// comparePointers compares pointers by who has made what they point to. It ends the exploration if that is not known.
func comparePointers(a, b reflect.Value) int {
	g := goroutine.Current()
	switch {
	case g == nil || a.Pointer() == b.Pointer():
		return 0
	case a.IsNil() || b.IsNil():
		return cmp.Compare(bit(b.IsNil()), bit(a.IsNil()))
	}
	x, known := identity(g, a)
	y, too := identity(g, b)
	if !known || !too {
		refuse(fmt.Sprintf("a range over a map whose keys have a %s that is not made by new or & of a literal in the package of the map", a.Type()),
			"make it so, or let the keys be numbers or strings")
	}
	return goroutine.Compare(g, x, y)
}

// identity returns the object that stands for what a pointer points to.
func identity(g *goroutine.Goroutine, p reflect.Value) (o *goroutine.Object, known bool) {
	if p.Kind() == reflect.Pointer && p.Type().Elem().Kind() == reflect.Struct {
		if all := objectsIn(p.Type().Elem()); len(all) > 0 {
			if o = (*goroutine.Object)(unsafe.Add(p.UnsafePointer(), all[0])); o.Made(g) {
				return o, true
			}
		}
	}
	if o = g.At(reflect.NewAt(p.Type().Elem(), p.UnsafePointer()).Interface()); o.Made(g) {
		return o, true
	}
	return nil, false
}
