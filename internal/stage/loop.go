package stage

import (
	"context"
	"fmt"
	"runtime/debug"
	"sync"
	"sync/atomic"

	"github.com/checkmodel/checkmodel/internal/world/guard"
	"github.com/checkmodel/checkmodel/trace"
)

// Strategy chooses the interleavings; see checker.Strategy.
type Strategy interface {
	Guide
	Begin() (prefix trace.Schedule, more bool)
	End(trace.Ending) error
	Retained(f func(held []*trace.Event))
}

// Judge judges the interleavings that one worker executes, and counts them.
type Judge interface {
	// Observe is called with the event at position depth.
	Observe(depth int, e *trace.Event)
	// Back forgets the events from position depth on.
	Back(depth int)
	// End judges the interleaving, and returns its outcome, which may differ from the player's.
	// It also reports whether there is a violation. With the error ErrStopped, the
	// interleaving does not count.
	End(trace.Outcome) (outcome trace.Outcome, violating bool, err error)
	// Explain describes an error of the strategy or the player.
	Explain(error) error
	// Interrupted is called with the error that ended the worker, or nil.
	Interrupted(error)
}

// Tally counts interleavings. Its methods may be called by any goroutine.
type Tally interface {
	// Closed reports whether no further interleaving is to be executed.
	Closed(context.Context) bool
	// Fail ends the search with the error.
	Fail(error)
	// Failed returns the error that Fail was called with, or nil.
	Failed() error
	// Saving reports whether a checkpoint is being saved.
	Saving() bool
}

// Loop is the loop of a running search: it executes the interleavings that a strategy chooses, and detects code of the program
// that does not return. A [Judge] judges the interleavings. The exported fields must be set before it begins, and not changed.
type Loop struct {
	Tally Tally
	// NewWorker returns the strategy and the judge of the worker with the player.
	NewWorker func(*Player) (Strategy, Judge)
	// Shared is the search that the strategies of several workers share, such as a tree; nil if there is one worker.
	Shared interface {
		// Stop makes the strategies explore nothing more.
		Stop()
	}
	Workers int // maximal number, if they share something
	// Joins reports whether the other workers can begin. It is called before each interleaving of the first
	// worker, with the number of interleavings so far, until it returns true.
	Joins func(executed int) bool
	// Between is called between two interleavings of the first worker, while no other executes one, whenever Due
	// returns true. Due may be nil.
	Due     func() bool
	Between func()

	Part        bool // it is a part of a search: it repeats the first interleavings no more often than others
	MaxEvents   int
	KeepsValues bool // do not forget values, as an observer compares them
	ForgetEvery int  // forget values after so many interleavings; 0 forgets them when there are many

	// Patience returns a context that is done when it is time to examine whether the model is stuck; nil
	// waits for ever.
	Patience func() (context.Context, context.CancelFunc)
	// Internal returns an error of the checker, with the stack of a panic or nil.
	Internal func(problem string, stack []byte) error

	Watch *guard.Watch
	Calls *Calls

	mu      sync.Mutex
	workers []*Worker // also the workers that have ended

	change    lock // held by a worker that joins, leaves or forgets values
	active    []*Worker
	failed    atomic.Bool // an interleaving has failed; its values will be shown
	abandoned bool
}

// NewLoop returns a loop whose fields must be set.
func NewLoop() *Loop {
	return &Loop{Watch: new(guard.Watch), Calls: new(Calls), change: newLock()}
}

// Abandoned reports whether Guard has returned while code of the model was running.
func (s *Loop) Abandoned() bool { return s.abandoned }

// Worker executes interleavings in a world of its own. It must be used by one goroutine only.
type Worker struct {
	search   *Loop
	strategy Strategy
	judge    Judge
	player   *Player
	ctx      context.Context
	busy     lock   // held while an interleaving is executed
	executed int    // number of interleavings
	first    bool   // it is the first worker
	others   func() // starts the other workers; nil for all workers but the first
}

// Worker returns a new worker with the world.
func (s *Loop) Worker(world *World) *Worker {
	w := &Worker{search: s, player: New(world)}
	p := w.player
	w.strategy, w.judge = s.NewWorker(p)
	p.Limit, p.Back = s.MaxEvents, w.judge.Back
	p.Stop = func() bool { return s.Watch.Hurried() || OutOfMemory(w.ctx) != nil } // one interleaving may need much memory
	s.mu.Lock()
	defer s.mu.Unlock()
	w.first, s.workers = len(s.workers) == 0, append(s.workers, w)
	return w
}

// loop executes interleavings until there are no more. It is looked up by name in tracebacks; see [Loop.executes].
//
//go:noinline
func (w *Worker) loop(ctx context.Context) (err error) {
	s := w.search
	defer func() { w.judge.Interrupted(err) }()
	defer s.recoverPanic(&err)
	w.ctx = ctx
	s.join(w)
	defer s.leave(w)
	for {
		if w.others != nil && s.Joins(w.executed) {
			w.others()
			w.others = nil
		}
		if w.first && w.executed > 0 && s.Due != nil && s.Due() {
			s.exclusively(s.Between)
		}
		prefix, more := w.strategy.Begin()
		if !more || s.Tally.Closed(ctx) {
			return nil
		}
		switch err := w.interleaving(prefix); {
		case err == ErrStopped:
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

// interleaving executes an interleaving. Meanwhile no values are forgotten.
func (w *Worker) interleaving(prefix trace.Schedule) error {
	w.busy.lock()
	defer w.busy.unlock()
	ended := false
	defer func() {
		if !ended {
			w.search.failed.Store(true)
		}
	}()
	outcome, err := w.player.Play(prefix, w)
	if err == nil {
		w.executed++
		var violating bool
		if outcome, violating, err = w.judge.End(outcome); err != nil {
			return err
		}
		end := w.player.End(outcome)
		end.Violating = violating
		err = w.strategy.End(end)
	}
	if ended = err == nil; ended || err == ErrStopped {
		return err
	}
	return w.judge.Explain(err)
}

// Choose implements [Guide].
func (w *Worker) Choose(v trace.View) (trace.Step, bool) { return w.strategy.Choose(v) }

// Observe implements [Guide].
func (w *Worker) Observe(depth int, e *trace.Event) error {
	w.judge.Observe(depth, e)
	return w.strategy.Observe(depth, e)
}

// Recovered calls the function and returns its error. A panic becomes an error.
func (s *Loop) Recovered(function func() error) (err error) {
	defer s.recoverPanic(&err)
	return function()
}

// recoverPanic makes a panic an error. It must be deferred.
func (s *Loop) recoverPanic(err *error) {
	switch problem := recover().(type) {
	case nil:
	case *guard.ModelError:
		*err = problem
	default:
		*err = s.Internal(fmt.Sprint(problem), debug.Stack())
	}
}
