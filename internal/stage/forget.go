package stage

import (
	"slices"

	"github.com/checkmodel/checkmodel/trace"
)

// When the values that processes exchange take much memory, a worker forgets the values that are not needed any more,
// while no other worker executes an interleaving.

// lock is a mutex. In a bubble of testing/synctest, time passes while a goroutine waits for a channel, but not
// while it waits for a sync.Mutex.
type lock chan struct{}

func newLock() lock    { return make(lock, 1) }
func (l lock) lock()   { l <- struct{}{} }
func (l lock) unlock() { <-l }

func (s *Loop) join(w *Worker) {
	s.change.lock()
	defer s.change.unlock()
	w.busy = newLock()
	s.active = append(s.active, w)
}

func (s *Loop) leave(w *Worker) {
	s.change.lock()
	defer s.change.unlock()
	s.active = slices.DeleteFunc(s.active, func(other *Worker) bool { return w == other })
}

// forgets reports whether values should be forgotten after the current interleaving.
func (w *Worker) forgets() bool {
	world, keeps := w.player.World().World.(Forgets)
	if every := w.search.ForgetEvery; every > 0 {
		return keeps && w.executed%every == 0
	}
	return keeps && !w.search.KeepsValues && world.ShouldForget()
}

// forget forgets all values except the values of the events that the strategy holds. Each worker executes its next
// interleaving from the beginning.
func (w *Worker) forget() {
	s := w.search
	s.exclusively(func() {
		if s.failed.Load() || !w.forgets() { // another worker has done it
			return
		}
		var players []*Player
		for _, other := range s.active {
			players = append(players, other.player)
		}
		w.strategy.Retained(func(held []*trace.Event) { forgetIn(players, held) })
	})
}

// exclusively calls f while no worker executes an interleaving.
func (s *Loop) exclusively(f func()) {
	s.change.lock()
	defer s.change.unlock()
	for _, w := range s.active {
		w.busy.lock()
		defer w.busy.unlock()
	}
	f()
}
