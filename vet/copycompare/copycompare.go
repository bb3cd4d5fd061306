// Package copycompare finds comparisons of copied pointers with variables.
package copycompare

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/checkmodel/checkmodel/vet/modelcode"
)

// Analyzer finds comparisons whose result does not depend on the sent value.
var Analyzer = modelcode.Analyzer("copycompare", `report comparisons of received errors and pointers with variables

What a process receives, or finds in a table, is a copy, and a pointer in it points to a
copy, too. So it equals no variable of the package: an error made by errors.New that was
sent is not the one in the variable, neither by == nor by errors.Is, and the branch that
handles it is never executed, in no interleaving. Send a string, or an error of a type
that is no pointer.`, run, new(pointer))

func run(p *modelcode.Pass) {
	c := newCopies(p, pointers(p))
	p.Inspect(func(n ast.Node) {
		switch n := n.(type) {
		case *ast.BinaryExpr:
			if n.Op == token.EQL || n.Op == token.NEQ {
				c.compared(n.X, n.Y)
				c.compared(n.Y, n.X)
			}
		case *ast.CallExpr:
			if f := p.Function(n); f != nil && f.FullName() == "errors.Is" && len(n.Args) == 2 && !judgesItself(p) {
				c.compared(n.Args[0], n.Args[1])
			}
		case *ast.SwitchStmt:
			for _, clause := range n.Body.List {
				for _, e := range clause.(*ast.CaseClause).List {
					if n.Tag != nil {
						c.compared(n.Tag, e)
					}
				}
			}
		}
	})
}

// judgesItself reports whether a type of the package has a method Is, by which an error determines
// its kind.
func judgesItself(p *modelcode.Pass) bool {
	for _, o := range p.TypesInfo.Defs {
		if f, ok := o.(*types.Func); ok && f.Name() == "Is" && f.Signature().Recv() != nil {
			return true
		}
	}
	return false
}

// compared reports the comparison of a copy with a variable that holds a pointer. Operations return the errors of package
// proc themselves.
func (c *copies) compared(value, with ast.Expr) {
	v := packageVariable(c.Pass, with)
	if v == nil || modelcode.InProc(v) || !c.isCopy(value) || !c.pointers[v] && !c.ImportObjectFact(v, new(pointer)) {
		return
	}
	c.Report(with.Pos(), "%s is, or is in, a copy of what was sent or stored, and so never equals %s, which is a pointer; send a string, or an error of a type that is no pointer",
		types.ExprString(value), types.ExprString(with))
}

// packageVariable returns the variable of a package that an expression names, or nil.
func packageVariable(p *modelcode.Pass, e ast.Expr) *types.Var {
	id, ok := ast.Unparen(e).(*ast.Ident)
	if selector, is := ast.Unparen(e).(*ast.SelectorExpr); is {
		id, ok = selector.Sel, true
	}
	if !ok {
		return nil
	}
	v, _ := p.TypesInfo.Uses[id].(*types.Var)
	if v == nil || v.IsField() || !modelcode.Global(v) {
		return nil
	}
	return v
}

// pointer is the fact that a variable of a package is declared with a pointer: an address, or an
// error from errors.New or fmt.Errorf.
type pointer struct{}

// AFact marks it as a fact.
func (*pointer) AFact() {}

// pointers returns the variables of this package that are declared with a pointer, and exports
// facts about the variables that other packages can refer to.
func pointers(p *modelcode.Pass) map[*types.Var]bool {
	all := map[*types.Var]bool{}
	for _, file := range p.Files {
		ast.Inspect(file, func(n ast.Node) bool {
			spec, ok := n.(*ast.ValueSpec)
			if !ok || len(spec.Values) != len(spec.Names) {
				return true
			}
			for i, name := range spec.Names {
				if v, ok := p.TypesInfo.Defs[name].(*types.Var); ok && modelcode.Global(v) && makesPointer(p, spec.Values[i]) {
					all[v] = true
				}
			}
			return true
		})
	}
	for v := range all {
		if v.Exported() {
			p.ExportObjectFact(v, new(pointer))
		}
	}
	return all
}

func makesPointer(p *modelcode.Pass, e ast.Expr) bool {
	if call, ok := ast.Unparen(e).(*ast.CallExpr); ok {
		if f := p.Function(call); f != nil && (f.FullName() == "errors.New" || f.FullName() == "fmt.Errorf") {
			return true
		}
	}
	_, ok := p.TypesInfo.TypeOf(e).Underlying().(*types.Pointer)
	return ok
}
