package explorer

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/checkmodel/checkmodel/internal/world/guard"
)

// errExited is why a search has ended that has not returned.
var errExited = errors.New("runtime.Goexit was called")

// watchdog watches a search from another goroutine.
type watchdog struct {
	*Search
	late   int // how many patiences are over since the search was to end
	silent int // and how many since a String method of the model was called
}

// Guard calls search in a goroutine of its own. There, code of the model may panic, exit the goroutine,
// or never come back, and it is an error of the model. When ctx is done, Patience is called anew.
func (s *Search) Guard(ctx context.Context, search func() error) error {
	g := &watchdog{Search: s}
	ended := make(chan error, 1)
	go func() {
		err := errExited
		defer func() { ended <- err }()
		err = s.Recovered(search)
	}()
	canceled := ctx.Done()
	var spent <-chan struct{}
	var idle idleness
	for {
		since := g.progress()
		patience, cancel := g.patience()
		select {
		case err := <-ended:
			cancel()
			return g.ended(err)
		case <-canceled:
			cancel()
			canceled = nil
			if full := OutOfMemory(ctx); full != nil {
				spent = full.Spent
			}
		case <-spent:
			cancel()
			if idle.at(g.progress()) < collectionsIdle {
				break // the model has had no time to come back
			}
			if fault := g.stuck(idle.since, 1); fault != nil {
				return g.given(ctx, fault)
			}
		case <-patience.Done():
			cancel()
			if fault := g.overdue(ctx, since); fault != nil {
				return g.given(ctx, fault)
			}
		}
	}
}

// collectionsIdle is how many garbage collections in a row may find the memory spent, and the search
// where it was, before the code that is being executed is at fault.
const collectionsIdle = 4

// idleness is how often in a row a search was found where it was.
type idleness struct {
	since progress
	times int
}

// at notes where the search is now, and returns how often it was found there.
func (i *idleness) at(now progress) int {
	if now != i.since {
		i.since, i.times = now, 0
	}
	i.times++
	return i.times
}

// stuck returns an error if code of the model has not come back that has been executed since
// then, or a rule has not answered. It must have found so often of the rule that it has not.
func (g *watchdog) stuck(since progress, enough int) error {
	if stuck := g.Watch.GiveUp(since.turns); stuck != nil {
		return stuck
	}
	return g.Calls.endless(since.asked, enough)
}

// given gives up the search: other workers than the one that is stuck come to their end without a change
// of the result, which belongs to the caller from now on. It returns what Guard returns.
func (g *watchdog) given(ctx context.Context, fault error) error {
	g.Tally.Closed(ctx) // it may be canceled as well
	g.Tally.Fail(fault)
	g.abandoned = true
	if g.Tree != nil {
		go g.Tree.Stop() // not before the stuck one has come back, if it is a condition that the search asks
	}
	if fault == errLeft {
		return nil
	}
	return fault
}

// patience returns a context that is done when it is time to see whether a
// process is stuck. The checker itself has no clock.
func (g *watchdog) patience() (context.Context, context.CancelFunc) {
	if g.Patience != nil {
		return g.Patience()
	}
	return context.Background(), func() {}
}

// ended returns the error of a search that has ended. If an observer exited the
// goroutine, as t.Fatal does, so does the caller.
func (g *watchdog) ended(err error) error {
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

// Recovered returns what the function returns or, as an error, what it panics with.
func (s *Search) Recovered(function func() error) (err error) {
	defer func() {
		switch problem := recover().(type) {
		case nil:
		case *guard.ModelError:
			err = problem
		default:
			err = s.Internal(fmt.Sprint(problem), debug.Stack())
		}
	}()
	return function()
}
