package checker

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/checkmodel/checkmodel/proc"
)

// InternalError says that the checker itself is wrong, not the model.
type InternalError struct {
	Problem string
	Stack   []byte // of a panic
}

// Error returns the problem.
func (e *InternalError) Error() string {
	return "checkmodel internal error: " + e.Problem + ". Please report it with the model"
}

// errExited is why a search has ended that has not returned.
var errExited = errors.New("runtime.Goexit was called")

// guarded searches in a goroutine of its own. There, code of the model may panic,
// exit the goroutine, or never come back, and it is an error of the model. When ctx is
// done, what is left of the patience counts no more: somebody waits for the end.
func (x *exploration) guarded(ctx context.Context, search func() error) error {
	ended := make(chan error, 1)
	go func() {
		err := errExited
		defer func() { ended <- err }()
		err = recovered(search)
	}()
	canceled := ctx.Done()
	var spent <-chan struct{}
	var idle idleness
	for {
		since := x.progress()
		patience, cancel := x.patience()
		select {
		case err := <-ended:
			cancel()
			return x.ended(err)
		case <-canceled:
			cancel()
			canceled = nil
			if full := outOfMemory(ctx); full != nil {
				spent = full.spent
			}
		case <-spent:
			cancel()
			if idle.at(x.progress()) < collectionsIdle {
				break // the model has had no time to come back
			}
			if fault := x.stuck(idle.since, 1); fault != nil {
				return x.given(ctx, fault)
			}
		case <-patience.Done():
			cancel()
			if fault := x.overdue(ctx, since); fault != nil {
				return x.given(ctx, fault)
			}
		}
	}
}

// collectionsIdle is how many garbage collections in a row may find the memory spent, and the search
// where it was, before that is the fault of what is being executed.
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
func (x *exploration) stuck(since progress, enough int) error {
	if stuck := x.watch.GiveUp(since.turns); stuck != nil {
		return stuck
	}
	return x.hearings.endless(since.asked, enough)
}

// given gives up the search, and returns what Check must say of it.
func (x *exploration) given(ctx context.Context, fault error) error {
	x.ledger.closed(ctx) // it may be canceled as well
	x.abandon(fault)
	if fault == errLeft {
		return nil
	}
	return fault
}

// abandon lets other workers than the one that is stuck come to their end, without
// a change of the result, which belongs to the caller from now on.
func (x *exploration) abandon(fault error) {
	x.ledger.fail(fault)
	x.abandoned = true
	if x.search != nil {
		go x.search.Stop() // not before the stuck one has come back, if it is a condition that the search asks
	}
}

// patience returns a context that is done when it is time to see whether a
// process is stuck. The checker itself has no clock.
func (x *exploration) patience() (context.Context, context.CancelFunc) {
	if p := x.result.Options.Patience; p != nil {
		return p()
	}
	return context.Background(), func() {}
}

// ended returns the error of a search that has ended. If an observer exited the
// goroutine, as t.Fatal does, so does the caller.
func (x *exploration) ended(err error) error {
	if err != errExited {
		return err
	}
	if fault := x.watch.Fault(); fault != nil {
		return fault
	}
	if failed := x.ledger.failed; failed != nil { // a rule exited it
		return failed
	}
	runtime.Goexit()
	return nil
}

// recovered returns what the search returns or, as an error, what it panics with.
func recovered(search func() error) (err error) {
	defer func() {
		switch problem := recover().(type) {
		case nil:
		case *proc.ModelError:
			err = problem
		default:
			text := strings.TrimPrefix(fmt.Sprint(problem), "checkmodel internal error: ")
			err = &InternalError{Problem: text, Stack: debug.Stack()}
		}
	}()
	return search()
}
