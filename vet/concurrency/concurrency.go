// Package concurrency finds goroutines, channels and locks in the code of a model.
package concurrency

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/checkmodel/checkmodel/vet/modelcode"
)

// Analyzer finds goroutines, channels and locks.
var Analyzer = modelcode.Analyzer("concurrency", `report goroutines, channels and locks in the code of a model

Only what goes through package proc is scheduled, and so explored, by the checker.
A goroutine is Spawn, a channel is Send and Receive, what a lock guards is the
state of a process or a Table. For goroutines, functions of other packages are looked
into, too, also those of other modules, but for the standard library; calls of methods
of an interface cannot be followed.`, run, new(goroutineUse))

// goroutineUse is the fact that a function starts a goroutine.
type goroutineUse struct{ modelcode.Use }

// AFact marks it as a fact.
func (*goroutineUse) AFact() {}

func run(p *modelcode.Pass) {
	modelcode.Through[goroutineUse](p, modelcode.Forbidden{
		Direct: func(n ast.Node) string { return starts(p, n) },
		Does:   "starts a goroutine",
		Remedy: "which the checker does not schedule; use what does the same without goroutines, " +
			"as functions for single steps do, and Spawn",
		Dependencies: true,
	})
	p.Inspect(func(n ast.Node) {
		switch n := n.(type) {
		case *ast.GoStmt:
			p.Report(n.Pos(), "a goroutine in a model is not scheduled by the checker; use Spawn")
		case *ast.SelectStmt:
			p.Report(n.Pos(), "a select in a model is not scheduled by the checker; use Receive with several patterns")
		case *ast.SendStmt:
			channel(p, n.Arrow)
		case *ast.UnaryExpr:
			if n.Op == token.ARROW {
				channel(p, n.OpPos)
			}
		case *ast.RangeStmt:
			if _, ok := underlying(p, n.X).(*types.Chan); ok {
				channel(p, n.X.Pos())
			}
		case *ast.CallExpr:
			call(p, n)
			method(p, n)
		case *ast.Ident:
			if o := p.TypesInfo.Uses[n]; o != nil && o.Pkg() != nil && locks(o) {
				p.Report(n.Pos(), "%s.%s is not seen by the checker; let a process or a Table hold what is shared", o.Pkg().Name(), o.Name())
			}
		}
	})
}

// starts names the statement or function that starts a goroutine at a node, or returns "".
func starts(p *modelcode.Pass, n ast.Node) string {
	switch n := n.(type) {
	case *ast.GoStmt:
		return "go statement"
	case *ast.Ident:
		if f, ok := p.TypesInfo.Uses[n].(*types.Func); ok && f.FullName() == "(*sync.WaitGroup).Go" {
			return "sync.WaitGroup.Go"
		}
	}
	return ""
}

func channel(p *modelcode.Pass, pos token.Pos) {
	p.Report(pos, "a channel in a model is not seen by the checker; use Send and Receive")
}

// call reports a call that makes or closes a channel.
func call(p *modelcode.Pass, n *ast.CallExpr) {
	if b := p.Builtin(n); b == "make" || b == "close" {
		if _, ok := underlying(p, n.Args[0]).(*types.Chan); ok {
			channel(p, n.Pos())
		}
	}
}

// method reports a call of a method that synchronises goroutines, if its receiver is declared
// elsewhere: as a field, or a variable of the package.
func method(p *modelcode.Pass, n *ast.CallExpr) {
	selector, ok := ast.Unparen(n.Fun).(*ast.SelectorExpr)
	f := p.Function(n)
	if !ok || f == nil || f.Pkg() == nil || !synchronises(f.Pkg()) || f.Signature().Recv() == nil {
		return
	}
	if id, ok := ast.Unparen(selector.X).(*ast.Ident); ok {
		v, ok := p.TypesInfo.Uses[id].(*types.Var)
		if !ok || !modelcode.Global(v) && p.InCode(v.Pos()) && isSynchronizer(v.Type()) {
			return // reported where it is declared
		}
	}
	p.Report(n.Pos(), "%s of package %s is not seen by the checker; let a process or a Table hold what is shared", f.Name(), f.Pkg().Name())
}

// isSynchronizer reports whether a type serves to synchronise goroutines, so that a declaration of a
// variable names it.
func isSynchronizer(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Pkg() != nil && synchronises(n.Obj().Pkg())
}

func synchronises(p *types.Package) bool { return p.Path() == "sync" || p.Path() == "sync/atomic" }

func underlying(p *modelcode.Pass, e ast.Expr) types.Type {
	t := p.TypesInfo.TypeOf(e)
	if t == nil {
		return nil
	}
	return t.Underlying()
}

// locks reports whether an object is a type or a function, not a method, of the packages for the
// synchronisation of goroutines.
func locks(o types.Object) bool {
	if !synchronises(o.Pkg()) {
		return false
	}
	switch o := o.(type) {
	case *types.TypeName:
		return true
	case *types.Func:
		return o.Signature().Recv() == nil
	}
	return false
}
