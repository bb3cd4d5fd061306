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
	assigned := func(e ast.Expr) {
		if id, ok := e.(*ast.Ident); ok && (id.Name == "_" || p.TypesInfo.Defs[id] != nil) {
			return
		}
		f(Write{Target: e})
	}
	switch s := s.(type) {
	case *ast.AssignStmt:
		for _, e := range s.Lhs {
			assigned(e)
		}
	case *ast.IncDecStmt:
		assigned(s.X)
	case *ast.RangeStmt:
		for _, e := range []ast.Expr{s.Key, s.Value} {
			if e != nil {
				assigned(e)
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
