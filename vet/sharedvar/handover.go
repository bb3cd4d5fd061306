package sharedvar

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/checkmodel/checkmodel/vet/modelcode"
)

// handsOver is the fact that a function makes another process call some of its parameters, given by
// their numbers.
type handsOver struct{ Parameters []int }

// AFact marks it as a fact.
func (*handsOver) AFact() {}

// handover records which functions pass functions to other processes.
type handover struct {
	*modelcode.Pass
	parameters map[*types.Func][]int
}

func newHandover(p *modelcode.Pass) *handover {
	h := &handover{p, map[*types.Func][]int{}}
	for more := true; more; {
		more = false
		p.Functions(func(function ast.Node) {
			if d, ok := function.(*ast.FuncDecl); ok && d.Body != nil {
				more = h.note(d) || more
			}
		})
	}
	for f, parameters := range h.parameters {
		if f.Exported() {
			slices.Sort(parameters)
			p.ExportObjectFact(f, &handsOver{parameters})
		}
	}
	return h
}

// note records which parameters the function passes to other processes, and reports whether there
// is a new one.
func (h *handover) note(d *ast.FuncDecl) (more bool) {
	f := h.TypesInfo.Defs[d.Name].(*types.Func)
	parameters := f.Signature().Params()
	uses := func(n ast.Node) {
		ast.Inspect(n, func(n ast.Node) bool {
			id, ok := n.(*ast.Ident)
			for i := 0; ok && i < parameters.Len(); i++ {
				v := parameters.At(i)
				_, isFunction := v.Type().Underlying().(*types.Signature)
				if isFunction && h.TypesInfo.Uses[id] == v && !slices.Contains(h.parameters[f], i) {
					h.parameters[f] = append(h.parameters[f], i)
					more = true
				}
			}
			return true
		})
	}
	for _, body := range h.processes(d) {
		uses(body)
	}
	h.given(d, func(argument ast.Expr) { uses(argument) })
	return more
}

// given calls f with each function that a call in the function passes to another process.
func (h *handover) given(function ast.Node, f func(argument ast.Expr)) {
	ast.Inspect(function, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		callee := h.Function(call)
		if callee == nil {
			return true
		}
		if name := h.Operation(call); name == "P.Spawn" || name == "P.SpawnMonitor" {
			if body := spawnedBy(h.Pass, call); body != nil {
				f(ast.Unparen(body))
			}
			return true
		}
		parameters := h.parameters[callee.Origin()]
		var fact handsOver
		if callee.Pkg() != h.Pkg && h.ImportObjectFact(callee.Origin(), &fact) {
			parameters = fact.Parameters
		}
		for _, i := range parameters {
			if i < len(call.Args) {
				f(ast.Unparen(call.Args[i]))
			}
		}
		return true
	})
}

// processes returns the function literals that other processes execute, outer ones first: those
// with a parameter of type *proc.P that are not just called in place, and those that are passed to
// other processes.
func (h *handover) processes(function ast.Node) []*ast.FuncLit {
	var bodies []*ast.FuncLit
	called := calledOnly(h.Pass, function)
	literals := h.Literals(function)
	over := map[*ast.FuncLit]bool{}
	h.given(function, func(argument ast.Expr) {
		if literal, ok := argument.(*ast.FuncLit); ok {
			over[literal] = true
		} else if id, ok := argument.(*ast.Ident); ok {
			if v, ok := h.TypesInfo.Uses[id].(*types.Var); ok && literals[v] != nil {
				over[literals[v]] = true
			}
		}
	})
	ast.Inspect(function, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr: // comes before its arguments
			h.kept(n, called)
		case *ast.FuncLit:
			if over[n] || !called[n] && h.OwnP(n) {
				bodies = append(bodies, n)
			}
		}
		return true
	})
	return bodies
}

// spawnedBy returns the argument of an operation that is the function of a process, or nil if there
// is no such argument, as in p.Spawn(f()).
func spawnedBy(p *modelcode.Pass, call *ast.CallExpr) ast.Expr {
	for _, argument := range call.Args {
		if t, ok := p.TypesInfo.TypeOf(argument).(*types.Tuple); ok && t.Len() > 1 {
			return nil
		}
		if f, ok := p.TypesInfo.TypeOf(argument).Underlying().(*types.Signature); ok && f.Params().Len() == 1 && modelcode.IsP(f.Params().At(0).Type()) {
			return argument
		}
	}
	return nil
}

// kept adds to called the function literals that are passed to a known function which does not pass
// them to another process.
func (h *handover) kept(call *ast.CallExpr, called map[*ast.FuncLit]bool) {
	f := h.Function(call)
	d := h.Declared(f)
	if d == nil {
		return
	}
	for i, argument := range call.Args {
		if literal, ok := ast.Unparen(argument).(*ast.FuncLit); ok && i < f.Origin().Signature().Params().Len() && onlyCalls(h.Pass, d, f.Origin().Signature().Params().At(i)) {
			called[literal] = true
		}
	}
}

// onlyCalls reports whether a function only calls the function in a variable.
func onlyCalls(p *modelcode.Pass, d *ast.FuncDecl, v *types.Var) bool {
	calls, uses := 0, 0
	ast.Inspect(d.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if id, ok := ast.Unparen(n.Fun).(*ast.Ident); ok && p.TypesInfo.Uses[id] == v {
				calls++
			}
		case *ast.Ident:
			if p.TypesInfo.Uses[n] == v {
				uses++
			}
		}
		return true
	})
	return calls == uses
}
