package program

import (
	"fmt"
	"runtime"

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

// Along executes the program of a process, which began at that point, with the results of a route, and
// returns its requests.
func Along(s *Runner, pr *Program, root *History, route []*History, t *Trial) []Operation {
	co := newCoroutine(s, pr, root)
	defer co.Close()
	co.x.trial = t
	co.resume(route)
	return t.asked
}

// compare stops a process that requests another operation than before at the point h of its history, or
// begins a turn of a loop in another state.
func (x *Execution) compare(h *History, now *Operation) {
	turn := x.begun()
	if h.Op.Same(&now.Op) && conditions.Alike(h.Op.Does, now.Does) && h.Head.same(turn) {
		return
	}
	how := samePast
	if x.trial != nil {
		how = x.trial.How
	}
	for k := h; k != nil; k = k.Parent {
		if k.Merged.Load() {
			how = sameState
		}
	}
	op := *now // otherwise now would escape to the heap
	before, asks := x.sys.present.Asked(x.Actor(), &h.Op), x.sys.present.Asked(x.Actor(), &op)
	asks.Source = x.callSite()
	if !h.Head.same(turn) {
		before.Turn, asks.Turn = h.Head.text(x.sys, turn), turn.text(x.sys, h.Head)
	}
	if x.trial != nil && x.trial.Differs != nil {
		x.trial.Differs(before, asks)
		x.stopped, x.atRest = true, false
		runtime.Goexit()
	}
	x.stop(NotDeterministic(x.sys.present.StepAt(x.Actor(), h), before, asks, how))
}
