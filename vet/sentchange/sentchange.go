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

A message is copied when it is sent, so the receiver does not see what is changed
afterwards. Either that was meant to be part of the message, or the code relies on
the copy, which other Go code would not make. What is reported is a pointer, slice
or map that is sent as it is and changed in the statements that follow.`, run)

func run(p *modelcode.Pass) {
	p.Inspect(func(n ast.Node) {
		switch n := n.(type) {
		case *ast.BlockStmt:
			statements(p, n.List)
		case *ast.CaseClause:
			statements(p, n.Body)
		}
	})
}

// statements examines statements that are executed in sequence.
func statements(p *modelcode.Pass, list []ast.Stmt) {
	for i, s := range list {
		if expression, ok := s.(*ast.ExprStmt); ok {
			if call, ok := expression.X.(*ast.CallExpr); ok {
				if v := sent(p, call); v != nil {
					follow(p, v, call.Pos(), list[i+1:])
				}
			}
		}
	}
}

// sent returns the variable that a call sends, if copies of its value would share memory with it,
// or nil.
func sent(p *modelcode.Pass, call *ast.CallExpr) *types.Var {
	switch p.Operation(call) {
	case "P.Send", "P.SendOnce", "P.SendName", "P.SendAfter", "P.SendIn":
	default:
		return nil
	}
	message := ast.Unparen(call.Args[len(call.Args)-1])
	if u, ok := message.(*ast.UnaryExpr); ok && u.Op == token.AND {
		return local(p, u.X)
	}
	v := local(p, message)
	if v == nil {
		return nil
	}
	switch v.Type().Underlying().(type) {
	case *types.Pointer, *types.Slice, *types.Map:
		return v
	}
	return nil
}

func local(p *modelcode.Pass, e ast.Expr) *types.Var {
	if v := p.Variable(e); v != nil && !modelcode.Global(v) {
		return v
	}
	return nil
}

// follow reports changes of the variable's content, until another value is assigned.
func follow(p *modelcode.Pass, v *types.Var, sent token.Pos, list []ast.Stmt) {
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
			p.Report(w.Target.Pos(), "%s is changed after it was sent at line %d; the receiver has a copy and does not see that: change it before, or build a new one",
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
