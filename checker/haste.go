package checker

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/checkmodel/checkmodel/proc"
)

// A search that is told to end finishes the present interleaving, which mostly takes a
// moment. Where it takes longer, because the code of the model is slow, the search hurries
// after one more patience: it leaves the interleaving at the next operation. Where even that
// takes long, Check returns without it.

// hurried reports whether the present interleaving shall be left, as if it had not begun.
func (x *exploration) hurried() bool { return x.watch.Hurried() }

// errLeft says that the search did not come to its end in time, and that Check returns without it.
var errLeft = errors.New("the search does not come to its end")

// overdue is called when a patience has come to its end. It returns an error if the search is given
// up: errLeft, or one that names the code of the model that does not answer.
func (x *exploration) overdue(ctx context.Context, since progress) error {
	ending, enough := ctx.Err() != nil, patiences
	if ending {
		enough = patiencesInTheEnd
	}
	if fault := x.stuck(since, enough); fault != nil {
		return fault
	}
	if fault := x.wordless(since.words, enough); fault != nil {
		return fault
	}
	if !ending || x.ledger.saving.Load() { // to write what was established may take its time
		return nil
	}
	x.watch.Hurry()
	if x.late++; x.late < patiencesInTheEnd {
		return nil
	}
	if fault := x.hearings.slow(); fault != nil {
		return fault
	}
	if fault := proc.Wordless(x.ledger.executes); fault != nil {
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

func (x *exploration) progress() progress {
	return progress{x.watch.Turns(), x.hearings.last(), proc.Worded()}
}

// wordless returns an error about a method String of the model that has not returned for
// several patiences; nil if there is none. The number is that of the last that was called before
// the present one.
func (x *exploration) wordless(last int64, enough int) error {
	var fault *proc.ModelError
	if proc.Worded() == last {
		fault = proc.Wordless(x.ledger.executes)
	}
	if fault == nil {
		x.silent = 0
		return nil
	}
	if x.silent++; x.silent < enough {
		return nil
	}
	return fault
}

// executes reports whether a goroutine with that traceback is one of the search.
func (l *ledger) executes(traceback string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, x := range l.workers {
		if strings.Contains(traceback, fmt.Sprintf("checker.(*exploration).loop(%p", x)) {
			return true
		}
	}
	return false
}
