package program

import (
	"fmt"

	"github.com/checkmodel/checkmodel/internal/world/conditions"
	"github.com/checkmodel/checkmodel/internal/world/guard"
	"github.com/checkmodel/checkmodel/trace"
)

// Circumstance says when a process requested another operation than before.
type Circumstance string

const (
	samePast     Circumstance = "with the same past"
	SameSchedule Circumstance = "when the same schedule is executed again"
	Alone        Circumstance = "when it is executed again with the same results, and no other process beside it"
	Twice        Circumstance = "when its function is called again with the same results"
	sameState    Circumstance = "in a turn of its loop with the same state"
)

// NotDeterministic returns the error that a process requests another operation than before at a
// step. The step is 0 if it was not executed.
func NotDeterministic(step int, before, now trace.Request, how Circumstance) *guard.ModelError {
	if before.Source == now.Source { // the error begins with it
		before.Source = ""
	}
	return &guard.ModelError{
		Process: now.Process, Step: step, Source: now.Source,
		Problem: fmt.Sprintf("the process is not deterministic: it asked for %v before, and asks for %v %s. %s",
			before, now.Quoted(), how, how.remedy()),
	}
}

func (c Circumstance) remedy() string {
	switch c {
	case sameState:
		return "A turn may depend on nothing but the state that it is given; " + guard.VetFinds
	case Alone:
		return "It depends on what another process changes, or on something else that is no result of an operation; " + guard.VetFinds
	case Twice:
		return "It depends on a variable that it does not create itself, or on something else that is no result of an operation; " + guard.VetFinds
	}
	return "It depends on something that is no result of an operation; " + guard.VetFinds
}

// text describes the turn that begins at a point. In another execution, the turn other begins
// there.
func (h *head) text(s *Runner, other *head) string {
	switch {
	case h == nil:
		return " in the same turn"
	case other != nil && other.State == h.State:
		return " in a turn after other references, timers, processes, tables or exposed states"
	}
	return " in a turn with the state " + conditions.Brief(s.Values.Text(h.State))
}
