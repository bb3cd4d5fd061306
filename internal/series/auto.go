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
	autoInterleavings = 2_000  // of the first search, by enumeration
	autoAgain         = 20_000 // of the fourth one, which is the first with a larger limit
	autoDepartures    = 4_000  // interleavings within increasing bounds
	autoRuns          = 4_000  // drawn
	// AutoEvents is how many events each of the first four searches executes at most, which counts if interleavings are long.
	AutoEvents = 2_000_000
)

// Auto tries what finds most bugs at once, and then chooses between enumeration by optimal DPOR and a stateful search.
type Auto struct {
	tally.Known
	MaxInterleavings int  // of each search; 0 is no limit
	MaxEvents        int  // of an interleaving
	Runs             int  // that the model asks for; 0 is no limit
	Late             bool // the stateful search puts off deliveries
	// Begin and Again enumerate at most the given number of interleavings, Begin by one worker and up to one that is cut.
	// Bounds explores at most that number within increasing bounds, and Draw draws that number at random. Enumerate enumerates all
	// interleavings, and States executes a stateful search. All but the first follow an earlier search.
	Begin     func(interleavings int) (*result.Record, error)
	Bounds    func(interleavings int, e *Earlier) (*result.Record, error)
	Draw      func(runs int, e *Earlier) (*result.Record, error)
	Again     func(interleavings int, e *Earlier) (*result.Record, error)
	Enumerate func(*Earlier) (*result.Record, error)
	States    func(*driver.Trial, *Earlier) (*result.Record, error)
}

// Phase is one of the searches of Auto.
type Phase int

// The searches of Auto, in their order.
const (
	Begun Phase = iota
	Bounded
	Drawn
	Repeated
	Stateful
	Enumerated
)

// Search executes the searches from a phase on, after earlier ones. It returns the phase that has given the result. A search that does
// not end within its budget is given up. Its findings are kept if the next search is not complete. The trial is of the stateful search.
func (a Auto) Search(phase Phase, e *Earlier, t *driver.Trial) (*result.Record, Phase, error) {
	for ; ; phase++ {
		r, err := a.execute(phase, t, e)
		if last := e.Last; last != nil {
			if r, err = a.After(r, last, err); r == last {
				return SetChoice(r, "%s, because no other search had begun when it was stopped.", phase-1), phase - 1, err
			}
		}
		if r == nil || err != nil || !a.givesUp(phase, r, t) {
			return a.choose(r, phase, e.Why, t), phase, err
		}
		why := e.Why
		switch phase {
		case Begun:
			if why = fmt.Sprintf("optimal DPOR had not ended after %d interleavings", autoInterleavings); r.DepthCut > 0 {
				why = fmt.Sprintf("optimal DPOR had cut an interleaving after %d events", a.MaxEvents)
			}
		case Drawn:
			why += fmt.Sprintf(", and neither %d interleavings within bounds nor %d drawn ones had decided", a.limit(autoDepartures), a.limit(a.runs()))
		case Stateful:
			t.Explorer = nil // its memory is for the next search
		}
		e = &Earlier{Last: r, Why: why}
	}
}

// execute executes a phase.
func (a Auto) execute(phase Phase, t *driver.Trial, e *Earlier) (*result.Record, error) {
	switch phase {
	case Begun:
		return a.Begin(a.limit(autoInterleavings))
	case Bounded:
		return a.Bounds(a.limit(autoDepartures), e)
	case Drawn:
		return a.Draw(a.limit(a.runs()), e)
	case Repeated:
		return a.Again(a.limit(autoAgain), e)
	case Stateful:
		return a.States(t, e)
	}
	return a.Enumerate(e)
}

// givesUp reports whether a phase has ended without an answer, so that the next one follows.
func (a Auto) givesUp(phase Phase, r *result.Record, t *driver.Trial) bool {
	switch cut := r.Stop == result.NotStopped && r.DepthCut > 0; phase {
	case Begun:
		return (r.Stop == result.OutOfBudget || cut) && r.Interleavings != a.MaxInterleavings
	case Bounded, Drawn, Repeated:
		return r.Stop == result.SampleDrawn || r.Stop == result.OutOfBudget || cut || r.Stop == result.NotStopped && r.BoundCut > 0
	case Stateful:
		return t.Over() && r.Stop == result.SampleDrawn
	}
	return false
}

// choose says in a result, if there is one, why a phase has given it. Nothing is to be said of the first phase.
func (a Auto) choose(r *result.Record, phase Phase, why string, t *driver.Trial) *result.Record {
	switch {
	case phase == Begun:
		return r
	case phase == Stateful && t.Compared == "":
		return SetChoice(r, "%s%s, because %s. It ended within %d transitions.", phase, a.late(), why, driver.TrialTransitions)
	case phase == Stateful:
		return SetChoice(r, "%s%s, because %s. It went on because %s.", phase, a.late(), why, t.Compared)
	case phase == Enumerated:
		return SetChoice(r, "%s, because a stateful search saves little: %s.", phase, t.Compared)
	}
	return SetChoice(r, "%s, because %s.", phase, why)
}

// late says that the stateful search puts off deliveries.
func (a Auto) late() string {
	if a.Late {
		return " with late delivery"
	}
	return ""
}

// String returns what the search is called in a report.
func (p Phase) String() string {
	return [...]string{"optimal DPOR", "optimal DPOR within increasing bounds", "a portfolio with feedback", "optimal DPOR", "a stateful search", "optimal DPOR"}[p]
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

// SetChoice records in a result, if there is one, which search was chosen, and why.
func SetChoice(r *result.Record, format string, args ...any) *result.Record {
	if r != nil {
		r.Chosen = "Chosen automatically: " + fmt.Sprintf(format, args...)
	}
	return r
}
