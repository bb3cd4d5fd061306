package checker

import (
	"github.com/checkmodel/checkmodel/internal/judge"
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

	run minimize.Run // of the violation that a search has found; only tally sets it
}

// equip lets a judge record the violations that are looked for.
func (t *target) equip(j *judge.Judge) {
	if t.attempts != nil { // schedules have one worker
		t.attempts.Equip(j.World, j.Likenesses)
	}
	j.Wanted = func(v *Violation, evidence []int) (minimize.Run, bool) {
		if !t.is(v) {
			return nil, false
		}
		if t.attempts != nil {
			t.attempts.Found(func() minimize.Run { return shrink.RunOf(j.Player, j.Likenesses, evidence) })
			return nil, false
		}
		run := shrink.RunOf(j.Player, j.Likenesses, evidence)
		return run, t.wanted(run)
	}
}
