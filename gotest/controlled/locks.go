package controlled

import (
	"sync"

	"github.com/checkmodel/checkmodel/internal/goroutine"
	"github.com/checkmodel/checkmodel/proc"
)

// Locker is sync.Locker.
type Locker = sync.Locker

// Mutex is sync.Mutex. Those that wait for it race.
type Mutex struct{ object goroutine.Object }

func (m *Mutex) do(verb goroutine.Verb) bool {
	_, ok := do(&m.object, "mutex", goroutine.Use{Verb: verb})
	return ok
}

// Lock is the method of sync.Mutex.
func (m *Mutex) Lock() { m.do(goroutine.Lock) }

// TryLock is the method of sync.Mutex.
func (m *Mutex) TryLock() bool { return m.do(goroutine.TryLock) }

// Unlock is the method of sync.Mutex.
func (m *Mutex) Unlock() {
	if !m.do(goroutine.Unlock) {
		fatal("sync: unlock of unlocked mutex")
	}
}

// RWMutex is sync.RWMutex. A goroutine that waits to write keeps others from beginning to read.
type RWMutex struct{ object goroutine.Object }

func (m *RWMutex) do(verb goroutine.Verb) bool {
	_, ok := do(&m.object, "rwmutex", goroutine.Use{Verb: verb})
	return ok
}

// Lock is the method of sync.RWMutex.
func (m *RWMutex) Lock() {
	m.do(goroutine.Announce)
	m.do(goroutine.Drain)
}

// TryLock is the method of sync.RWMutex.
func (m *RWMutex) TryLock() bool { return m.do(goroutine.TryWrite) }

// Unlock is the method of sync.RWMutex.
func (m *RWMutex) Unlock() {
	if !m.do(goroutine.WUnlock) {
		fatal("sync: Unlock of unlocked RWMutex")
	}
}

// RLock is the method of sync.RWMutex.
func (m *RWMutex) RLock() { m.do(goroutine.RLock) }

// TryRLock is the method of sync.RWMutex.
func (m *RWMutex) TryRLock() bool { return m.do(goroutine.TryRLock) }

// RUnlock is the method of sync.RWMutex.
func (m *RWMutex) RUnlock() {
	if !m.do(goroutine.RUnlock) {
		fatal("sync: RUnlock of unlocked RWMutex")
	}
}

// RLocker is the method of sync.RWMutex.
func (m *RWMutex) RLocker() Locker { return (*readLocker)(m) }

type readLocker RWMutex

func (r *readLocker) Lock()   { (*RWMutex)(r).RLock() }
func (r *readLocker) Unlock() { (*RWMutex)(r).RUnlock() }

// WaitGroup is sync.WaitGroup.
type WaitGroup struct{ object goroutine.Object }

// Add is the method of sync.WaitGroup.
func (w *WaitGroup) Add(n int) {
	if do(&w.object, "waitgroup", goroutine.Use{Verb: goroutine.Add, Number: int32(n)}); goroutine.Early() {
		return
	}
	g := here("an operation on a waitgroup")
	if id, name := w.object.Find(g, "waitgroup"); g.Below(id) {
		g.Confirm(id, name, proc.NoCrash, "panics: sync: negative WaitGroup counter")
	}
}

// Done is the method of sync.WaitGroup.
func (w *WaitGroup) Done() { w.Add(-1) }

// Wait is the method of sync.WaitGroup.
func (w *WaitGroup) Wait() { do(&w.object, "waitgroup", goroutine.Use{Verb: goroutine.Wait}) }

// Go is the method of sync.WaitGroup.
func (w *WaitGroup) Go(f func()) {
	w.Add(1)
	Go(labelOf(f), func() {
		defer w.Done()
		f()
	})
}

// Once is sync.Once.
type Once struct {
	object goroutine.Object
	before bool // it was called before all interleavings
}

// Do is the method of sync.Once.
func (o *Once) Do(f func()) {
	if o.before {
		return
	} else if goroutine.Early() {
		o.before = true
		f()
	} else if _, first := do(&o.object, "once", goroutine.Use{Verb: goroutine.Once}); first {
		defer do(&o.object, "once", goroutine.Use{Verb: goroutine.Called})
		f()
	}
}

// Cond is sync.Cond. Signal wakes the goroutine that has waited longest.
type Cond struct {
	L      Locker
	object goroutine.Object
}

// NewCond is sync.NewCond.
func NewCond(l Locker) *Cond { return Born(&Cond{L: l}) }

// Wait is the method of sync.Cond.
func (c *Cond) Wait() {
	n, _ := do(&c.object, "cond", goroutine.Use{Verb: goroutine.Queue})
	c.L.Unlock()
	do(&c.object, "cond", goroutine.Use{Verb: goroutine.Woken, Number: n})
	c.L.Lock()
}

// Signal is the method of sync.Cond.
func (c *Cond) Signal() { do(&c.object, "cond", goroutine.Use{Verb: goroutine.Signal}) }

// Broadcast is the method of sync.Cond.
func (c *Cond) Broadcast() { do(&c.object, "cond", goroutine.Use{Verb: goroutine.Broadcast}) }
