package controlled

import (
	"iter"
	"reflect"
	"sync"
	"unsafe"

	"github.com/checkmodel/checkmodel/internal/goroutine"
	"github.com/checkmodel/checkmodel/internal/races"
)

// Rewritten code calls these functions where it accesses memory that several goroutines may share. An access is no event of a search,
// but a data race is found out. A map is accessed as a whole.

// Read returns *p.
func Read[T any](p *T) T {
	access(p, 0)
	return *p
}

// Writing returns p, whose variable is about to be changed.
func Writing[T any](p *T) *T {
	access(p, races.Write)
	return p
}

// Set returns the function that assigns to *p, so that a value may be evaluated before the assignment.
func Set[T any](p *T) func(T) {
	return func(v T) {
		access(p, races.Write)
		*p = v
	}
}

// Returning returns the function that returns its argument, which a return statement assigns to the result *p.
func Returning[T any](p *T) func(T) T {
	return func(v T) T {
		access(p, races.Write)
		return v
	}
}

// ReadMap returns the map, which is about to be read.
func ReadMap[M ~map[K]V, K comparable, V any](m M) M {
	accessMap(m, 0)
	return m
}

// WritingMap returns the map, which is about to be changed.
func WritingMap[M ~map[K]V, K comparable, V any](m M) M {
	accessMap(m, races.Write)
	return m
}

// Index returns the function that returns the value of a key of the map; Index2 reports also whether there is one.
func Index[M ~map[K]V, K comparable, V any](m M) func(K) V {
	return func(k K) V {
		accessMap(m, 0)
		return m[k]
	}
}

// Index2 is Index with two results.
func Index2[M ~map[K]V, K comparable, V any](m M) func(K) (V, bool) {
	return func(k K) (V, bool) {
		accessMap(m, 0)
		v, ok := m[k]
		return v, ok
	}
}

// DeleteKey returns the function that deletes a key of the map.
func DeleteKey[M ~map[K]V, K comparable, V any](m M) func(K) {
	return func(k K) {
		accessMap(m, races.Write)
		delete(m, k)
	}
}

// SetKey returns the function that assigns a value to a key of the map.
func SetKey[M ~map[K]V, K comparable, V any](m M) func(K, V) {
	return func(k K, v V) {
		accessMap(m, races.Write)
		m[k] = v
	}
}

// Appending returns the slice, to which n elements are about to be appended.
func Appending[S ~[]T, T any](s S, n int) S {
	accessAll(grown(s, n))
	return s
}

// Appended returns the slice, to which n elements were appended.
func Appended[S ~[]T, T any](s S, n int) S {
	accessAll(s[len(s)-n:], races.Write)
	return s
}

// grown returns the elements that are accessed when n are appended, and how.
func grown[S ~[]T, T any](s S, n int) (S, races.Kind) {
	switch {
	case n == 0:
		return nil, 0
	case len(s)+n <= cap(s):
		return s[len(s) : len(s)+n], races.Write
	}
	return s, 0 // they are copied
}

// AppendAll is append(s, all...).
func AppendAll[S ~[]T, A ~[]T, T any](s S, all A) S {
	accessAll(all, 0)
	accessAll(grown(s, len(all)))
	return append(s, all...)
}

// AppendString is append(s, text...).
func AppendString[S ~[]byte, A ~string](s S, text A) S {
	accessAll(grown(s, len(text)))
	return append(s, text...)
}

// CopyAll is copy(to, from).
func CopyAll[A, B ~[]T, T any](to A, from B) int {
	n := min(len(to), len(from))
	accessAll(from[:n], 0)
	accessAll(to[:n], races.Write)
	return copy(to, from)
}

// CopyString is copy(to, text).
func CopyString[A ~[]byte, B ~string](to A, text B) int {
	accessAll(to[:min(len(to), len(text))], races.Write)
	return copy(to, text)
}

// ClearAll is clear(s).
func ClearAll[S ~[]T, T any](s S) {
	accessAll(s, races.Write)
	clear(s)
}

// Elements returns the elements of the slice, as a range statement reads them.
func Elements[S ~[]T, T any](s S) iter.Seq2[int, T] {
	return func(yield func(int, T) bool) {
		for i := range s {
			access(&s[i], 0)
			if !yield(i, s[i]) {
				return
			}
		}
	}
}

// access notes an access to each word of a variable.
func access[T any](p *T, k races.Kind) {
	g := goroutine.Current()
	if g == nil || p == nil {
		return
	}
	for _, at := range words(reflect.TypeFor[T]()) {
		g.Access(unsafe.Add(unsafe.Pointer(p), at), k)
	}
}

// accessAll notes an access to each word of the elements.
func accessAll[S ~[]T, T any](s S, k races.Kind) {
	g := goroutine.Current()
	if g == nil {
		return
	}
	for i := range s {
		for _, at := range words(reflect.TypeFor[T]()) {
			g.Access(unsafe.Add(unsafe.Pointer(&s[i]), at), k)
		}
	}
}

// accessMap notes an access to a map.
func accessMap[M ~map[K]V, K comparable, V any](m M, k races.Kind) {
	if g := goroutine.Current(); g != nil && m != nil {
		g.Access(reflect.ValueOf(m).UnsafePointer(), k)
	}
}

// layouts has the offsets of the words in types.
var layouts sync.Map

// words returns the offsets of the words in a type: of everything that has no parts that can be accessed alone. There are none for
// objects that goroutines share.
func words(t reflect.Type) (offsets []uintptr) {
	if k := t.Kind(); k != reflect.Struct && k != reflect.Array && t.Size() > 0 {
		return single
	}
	if of, is := layouts.Load(t); is {
		return of.([]uintptr)
	}
	switch {
	case t == reflect.TypeFor[goroutine.Object]():
	case t.Kind() == reflect.Struct:
		for i := range t.NumField() {
			for _, at := range words(t.Field(i).Type) {
				if f := t.Field(i); f.Name != "_" {
					offsets = append(offsets, f.Offset+at)
				}
			}
		}
	case t.Kind() == reflect.Array:
		for i := range t.Len() {
			for _, at := range words(t.Elem()) {
				offsets = append(offsets, uintptr(i)*t.Elem().Size()+at)
			}
		}
	}
	layouts.Store(t, offsets)
	return offsets
}

var single = []uintptr{0}
