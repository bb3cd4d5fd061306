package controlled

import (
	"unsafe"

	"github.com/checkmodel/checkmodel/internal/goroutine"
	"github.com/checkmodel/checkmodel/internal/races"
)

// LoadWord is atomic.LoadInt32 and so on.
func LoadWord[N integer](p *N) N {
	if goroutine.Early() {
		return *p
	}
	g := here("an atomic operation")
	do(g.At(p), "word", goroutine.Use{Verb: goroutine.Load})
	atomically(g, p, races.Atomic)
	return *p
}

// exchange executes an operation on a word of memory at an address. f returns its new content, and false if that is not stored. The
// search does not know the content, as it does not see all changes.
func exchange[N integer](p *N, f func(old N) (N, bool)) (old, v N, ok bool) {
	if goroutine.Early() {
		old = *p
		if v, ok = f(old); ok {
			*p = v
		}
		return old, v, ok
	}
	g := here("an atomic operation")
	id, _ := g.At(p).Find(g, "word")
	do(g.At(p), "word", goroutine.Use{Verb: goroutine.Exchange, Number: g.Unique()})
	old = *p
	if v, ok = f(old); !ok {
		g.Access(unsafe.Pointer(p), races.Atomic)
		return old, v, ok
	}
	g.Access(unsafe.Pointer(p), races.Atomic|races.Write)
	g.Release(id, 0)
	*p = v
	return old, v, ok
}

// AddWord is atomic.AddInt32 and so on.
func AddWord[N integer](p *N, delta N) N {
	_, v, _ := exchange(p, func(old N) (N, bool) { return old + delta, true })
	return v
}

// AndWord is atomic.AndInt32 and so on.
func AndWord[N integer](p *N, mask N) N {
	old, _, _ := exchange(p, func(old N) (N, bool) { return old & mask, true })
	return old
}

// OrWord is atomic.OrInt32 and so on.
func OrWord[N integer](p *N, mask N) N {
	old, _, _ := exchange(p, func(old N) (N, bool) { return old | mask, true })
	return old
}

// SwapWord is atomic.SwapInt32 and so on.
func SwapWord[N integer](p *N, v N) N {
	old, _, _ := exchange(p, func(N) (N, bool) { return v, true })
	return old
}

// StoreWord is atomic.StoreInt32 and so on.
func StoreWord[N integer](p *N, v N) {
	if goroutine.Early() {
		*p = v
		return
	}
	g := here("an atomic operation")
	do(g.At(p), "word", goroutine.Use{Verb: goroutine.Store, Number: g.Unique()})
	atomically(g, p, races.Atomic|races.Write)
	*p = v
}

// atomically notes an atomic access. It is here so that the program has called as many functions as for exchange.
func atomically[N integer](g *goroutine.Goroutine, p *N, k races.Kind) {
	g.Access(unsafe.Pointer(p), k)
}

// CompareAndSwapWord is atomic.CompareAndSwapInt32 and so on.
func CompareAndSwapWord[N integer](p *N, old, v N) bool {
	_, _, ok := exchange(p, func(now N) (N, bool) { return v, now == old })
	return ok
}
