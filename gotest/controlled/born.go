package controlled

import (
	"reflect"
	"sync"
	"unsafe"

	"github.com/checkmodel/checkmodel/internal/goroutine"
)

// Born is called by the goroutine that makes a variable, with its address, before anybody uses it. It returns the address. A search has to
// recognize locks and atomic words in each interleaving. It does so by who makes them; without Born, by who uses
// them first, which is not always enough.
func Born[T any](p *T) *T {
	if g := goroutine.Current(); g != nil {
		for _, at := range objectsIn(reflect.TypeFor[T]()) {
			(*goroutine.Object)(unsafe.Add(unsafe.Pointer(p), at)).Make(g)
		}
	}
	return p
}

// BornValue is Born of a value that is not in a variable yet.
func BornValue[T any](v T) T { return *Born(&v) }

// BornAll is Born of each element.
func BornAll[S ~[]T, T any](all S) S {
	for i := range all {
		Born(&all[i])
	}
	return all
}

// known has the offsets of the objects in types.
var known sync.Map

// objectsIn returns the offsets of the objects in a type.
func objectsIn(t reflect.Type) (offsets []uintptr) {
	if of, is := known.Load(t); is {
		return of.([]uintptr)
	}
	switch {
	case t == reflect.TypeFor[goroutine.Object]():
		offsets = []uintptr{0}
	case t.Kind() == reflect.Struct:
		for i := range t.NumField() {
			f := t.Field(i)
			for _, at := range objectsIn(f.Type) {
				offsets = append(offsets, f.Offset+at)
			}
		}
	case t.Kind() == reflect.Array:
		for _, at := range objectsIn(t.Elem()) {
			for i := range t.Len() {
				offsets = append(offsets, uintptr(i)*t.Elem().Size()+at)
			}
		}
	}
	known.Store(t, offsets)
	return offsets
}
