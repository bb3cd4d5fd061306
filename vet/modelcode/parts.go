package modelcode

import (
	"go/ast"
	"iter"
)

// Parts yields an expression, the expression it is a part of, and so on: v.f[1].g, v.f[1], v.f, and
// v.
func Parts(e ast.Expr) iter.Seq[ast.Expr] {
	return func(yield func(ast.Expr) bool) {
		for e != nil && yield(e) {
			e = whole(e)
		}
	}
}

// whole returns the expression that an expression is a part of, or nil.
func whole(e ast.Expr) ast.Expr {
	switch x := e.(type) {
	case *ast.ParenExpr:
		return x.X
	case *ast.SelectorExpr:
		return x.X
	case *ast.IndexExpr:
		return x.X
	case *ast.SliceExpr:
		return x.X
	case *ast.StarExpr:
		return x.X
	case *ast.TypeAssertExpr:
		return x.X
	}
	return nil
}
