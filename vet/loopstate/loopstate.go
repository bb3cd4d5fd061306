// Package loopstate finds variables that the turns of a loop use in addition to the state that they
// declare.
package loopstate

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/checkmodel/checkmodel/vet/modelcode"
)

// Analyzer finds turns that depend on more than their state.
var Analyzer = modelcode.Analyzer("loopstate", `report what a turn of a loop keeps beside its state

The function that is given to proc.Loop or proc.Serve must depend on nothing but its
state and what the function of the process was given at its start. It must not change a
variable that it captures, keep a pointer to its state, or read a variable that
depends on what the process received or chose before the loop. Make all of this a
part of the state.`, run)

func run(p *modelcode.Pass) {
	p.Functions(func(function ast.Node) {
		literals := p.Literals(function)
		each(p, function, function, func(process ast.Node, call *ast.CallExpr) {
			if literal := p.Literal(call.Args[2], literals); literal != nil {
				parts := p.Closure(literal, literals, func(*types.Var) bool { return true })
				t := &turn{Pass: p, process: process, call: call, parts: parts, reported: map[finding]bool{}}
				t.changes()
				t.reads()
				return
			}
			if selector, ok := ast.Unparen(call.Args[2]).(*ast.SelectorExpr); ok {
				changesReceiver(p, selector)
			}
		})
	})
}

// each calls f with each call of Loop and Serve, and the innermost function around it.
func each(p *modelcode.Pass, node, process ast.Node, f func(process ast.Node, call *ast.CallExpr)) {
	ast.Inspect(node, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			if ast.Node(n) != node {
				each(p, n, n, f)
				return false
			}
		case *ast.CallExpr:
			if op := p.Operation(n); (op == "Loop" || op == "Serve") && len(n.Args) == 3 {
				f(process, n)
			}
		}
		return true
	})
}

// changesReceiver reports a method as a turn that changes the target of its receiver.
func changesReceiver(p *modelcode.Pass, selector *ast.SelectorExpr) {
	method, _ := p.TypesInfo.Uses[selector.Sel].(*types.Func)
	if method != nil && len(p.Effects(method).Writes) > 0 {
		p.Report(selector.Pos(), "the turn %s changes its receiver, which is no part of the state of the loop; keep this in the state", method.Name())
	}
}

// turn is the function of a loop.
type turn struct {
	*modelcode.Pass
	process  ast.Node // the function that calls Loop
	call     *ast.CallExpr
	parts    []*ast.FuncLit // the function, and the literals that it uses
	reported map[finding]bool
}

type finding struct {
	v    *types.Var
	line int
}

// capture returns the variable that an expression is a part of, if the turn captures it; else nil.
func (t *turn) capture(e ast.Expr) *types.Var {
	v := t.VariableOf(e)
	if v == nil || v.IsField() || modelcode.Global(v) {
		return nil
	}
	for _, part := range t.parts {
		if modelcode.Within(v, part) {
			return nil
		}
	}
	return v
}

// find reports the finding, once for each variable and line.
func (t *turn) find(pos token.Pos, v *types.Var, format string) {
	at := finding{v, t.line(pos)}
	if !t.reported[at] {
		t.reported[at] = true
		t.Report(pos, format, v.Name(), t.line(v.Pos()))
	}
}

func (t *turn) line(pos token.Pos) int { return t.Fset.Position(pos).Line }

// changes reports the captured variables that the turn changes.
func (t *turn) changes() {
	for _, part := range t.parts {
		ast.Inspect(part.Body, func(n ast.Node) bool {
			if s, ok := n.(*ast.AssignStmt); ok && len(s.Lhs) == len(s.Rhs) {
				for i := range s.Lhs {
					if v := t.capture(s.Lhs[i]); v != nil && t.ofState(s.Rhs[i]) {
						t.find(s.Pos(), v, "the turn keeps a pointer to its state in %s (line %d); the next turn has a copy of the state: keep all in the state")
					}
				}
			}
			return true
		})
		t.Writes(part.Body, func(w modelcode.Write) {
			if v := t.capture(w.Target); v != nil && !w.Address {
				t.find(w.Target.Pos(), v, "the turn changes %s (line %d), which is no part of its state; keep it in the state")
			}
		})
		ast.Inspect(part.Body, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.UnaryExpr:
				if v := t.capture(n.X); v != nil && n.Op == token.AND {
					t.find(n.Pos(), v, "the turn takes the address of %s (line %d), which is no part of its state; keep it in the state")
				}
			case *ast.CallExpr:
				t.changedByCall(n)
			}
			return true
		})
	}
}

// changedByCall reports a captured variable that a method or append changes.
func (t *turn) changedByCall(call *ast.CallExpr) {
	if t.Builtin(call) == "append" {
		if v := t.capture(call.Args[0]); v != nil {
			t.find(call.Pos(), v, "the turn appends to %s (line %d), which is no part of its state; keep it in the state, or clone it first")
		}
	}
	selector, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return
	}
	method, _ := t.TypesInfo.Uses[selector.Sel].(*types.Func)
	if v := t.capture(selector.X); v != nil && method != nil && len(t.Effects(method).Writes) > 0 {
		t.find(call.Pos(), v, "the turn changes %s (line %d), which is no part of its state; keep it in the state")
	}
}

// ofState reports whether an expression is the state, or a pointer, map or slice in it.
func (t *turn) ofState(e ast.Expr) bool {
	if u, ok := ast.Unparen(e).(*ast.UnaryExpr); ok && u.Op == token.AND {
		return t.isState(u.X)
	}
	switch t.TypesInfo.TypeOf(e).Underlying().(type) {
	case *types.Pointer, *types.Map, *types.Slice:
		return t.isState(e)
	}
	return false
}

// isState reports whether an expression is a part of the first parameter of the turn.
func (t *turn) isState(e ast.Expr) bool {
	params := t.parts[0].Type.Params.List
	if len(params) == 0 || len(params[0].Names) == 0 {
		return false
	}
	v := t.VariableOf(e)
	return v != nil && v == t.TypesInfo.Defs[params[0].Names[0]]
}
