package stage

import (
	"context"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"slices"
	"sync"
)

// A search with a memory limit examines the memory of the program after each garbage collection. Collections are
// frequent near Go's own memory limit, which the search sets, so no clock is needed.

// MemoryFull is the cause with which the context of a search is canceled at the memory limit.
type MemoryFull struct {
	// Spent receives a value after a collection that leaves less than a sixteenth of the limit free although
	// the context is done.
	Spent <-chan struct{}
}

// Error implements error.
func (*MemoryFull) Error() string { return "the memory limit is reached" }

// OutOfMemory returns the cause of a context that was canceled at the memory limit, otherwise nil.
func OutOfMemory(ctx context.Context) *MemoryFull {
	if ctx.Err() == nil {
		return nil
	}
	full, _ := context.Cause(ctx).(*MemoryFull)
	return full
}

// WithMemory returns a context that is done when the program reaches the limit, in bytes. The caller
// must call end after the search.
func WithMemory(parent context.Context, limit int64) (ctx context.Context, end func()) {
	ctx, cancel := context.WithCancelCause(parent)
	release := collectorLimit.hold(limit - limit/16)
	w := &memoryWatch{limit: limit, collected: make(chan struct{}, 1), ended: make(chan struct{})}
	if UsedMemory().reaches(limit) {
		runtime.GC() // an earlier search has left garbage
	}
	if w.full() {
		cancel(&MemoryFull{})
	} else {
		w.arm()
		go w.run(cancel)
	}
	return ctx, func() {
		close(w.ended)
		cancel(nil)
		release()
	}
}

// memoryWatch watches the memory of the program for one search.
type memoryWatch struct {
	limit     int64
	collected chan struct{} // receives a value after a collection
	ended     chan struct{} // closed after the search
}

// run cancels the search when the program reaches the limit. Then it sends to MemoryFull.Spent.
func (w *memoryWatch) run(cancel context.CancelCauseFunc) {
	spent := make(chan struct{}, 1)
	for canceled := false; ; {
		select {
		case <-w.collected:
		case <-w.ended:
			return
		}
		switch {
		case !canceled:
			if canceled = w.full(); canceled {
				cancel(&MemoryFull{spent})
			}
		case UsedMemory().Needed >= w.limit-w.limit/16: // not Taken: garbage may be from earlier code
			select {
			case spent <- struct{}{}:
			default:
			}
		}
	}
}

// arm sends to collected after each collection until the search has ended.
func (w *memoryWatch) arm() {
	garbage := new([2]*memoryWatch) // large enough not to share a block with longer-lived objects
	runtime.AddCleanup(garbage, func(w *memoryWatch) {
		select {
		case <-w.ended:
			return
		case w.collected <- struct{}{}:
		default:
		}
		w.arm()
	}, w)
}

func (w *memoryWatch) full() bool {
	used := UsedMemory()
	if !used.reaches(w.limit) && used.Taken >= w.limit {
		debug.FreeOSMemory() // the rest may be garbage
		used = UsedMemory()
		return used.reaches(w.limit) || used.Taken >= w.limit
	}
	return used.reaches(w.limit)
}

// Memory is the memory that the program uses, in bytes.
type Memory struct {
	Needed int64 // live objects at the last collection, stacks, and the needs of the runtime
	Taken  int64 // obtained from the system, including garbage and free memory
}

// reaches reports whether the program needs three quarters of the limit. With less room, collections would take
// most of the time; a checkpoint also needs memory.
func (m Memory) reaches(limit int64) bool { return m.Needed >= limit-limit/4 }

// UsedMemory returns the memory that the program uses.
func UsedMemory() Memory {
	s := []metrics.Sample{
		{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"},
		{Name: "/memory/classes/heap/objects:bytes"}, {Name: "/memory/classes/heap/unused:bytes"}, {Name: "/memory/classes/heap/free:bytes"},
		{Name: "/gc/heap/live:bytes"},
	}
	metrics.Read(s)
	of := func(i int) int64 { return int64(s[i].Value.Uint64()) }
	taken := of(0) - of(1)
	return Memory{Needed: taken - of(2) - of(3) - of(4) + of(5), Taken: taken}
}

// collectorLimit is the memory limit of Go's collector while there are searches with a limit.
var collectorLimit softLimit

// softLimit sets the lowest of the limits of concurrent searches, and restores the earlier limit.
type softLimit struct {
	mu     sync.Mutex
	before int64
	held   []int64
}

// hold sets the limit, unless there is a lower one, until release is called.
func (s *softLimit) hold(limit int64) (release func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.held) == 0 {
		s.before = debug.SetMemoryLimit(-1)
	}
	s.held = append(s.held, limit)
	s.set()
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		i := slices.Index(s.held, limit)
		s.held = slices.Delete(s.held, i, i+1)
		s.set()
	}
}

func (s *softLimit) set() {
	lowest := s.before
	for _, limit := range s.held {
		lowest = min(lowest, limit)
	}
	debug.SetMemoryLimit(lowest)
}
