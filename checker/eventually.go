package checker

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/checkmodel/checkmodel/internal/world/guard"
	"github.com/checkmodel/checkmodel/internal/world/program"
)

// Eventually returns the property that the exposed states of type S are right at some moment of every fair interleaving. holds
// returns nil, or an error that names in one sentence the missing condition. It is given the states after each exposure, as by
// [Always], until it has returned nil. If nothing is ever exposed, it is called without states, only for its error.
//
// An interleaving that ends without such a moment violates the property, and so does one that goes on for ever
// without it, if it is fair: each actor that is enabled from some moment on for ever takes steps for ever. This is
// weak fairness. The actors are
//
//   - processes. One that can take its next step, and does not wait, takes it in the end. Nothing is said of one that
//     can take it again and again, but not all the time, such as a process that waits for a row which others change;
//     see [Rule.Strong].
//   - timers that have been started: each expires in the end.
//   - channels, unless delivery is instant: each message is delivered in the end. It is received only if a receive asks
//     for it, and if that need not take another one first.
//
// The alternatives of proc.P.Choose are not forced: one may be chosen for ever.
//
// The property needs a search of [States]; for a model with it, the empty Algorithm means States. After the search, all steps
// of all states up to that moment are explored for cycles. An infinite interleaving has a cycle only if states come again, so
// all processes of it must keep their state in proc.Loop or proc.Serve, and must not number anything in it, as by starting
// processes and new timers (see proc.P.ResetTimer). Otherwise it is cut after Options.MaxEvents, and the property is not
// verified.
func Eventually[S any](p Property, holds func([]Exposed[S]) error) Rule {
	if holds == nil {
		return Rule{Property: p}
	}
	return Rule{Property: p, board: program.States[S](), code: guard.Entry(holds), eventual: true, begin: func() referee {
		var states []announcement
		asked, held := false, false
		var missing error // when it was asked last
		return referee{
			see: func(a announcement) error {
				if !held && show(&states, a) {
					missing = holds(exposed[S](states))
					asked, held = true, missing == nil
				}
				return nil
			},
			end: func() error {
				if !asked {
					missing = cmp.Or(holds(nil), fmt.Errorf("no process has exposed a state of type %s", program.States[S]()))
				}
				return missing
			},
		}
	}}
}

// judgesEnds reports whether a rule is about the ends of interleavings.
func (m *Model) judgesEnds() bool {
	return slices.ContainsFunc(m.Rules, func(r Rule) bool { return r.atEnd || r.eventual })
}

// graphed returns the first rule that needs a graph of states, nil if there is none.
func (m *Model) graphed() *Rule {
	if i := slices.IndexFunc(m.Rules, func(r Rule) bool { return r.graph() != "" }); i >= 0 {
		return &m.Rules[i]
	}
	return nil
}

// graph says why a rule needs a graph of states, "" if it does not.
func (r *Rule) graph() string {
	switch {
	case r.eventual:
		return "an Eventually is about infinite interleavings"
	case r.possible:
		return "an AlwaysPossible is about all that can follow"
	}
	return ""
}
