// Package recheck executes processes again, each one alone, and compares them: a process that is deterministic requests the same
// operations for the same results, whatever other processes do meanwhile.
package recheck

import (
	"github.com/checkmodel/checkmodel/internal/world/conditions"
	"github.com/checkmodel/checkmodel/internal/world/describe"
	"github.com/checkmodel/checkmodel/internal/world/guard"
	"github.com/checkmodel/checkmodel/internal/world/machine"
	"github.com/checkmodel/checkmodel/internal/world/program"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// Checker executes the processes of a world again.
type Checker struct {
	world *machine.Machine
	words *describe.Describer
	chain []int // by actor, how many operations a process and its ancestors have requested; scratch of Cost
}

// New returns a checker for the processes of a world.
func New(m *machine.Machine, w *describe.Describer) Checker { return Checker{world: m, words: w} }

// Again executes every process of the present interleaving twice more, each one alone: it gets the results that it had, and must
// request the same operations. Its function comes from parents that were executed alone, too. So if processes share a variable, or
// one survives a process, the variable has another value. Then Again panics with a [*guard.ModelError], and also if a receive
// pattern or a condition returns another result than before. It returns how many operations and conditions it executed; ok is
// false if it left some out because of [guard.Watch.Hurry].
func (c *Checker) Again() (cost int, ok bool) {
	for _, a := range c.world.Present.Started() {
		if c.world.Watch.Hurried() {
			return cost, false
		}
		if p, is := a.(*machine.Process); is {
			cost += c.again(p)
		}
	}
	return cost, true
}

// Cost returns how many operations Again would execute.
func (c *Checker) Cost() (cost int) {
	for _, a := range c.world.Present.Started() {
		p, is := a.(*machine.Process)
		if !is {
			continue
		}
		for len(c.chain) <= int(p.Actor.ID) {
			c.chain = append(c.chain, 0)
		}
		n := int(p.At.Depth) + 1
		chain := n
		if parent := p.Actor.Parent; parent != nil {
			chain += c.chain[parent.ID]
		}
		c.chain[p.Actor.ID] = chain
		cost += n + chain
	}
	return cost
}

// again is Again for one process.
func (c *Checker) again(p *machine.Process) (cost int) {
	pr, n := c.program(p)
	first := c.execute(pr, p, program.Alone)
	c.execute(pr, p, program.Twice)
	return n + 2*len(first) + c.conditions(p, first)
}

// program executes the ancestors of a process again, and returns its program and the number of operations.
func (c *Checker) program(p *machine.Process) (pr *program.Program, cost int) {
	if p.Actor.Parent == nil {
		return c.world.Past.First.Program, 0
	}
	parent := c.world.Process(p.Actor.Parent.ID)
	if p.At.Root().Program.Life > 1 || parent.At.Root().Program.Life > 1 { // a crash has ended the life that spawned it
		return p.At.Root().Program, 0
	}
	for h := parent.At; h != nil; h = h.Parent {
		if h.Merged.Load() { // the history that is executed again may not be the history that spawned the process
			return p.At.Root().Program, 0
		}
	}
	pr, cost = c.program(parent)
	asked := c.execute(pr, parent, program.Alone)
	for i := range asked {
		if op := &asked[i]; op.Kind == kind.Spawn && trace.ActorID(op.Object) == p.Actor.ID {
			return op.Program, cost + len(asked)
		}
	}
	panic("process " + p.Actor.Name + " was not spawned by its parent")
}

// execute executes the program up to the present point of the process, and returns its requests.
func (c *Checker) execute(pr *program.Program, p *machine.Process, how program.Circumstance) []program.Operation {
	route := program.Route(nil, p.At)
	return program.Along(c.world.Runner, pr, p.At.Root(), route, &program.Trial{How: how, At: p.At})
}

// conditions calls all receive patterns and conditions of a process again, and also the patterns and conditions of another
// execution, whose requests are asked. All must return the same results. It returns how many results it compared.
func (c *Checker) conditions(p *machine.Process, asked []program.Operation) (n int) {
	h := p.At
	for i := len(asked) - 1; i >= 0; i-- {
		if was, ok := h.Op.Does.(conditions.Remembering); ok {
			for _, again := range []any{h.Op.Does, asked[i].Does} {
				compared, difference := was.Recheck(again)
				n += compared
				if difference != "" {
					panic(c.impure(p.Actor, h, difference))
				}
			}
		}
		h = h.Parent
	}
	return n
}

func (c *Checker) impure(a *trace.Actor, h *program.History, difference string) *guard.ModelError {
	return &guard.ModelError{
		Process: a.Name, Step: c.world.StepAt(a, h), Source: h.Op.Site.Line(&c.world.Helpers),
		Problem: difference + ". It may depend on nothing that changes, as a variable that is written again does; " + guard.VetFinds,
	}
}
