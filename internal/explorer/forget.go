package explorer

import (
	"slices"

	"github.com/checkmodel/checkmodel/internal/player"
	"github.com/checkmodel/checkmodel/trace"
)

// When the values that processes exchange have come to take much memory, one of the workers forgets
// those that are not needed any more, while no other one executes an interleaving.

// occupied is a lock for which one waits as for a message: code of the model that is being
// executed meanwhile may sleep in a bubble of testing/synctest, where a wait for a mutex
// would keep time from passing.
type occupied chan struct{}

func newOccupied() occupied { return make(occupied, 1) }
func (o occupied) lock()    { o <- struct{}{} }
func (o occupied) unlock()  { <-o }

func (s *Search) join(w *Worker) {
	s.change.lock()
	defer s.change.unlock()
	w.busy = newOccupied()
	s.active = append(s.active, w)
}

func (s *Search) leave(w *Worker) {
	s.change.lock()
	defer s.change.unlock()
	s.active = slices.DeleteFunc(s.active, func(other *Worker) bool { return w == other })
}

// execute executes an interleaving that begins with the prefix.
func (w *Worker) execute(prefix trace.Schedule) (err error) {
	w.busy.lock()
	defer w.busy.unlock()
	returned := false
	defer func() {
		if !returned || err != nil {
			w.search.failed.Store(true)
		}
	}()
	err = w.interleaving(prefix)
	returned = true
	return err
}

// forgets reports whether values should be forgotten after the present interleaving.
func (w *Worker) forgets() bool {
	if every := w.search.ForgetEvery; every > 0 {
		return w.executed%every == 0
	}
	return !w.search.KeepsValues && w.player.System().ShouldForget()
}

// forget forgets all values but those of the events that the strategy holds. All workers
// begin their next interleaving at the beginning.
func (w *Worker) forget() {
	s := w.search
	s.change.lock()
	defer s.change.unlock()
	for _, other := range s.active {
		other.busy.lock()
		defer other.busy.unlock()
	}
	if s.failed.Load() || !w.forgets() { // another worker has done it
		return
	}
	var players []*player.Player
	for _, other := range s.active {
		players = append(players, other.player)
	}
	w.strategy.Hold(func(held []*trace.Event) { player.Forget(players, held) })
}
