package series

import (
	"fmt"
	"slices"

	"github.com/checkmodel/checkmodel/internal/driver"
	"github.com/checkmodel/checkmodel/internal/tally"
	"github.com/checkmodel/checkmodel/result"
)

// The limits of the searches by which Auto chooses. They are counts, so the choice depends only on the model
// and the options.
const (
	autoInterleavings = 2_000     // of the first search, by enumeration
	autoAgain         = 10_000    // of the fourth one, which is the first with a larger limit
	autoDepartures    = 1_000     // interleavings within increasing bounds
	autoRuns          = 4_000     // drawn
	autoRunsOfLarge   = 8_000     // drawn of a large model
	autoLarge         = 1_000_000 // interleavings that the first search expects of a large model, or more: the fourth one is left out
	autoEvents        = 2_000_000 // of each of these four searches, which counts if interleavings are long
)

// Auto tries what finds most bugs at once, and then chooses between enumeration by optimal DPOR and a stateful search. Beside these,
// interleavings are drawn.
type Auto struct {
	tally.Known
	MaxInterleavings int           // of each search; 0 is no limit
	MaxEvents        int           // of an interleaving
	Runs             int           // that the model asks for; 0 is no limit
	Late             bool          // the stateful search puts off deliveries
	Trial            *driver.Trial // of the stateful search
	Expected         float64       // the first search sets it: how many interleavings optimal DPOR has, as far as it knows
	Beside
	// Execute executes one of the searches after earlier ones, until it has explored the given number of interleavings, or executed that
	// of events; 0 is no limit. With nil for the earlier ones it goes on with drawing, which knows them.
	Execute func(p Phase, interleavings, events int, e *Earlier) (*result.Record, error)
}

// Phase is one of the searches of Auto.
type Phase int

// The searches of Auto, in their order. The first one has one worker, and ends with an interleaving that is cut.
const (
	Begun Phase = iota
	Bounded
	Drawn
	Repeated
	Stateful
	Enumerated
)

// Search executes the searches from a phase on, after earlier ones. It returns the phase that has given the result. A search that does
// not end within its budget is given up. Its findings are kept if the next search is not complete.
func (a *Auto) Search(phase Phase, e *Earlier) (*result.Record, Phase, error) {
	for ; ; phase++ {
		interleavings, events := a.limits(phase, e.Large)
		r, err := a.Execute(phase, interleavings, events, e)
		if phase == Drawn {
			a.Beside.Drawn = r
		}
		if last := e.Last; last != nil {
			if r, err = a.After(r, last, err); r == last {
				return SetChoice(r, "%s, because no other search had begun when it was stopped.", phase-1), phase - 1, err
			}
		}
		if b := &a.Beside; b.answers {
			r, err = a.After(b.Drawn, r, b.err)
			return SetChoice(r, "%s, beside %s of %d events, because %s.", Drawn, phase, b.due(), e.Why), Drawn, err
		} else if r != nil && phase >= Stateful && b.Drawn != nil {
			r, err = a.After(r, b.Drawn, err)
		}
		if r == nil || err != nil || !a.givesUp(phase, r) {
			return a.choose(r, phase, e.Why), phase, err
		}
		why, large := e.Why, e.Large
		switch phase {
		case Begun:
			large = a.Expected >= autoLarge
			if why = fmt.Sprintf("optimal DPOR had not ended after %d interleavings", autoInterleavings); r.DepthCut > 0 {
				why = fmt.Sprintf("optimal DPOR had cut an interleaving after %d events", a.MaxEvents)
			}
		case Drawn:
			drawn, _ := a.limits(Drawn, large)
			why += fmt.Sprintf(", and neither %d interleavings within bounds nor %d drawn ones had decided", a.limit(autoDepartures), drawn)
			if large {
				phase++ // optimal DPOR would not end
			}
		case Stateful:
			a.Trial.Explorer = nil // its memory is for the next search
		}
		e = &Earlier{Last: r, Why: why, Large: large}
	}
}

