package modelcode

import (
	"go/ast"
	"go/token"
	"go/types"
)

// Write is a place in the code that changes a variable, or what it holds or points to, or that
// takes its address.
type Write struct {
	Target  ast.Expr // the target of the write
	Address bool     // only the address is taken
}

// Writes calls f with each write in the node to something that was declared before. The post
// statement of a for loop does not count as a write to the loop's variable, because each iteration
// has its own.
func (p *Pass) Writes(node ast.Node, f func(Write)) {
	steps := map[ast.Stmt]bool{}
	ast.Inspect(node, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ForStmt:
			if init, ok := n.Init.(*ast.AssignStmt); ok && init.Tok == token.DEFINE && n.Post != nil {
				steps[n.Post] = true
			}
		case ast.Stmt:
			if steps[n] {
				return false
			}
			p.written(n, f)
		case *ast.UnaryExpr:
			if n.Op == token.AND && p.VariableOf(n.X) != nil {
				f(Write{Target: n.X, Address: true})
			}
		case *ast.CallExpr:
			p.changed(n, f)
		}
		return true
	})
}

// written calls f with each target of an assignment.
func (p *Pass) written(s ast.Stmt, f func(Write)) {
	Assignments(s, func(e ast.Expr, _ ...ast.Expr) {
		if id, ok := e.(*ast.Ident); ok && (id.Name == "_" || p.TypesInfo.Defs[id] != nil) {
			return
		}
		f(Write{Target: e})
	})
}

// Assignments calls f with each expression that a node gives a value, and the expressions of the value.
func Assignments(n ast.Node, f func(to ast.Expr, from ...ast.Expr)) {
	several := func(to, from []ast.Expr) {
		for i, e := range to {
			if len(to) == len(from) {
				f(e, from[i])
			} else {
				f(e, from...)
			}
		}
	}
	switch n := n.(type) {
	case *ast.AssignStmt:
		several(n.Lhs, n.Rhs)
	case *ast.ValueSpec:
		var names []ast.Expr
		for _, name := range n.Names {
			names = append(names, name)
		}
		several(names, n.Values)
	case *ast.IncDecStmt:
		f(n.X)
	case *ast.RangeStmt:
		for _, e := range []ast.Expr{n.Key, n.Value} {
			if e != nil {
				f(e, n.X)
			}
		}
	}
}

// changed calls f with each target that a call always changes: the first argument of delete, clear
// and copy, and the variable whose address a method gets.
func (p *Pass) changed(call *ast.CallExpr, f func(Write)) {
	switch p.Builtin(call) {
	case "delete", "clear", "copy":
		f(Write{Target: call.Args[0]})
	}
	selector, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return
	}
	s := p.TypesInfo.Selections[selector]
	if s == nil || s.Kind() != types.MethodVal {
		return
	}
	needs := IsPointer(s.Obj().(*types.Func).Signature().Recv().Type())
	if needs && !IsPointer(s.Recv()) && !s.Indirect() {
		f(Write{Target: selector.X, Address: true})
	}
}

// MayFollow reports whether, in a function, the code at a position may be executed after the code
// of a node: because it comes later, or because a loop contains both of them but not the
// declaration of the variable.
func MayFollow(function ast.Node, pos token.Pos, n ast.Node, v *types.Var) bool {
	if pos > n.End() {
		return true
	}
	again := false
	ast.Inspect(function, func(loop ast.Node) bool {
		switch loop.(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			again = again || Contains(loop, pos) && Contains(loop, n.Pos()) && !Within(v, loop)
		}
		return !again
	})
	return again
}
