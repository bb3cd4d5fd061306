// Package sharedvar finds variables that a process shares with another one.
package sharedvar

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/checkmodel/checkmodel/vet/modelcode"
)

// Analyzer finds variables that are captured by a process and change.
var Analyzer = modelcode.Analyzer("sharedvar", `report changing variables that a process captures

A variable that the function of a process captures is shared with the code that
declares it. The checker does not see a change of it, and does not undo the change
when it steps back. Do not change such a variable: give the process a copy, send a
message, or use a Table. The same holds for functions that a process is given when
it is started.`, run, new(handsOver))

func run(p *modelcode.Pass) {
	h := newHandover(p)
	p.Functions(func(function ast.Node) {
		all := h.processes(function)
		reported := map[token.Pos]bool{} // positions in functions that several processes call
		for _, body := range all {
			changedInside(p, body, all)
			changedOutside(p, function, body, all)
			changedByCall(p, function, body, all, reported)
		}
		sharedObjects(p, h, function, all)
	})
}

// calledOnly returns the function literals that are only called.
func calledOnly(p *modelcode.Pass, function ast.Node) map[*ast.FuncLit]bool {
	only := map[*ast.FuncLit]bool{}
	called, used := calls(p, function, only)
	for v, literal := range p.Literals(function) {
		if called[v] == used[v] {
			only[literal] = true
		}
	}
	return only
}

// calls returns how often a node calls the function in each variable, and how often it uses the
// variable. It adds the function literals that the node calls.
func calls(p *modelcode.Pass, node ast.Node, literals map[*ast.FuncLit]bool) (called, used map[*types.Var]int) {
	called, used = map[*types.Var]int{}, map[*types.Var]int{}
	ast.Inspect(node, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			called[p.Variable(n.Fun)]++
			if f, ok := ast.Unparen(n.Fun).(*ast.FuncLit); ok {
				literals[f] = true
			}
		case *ast.Ident:
			used[p.Variable(n)]++
		}
		return true
	})
	return called, used
}

// changedInside reports changes by a process of variables that it did not declare.
func changedInside(p *modelcode.Pass, body *ast.FuncLit, all []*ast.FuncLit) {
	p.Writes(body.Body, func(w modelcode.Write) {
		v := p.VariableOf(w.Target)
		if v == nil || modelcode.Global(v) || modelcode.Within(v, body) || executor(all, w.Target.Pos()) != body {
			return
		}
		p.Report(w.Target.Pos(), "the process changes %s, which it shares with the function that declares it; send the value in a message, or use a Table", v.Name())
	})
}

// executor returns the innermost process that contains the position, or nil.
func executor(processes []*ast.FuncLit, pos token.Pos) (innermost *ast.FuncLit) {
	for _, body := range processes { // outer ones come first
		if modelcode.Contains(body, pos) {
			innermost = body
		}
	}
	return innermost
}

// changedOutside reports changes of captured variables outside of the process.
func changedOutside(p *modelcode.Pass, function ast.Node, body *ast.FuncLit, all []*ast.FuncLit) {
	captured := map[*types.Var]bool{}
	executed := executes(p, function, body, all)
	for _, part := range executed {
		p.Variables(part.Body, func(_ *ast.Ident, v *types.Var) {
			if !v.IsField() && !modelcode.Global(v) && !modelcode.Within(v, part) && !modelcode.Within(v, body) {
				captured[v] = true
			}
		})
	}
	since := p.FirstUse(function, body)
	p.Writes(function, func(w modelcode.Write) {
		v := p.VariableOf(w.Target)
		pos := w.Target.Pos()
		if !captured[v] || w.Address || !modelcode.MayFollow(function, pos, since, v) {
			return
		}
		if by := executor(all, pos); by != nil && !modelcode.Within(v, by) {
			return // reported where it is changed
		}
		p.Report(pos, "%s changes here, after the process at line %d has captured it; let the process capture a variable of its own",
			v.Name(), p.Fset.Position(body.Pos()).Line)
	})
}
