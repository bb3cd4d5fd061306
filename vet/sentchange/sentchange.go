// Package sentchange finds messages that are changed after they were sent.
package sentchange

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/checkmodel/checkmodel/vet/modelcode"
)

// Analyzer finds messages that are changed after they were sent.
var Analyzer = modelcode.Analyzer("sentchange", `report messages that are changed after they were sent

A message is copied when it is sent, so the receiver does not see later changes.
Either the change should come before the send, or the code relies on the copy,
which a Go channel does not make. The analyzer reports a local variable whose
address, pointer, slice or map is sent, if later statements of the block change
its content.`, run)

func run(p *modelcode.Pass) {
	p.Inspect(func(n ast.Node) {
		switch n := n.(type) {
		case *ast.BlockStmt:
			checkBlock(p, n.List)
		case *ast.CaseClause:
			checkBlock(p, n.Body)
		}
	})
}

// checkBlock examines statements that are executed in sequence.
func checkBlock(p *modelcode.Pass, list []ast.Stmt) {
	for i, s := range list {
		if expression, ok := s.(*ast.ExprStmt); ok {
			if call, ok := expression.X.(*ast.CallExpr); ok {
				if v := sentVariable(p, call); v != nil {
					checkAfter(p, v, call.Pos(), list[i+1:])
				}
			}
		}
	}
}

// sentVariable returns the local variable that would share memory with the sent message if messages were not
// copied, or nil.
func sentVariable(p *modelcode.Pass, call *ast.CallExpr) *types.Var {
	switch p.Operation(call) {
	case "P.Send", "P.SendOnce", "P.SendName", "P.SendAfter", "P.SendIn":
	default:
		return nil
	}
	message := ast.Unparen(call.Args[len(call.Args)-1])
	if u, ok := message.(*ast.UnaryExpr); ok && u.Op == token.AND {
		return localVariable(p, u.X)
	}
	v := localVariable(p, message)
	if v == nil {
		return nil
	}
	switch v.Type().Underlying().(type) {
	case *types.Pointer, *types.Slice, *types.Map:
		return v
	}
	return nil
}

func localVariable(p *modelcode.Pass, e ast.Expr) *types.Var {
	if v := p.Variable(e); v != nil && !modelcode.Global(v) {
		return v
	}
	return nil
}

// checkAfter reports changes of the variable's content, until another value is assigned.
func checkAfter(p *modelcode.Pass, v *types.Var, sent token.Pos, list []ast.Stmt) {
	replaced := false
	for _, s := range list {
		p.Writes(s, func(w modelcode.Write) {
			if replaced || w.Address || p.VariableOf(w.Target) != v {
				return
			}
			if p.Variable(w.Target) == v && !builtinTarget(s, w.Target) {
				replaced = true
				return
			}
			p.Report(w.Target.Pos(), "%s is changed after it was sent at line %d; the receiver has a copy and does not see the change: change it before the send, or send a new value",
				v.Name(), p.Fset.Position(sent).Line)
		})
	}
}

// builtinTarget reports whether a target is passed to a function, such as delete, and not
// assigned to.
func builtinTarget(s ast.Stmt, target ast.Expr) bool {
	found := false
	ast.Inspect(s, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok && len(call.Args) > 0 && call.Args[0] == target {
			found = true
		}
		return !found
	})
	return found
}
