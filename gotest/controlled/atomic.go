package controlled

import (
	"fmt"

	"github.com/checkmodel/checkmodel/internal/goroutine"
)

// number is a number that is accessed atomically.
type number[N integer] struct {
	word
	before N // its content before all interleavings, which is added to that of its cell
}

type integer interface {
	~int32 | ~int64 | ~uint32 | ~uint64 | ~uintptr
}

// Int32 is atomic.Int32.
type Int32 struct{ number[int32] }

// Int64 is atomic.Int64.
type Int64 struct{ number[int64] }

// Uint32 is atomic.Uint32.
type Uint32 struct{ number[uint32] }

// Uint64 is atomic.Uint64.
type Uint64 struct{ number[uint64] }

// Uintptr is atomic.Uintptr.
type Uintptr struct{ number[uintptr] }

// Load is the method of the types of package atomic, as are the other methods.
func (n *number[N]) Load() N {
	if goroutine.Early() {
		return n.before
	}
	v, _ := n.do(goroutine.Use{Verb: goroutine.Load})
	return n.result(v)
}

// result returns the content for which a number stands.
func (n *number[N]) result(v int32) N {
	g := here("an atomic operation")
	content := N(g.Word(v)) + n.before
	g.Note(func() string { return fmt.Sprint(content) })
	return content
}

// Store is the method of the types of package atomic.
func (n *number[N]) Store(v N) {
	if goroutine.Early() {
		n.before = v
		return
	}
	n.do(goroutine.Use{Verb: goroutine.Store, Number: here("an atomic store").Number(int64(v - n.before))})
}

// modify changes the number by f, which returns false if it does not.
func (n *number[N]) modify(f func(old N) (N, bool)) (old N, ok bool) {
	if goroutine.Early() {
		old = n.before
		if v, ok := f(old); ok {
			n.before = v
			return old, true
		}
		return old, false
	}
	v, ok := n.do(goroutine.Use{Verb: goroutine.Modify, Compute: func(old int64) (int64, bool) {
		changed, ok := f(N(old) + n.before)
		return int64(changed - n.before), ok
	}})
	return n.result(v), ok
}

// Add is the method of the types of package atomic.
func (n *number[N]) Add(delta N) N {
	old, _ := n.modify(func(old N) (N, bool) { return old + delta, true })
	return old + delta
}

// And is the method of the types of package atomic.
func (n *number[N]) And(mask N) (old N) {
	old, _ = n.modify(func(old N) (N, bool) { return old & mask, true })
	return old
}

// Or is the method of the types of package atomic.
func (n *number[N]) Or(mask N) (old N) {
	old, _ = n.modify(func(old N) (N, bool) { return old | mask, true })
	return old
}

// Swap is the method of the types of package atomic.
func (n *number[N]) Swap(v N) (old N) {
	old, _ = n.modify(func(N) (N, bool) { return v, true })
	return old
}

// CompareAndSwap is the method of the types of package atomic.
func (n *number[N]) CompareAndSwap(old, v N) (swapped bool) {
	_, swapped = n.modify(func(now N) (N, bool) { return v, now == old })
	return swapped
}

// Bool is atomic.Bool.
type Bool struct{ n number[uint32] }

func bit(v bool) uint32 {
	if v {
		return 1
	}
	return 0
}

// Load is the method of atomic.Bool.
func (b *Bool) Load() bool { return b.n.Load() == 1 }

// Store is the method of atomic.Bool.
func (b *Bool) Store(v bool) { b.n.Store(bit(v)) }

// Swap is the method of atomic.Bool.
func (b *Bool) Swap(v bool) bool { return b.n.Swap(bit(v)) == 1 }

// CompareAndSwap is the method of atomic.Bool.
func (b *Bool) CompareAndSwap(old, v bool) bool { return b.n.CompareAndSwap(bit(old), bit(v)) }

// Pointer is atomic.Pointer.
type Pointer[T any] struct{ v Value }

// Load is the method of atomic.Pointer.
func (p *Pointer[T]) Load() *T {
	v, _ := p.v.Load().(*T)
	return v
}

// Store is the method of atomic.Pointer.
func (p *Pointer[T]) Store(v *T) { p.v.set(v) }

// Swap is the method of atomic.Pointer.
func (p *Pointer[T]) Swap(v *T) *T {
	old, _ := p.v.exchange(v, func(any) bool { return true })
	o, _ := old.(*T)
	return o
}

// CompareAndSwap is the method of atomic.Pointer.
func (p *Pointer[T]) CompareAndSwap(old, v *T) bool {
	_, swapped := p.v.exchange(v, func(now any) bool {
		o, _ := now.(*T)
		return o == old
	})
	return swapped
}

// Value is atomic.Value. Values of different types may be stored.
type Value struct {
	word
	before any // its content before all interleavings
}

// content is the content of the value in this interleaving.
func (v *Value) content() *any {
	if goroutine.Early() {
		return &v.before
	}
	g := here("an atomic operation")
	id, _ := v.object.Find(g, "word")
	return g.Object(id, func() any {
		content := v.before
		return &content
	}).(*any)
}

// Load is the method of atomic.Value.
func (v *Value) Load() any {
	v.do(goroutine.Use{Verb: goroutine.Load})
	return *v.content()
}

// Store is the method of atomic.Value.
func (v *Value) Store(x any) {
	if x == nil {
		panic("sync/atomic: store of nil value into Value")
	}
	v.set(x)
}

func (v *Value) set(x any) {
	v.do(goroutine.Use{Verb: goroutine.Store, Number: unique()})
	*v.content() = x
}

// Swap is the method of atomic.Value.
func (v *Value) Swap(x any) any {
	old, _ := v.exchange(x, func(any) bool { return true })
	return old
}

// CompareAndSwap is the method of atomic.Value.
func (v *Value) CompareAndSwap(old, x any) bool {
	_, swapped := v.exchange(x, func(now any) bool { return now == old })
	return swapped
}

func (v *Value) exchange(x any, accept func(now any) bool) (old any, swapped bool) {
	v.do(goroutine.Use{Verb: goroutine.Exchange, Number: unique()})
	old = *v.content()
	if swapped = accept(old); swapped {
		if *v.content() = x; goroutine.Early() {
			return old, true
		}
		g := here("an atomic operation")
		id, _ := v.object.Find(g, "word")
		g.Release(id, 0)
	}
	return old, swapped
}

// unique returns a number that stands for no other content.
func unique() int32 {
	if goroutine.Early() {
		return 0
	}
	return here("an atomic operation").Unique()
}
