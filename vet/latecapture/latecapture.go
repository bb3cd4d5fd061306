// Package latecapture finds patterns and conditions that read variables which change later.
package latecapture

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/checkmodel/checkmodel/vet/modelcode"
)

// Analyzer finds conditions that are not pure functions of a message or a row.
var Analyzer = modelcode.Analyzer("latecapture", `report patterns and conditions that read what changes later

The search asks the condition of a receive again, about other messages, when the
process has moved on; so does it with those of Select and Await. A condition may
read variables of the process only if they do not change any more. Copy what it
needs into a variable of its own before the operation, or give it to a condition
of a receive by proc.Given, which copies it. A function that is given to another one
which passes it on is a condition, too.`, run, new(passesOn))

func run(p *modelcode.Pass) {
	s := newSearch(p)
	through := pointers{s, writtenFields(p)}
	p.Functions(func(function ast.Node) {
		for _, c := range s.conditions(function) {
			impure(p, c)
			changing(p, function, c)
			through.throughPointer(c)
		}
		s.each(function, through.methodValue)
	})
}

// impure reports the changes by a condition.
func impure(p *modelcode.Pass, c *condition) {
	for _, part := range c.parts {
		p.Writes(part.Body, func(w modelcode.Write) {
			if v := p.VariableOf(w.Target); v != nil && !w.Address && !modelcode.Global(v) && !c.within(v) {
				p.Report(w.Target.Pos(), "the condition changes %s; it is asked more often than once, and must be a pure function of the message", v.Name())
			}
		})
	}
}

// changing reports the captured variables that change after the condition is created.
func changing(p *modelcode.Pass, function ast.Node, c *condition) {
	changes := map[*types.Var]token.Pos{}
	since := p.FirstUse(function, c.FuncLit)
	p.Writes(function, func(w modelcode.Write) {
		v, pos := p.VariableOf(w.Target), w.Target.Pos()
		if v == nil || w.Address || modelcode.Global(v) || c.contains(pos) {
			return
		}
		if !changes[v].IsValid() && modelcode.MayFollow(function, pos, since, v) {
			changes[v] = pos
		}
	})
	reported := map[*types.Var]bool{}
	for _, part := range c.parts {
		p.Variables(part.Body, func(id *ast.Ident, v *types.Var) {
			if changes[v].IsValid() && !c.within(v) && !reported[v] {
				reported[v] = true
				p.Report(id.Pos(), "the condition reads %s, which changes at line %d when the search may still ask the condition; copy it into a variable of its own first, or let a receive do that: proc.Given",
					v.Name(), p.Fset.Position(changes[v]).Line)
			}
		})
	}
}
