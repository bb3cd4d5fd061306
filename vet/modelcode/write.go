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
			if n.Op == token.AND && variableOf(p.TypesInfo, n.X) != nil {
				f(Write{Target: n.X, Address: true})
			}
		case *ast.CallExpr:
			p.changed(n, f)
		}
		return true
	})
}

// written calls f with what a statement assigns to.
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

// changed calls f with what a call always changes: the first argument of delete, clear and copy,
// and the variable whose address a method gets.
func (p *Pass) changed(call *ast.CallExpr, f func(Write)) {
	switch fun := ast.Unparen(call.Fun).(type) {
	case *ast.Ident:
		if b, ok := p.TypesInfo.Uses[fun].(*types.Builtin); ok {
			switch b.Name() {
			case "delete", "clear", "copy":
				f(Write{Target: call.Args[0]})
			}
		}
	case *ast.SelectorExpr:
		s := p.TypesInfo.Selections[fun]
		if s == nil || s.Kind() != types.MethodVal {
			return
		}
		_, has := s.Recv().Underlying().(*types.Pointer)
		_, needs := s.Obj().(*types.Func).Signature().Recv().Type().(*types.Pointer)
		if needs && !has && !s.Indirect() {
			f(Write{Target: fun.X, Address: true})
		}
	}
}

func variableOf(info *types.Info, e ast.Expr) *types.Var {
	for part := range Parts(e) {
		switch x := part.(type) {
		case *ast.Ident:
			v, _ := info.ObjectOf(x).(*types.Var)
			return v
		case *ast.SelectorExpr:
			if v, ok := info.Uses[x.Sel].(*types.Var); ok && !v.IsField() {
				return v // of another package
			}
		}
	}
	return nil
}

// Global reports whether a variable belongs to a package rather than a function.
func Global(v *types.Var) bool { return v.Pkg() != nil && v.Parent() == v.Pkg().Scope() }

// Within reports whether a variable is declared in a node.
func Within(v *types.Var, n ast.Node) bool { return n.Pos() <= v.Pos() && v.Pos() < n.End() }

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
			in := func(p token.Pos) bool { return loop.Pos() <= p && p < loop.End() }
			again = again || in(pos) && in(n.Pos()) && !Within(v, loop)
		}
		return !again
	})
	return again
}
