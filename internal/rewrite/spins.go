package rewrite

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// spins lets a loop wait that only reads: it does not turn before what it has read changes. So its interleavings are finite.
func (r *rewriter) spins(n *ast.ForStmt) {
	if n.Init != nil || n.Post != nil || n.Cond == nil || !r.onlyReads(n.Cond, 0) {
		return
	}
	for _, s := range n.Body.List {
		e, is := s.(*ast.ExprStmt)
		if !is {
			return
		}
		c, is := e.X.(*ast.CallExpr)
		if !is {
			return
		}
		f, is := r.called(c)
		if !is || f.FullName() != "runtime.Gosched" && f.FullName() != "time.Sleep" || len(c.Args) > 0 && !r.onlyReads(c.Args[0], 0) {
			return
		}
	}
	r.edits = append(r.edits, edit{r.at(n.Cond.Pos()), r.at(n.Cond.End()), as + "S := " + call("Spinning") + "; " + as + "S.Turn() && " + as + "S.Again(" + r.text(n.Cond) + "); "})
}

// onlyReads reports whether an expression, the condition of a loop, changes nothing if the loop goes on: it calls only functions of package
// sync/atomic that read, or compare and swap, TryLock, and functions of the file that return such an expression.
func (r *rewriter) onlyReads(e ast.Expr, depth int) bool {
	pure := depth < 4
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			pure = false
		case *ast.UnaryExpr:
			pure = pure && n.Op != token.ARROW
		case *ast.CallExpr:
			pure = pure && r.readsBy(n, depth)
		}
		return pure
	})
	return pure
}

func (r *rewriter) readsBy(n *ast.CallExpr, depth int) bool {
	f, is := r.called(n)
	if !is || f.Pkg() == nil {
		v := r.Info.Types[n.Fun]
		return v.IsType() || v.IsBuiltin() && len(n.Args) == 1 // a conversion, or len and cap
	}
	switch f.Pkg().Path() {
	case "sync/atomic":
		return strings.HasPrefix(f.Name(), "Load") || f.Name() == "CompareAndSwap"
	case "sync":
		return strings.HasPrefix(f.Name(), "Try")
	}
	for _, d := range r.Syntax.Decls {
		if fn, is := d.(*ast.FuncDecl); is && fn.Body != nil && len(fn.Body.List) == 1 && types.Object(f.Origin()) == r.Info.Defs[fn.Name] {
			s, is := fn.Body.List[0].(*ast.ReturnStmt)
			return is && len(s.Results) == 1 && r.onlyReads(s.Results[0], depth+1)
		}
	}
	return false
}
