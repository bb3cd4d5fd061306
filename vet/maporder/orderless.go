package maporder

import (
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"

	"github.com/checkmodel/checkmodel/vet/modelcode"
)

// loop is a loop over a map that may have the same result in any order.
type loop struct {
	pass     *modelcode.Pass
	function ast.Node // that contains the loop
	stmt     *ast.RangeStmt
	assigned map[*types.Var]int // declared before the loop, and how often it changes them
	returns  int
	breaks   int
}

// orderless reports whether the loop certainly has the same result in any order.
func orderless(p *modelcode.Pass, function ast.Node, stmt *ast.RangeStmt) bool {
	l := &loop{pass: p, function: function, stmt: stmt, assigned: map[*types.Var]int{}}
	p.Writes(stmt.Body, func(w modelcode.Write) {
		if v := p.VariableOf(w.Target); v != nil && !modelcode.Within(v, stmt) {
			l.assigned[v]++
		}
	})
	if stmt.Tok == token.ASSIGN && !(blank(stmt.Key) && blank(stmt.Value)) { // the last one remains
		return false
	}
	if !l.all(stmt.Body.List) {
		return false
	}
	switch l.returns + l.breaks {
	case 0:
		return true
	case 1: // any iteration has the same result, and the earlier ones have none
		return len(l.assigned) == 0 || l.breaks == 1 && l.endsWhereItAssigns()
	}
	return false
}

// endsWhereItAssigns reports whether the loop assigns only constants, in the statements before its
// only break.
func (l *loop) endsWhereItAssigns() bool {
	found := false
	ast.Inspect(l.stmt.Body, func(n ast.Node) bool {
		block, ok := n.(*ast.BlockStmt)
		if !ok || len(block.List) == 0 {
			return true
		}
		if last, ok := block.List[len(block.List)-1].(*ast.BranchStmt); !ok || last.Tok != token.BREAK {
			return true
		}
		assigned := map[*types.Var]int{}
		constants := true
		for _, s := range block.List[:len(block.List)-1] {
			a, ok := s.(*ast.AssignStmt)
			constants = constants && ok && a.Tok == token.ASSIGN && len(a.Lhs) == 1 && l.constant(a.Rhs[0])
			if constants {
				assigned[l.pass.VariableOf(a.Lhs[0])]++
			}
		}
		found = constants && maps.Equal(assigned, l.assigned)
		return true
	})
	return found
}

func (l *loop) all(list []ast.Stmt) bool {
	return !slices.ContainsFunc(list, func(s ast.Stmt) bool { return !l.one(s) })
}

func (l *loop) one(s ast.Stmt) bool {
	switch s := s.(type) {
	case *ast.IncDecStmt:
		return l.whole(s.X)
	case *ast.AssignStmt:
		return l.assignment(s)
	case *ast.ExprStmt:
		call, ok := s.X.(*ast.CallExpr)
		return ok && l.pass.Builtin(call) == "delete" && l.isKey(call.Args[1])
	case *ast.BlockStmt:
		return l.all(s.List)
	case *ast.IfStmt:
		return s.Init == nil && l.pure(s.Cond) && l.all(s.Body.List) && (s.Else == nil || l.one(s.Else))
	case *ast.BranchStmt:
		if s.Tok == token.BREAK && s.Label == nil {
			l.breaks++
			return true
		}
		return s.Tok == token.CONTINUE && s.Label == nil
	case *ast.ReturnStmt:
		l.returns++
		return !slices.ContainsFunc(s.Results, func(e ast.Expr) bool { return !l.constant(e) })
	}
	return false
}

// assignment reports whether an assignment has the same result in any order.
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
		return l.constant(right) && l.assigned[l.pass.VariableOf(left)] <= 1 || l.collects(left, right) || l.gathers(left, right)
	}
	return false
}

func (l *loop) constant(e ast.Expr) bool {
	tv := l.pass.TypesInfo.Types[e]
	return tv.Value != nil || tv.IsNil()
}

// collects reports whether an assignment appends to a slice that is sorted after the loop.
func (l *loop) collects(left, right ast.Expr) bool {
	call, ok := right.(*ast.CallExpr)
	if !ok || l.pass.Builtin(call) != "append" || len(call.Args) != 2 || !l.pure(call.Args[1]) {
		return false
	}
	v := l.pass.VariableOf(left)
	if v == nil || l.pass.VariableOf(call.Args[0]) != v {
		return false
	}
	return sortedAfter(l.pass, l.function, left, l.stmt.End())
}

// gathers reports whether an assignment computes a maximum or minimum of numbers, or a conjunction
// or disjunction of conditions.
func (l *loop) gathers(left, right ast.Expr) bool {
	v := l.pass.VariableOf(left)
	if v == nil || l.assigned[v] != 1 || l.pass.Variable(left) != v {
		return false
	}
	itself := func(e ast.Expr) bool { return l.pass.Variable(e) == v }
	var parts []ast.Expr
	switch right := ast.Unparen(right).(type) {
	case *ast.CallExpr:
		if b := l.pass.Builtin(right); b == "max" || b == "min" {
			parts = right.Args
		}
	case *ast.BinaryExpr:
		if right.Op == token.LAND || right.Op == token.LOR {
			parts = []ast.Expr{right.X, right.Y}
		}
	}
	i := slices.IndexFunc(parts, itself)
	if i < 0 {
		return false
	}
	return !slices.ContainsFunc(slices.Delete(slices.Clone(parts), i, i+1), func(e ast.Expr) bool { return !l.pure(e) })
}

// isKey reports whether an expression is the key of the loop.
func (l *loop) isKey(e ast.Expr) bool {
	id, ok := e.(*ast.Ident)
	key, isIdent := l.stmt.Key.(*ast.Ident)
	return ok && isIdent && l.pass.TypesInfo.ObjectOf(id) != nil && l.pass.TypesInfo.ObjectOf(id) == l.pass.TypesInfo.ObjectOf(key)
}

// whole reports whether an expression is an integer; sums of integers are the same in any order.
func (l *loop) whole(e ast.Expr) bool {
	b, ok := l.pass.TypesInfo.TypeOf(e).Underlying().(*types.Basic)
	return ok && b.Info()&types.IsInteger != 0
}

// pure reports whether an expression has no calls and reads nothing that the loop changes.
func (l *loop) pure(e ast.Expr) bool {
	pure := true
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			b := l.pass.Builtin(n)
			pure = pure && (b == "len" || b == "cap" || b == "min" || b == "max" || l.pass.TypesInfo.Types[n.Fun].IsType())
		case *ast.FuncLit:
			pure = false
		case *ast.UnaryExpr:
			pure = pure && n.Op != token.ARROW && n.Op != token.AND
		case *ast.Ident:
			pure = pure && l.assigned[l.pass.Variable(n)] == 0
		}
		return pure
	})
	return pure
}
