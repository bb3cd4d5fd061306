package explorer

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/checkmodel/checkmodel/internal/world/guard"
)

// errExited is the error of a goroutine that was ended by runtime.Goexit.
var errExited = errors.New("runtime.Goexit was called")

// watchdog watches a search from another goroutine.
type watchdog struct {
	*Search
	late   int // patiences since the search was canceled
	silent int // patiences in which the same String method of the model was running
}

// Guard calls search in a goroutine of its own, in which code of the model may panic, exit the
// goroutine, or never return: each is an error of the model. When ctx is done, Patience is called anew.
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
				break // the model has had no time to return
			}
			if fault := g.stuck(idle.since, 1); fault != nil {
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

// collectionsIdle is the number of successive garbage collections that must find the memory spent, and
// the search without progress, before the running code of the model is reported.
const collectionsIdle = 4

// idleness counts how often in a row a search was found without progress.
type idleness struct {
	since progress
	times int
}

// at notes the progress, and returns how often in a row it was the same.
func (i *idleness) at(now progress) int {
	if now != i.since {
		i.since, i.times = now, 0
	}
	i.times++
	return i.times
}

// stuck returns an error if code of the model has been running since then, or a function of a rule has
// been running in at least wait calls of stuck.
func (g *watchdog) stuck(since progress, wait int) error {
	if stuck := g.Watch.GiveUp(since.turns); stuck != nil {
		return stuck
	}
	return g.Calls.endless(since.calls, wait)
}

// abandon returns the error of Guard while a worker is stuck. The other workers end without another
// change of the tally.
func (g *watchdog) abandon(ctx context.Context, fault error) error {
	g.Tally.Closed(ctx) // sets Result.Stop if ctx is done
	g.Tally.Fail(fault)
	g.abandoned = true
	if g.Tree != nil {
		go g.Tree.Stop() // waits for a condition of the model that the tree evaluates, which may be stuck
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

// ended returns the error of a search that has ended. If an observer exited the goroutine, as t.Fatal
// does, ended exits that of the caller.
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

// Recovered calls the function and returns its error. A panic becomes an error.
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
