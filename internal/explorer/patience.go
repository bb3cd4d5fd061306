package explorer

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/checkmodel/checkmodel/internal/world/guard"
	"github.com/checkmodel/checkmodel/internal/world/values"
)

// A search that is to end finishes the present interleaving, which mostly takes a
// moment. Where it takes longer, because the code of the model is slow, the search hurries
// after one more patience: it leaves the interleaving at the next operation. Where even that
// takes long, Check returns without it.

// errLeft says that the search did not end in time, and that Check returns without it.
var errLeft = errors.New("the search does not come to its end")

// overdue is called when a patience is over. It returns an error if the search is given
// up: errLeft, or one that names the code of the model that does not answer.
func (g *watchdog) overdue(ctx context.Context, since progress) error {
	ending, enough := ctx.Err() != nil, patiences
	if ending {
		enough = patiencesInTheEnd
	}
	if fault := g.stuck(since, enough); fault != nil {
		return fault
	}
	if fault := g.wordless(since.words, enough); fault != nil {
		return fault
	}
	if !ending || g.Tally.Saving() { // to write what was established may take its time
		return nil
	}
	g.Watch.Hurry()
	if g.late++; g.late < patiencesInTheEnd {
		return nil
	}
	if fault := g.Calls.slow(); fault != nil {
		return fault
	}
	if fault := guard.StuckString(g.executes); fault != nil {
		return fault
	}
	return errLeft
}

// progress is how far a search is, as another goroutine can see it.
type progress struct {
	turns int   // between the checker and the model
	asked int   // rules
	words int64 // values that the model was asked to describe
}

func (g *watchdog) progress() progress {
	return progress{g.Watch.Turns(), g.Calls.last(), values.StringCalls()}
}

// wordless returns an error about a method String of the model that has not returned for
// several patiences; nil if there is none. The number is that of the last that was called before
// the present one.
func (g *watchdog) wordless(last int64, enough int) error {
	var fault *guard.ModelError
	if values.StringCalls() == last {
		fault = guard.StuckString(g.executes)
	}
	if fault == nil {
		g.silent = 0
		return nil
	}
	if g.silent++; g.silent < enough {
		return nil
	}
	return fault
}

// executes reports whether a goroutine with that traceback is one of the search.
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
