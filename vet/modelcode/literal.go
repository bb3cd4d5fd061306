package modelcode

import (
	"go/ast"
	"go/types"
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
	bind := func(name, value ast.Expr) {
		id, ok := name.(*ast.Ident)
		literal, isLiteral := ast.Unparen(value).(*ast.FuncLit)
		if !ok || !isLiteral {
			return
		}
		if v, ok := p.TypesInfo.Defs[id].(*types.Var); ok {
			literals[v] = literal
		}
	}
	ast.Inspect(function, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for i := range n.Lhs {
				if len(n.Lhs) == len(n.Rhs) {
					bind(n.Lhs[i], n.Rhs[i])
				}
			}
		case *ast.ValueSpec:
			for i := range n.Values {
				if len(n.Names) == len(n.Values) {
					bind(n.Names[i], n.Values[i])
				}
			}
		}
		return true
	})
	return literals
}

// FirstUse returns the first use of a function literal: the first use of the variable that it is
// bound to, or else the literal itself.
func (p *Pass) FirstUse(function ast.Node, literal *ast.FuncLit) ast.Node {
	for v, bound := range p.Literals(function) {
		if bound != literal {
			continue
		}
		var first ast.Node
		ast.Inspect(function, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok && first == nil && p.TypesInfo.Uses[id] == v {
				first = id
			}
			return first == nil
		})
		if first != nil {
			return first
		}
	}
	return literal
}
