package series

import (
	"fmt"

	"github.com/checkmodel/checkmodel/internal/driver"
	"github.com/checkmodel/checkmodel/internal/tally"
	"github.com/checkmodel/checkmodel/result"
)

// The limits of the searches by which Auto chooses. They are counts, so the choice depends only on the model
// and the options.
const (
	autoInterleavings = 2_000 // of the first search, by enumeration
	// worthwhile is the ratio of the interleavings that the states stand for to the executed ones from which on
	// the stateful search goes on. The ratio grows later, because the last steps of interleavings are explored
	// first. It is about 1 where a state contains everything that was received. In models of CORFU and Chain
	// Replication it is 5 to 30 at this point, and over 1000 in the end.
	worthwhile = 4
)

// Auto chooses between enumeration by optimal DPOR and a stateful search.
type Auto struct {
	tally.Known
	MaxInterleavings int  // of each search; 0 is no limit
	MaxEvents        int  // of an interleaving
	Late             bool // the stateful search puts off deliveries
	// Begin enumerates at most the given number of interleavings, by one worker, and ends with an interleaving that is cut.
	// Enumerate enumerates all interleavings, and States executes a stateful search, both after an earlier search.
	Begin     func(interleavings int) (*result.Record, error)
	Enumerate func(*Earlier) (*result.Record, error)
	States    func(*driver.Trial, *Earlier) (*result.Record, error)
}

// Search executes the searches. A search that does not end within its budget is given up. Its findings are kept if
// the next search is not complete. It also reports whether the result is of the stateful search.
func (a Auto) Search() (r *result.Record, stateful bool, err error) {
	limit := autoInterleavings
	if a.MaxInterleavings > 0 {
		limit = min(limit, a.MaxInterleavings)
	}
	first, err := a.Begin(limit)
	if first == nil || err != nil || !givenUp(first) || first.Interleavings == a.MaxInterleavings {
		return SetChoice(first, "optimal DPOR, %s.", firstEnd(first)), false, err
	}
	before := fmt.Sprintf("optimal DPOR had not ended after %d interleavings", autoInterleavings)
	if first.DepthCut > 0 {
		before = fmt.Sprintf("optimal DPOR had cut an interleaving after %d events", a.MaxEvents)
	}
	t, name := &driver.Trial{Worth: worthwhile}, "a stateful search"
	if a.Late { // a single interleaving of its stands for many orders of arrival
		t.Worth, name = 1, name+" with late delivery"
	}
	r, err = a.States(t, &Earlier{Last: first})
	switch r, err = a.After(r, first, err); {
	case r == nil || r == first:
		return SetChoice(r, "optimal DPOR, because no other search had begun when it was stopped."), false, err
	case !t.Compared():
		return SetChoice(r, "%s, because %s. It ended within %d transitions.", name, before, driver.TrialTransitions), true, err
	case !t.Over() || err != nil || r.Stop != result.SampleDrawn:
		return SetChoice(r, "%s, because %s. It went on because %s.", name, before, t), true, err
	}
	tried := r
	t.Explorer = nil // its memory is for the next search
	r, err = a.Enumerate(&Earlier{Last: tried})
	if r, err = a.After(r, tried, err); r == tried {
		return SetChoice(r, "%s, because no other search had begun when it was stopped.", name), true, err
	}
	return SetChoice(r, "optimal DPOR, because a stateful search saves little: %s.", t), false, err
}

// givenUp reports whether the first search has not ended within its budget.
func givenUp(r *result.Record) bool {
	return r.Stop == result.OutOfBudget || r.Stop == result.NotStopped && r.DepthCut > 0
}

// firstEnd says how the first search has ended, if it is the only one.
func firstEnd(r *result.Record) string {
	if r != nil && (r.Complete() || r.Stop == result.AtViolation || r.Stop == result.AtGoals) {
		return fmt.Sprintf("because it ended within %d interleavings", autoInterleavings)
	}
	return fmt.Sprintf("with which each search begins: other searches follow after %d interleavings", autoInterleavings)
}

// SetChoice records in a result, if there is one, which search was chosen, and why.
func SetChoice(r *result.Record, format string, args ...any) *result.Record {
	if r != nil {
		r.Chosen = "Chosen automatically: " + fmt.Sprintf(format, args...)
	}
	return r
}