// limits returns the limits on the interleavings and the events of a search of a model, which may be large; 0 is none.
func (a *Auto) limits(p Phase, large bool) (interleavings, events int) {
	switch p {
	case Begun:
		return a.limit(autoInterleavings), autoEvents
	case Bounded:
		return a.limit(autoDepartures), autoEvents
	case Drawn:
		if large {
			return a.runs(autoRunsOfLarge), autoEvents
		}
		return a.runs(autoRuns), autoEvents
	case Repeated:
		return a.limit(autoAgain), autoEvents
	}
	return a.MaxInterleavings, 0
}

// givesUp reports whether a phase has ended without an answer, so that the next one follows.
func (a *Auto) givesUp(phase Phase, r *result.Record) bool {
	switch cut := r.Stop == result.NotStopped && r.DepthCut > 0; phase {
	case Begun:
		return (r.Stop == result.OutOfBudget || cut) && r.Interleavings != a.MaxInterleavings
	case Bounded, Drawn, Repeated:
		return r.Stop == result.SampleDrawn || r.Stop == result.OutOfBudget || cut || r.Stop == result.NotStopped && r.BoundCut > 0
	case Stateful:
		return a.Trial.Over() && r.Stop == result.SampleDrawn
	}
	return false
}

// choose says in a result, if there is one, why a phase has given it. Nothing is to be said of the first phase.
func (a *Auto) choose(r *result.Record, phase Phase, why string) *result.Record {
	beside := ""
	if d := a.Drawn; d != nil && phase >= Stateful && r != nil && r.Verdict == result.Incomplete {
		beside = fmt.Sprintf(" In all, %d interleavings were drawn.", d.Interleavings)
	}
	switch t := a.Trial; {
	case phase == Begun:
		return r
	case phase == Stateful && t.Compared == "":
		return SetChoice(r, "%s%s, because %s. It ended within %d transitions.%s", phase, a.late(), why, driver.TrialTransitions, beside)
	case phase == Stateful:
		return SetChoice(r, "%s%s, because %s. It went on because %s.%s", phase, a.late(), why, t.Compared, beside)
	case phase == Enumerated:
		return SetChoice(r, "%s, because a stateful search saves little: %s.%s", phase, t.Compared, beside)
	}
	return SetChoice(r, "%s, because %s.", phase, why)
}

// late says that the stateful search puts off deliveries.
func (a *Auto) late() string {
	if a.Late {
		return " with late delivery"
	}
	return ""
}

// names are the names of the searches in a checkpoint.
var names = [...]string{"first", "bounds", "draws", "again", "states", "all"}

// Name returns the name of the search in a checkpoint.
func (p Phase) Name() string { return names[p] }

// PhaseOf returns the search of that name, the first one for another name.
func PhaseOf(name string) Phase { return Phase(max(0, slices.Index(names[:], name))) }

// String returns what the search is called in a report.
func (p Phase) String() string {
	return [...]string{"optimal DPOR", "optimal DPOR within increasing bounds", "a portfolio with feedback", "optimal DPOR", "a stateful search", "optimal DPOR"}[p]
}

// limit returns a number of interleavings, or the limit of each search if that is lower.
func (a *Auto) limit(interleavings int) int {
	if a.MaxInterleavings > 0 {
		return min(interleavings, a.MaxInterleavings)
	}
	return interleavings
}

// runs returns how many interleavings are drawn, unless it is more than the limits: the model asks for fewer if they take long.
func (a *Auto) runs(n int) int {
	if a.Runs > 0 {
		n = min(n, a.Runs)
	}
	return a.limit(n)
}

// SetChoice records in a result, if there is one, which search was chosen, and why.
func SetChoice(r *result.Record, format string, args ...any) *result.Record {
	if r != nil {
		r.Chosen = "Chosen automatically: " + fmt.Sprintf(format, args...)
	}
	return r
}
