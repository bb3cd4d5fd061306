package explorer

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/checkmodel/checkmodel/internal/world/guard"
	"github.com/checkmodel/checkmodel/internal/world/values"
)

// The checker has no clock. Options.Patience returns contexts that are done after a while; each such
// while is called a patience. A canceled search first finishes the current interleaving. If it is
// still running after one more patience, because code of the model is slow, it leaves the
// interleaving at the next operation. If that takes long, too, Check returns without it.

// A function of a rule may run for maxWait patiences, as it may have much to compute, and for
// maxWaitCanceled patiences after the search was canceled.
const maxWait, maxWaitCanceled = 6, 3

// errLate says that a canceled search did not end in time.
var errLate = errors.New("the search does not end")

// overdue is called after each patience. It returns an error if Guard must not wait any longer: one
// that names the code of the model that does not return, or errLate.
func (g *watchdog) overdue(ctx context.Context, since progress) error {
	canceled, wait := ctx.Err() != nil, maxWait
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

// progress is how far a search has come. Another goroutine may read it.
type progress struct {
	turns   int   // switches between the checker and the model
	calls   int   // of functions of rules
	strings int64 // calls of String methods of the model
}

func (g *watchdog) progress() progress {
	return progress{g.Watch.Turns(), g.Calls.last(), values.StringCalls()}
}

// endlessString returns an error about a String method of the model that has been running for so many
// patiences, nil if there is none. Last is the number of such calls before the latest patience.
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
func (s *Search) executes(traceback string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, w := range s.workers {
		if strings.Contains(traceback, fmt.Sprintf("explorer.(*Worker).loop(%p", w)) {
			return true
		}
	}
	return false
}
