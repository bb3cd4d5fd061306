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
	autoDepartures    = 4_000 // interleavings within increasing bounds
	autoRuns          = 4_000 // drawn
	// worthwhile is the ratio of the interleavings that the states stand for to the executed ones from which on
	// the stateful search goes on. The ratio grows later, because the last steps of interleavings are explored
	// first. It is about 1 where a state contains everything that was received. In models of CORFU and Chain
	// Replication it is 5 to 30 at this point, and over 1000 in the end.
	worthwhile = 4
)

// Auto tries what finds most bugs at once, and then chooses between enumeration by optimal DPOR and a stateful search.
type Auto struct {
	tally.Known
	MaxInterleavings int  // of each search; 0 is no limit
	MaxEvents        int  // of an interleaving
	Runs             int  // that the model asks for; 0 is no limit
	Late             bool // the stateful search puts off deliveries
	// Begin enumerates at most the given number of interleavings, by one worker, and ends with an interleaving that is cut.
	// Bounds explores at most that number within increasing bounds, and Draw draws that number at random. Enumerate enumerates all
	// interleavings, and States executes a stateful search. All but the first follow an earlier search.
	Begin     func(interleavings int) (*result.Record, error)
	Bounds    func(interleavings int, e *Earlier) (*result.Record, error)
	Draw      func(runs int, e *Earlier) (*result.Record, error)
	Enumerate func(*Earlier) (*result.Record, error)
	States    func(*driver.Trial, *Earlier) (*result.Record, error)
}

// Answer is the search that has given the result of Auto.
type Answer int

// The searches of Auto.
const (
	Enumerated Answer = iota
	Bounded
	Drawn
	Stateful
)

// Search executes the searches. A search that does not end within its budget is given up. Its findings are kept if
// the next search is not complete.
func (a Auto) Search() (*result.Record, Answer, error) {
	first, err := a.Begin(a.limit(autoInterleavings))
	if first == nil || err != nil || !givenUp(first) || first.Interleavings == a.MaxInterleavings {
		return SetChoice(first, "optimal DPOR, %s.", firstEnd(first)), Enumerated, err
	}
	before := fmt.Sprintf("optimal DPOR had not ended after %d interleavings", autoInterleavings)
	if first.DepthCut > 0 {
		before = fmt.Sprintf("optimal DPOR had cut an interleaving after %d events", a.MaxEvents)
	}
	last, by := first, Enumerated
	for _, brief := range []struct {
		by     Answer
		search func(*Earlier) (*result.Record, error)
	}{
		{Bounded, func(e *Earlier) (*result.Record, error) { return a.Bounds(a.limit(autoDepartures), e) }},
		{Drawn, func(e *Earlier) (*result.Record, error) { return a.Draw(a.limit(a.runs()), e) }},
	} {
		r, err := brief.search(&Earlier{Last: last})
		switch r, err = a.After(r, last, err); {
		case r == last:
			return SetChoice(r, "%s, because no other search had begun when it was stopped.", by), by, err
		case r == nil || err != nil || !undecided(r):
			return SetChoice(r, "%s, because %s.", brief.by, before), brief.by, err
		}
		last, by = r, brief.by
	}
	return a.exhaust(last, by, before)
}

// exhaust executes a stateful search as long as it is worthwhile, and otherwise enumerates all interleavings. It says what was before.
func (a Auto) exhaust(last *result.Record, by Answer, before string) (r *result.Record, _ Answer, err error) {
	before += fmt.Sprintf(", and neither %d interleavings within bounds nor %d drawn ones had decided", a.limit(autoDepartures), a.limit(a.runs()))
	t, name := &driver.Trial{Worth: worthwhile}, "a stateful search"
	if a.Late { // a single interleaving of its stands for many orders of arrival
		t.Worth, name = 1, name+" with late delivery"
	}
	r, err = a.States(t, &Earlier{Last: last})
	switch r, err = a.After(r, last, err); {
	case r == nil || r == last:
		return SetChoice(r, "%s, because no other search had begun when it was stopped.", by), by, err
	case !t.Compared():
		return SetChoice(r, "%s, because %s. It ended within %d transitions.", name, before, driver.TrialTransitions), Stateful, err
	case !t.Over() || err != nil || r.Stop != result.SampleDrawn:
		return SetChoice(r, "%s, because %s. It went on because %s.", name, before, t), Stateful, err
	}
	tried := r
	t.Explorer = nil // its memory is for the next search
	r, err = a.Enumerate(&Earlier{Last: tried})
	if r, err = a.After(r, tried, err); r == tried {
		return SetChoice(r, "%s, because no other search had begun when it was stopped.", name), Stateful, err
	}
	return SetChoice(r, "optimal DPOR, because a stateful search saves little: %s.", t), Enumerated, err
}

// String returns what the search is called in a report.
func (by Answer) String() string {
	return [...]string{"optimal DPOR", "optimal DPOR within increasing bounds", "a portfolio with feedback", "a stateful search"}[by]
}

// limit returns a number of interleavings, or the limit of each search if that is lower.
func (a Auto) limit(interleavings int) int {
	if a.MaxInterleavings > 0 {
		return min(interleavings, a.MaxInterleavings)
	}
	return interleavings
}

// runs returns how many interleavings are drawn: fewer if the model asks for fewer, because they take long.
func (a Auto) runs() int {
	if a.Runs > 0 {
		return min(autoRuns, a.Runs)
	}
	return autoRuns
}

// undecided reports whether a search has ended by its budget, without an answer.
func undecided(r *result.Record) bool {
	return r.Stop == result.SampleDrawn || givenUp(r) || r.Stop == result.NotStopped && r.BoundCut > 0
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
