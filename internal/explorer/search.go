// Package explorer executes the interleavings that a strategy chooses, by one worker or several, and
// watches that code of the model returns. It does not know what an interleaving means: a [Judge] does.
package explorer

import (
	"context"
	"sync"
	"sync/atomic"

	"github.com/checkmodel/checkmodel/internal/player"
	"github.com/checkmodel/checkmodel/internal/world"
	"github.com/checkmodel/checkmodel/internal/world/guard"
	"github.com/checkmodel/checkmodel/optimaldpor"
	"github.com/checkmodel/checkmodel/trace"
)

// Strategy chooses the interleavings; see checker.Strategy.
type Strategy interface {
	player.Guide
	Begin() (prefix trace.Schedule, more bool)
	End(trace.Ending) error
	Hold(f func(held []*trace.Event))
}

// Judge judges the interleavings that one worker executes, and counts them.
type Judge interface {
	// Observe takes note of the event at position depth.
	Observe(depth int, e *trace.Event)
	// Back drops the events from position depth on.
	Back(depth int)
	// End judges the interleaving, which ended so as far as the player knows, and returns how it ended.
	// The error player.ErrStopped leaves the interleaving as if it had not begun.
	End(trace.Outcome) (trace.Outcome, error)
	// Explain puts an error of the strategy or the player into words.
	Explain(error) error
	// Interrupted is called with the error by which the worker has ended, or nil.
	Interrupted(error)
}

// Tally is where judges count interleavings. Its methods may be called by any goroutine.
type Tally interface {
	// Closed reports whether there shall be no further interleaving.
	Closed(context.Context) bool
	// Fail lets nothing more enter.
	Fail(error)
	// Failed returns the error that Fail was called with, or nil.
	Failed() error
	// Saving reports whether the search is being saved, which may take its time.
	Saving() bool
}

// Search is a search under way. The exported fields must be set before it begins, and not changed.
type Search struct {
	Tally Tally
	// Equip returns by what a worker that executes interleavings in the player explores and judges them.
	Equip func(*player.Player) (Strategy, Judge)
	// Tree is what the strategies of all workers explore; nil if there is one worker.
	Tree    *optimaldpor.Search
	Workers int // at most, if there is a tree
	Alone   int // how many interleavings the first worker executes before the others begin

	MaxEvents   int
	Afresh      bool // begin each interleaving with new processes
	KeepsValues bool // do not forget values, as an observer compares them
	ForgetEvery int  // after how many interleavings values are forgotten; 0 is when they are many

	// Patience returns a context that is done when it is time to see whether the model is stuck; nil
	// waits for ever.
	Patience func() (context.Context, context.CancelFunc)
	// Internal returns the error that the checker is wrong, with the stack of a panic or nil.
	Internal func(problem string, stack []byte) error

	Watch *guard.Watch
	Calls *Calls

	mu      sync.Mutex
	workers []*Worker // all there ever were

	change    occupied // by a worker that joins, leaves or forgets
	active    []*Worker
	failed    atomic.Bool // an interleaving could not be executed; its values are still to be shown
	abandoned bool
}

// New returns a search whose fields are to be set.
func New() *Search {
	return &Search{Watch: new(guard.Watch), Calls: new(Calls), change: newOccupied()}
}

// Abandoned reports whether Guard has returned although the model has not.
func (s *Search) Abandoned() bool { return s.abandoned }

// Worker executes interleavings in a system of its own. It must be used by one goroutine only.
type Worker struct {
	search   *Search
	strategy Strategy
	judge    Judge
	player   *player.Player
	ctx      context.Context
	busy     occupied // while an interleaving is executed
	executed int      // interleavings
	company  func()   // calls the other workers; nil if this one cannot
}

// Worker returns one more worker, with the system.
func (s *Search) Worker(sys *world.System) *Worker {
	w := &Worker{search: s, player: player.New(sys)}
	p := w.player
	w.strategy, w.judge = s.Equip(p)
	p.Limit, p.Afresh, p.Back = s.MaxEvents, s.Afresh, w.judge.Back
	p.Stop = func() bool { return s.Watch.Hurried() || OutOfMemory(w.ctx) != nil } // one interleaving may need much
	s.mu.Lock()
	defer s.mu.Unlock()
	s.workers = append(s.workers, w)
	return w
}

// run explores one interleaving after the other.
func (w *Worker) run(ctx context.Context) error {
	err := w.search.Recovered(func() error { return w.loop(ctx) })
	w.judge.Interrupted(err)
	return err
}

// loop is found by its name in the traceback of a worker's goroutine.
//
//go:noinline
func (w *Worker) loop(ctx context.Context) error {
	s := w.search
	w.ctx = ctx
	s.join(w)
	defer s.leave(w)
	for {
		if w.executed == s.Alone && w.company != nil {
			w.company()
		}
		prefix, more := w.strategy.Begin()
		if !more || s.Tally.Closed(ctx) {
			return nil
		}
		switch err := w.execute(prefix); {
		case err == player.ErrStopped:
			s.Tally.Closed(ctx)
			return nil
		case err != nil:
			return err
		}
		if w.forgets() {
			w.forget()
		}
	}
}

// interleaving executes an interleaving that begins with the prefix and goes on as the strategy chooses.
func (w *Worker) interleaving(prefix trace.Schedule) error {
	outcome, err := w.player.Play(prefix, w)
	if err == nil {
		w.executed++
		if outcome, err = w.judge.End(outcome); err != nil {
			return err
		}
		err = w.strategy.End(w.player.End(outcome))
	}
	if err == nil || err == player.ErrStopped {
		return err
	}
	return w.judge.Explain(err)
}

// Choose implements [player.Guide].
func (w *Worker) Choose(v trace.View) (trace.Step, bool) { return w.strategy.Choose(v) }

// Observe implements [player.Guide].
func (w *Worker) Observe(depth int, e *trace.Event) error {
	w.judge.Observe(depth, e)
	return w.strategy.Observe(depth, e)
}
