// Package syncerror finds syncs of a disk whose error is not looked at.
package syncerror

import (
	"go/ast"
	"slices"

	"github.com/checkmodel/checkmodel/vet/modelcode"
)

// Analyzer finds syncs whose error is not looked at.
var Analyzer = modelcode.Analyzer("syncerror", `report syncs of a disk whose error is not looked at

A sync that fails returns proc.ErrSync. What it was to make durable may be lost by a
crash, although the node still reads it, and the next sync does not bring it back. A
node that goes on as if it were durable loses what it has acknowledged.`, run)

// syncs lists the operations that return proc.ErrSync.
var syncs = []string{"File.Sync", "P.SyncDir"}

func run(p *modelcode.Pass) {
	ignored := func(call ast.Expr) {
		if call, ok := ast.Unparen(call).(*ast.CallExpr); ok && slices.Contains(syncs, p.Operation(call)) {
			p.Report(call.Pos(), "the error of the sync is not looked at: after a sync that has failed, a crash may lose what it was to make durable; "+
				"end the node, or do not acknowledge it")
		}
	}
	p.Inspect(func(n ast.Node) {
		switch n := n.(type) {
		case *ast.ExprStmt:
			ignored(n.X)
		case *ast.DeferStmt:
			ignored(n.Call)
		case *ast.AssignStmt:
			if len(n.Lhs) == 1 && len(n.Rhs) == 1 && blank(n.Lhs[0]) {
				ignored(n.Rhs[0])
			}
		}
	})
}

func blank(e ast.Expr) bool {
	id, ok := e.(*ast.Ident)
	return ok && id.Name == "_"
}
