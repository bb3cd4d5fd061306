package modelcode

import (
	"go/ast"
	"go/token"
	"go/types"
)

// Variable returns the variable that an expression names, or nil.
func (p *Pass) Variable(e ast.Expr) *types.Var {
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return nil
	}
	v, _ := p.TypesInfo.Uses[id].(*types.Var)
	return v
}

// Variables calls f with each use of a variable in a node.
func (p *Pass) Variables(node ast.Node, f func(*ast.Ident, *types.Var)) {
	ast.Inspect(node, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			if v := p.Variable(id); v != nil {
				f(id, v)
			}
		}
		return true
	})
}

// VariableOf returns the variable to which an expression belongs, such as v for v and for v.f[1].g,
// or nil.
func (p *Pass) VariableOf(e ast.Expr) *types.Var {
	for part := range Parts(e) {
		switch x := part.(type) {
		case *ast.Ident:
			v, _ := p.TypesInfo.ObjectOf(x).(*types.Var)
			return v
		case *ast.SelectorExpr:
			if v, ok := p.TypesInfo.Uses[x.Sel].(*types.Var); ok && !v.IsField() {
				return v // of another package
			}
		}
	}
	return nil
}

// Receiver returns the variable of the receiver of a method, or nil.
func (p *Pass) Receiver(d *ast.FuncDecl) *types.Var {
	if d == nil || d.Recv == nil || len(d.Recv.List) == 0 || len(d.Recv.List[0].Names) == 0 {
		return nil
	}
	v, _ := p.TypesInfo.Defs[d.Recv.List[0].Names[0]].(*types.Var)
	return v
}

// Builtin returns the name of the builtin function that a call calls, or "".
func (p *Pass) Builtin(call *ast.CallExpr) string {
	if id, ok := ast.Unparen(call.Fun).(*ast.Ident); ok {
		if b, ok := p.TypesInfo.Uses[id].(*types.Builtin); ok {
			return b.Name()
		}
	}
	return ""
}

// Global reports whether a variable belongs to a package rather than a function.
func Global(v *types.Var) bool { return v.Pkg() != nil && v.Parent() == v.Pkg().Scope() }

// Within reports whether a variable is declared in a node.
func Within(v *types.Var, n ast.Node) bool { return Contains(n, v.Pos()) }

// Contains reports whether a position is in a node.
func Contains(n ast.Node, pos token.Pos) bool { return n.Pos() <= pos && pos < n.End() }

// IsPointer reports whether a type is a pointer type.
func IsPointer(t types.Type) bool {
	_, ok := t.Underlying().(*types.Pointer)
	return ok
}

// typeName returns the name of a type, or of a pointer type's element; nil if it has none.
func typeName(t types.Type) *types.TypeName {
	if pointer, ok := types.Unalias(t).(*types.Pointer); ok {
		t = pointer.Elem()
	}
	if named, ok := types.Unalias(t).(*types.Named); ok {
		return named.Obj()
	}
	return nil
}
