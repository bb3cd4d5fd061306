package shrink

import (
	"cmp"
	"errors"

	"github.com/checkmodel/checkmodel/minimize"
	"github.com/checkmodel/checkmodel/result"
	"github.com/checkmodel/checkmodel/sampling"
)

// Searches executes the searches that make a violation smaller.
type Searches interface {
	// Schedules executes the schedules of the strategy, in one system.
	Schedules(*Attempts) error
	// Search executes an exploration, and returns the run that it has found, if any. The error may be ErrImpossible.
	Search(Exploration) (*result.Record, minimize.Run, error)
}

// ErrImpossible is the error that no step of a run is possible near which to explore.
var ErrImpossible = errors.New("no step of the run is possible")

// Exploration is a search for another run of the violation.
type Exploration struct {
	minimize.Scope
	Wanted func(minimize.Run) bool

	MaxEvents        int    // of an interleaving
	MaxInterleavings int    // unless runs are drawn
	Runs             int    // how many runs are drawn
	Seed             uint64 // another one for each search that draws runs; otherwise 0
	Portfolio        bool   // they are drawn by the portfolio; otherwise by random walks
}

// Tester executes schedules and searches for package minimize.
type Tester struct {
	*Attempts
	Searches
	MaxEvents int  // of an interleaving
	Near      bool // no runs are drawn, and nothing is explored
	Usual     int  // how many runs a search of the model draws; 0 if that is not known

	draws uint64 // the number of searches at random
	err   error
}

// NewTester returns a tester that executes at most so many schedules and interleavings, until done reports true. ends says that each
// interleaving goes on to its end.
func NewTester(s Searches, schedules int, ends bool, done func() bool) *Tester {
	t := &Tester{Searches: s}
	t.Attempts = &Attempts{Left: schedules, Ends: ends, Stop: func() bool { return done() || t.err != nil }}
	return t
}

// Minimize makes a violation smaller, and returns the run that remains, and how it was found. It returns nil if the violation does not
// happen again.
func (t *Tester) Minimize(v *result.Violation) (*result.Minimization, minimize.Run, error) {
	var first, from minimize.Run
	for _, st := range v.Steps {
		first = append(first, minimize.Event{Step: st})
	}
	t.Long = t.Usual > 0
	var r *minimize.Result
	err := t.Run(func() error { return t.Schedules(t.Attempts) }, func() {
		var ok bool
		if from, ok = t.Test(minimize.Selection{}, first, 0, 0); ok {
			r = minimize.Minimize(t, from)
		}
	})
	if err = cmp.Or(t.err, err); err != nil || r == nil {
		return nil, nil, err
	}
	return &result.Minimization{
		Events: eventCount(r.Run), Externals: len(r.Run.Externals()), FromEvents: eventCount(from), FromExternals: len(from.Externals()),
		Claim: r.Claim, Needed: r.Needed, Stages: r.Stages, Pace: r.Pace, Schedules: t.Executed(), Original: v.Steps, From: v,
	}, r.Run, nil
}

// eventCount returns the number of events of a run, without the left-out ones.
func eventCount(r minimize.Run) (n int) {
	for _, e := range r {
		if !e.LeftOut {
			n++
		}
	}
	return n
}

// Explore implements [minimize.Tester]. Runs are drawn by a random walk, and then half as many by the portfolio: violations
// that are rare with one strategy are often frequent with the other.
func (t *Tester) Explore(s minimize.Scope, wanted func(minimize.Run) bool) (run minimize.Run, found, complete bool) {
	if t.Near {
		return nil, false, false
	}
	if s.Draws == 0 {
		return t.explore(s, wanted, false)
	}
	run, found, _ = t.explore(s, wanted, false)
	if s.Draws /= 2; !found && s.Draws > sampling.Preliminary && !t.Exhausted() { // no more than these are random walks as well
		run, found, _ = t.explore(s, wanted, true)
	}
	return run, found, false
}

func (t *Tester) explore(s minimize.Scope, wanted func(minimize.Run) bool, portfolio bool) (run minimize.Run, found, complete bool) {
	e := Exploration{Scope: s, Wanted: wanted, Portfolio: portfolio}
	t.limit(&e)
	r, steps, err := t.Search(e)
	if r != nil {
		t.Count(r.Interleavings)
	}
	if err == ErrImpossible || t.Stop() {
		return nil, false, false
	}
	if err != nil {
		t.err = err
		return nil, false, false
	}
	if len(r.Violations) == 0 {
		return nil, false, s.Draws == 0 && r.Complete()
	}
	for i := range steps {
		steps[i].Label, steps[i].Kind = 0, 0 // another system numbers operations in another way
	}
	run, ok := t.Test(s.Selection, steps, 0, 0)
	return run, ok && wanted(run), false
}

// limit sets the limits of an exploration.
func (t *Tester) limit(e *Exploration) {
	left := t.Left - t.Executed()
	if e.Draws > 0 {
		t.draws++
		e.Runs, e.Seed = min(e.Draws, max(1, left/4)), t.draws
		if t.Usual > 0 {
			e.Runs = min(e.Runs, max(1, t.Usual/runsForDraw))
		}
		e.MaxEvents = min(t.MaxEvents, len(e.Scope.Near)+longerBy)
		return
	}
	e.MaxInterleavings = max(1, left/4)
	e.MaxEvents = min(t.MaxEvents, longerProof*len(e.Scope.Near)+longerBy) // many models do not end, and long interleavings have many races
	if e.Departures >= 0 {
		e.MaxEvents = min(t.MaxEvents, len(e.Scope.Near)+longerBy)
		e.MaxInterleavings = min(e.MaxInterleavings, nearBudget)
	}
}

// runsForDraw is how many runs a model usually has for one draw at a time.
const runsForDraw = 50

// An interleaving near a run is cut when it has longerBy events more than the run; one that may prove that there is no
// other is longerProof times as long before.
const longerBy, longerProof = 50, 4

// nearBudget is the maximal number of interleavings that are explored near a run.
const nearBudget = 2_000
