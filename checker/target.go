package checker

import (
	"sync"

	"github.com/checkmodel/checkmodel/internal/shrink"
	"github.com/checkmodel/checkmodel/minimize"
)

// target says which violations Minimize looks for. All others are ignored.
type target struct {
	is func(*Violation) bool
	// wanted reports whether a run is looked for; it is the last one then. Nil are all runs.
	wanted func(minimize.Run) bool
	// attempts executes schedules, which may leave out external events; nil if it is a search. They may have any faults, unless they
	// are budgeted: the budget is known with which the violation was found.
	attempts *shrink.Attempts
	budgeted bool

	runs sync.Map // of the violations that a search has found, each a *Violation
}

// record records a violation of the current interleaving if it is looked for.
func (s *target) record(j *judge, v *Violation, evidence []int) {
	if len(j.found.violations) > 0 || !s.is(v) {
		return
	}
	if s.attempts != nil {
		s.attempts.Found(func() minimize.Run { return shrink.RunOf(j.player, j.likenesses, evidence) })
	} else if r := shrink.RunOf(j.player, j.likenesses, evidence); s.wanted(r) {
		s.runs.Store(v, r)
		j.found.violations = append(j.found.violations, v)
	}
}
