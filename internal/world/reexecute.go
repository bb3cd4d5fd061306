package world

import (
	"reflect"
	"slices"

	"github.com/checkmodel/checkmodel/internal/world/guard"
	"github.com/checkmodel/checkmodel/mailbox"
	"github.com/checkmodel/checkmodel/trace"
)

// trial is an execution of a process only to see whether it does again what it
// did in the present interleaving.
type trial struct {
	how   Circumstance
	at    *history    // up to here
	asked []Operation // what it asks for
}

// Reexecute executes every process of the present interleaving twice more, each one alone: it is
// given the results that it had, and must ask for the same operations. Its function comes from
// parents that were executed alone, too. So if several processes use a variable, or a process one
// that outlives it, they find something else in it. Reexecute panics with a [*guard.ModelError]
// then, and also where a receive pattern or a condition gives another answer than before. It
// returns how many operations and conditions it executed; ok is false if it has left some out, as
// [guard.Watch.Hurry] asks for.
func (s *System) Reexecute() (cost int, ok bool) {
	for _, a := range s.started {
		if s.watch.Hurried() {
			return cost, false
		}
		if p, ok := a.(*process); ok {
			cost += reexecute(s, p)
		}
	}
	return cost, true
}

// ReexecutionCost returns how many operations Rehearse would execute.
func (s *System) ReexecutionCost() (cost int) {
	chain := make([]int, len(s.known)) // of a process and its ancestors
	for _, a := range s.started {
		p, ok := a.(*process)
		if !ok {
			continue
		}
		n := int(p.at.depth) + 1
		chain[p.id.ID] = n
		if parent := p.id.Parent; parent != nil {
			chain[p.id.ID] += chain[parent.ID]
		}
		cost += n + chain[p.id.ID]
	}
	return cost
}

// reexecute is Rehearse for one process.
func reexecute(s *System, p *process) (cost int) {
	pr, n := again(s, p)
	first := try(s, pr, p, alone)
	try(s, pr, p, twice)
	return n + 2*len(first) + recheckConditions(s, p, first)
}

// again returns the program of a process as it is when its ancestors are executed
// again, and how many operations that took.
func again(s *System, p *process) (pr *Program, cost int) {
	if p.id.Parent == nil {
		return s.past.first.program, 0
	}
	parent := s.process(p.id.Parent.ID)
	pr, cost = again(s, parent)
	asked := try(s, pr, parent, alone)
	for i := range asked {
		if op := &asked[i]; op.Kind == trace.Spawn && trace.ActorID(op.Object) == p.id.ID {
			return op.Program, cost + len(asked)
		}
	}
	panic("checkmodel internal error: process " + p.id.Name + " was not spawned by its parent")
}

// try executes the program up to where the process is now and returns what it asks for.
func try(s *System, pr *Program, p *process, how Circumstance) []Operation {
	co := newCoroutine(s, pr)
	defer co.close()
	co.x.trial = &trial{how: how, at: p.at}
	route, _ := (*coroutine)(nil).route(p.at)
	co.resume(route)
	return co.x.trial.asked
}

// compare stops a process that does not ask for what it asked for at the point h of its history.
func (x *Execution) compare(h *history, now *Operation) {
	if h.op.Same(&now.Op) && alike(h.op.Patterns, now.Patterns) {
		return
	}
	how := samePast
	if x.trial != nil {
		how = x.trial.how
	}
	op := *now // or else each operation would escape to the heap
	asks := x.sys.asked(x.actor, &op)
	asks.Source = x.callSite()
	x.stop(NotDeterministic(stepAt(x.sys, x.actor, h), x.sys.asked(x.actor, &h.op), asks, how))
}

// alike reports whether two receives have patterns of the same kinds, given the same
// states, which is all that can be told of functions.
func alike(a, b trace.Patterns) bool {
	x, isX := a.(*selection)
	y, isY := b.(*selection)
	if !isX || !isY {
		return reflect.TypeOf(a) == reflect.TypeOf(b)
	}
	return slices.EqualFunc(x.patterns, y.patterns, func(p, q mailbox.Pattern) bool {
		g, isG := p.(*Given)
		h, isH := q.(*Given)
		return reflect.TypeOf(p) == reflect.TypeOf(q) && (!isG || !isH || g.alike(h))
	})
}

// stepAt returns the step, from 1, at which the operation at that point of a
// process was executed, or 0.
func stepAt(s *System, a *trace.Actor, h *history) int {
	for i := range s.undos {
		if s.undos[i].at == h && s.undos[i].who.base().id == a {
			return i + 1
		}
	}
	return 0
}

// recheckConditions asks all receive patterns and conditions of a process again
// what they were asked before, and those that it asks for when it is executed
// again. All must give the same answers. It returns how many answers it compared.
func recheckConditions(s *System, p *process, asked []Operation) (n int) {
	h := p.at
	for i := len(asked) - 1; i >= 0; i-- {
		if was, ok := h.op.Patterns.(remembering); ok {
			for _, again := range []trace.Patterns{h.op.Patterns, asked[i].Patterns} {
				compared, difference := was.recheck(again)
				n += compared
				if difference != "" {
					panic(impure(s, p.id, h, difference))
				}
			}
		}
		h = h.parent
	}
	return n
}

// CompareConditions asks the receive pattern or condition of the step, counted
// from 1, what it was asked before, as a twin has it that has executed this step
// or is about to. It panics with a [*guard.ModelError] if the answers are different.
func (s *System) CompareConditions(t *System, step int) {
	u := &s.undos[step-1]
	var again *Operation
	if a, ok := t.actor(u.who.base().id.ID); ok {
		again = a.pending()
	}
	if len(t.undos) >= step {
		again = t.undos[step-1].op
	}
	if was, ok := u.op.Patterns.(remembering); ok && again != nil && alike(u.op.Patterns, again.Patterns) {
		if _, difference := was.recheck(again.Patterns); difference != "" {
			panic(impure(s, u.who.base().id, u.at, difference))
		}
	}
}

func impure(s *System, a *trace.Actor, h *history, difference string) *guard.ModelError {
	return &guard.ModelError{
		Process: a.Name, Step: stepAt(s, a, h), Source: h.op.site.line(&s.helpers),
		Problem: difference + ". It may depend on nothing that changes: not on the clock, random numbers, nor a variable that is written again (copy what it needs into one of its own first). " + guard.VetFinds,
	}
}
