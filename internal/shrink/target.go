package shrink

import (
	"github.com/checkmodel/checkmodel/internal/judge"
	"github.com/checkmodel/checkmodel/minimize"
	"github.com/checkmodel/checkmodel/result"
)

// Target says which violations a search looks for. It ignores all others.
type Target struct {
	Is func(*result.Violation) bool
	// Wanted reports whether a run is looked for; it is the last one then. Nil are all runs.
	Wanted func(minimize.Run) bool
	// Attempts executes schedules, which may leave out external events; nil if it is a search. They may have any faults, unless they
	// are Budgeted: the budget is known with which the violation was found.
	Attempts *Attempts
	Budgeted bool

	Run minimize.Run // of the violation that a search has found; only its tally sets it
}

// Equip lets a judge record the violations that are looked for.
func (t *Target) Equip(j *judge.Judge) {
	if t.Attempts != nil { // schedules have one worker
		t.Attempts.SetWorld(j.World, j.Likenesses)
	}
	j.Wanted = func(v *result.Violation, evidence []int) (minimize.Run, bool) {
		if !t.Is(v) {
			return nil, false
		}
		if t.Attempts != nil {
			t.Attempts.Keep(func() minimize.Run { return runOf(j.Player, j.Likenesses, evidence) })
			return nil, false
		}
		run := runOf(j.Player, j.Likenesses, evidence)
		return run, t.Wanted(run)
	}
}
