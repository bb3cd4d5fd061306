package controlled

import "github.com/checkmodel/checkmodel/internal/goroutine"

// at executes an operation on a word of memory at an address, and then f. Its content is not known to the search, which does not see
// all changes.
func at[N integer, R any](p *N, verb goroutine.Verb, f func() R) R {
	g := here("an atomic operation")
	u := goroutine.Use{Verb: verb}
	if verb != goroutine.Load {
		u.Number = g.Unique()
	}
	do(g.At(p), "word", u)
	return f()
}

// AddWord is atomic.AddInt32 and so on.
func AddWord[N integer](p *N, delta N) N {
	return at(p, goroutine.Exchange, func() N { *p += delta; return *p })
}

// AndWord is atomic.AndInt32 and so on.
func AndWord[N integer](p *N, mask N) N { return change(p, func(old N) N { return old & mask }) }

// OrWord is atomic.OrInt32 and so on.
func OrWord[N integer](p *N, mask N) N { return change(p, func(old N) N { return old | mask }) }

// SwapWord is atomic.SwapInt32 and so on.
func SwapWord[N integer](p *N, v N) N { return change(p, func(N) N { return v }) }

func change[N integer](p *N, f func(old N) N) N {
	return at(p, goroutine.Exchange, func() N { old := *p; *p = f(old); return old })
}

// LoadWord is atomic.LoadInt32 and so on.
func LoadWord[N integer](p *N) N { return at(p, goroutine.Load, func() N { return *p }) }

// StoreWord is atomic.StoreInt32 and so on.
func StoreWord[N integer](p *N, v N) {
	at(p, goroutine.Store, func() struct{} { *p = v; return struct{}{} })
}

// CompareAndSwapWord is atomic.CompareAndSwapInt32 and so on.
func CompareAndSwapWord[N integer](p *N, old, v N) bool {
	return at(p, goroutine.Exchange, func() bool {
		if *p != old {
			return false
		}
		*p = v
		return true
	})
}
