package stage

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"strings"

	"github.com/checkmodel/checkmodel/internal/world/guard"
	"github.com/checkmodel/checkmodel/internal/world/values"
)

// errExited is the error of a goroutine that has called runtime.Goexit.
var errExited = errors.New("runtime.Goexit was called")

// watchdog watches a search from another goroutine.
type watchdog struct {
	*Loop
	late   int // patiences since the search was canceled
	silent int // patiences in which the same String method of the model was running
}

// Guard calls search in a goroutine of its own. It is an error of the model if its code panics, exits the
// goroutine, or never returns. When ctx is done, Patience is called again.
func (s *Loop) Guard(ctx context.Context, search func() error) error {
	g := &watchdog{Loop: s}
	ended := make(chan error, 1)
	go g.watch(search, ended)
	canceled := ctx.Done()
	var spent <-chan struct{}
	var idleSince progress
	idle := 0 // successive collections without progress
	for {
		since := g.progress()
		patience, cancel := g.patience()
		select {
		case err := <-ended:
			cancel()
			return g.endError(err)
		case <-canceled:
			cancel()
			canceled = nil
			if full := OutOfMemory(ctx); full != nil {
				spent = full.Spent
			}
		case <-spent:
			cancel()
			if now := g.progress(); now != idleSince {
				idleSince, idle = now, 0
			}
			if idle++; idle < collectionsIdle {
				break // the model may still return
			}
			if fault := g.stuck(idleSince, 1); fault != nil {
				return g.abandon(ctx, fault)
			}
		case <-patience.Done():
			cancel()
			if fault := g.overdue(ctx, since); fault != nil {
				return g.abandon(ctx, fault)
			}
		}
	}
}

// watch executes the search that Guard guards.
func (g *watchdog) watch(search func() error, ended chan<- error) {
	err := errExited
	defer func() { ended <- err }()
	defer g.recoverPanic(&err)
	err = search()
}

// collectionsIdle is the number of successive garbage collections without progress of the search from which the
// running code of the model is reported, if the memory is spent.
const collectionsIdle = 4

// stuck returns an error if code of a process has been running since the given progress, or if a rule has
// been running in wait calls of stuck.
func (g *watchdog) stuck(since progress, wait int) error {
	if stuck := g.Watch.GiveUp(since.turns); stuck != nil {
		return stuck
	}
	return g.Calls.endless(since.calls, wait)
}

// abandon returns the error of Guard while a worker is stuck. The other workers end without changing the tally.
func (g *watchdog) abandon(ctx context.Context, fault error) error {
	g.Tally.Closed(ctx) // sets Result.Stop if ctx is done
	g.Tally.Fail(fault)
	g.abandoned = true
	if g.Shared != nil {
		go g.Shared.Stop() // waits for a condition of the model that the tree evaluates, which may be stuck
	}
	if fault == errLate {
		return nil
	}
	return fault
}

// patience returns the next context of Patience, or one that is never done.
func (g *watchdog) patience() (context.Context, context.CancelFunc) {
	if g.Patience != nil {
		return g.Patience()
	}
	return context.Background(), func() {}
}

// endError returns the error of a search that has ended. If an observer exited the goroutine, as t.Fatal does, endError
// exits the goroutine of the caller.
func (g *watchdog) endError(err error) error {
	if err != errExited {
		return err
	}
	if fault := g.Watch.Fault(); fault != nil {
		return fault
	}
	if failed := g.Tally.Failed(); failed != nil { // a rule exited it
		return failed
	}
	runtime.Goexit()
	return nil
}

// The checker has no clock. Options.Patience returns contexts that are done after a while, called a patience. A
// canceled search first completes the current interleaving. If that takes longer than a patience, it leaves the
// interleaving at the next operation. If that also takes long, Check returns without waiting for it.

// A rule may run for a patience, as may a process, and for maxWaitCanceled after the search was canceled,
// because these are shorter.
const maxWaitCanceled = 3

// errLate says that a canceled search did not end in time.
var errLate = errors.New("the search does not end")

// overdue is called after each patience. It returns an error if Guard must not wait longer: an error about code
// of the model that does not return, or errLate.
func (g *watchdog) overdue(ctx context.Context, since progress) error {
	canceled, wait := ctx.Err() != nil, 1
	if canceled {
		wait = maxWaitCanceled
	}
	if fault := g.stuck(since, wait); fault != nil {
		return fault
	}
	if fault := g.endlessString(since.strings, wait); fault != nil {
		return fault
	}
	if !canceled || g.Tally.Saving() { // writing a checkpoint may take long
		return nil
	}
	g.Watch.Hurry()
	if g.late++; g.late < maxWaitCanceled {
		return nil
	}
	if fault := g.Calls.endless(math.MaxInt-1, 0); fault != nil {
		return fault
	}
	if fault := guard.StuckString(g.executes); fault != nil {
		return fault
	}
	return errLate
}

// progress counts the switches and calls between a search and its model.
type progress struct {
	turns   int   // switches between the checker and the model
	calls   int   // of rules
	strings int64 // calls of String methods of the model
}

func (g *watchdog) progress() progress {
	return progress{g.Watch.Turns(), g.Calls.last(), values.StringCalls()}
}

// endlessString returns an error about a String method of the model that has been running for wait patiences, or
// nil. last is the number of such calls before the latest patience.
func (g *watchdog) endlessString(last int64, wait int) error {
	var fault *guard.ModelError
	if values.StringCalls() == last {
		fault = guard.StuckString(g.executes)
	}
	if fault == nil {
		g.silent = 0
		return nil
	}
	if g.silent++; g.silent < wait {
		return nil
	}
	return fault
}

// executes reports whether a goroutine with that traceback is a worker of the search.
func (s *Loop) executes(traceback string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, w := range s.workers {
		if strings.Contains(traceback, fmt.Sprintf("stage.(*Worker).loop(%p", w)) {
			return true
		}
	}
	return false
}
