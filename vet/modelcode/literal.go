package modelcode

import (
	"go/ast"
	"go/types"
	"slices"
)

// OwnP reports whether a function literal has a parameter of type *proc.P.
func (p *Pass) OwnP(literal *ast.FuncLit) bool {
	for v := range p.TypesInfo.TypeOf(literal).(*types.Signature).Params().Variables() {
		if IsP(v.Type()) {
			return true
		}
	}
	return false
}

// Literals returns the variables in a function that are declared with a function literal.
func (p *Pass) Literals(function ast.Node) map[*types.Var]*ast.FuncLit {
	literals := map[*types.Var]*ast.FuncLit{}
	ast.Inspect(function, func(n ast.Node) bool {
		Assignments(n, func(to ast.Expr, from ...ast.Expr) {
			id, ok := to.(*ast.Ident)
			if !ok || len(from) != 1 {
				return
			}
			literal, isLiteral := ast.Unparen(from[0]).(*ast.FuncLit)
			if v, ok := p.TypesInfo.Defs[id].(*types.Var); ok && isLiteral {
				literals[v] = literal
			}
		})
		return true
	})
	return literals
}

// Literal returns the function literal for an expression, or nil. The expression is the literal
// itself, or names a variable that is declared with it.
func (p *Pass) Literal(e ast.Expr, declared map[*types.Var]*ast.FuncLit) *ast.FuncLit {
	if literal, ok := ast.Unparen(e).(*ast.FuncLit); ok {
		return literal
	}
	return declared[p.Variable(e)]
}

// Closure returns a function literal, and the literals that it uses, directly or indirectly, by the
// variables that are declared with them, as far as follow returns true.
func (p *Pass) Closure(literal *ast.FuncLit, declared map[*types.Var]*ast.FuncLit, follow func(*types.Var) bool) []*ast.FuncLit {
	all := []*ast.FuncLit{literal}
	for i := 0; i < len(all); i++ {
		p.Variables(all[i].Body, func(_ *ast.Ident, v *types.Var) {
			if used := declared[v]; used != nil && follow(v) && !slices.Contains(all, used) {
				all = append(all, used)
			}
		})
	}
	return all
}

// FirstUse returns the first use of a function literal: the first use of the variable that it is
// bound to, or else the literal itself.
func (p *Pass) FirstUse(function ast.Node, literal *ast.FuncLit) ast.Node {
	for v, bound := range p.Literals(function) {
		if bound != literal {
			continue
		}
		var first ast.Node
		p.Variables(function, func(id *ast.Ident, used *types.Var) {
			if used == v && first == nil {
				first = id
			}
		})
		if first != nil {
			return first
		}
	}
	return literal
}
