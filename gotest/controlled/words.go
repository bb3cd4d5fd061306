package controlled

import (
	"unsafe"

	"github.com/checkmodel/checkmodel/internal/goroutine"
	"github.com/checkmodel/checkmodel/internal/races"
)

// load loads a word of memory at an address.
func load[N integer](p *N) N {
	g := here("an atomic operation")
	do(g.At(p), "word", goroutine.Use{Verb: goroutine.Load})
	atomically(g, p, races.Atomic)
	return *p
}

// exchange executes an operation on a word of memory at an address. f returns its new content, and false if that is not stored. The
// search does not know the content, as it does not see all changes.
func exchange[N integer](p *N, f func(old N) (N, bool)) (old, v N, ok bool) {
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

func add[N integer](p *N, delta N) N {
	_, v, _ := exchange(p, func(old N) (N, bool) { return old + delta, true })
	return v
}

func store[N integer](p *N, v N) {
	g := here("an atomic operation")
	do(g.At(p), "word", goroutine.Use{Verb: goroutine.Store, Number: g.Unique()})
	atomically(g, p, races.Atomic|races.Write)
	*p = v
}

// atomically notes an atomic access. It is here so that the program has called as many functions as for exchange.
func atomically[N integer](g *goroutine.Goroutine, p *N, k races.Kind) {
	g.Access(unsafe.Pointer(p), k)
}

func swap[N integer](p *N, v N) N {
	old, _, _ := exchange(p, func(N) (N, bool) { return v, true })
	return old
}

func compareAndSwap[N integer](p *N, old, v N) bool {
	_, _, ok := exchange(p, func(now N) (N, bool) { return v, now == old })
	return ok
}

// AddInt32 is atomic.AddInt32.
func AddInt32(p *int32, delta int32) int32 { return add(p, delta) }

// LoadInt32 is atomic.LoadInt32.
func LoadInt32(p *int32) int32 { return load(p) }

// StoreInt32 is atomic.StoreInt32.
func StoreInt32(p *int32, v int32) { store(p, v) }

// SwapInt32 is atomic.SwapInt32.
func SwapInt32(p *int32, v int32) int32 { return swap(p, v) }

// CompareAndSwapInt32 is atomic.CompareAndSwapInt32.
func CompareAndSwapInt32(p *int32, old, v int32) bool { return compareAndSwap(p, old, v) }

// AddInt64 is atomic.AddInt64.
func AddInt64(p *int64, delta int64) int64 { return add(p, delta) }

// LoadInt64 is atomic.LoadInt64.
func LoadInt64(p *int64) int64 { return load(p) }

// StoreInt64 is atomic.StoreInt64.
func StoreInt64(p *int64, v int64) { store(p, v) }

// SwapInt64 is atomic.SwapInt64.
func SwapInt64(p *int64, v int64) int64 { return swap(p, v) }

// CompareAndSwapInt64 is atomic.CompareAndSwapInt64.
func CompareAndSwapInt64(p *int64, old, v int64) bool { return compareAndSwap(p, old, v) }

// AddUint32 is atomic.AddUint32.
func AddUint32(p *uint32, delta uint32) uint32 { return add(p, delta) }

// LoadUint32 is atomic.LoadUint32.
func LoadUint32(p *uint32) uint32 { return load(p) }

// StoreUint32 is atomic.StoreUint32.
func StoreUint32(p *uint32, v uint32) { store(p, v) }

// SwapUint32 is atomic.SwapUint32.
func SwapUint32(p *uint32, v uint32) uint32 { return swap(p, v) }

// CompareAndSwapUint32 is atomic.CompareAndSwapUint32.
func CompareAndSwapUint32(p *uint32, old, v uint32) bool { return compareAndSwap(p, old, v) }

// AddUint64 is atomic.AddUint64.
func AddUint64(p *uint64, delta uint64) uint64 { return add(p, delta) }

// LoadUint64 is atomic.LoadUint64.
func LoadUint64(p *uint64) uint64 { return load(p) }

// StoreUint64 is atomic.StoreUint64.
func StoreUint64(p *uint64, v uint64) { store(p, v) }

// SwapUint64 is atomic.SwapUint64.
func SwapUint64(p *uint64, v uint64) uint64 { return swap(p, v) }

// CompareAndSwapUint64 is atomic.CompareAndSwapUint64.
func CompareAndSwapUint64(p *uint64, old, v uint64) bool { return compareAndSwap(p, old, v) }
