package sharedvar

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/checkmodel/checkmodel/vet/modelcode"
)

// executes returns the function literals that a process executes: its own, and those outside of it
// that it refers to by the variables they are bound to. The argument all lists the processes in the
// function.
func executes(p *modelcode.Pass, function ast.Node, body *ast.FuncLit, all []*ast.FuncLit) []*ast.FuncLit {
	literals := p.Literals(function)
	return p.Closure(body, literals, func(v *types.Var) bool {
		return !modelcode.Within(v, body) && !slices.Contains(all, literals[v])
	})
}

// changedByCall reports changes by functions that a process calls, of variables that it did not
// declare.
func changedByCall(p *modelcode.Pass, function ast.Node, body *ast.FuncLit, all []*ast.FuncLit, reported map[token.Pos]bool) {
	executed := executes(p, function, body, all)
	own := func(v *types.Var) bool {
		return slices.ContainsFunc(executed, func(part *ast.FuncLit) bool { return modelcode.Within(v, part) })
	}
	for _, called := range executed[1:] {
		p.Writes(called.Body, func(w modelcode.Write) {
			v, pos := p.VariableOf(w.Target), w.Target.Pos()
			if v == nil || w.Address || modelcode.Global(v) || own(v) || reported[pos] || executor(all, pos) != executor(all, called.Pos()) {
				return
			}
			reported[pos] = true
			p.Report(pos, "%s changes here, where the process at line %d calls it, and is shared with the function that declares it; send the value in a message, or use a Table",
				v.Name(), p.Fset.Position(body.Pos()).Line)
		})
	}
}
