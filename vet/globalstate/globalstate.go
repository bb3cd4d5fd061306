// Package globalstate finds variables of packages that processes share.
package globalstate

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/checkmodel/checkmodel/vet/modelcode"
)

// Analyzer finds changes, and uses of changing variables, of packages.
var Analyzer = modelcode.Analyzer("globalstate", `report mutable variables of packages in the code of a model

A variable of a package is shared by all processes and outlives an interleaving,
and the checker does not see it. What processes share is in messages and Tables;
what a process knows is in its own variables. Variables that nothing changes but
their declaration and init are fine.`, run)

func run(p *modelcode.Pass) {
	changed := changedAnywhere(p)
	written := map[*ast.Ident]bool{}
	p.Functions(func(function ast.Node) {
		writes(p, function, func(w modelcode.Write) {
			v := p.VariableOf(w.Target)
			if v == nil || !modelcode.Global(v) {
				return
			}
			p.Variables(w.Target, func(id *ast.Ident, used *types.Var) { written[id] = written[id] || used == v })
			what := "is changed here"
			if w.Address {
				what = "can be changed here, where its address is taken"
			}
			p.Report(w.Target.Pos(), "%s belongs to the package, so all processes share it without the checker's knowledge, and %s; use a Table, or a variable of the process", v.Name(), what)
		})
	})
	p.Functions(func(function ast.Node) {
		p.Variables(function, func(id *ast.Ident, v *types.Var) {
			if changed[v].IsValid() && !written[id] {
				p.Report(id.Pos(), "%s belongs to the package and is changed at %s, so a process may not find the same in it each time; make it a constant, or give it to the process",
					v.Name(), p.Fset.Position(changed[v]))
			}
		})
	})
}

// changedAnywhere returns the variables of the package that are changed outside of declarations and
// init functions, and where.
func changedAnywhere(p *modelcode.Pass) map[*types.Var]token.Pos {
	changed := map[*types.Var]token.Pos{}
	for _, file := range p.Files {
		for _, d := range file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || f.Recv == nil && f.Name.Name == "init" {
				continue
			}
			writes(p, f, func(w modelcode.Write) {
				if v := p.VariableOf(w.Target); v != nil && modelcode.Global(v) && !w.Address && !changed[v].IsValid() {
					changed[v] = w.Target.Pos()
				}
			})
		}
	}
	return changed
}

// writes calls f with each target that the node writes to, also by methods of pointers.
func writes(p *modelcode.Pass, node ast.Node, f func(modelcode.Write)) {
	p.Writes(node, f)
	ast.Inspect(node, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok && p.ChangedByMethod(call) != nil {
			f(modelcode.Write{Target: ast.Unparen(call.Fun).(*ast.SelectorExpr).X})
		}
		return true
	})
}
