package maporder

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/checkmodel/checkmodel/vet/modelcode"
)

// loop is a loop over a map of which we want to know whether it comes out the same
// in any order.
type loop struct {
	pass     *modelcode.Pass
	function ast.Node // that it is in
	stmt     *ast.RangeStmt
	assigned map[*types.Var]int // declared in front of the loop, and how often it changes them
	returns  int
}

// orderless reports whether the loop certainly comes out the same in any order.
func orderless(p *modelcode.Pass, function ast.Node, stmt *ast.RangeStmt) bool {
	l := &loop{pass: p, function: function, stmt: stmt, assigned: map[*types.Var]int{}}
	p.Writes(stmt.Body, func(w modelcode.Write) {
		if v := p.VariableOf(w.Target); v != nil && !modelcode.Within(v, stmt) {
			l.assigned[v]++
		}
	})
	if !l.all(stmt.Body.List) {
		return false
	}
	return l.returns == 0 || l.returns == 1 && len(l.assigned) == 0
}

func (l *loop) all(list []ast.Stmt) bool {
	for _, s := range list {
		if !l.one(s) {
			return false
		}
	}
	return true
}

func (l *loop) one(s ast.Stmt) bool {
	switch s := s.(type) {
	case *ast.IncDecStmt:
		return l.whole(s.X)
	case *ast.AssignStmt:
		return l.assignment(s)
	case *ast.ExprStmt:
		call, ok := s.X.(*ast.CallExpr)
		return ok && l.builtin(call) == "delete" && l.isKey(call.Args[1])
	case *ast.BlockStmt:
		return l.all(s.List)
	case *ast.IfStmt:
		return s.Init == nil && l.pure(s.Cond) && l.all(s.Body.List) && (s.Else == nil || l.one(s.Else))
	case *ast.BranchStmt:
		return s.Tok == token.CONTINUE && s.Label == nil
	case *ast.ReturnStmt:
		l.returns++
		return !slices.ContainsFunc(s.Results, func(e ast.Expr) bool { return !l.constant(e) })
	}
	return false
}

// assignment reports whether an assignment comes out the same in any order.
func (l *loop) assignment(s *ast.AssignStmt) bool {
	if len(s.Lhs) != 1 {
		return false
	}
	left, right := s.Lhs[0], s.Rhs[0]
	switch s.Tok {
	case token.DEFINE:
		return l.pure(right)
	case token.ADD_ASSIGN, token.SUB_ASSIGN:
		return l.whole(left) && l.pure(right)
	case token.ASSIGN:
		if index, ok := left.(*ast.IndexExpr); ok {
			return isMap(l.pass.TypesInfo.TypeOf(index.X)) && l.isKey(index.Index) && l.pure(right)
		}
		return l.constant(right) && l.assigned[l.pass.VariableOf(left)] <= 1 || l.collects(left, right)
	}
	return false
}

func (l *loop) constant(e ast.Expr) bool {
	tv := l.pass.TypesInfo.Types[e]
	return tv.Value != nil || tv.IsNil()
}

// collects reports whether an assignment appends to a slice that is sorted behind
// the loop.
func (l *loop) collects(left, right ast.Expr) bool {
	call, ok := right.(*ast.CallExpr)
	if !ok || l.builtin(call) != "append" || len(call.Args) != 2 || !l.pure(call.Args[1]) {
		return false
	}
	v := l.pass.VariableOf(left)
	if v == nil || l.pass.VariableOf(call.Args[0]) != v {
		return false
	}
	found := false
	ast.Inspect(l.function, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if ok && call.Pos() > l.stmt.End() && len(call.Args) > 0 && l.pass.VariableOf(call.Args[0]) == v {
			f := l.pass.Function(call)
			found = found || isFrom(f, "sort") || isFrom(f, "slices") && strings.HasPrefix(f.Name(), "Sort")
		}
		return true
	})
	return found
}

// isKey reports whether an expression is the key of the loop.
func (l *loop) isKey(e ast.Expr) bool {
	id, ok := e.(*ast.Ident)
	key, isIdent := l.stmt.Key.(*ast.Ident)
	return ok && isIdent && l.pass.TypesInfo.ObjectOf(id) != nil && l.pass.TypesInfo.ObjectOf(id) == l.pass.TypesInfo.ObjectOf(key)
}

// whole reports whether an expression is a whole number; adding those comes out
// the same in any order.
func (l *loop) whole(e ast.Expr) bool {
	b, ok := l.pass.TypesInfo.TypeOf(e).Underlying().(*types.Basic)
	return ok && b.Info()&types.IsInteger != 0
}

// pure reports whether an expression calls nothing and reads nothing that the
// loop changes.
func (l *loop) pure(e ast.Expr) bool {
	pure := true
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			b := l.builtin(n)
			pure = pure && (b == "len" || b == "cap" || b == "min" || b == "max" || l.pass.TypesInfo.Types[n.Fun].IsType())
		case *ast.FuncLit:
			pure = false
		case *ast.UnaryExpr:
			pure = pure && n.Op != token.ARROW && n.Op != token.AND
		case *ast.Ident:
			v, ok := l.pass.TypesInfo.Uses[n].(*types.Var)
			pure = pure && !(ok && l.assigned[v] > 0)
		}
		return pure
	})
	return pure
}

// builtin returns the name of the builtin function that is called, or "".
func (l *loop) builtin(call *ast.CallExpr) string {
	if id, ok := ast.Unparen(call.Fun).(*ast.Ident); ok {
		if b, ok := l.pass.TypesInfo.Uses[id].(*types.Builtin); ok {
			return b.Name()
		}
	}
	return ""
}
