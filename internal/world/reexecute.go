package world

import (
	"github.com/checkmodel/checkmodel/internal/world/conditions"
	"github.com/checkmodel/checkmodel/internal/world/guard"
	"github.com/checkmodel/checkmodel/internal/world/program"
	"github.com/checkmodel/checkmodel/trace"
)

// Reexecute executes every process of the present interleaving of a system twice more, each one alone: it gets the
// results that it had, and must request the same operations. Its function comes from parents that were
// executed alone, too. So if processes share a variable, or one survives a process, the variable has
// another value. Then Reexecute panics with a [*guard.ModelError], and also if a receive pattern or a
// condition returns another result than before. It returns how many operations and conditions it
// executed; ok is false if it left some out because of [guard.Watch.Hurry].
func Reexecute(s *System) (cost int, ok bool) {
	for _, a := range s.started {
		if s.Watch.Hurried() {
			return cost, false
		}
		if p, ok := a.(*process); ok {
			cost += reexecute(s, p)
		}
	}
	return cost, true
}

// reexecutionCost returns how many operations Reexecute would execute.
func reexecutionCost(s *System) (cost int) {
	for _, a := range s.started {
		p, ok := a.(*process)
		if !ok {
			continue
		}
		n := int(p.at.Depth) + 1
		p.chain = n
		if parent := p.id.Parent; parent != nil {
			p.chain += s.known[parent.ID].(*process).chain
		}
		cost += n + p.chain
	}
	return cost
}

// reexecute is Reexecute for one process.
func reexecute(s *System, p *process) (cost int) {
	pr, n := again(s, p)
	first := try(s, pr, p, program.Alone)
	try(s, pr, p, program.Twice)
	return n + 2*len(first) + recheckConditions(s, p, first)
}

// again executes the ancestors of a process again, and returns its program and the number of operations.
func again(s *System, p *process) (pr *program.Program, cost int) {
	if p.id.Parent == nil {
		return s.Past.First.Program, 0
	}
	parent := s.process(p.id.Parent.ID)
	if p.at.Root().Program.Life > 1 || parent.at.Root().Program.Life > 1 { // a crash has ended the life that spawned it
		return p.at.Root().Program, 0
	}
	for h := parent.at; h != nil; h = h.Parent {
		if h.Merged.Load() { // the history that is executed again may not be the history that spawned the process
			return p.at.Root().Program, 0
		}
	}
	pr, cost = again(s, parent)
	asked := try(s, pr, parent, program.Alone)
	for i := range asked {
		if op := &asked[i]; op.Kind == trace.Spawn && trace.ActorID(op.Object) == p.id.ID {
			return op.Program, cost + len(asked)
		}
	}
	panic("checkmodel internal error: process " + p.id.Name + " was not spawned by its parent")
}

// try executes the program up to the present point of the process, and returns its requests.
func try(s *System, pr *program.Program, p *process, how program.Circumstance) []program.Operation {
	route, _ := (*program.Coroutine)(nil).Route(nil, p.at)
	return program.Along(s.Runner, pr, p.at.Root(), route, &program.Trial{How: how, At: p.at})
}

// StepAt returns the step, from 1, that executed the operation at that point of a process, or 0.
func (s *System) StepAt(a *trace.Actor, h *program.History) int {
	for i := range s.undos {
		if u := &s.undos[i]; u.at == h && u.who.base().id == a && !isDebt(&u.op.Op) {
			return i + 1
		}
	}
	return 0
}

// recheckConditions calls all receive patterns and conditions of a process again, and also the
// patterns and conditions of another execution, whose requests are asked. All must return the same
// results. It returns how many results it compared.
func recheckConditions(s *System, p *process, asked []program.Operation) (n int) {
	h := p.at
	for i := len(asked) - 1; i >= 0; i-- {
		if was, ok := h.Op.Does.(conditions.Remembering); ok {
			for _, again := range []any{h.Op.Does, asked[i].Does} {
				compared, difference := was.Recheck(again)
				n += compared
				if difference != "" {
					panic(impure(s, p.id, h, difference))
				}
			}
		}
		h = h.Parent
	}
	return n
}

// compareConditions compares the results of the receive pattern or condition of a step, counted from 1,
// with its results in a twin that has executed this step or is about to. It panics with a
// [*guard.ModelError] if they differ.
func compareConditions(s, t *System, step int) {
	u := &s.undos[step-1]
	var again *program.Operation
	if a, ok := t.actor(u.who.base().id.ID); ok {
		again = a.pending()
	}
	if len(t.undos) >= step {
		again = t.undos[step-1].op
	}
	if was, ok := u.op.Does.(conditions.Remembering); ok && again != nil && conditions.Alike(u.op.Does, again.Does) {
		if _, difference := was.Recheck(again.Does); difference != "" {
			panic(impure(s, u.who.base().id, u.at, difference))
		}
	}
}

func impure(s *System, a *trace.Actor, h *program.History, difference string) *guard.ModelError {
	return &guard.ModelError{
		Process: a.Name, Step: s.StepAt(a, h), Source: h.Op.Site.Line(&s.Helpers),
		Problem: difference + ". It may depend on nothing that changes, as a variable that is written again does; " + guard.VetFinds,
	}
}
