package sharedvar

import (
	"go/ast"
	"go/types"

	"github.com/checkmodel/checkmodel/vet/modelcode"
)

// handsOver is the fact that a function makes another process call some of its parameters.
type handsOver struct{ modelcode.Parameters }

// AFact marks it as a fact.
func (*handsOver) AFact() {}

// handover knows which functions pass functions to other processes.
type handover struct {
	*modelcode.Pass
	passing *modelcode.Passing
}

func newHandover(p *modelcode.Pass) *handover {
	h := &handover{Pass: p}
	h.passing = modelcode.NewPassing[handsOver](p, func(known *modelcode.Passing, d *ast.FuncDecl, found func(ast.Node)) {
		h.passing = known
		for _, body := range h.processes(d) {
			found(body)
		}
		h.passedFunctions(d, func(argument ast.Expr) { found(argument) })
	})
	return h
}

// passedFunctions calls f with each function that a call in the function passes to another process.
func (h *handover) passedFunctions(function ast.Node, f func(argument ast.Expr)) {
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
		for _, i := range h.passing.By(callee) {
			if i < len(call.Args) {
				f(ast.Unparen(call.Args[i]))
			}
		}
		return true
	})
}

// processes returns the function literals that other processes execute, outer ones first: literals with a
// parameter of type *proc.P that are not just called in place, and literals that are passed to other processes.
func (h *handover) processes(function ast.Node) []*ast.FuncLit {
	var bodies []*ast.FuncLit
	called := calledOnly(h.Pass, function)
	literals := h.Literals(function)
	over := map[*ast.FuncLit]bool{}
	h.passedFunctions(function, func(argument ast.Expr) {
		if literal := h.Literal(argument, literals); literal != nil {
			over[literal] = true
		}
	})
	ast.Inspect(function, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr: // comes before its arguments
			h.addCalledLiterals(n, called)
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

// addCalledLiterals adds to only the function literals that are passed to a known function which only calls them.
func (h *handover) addCalledLiterals(call *ast.CallExpr, only map[*ast.FuncLit]bool) {
	f := h.Function(call)
	d := h.Declaration(f)
	if d == nil {
		return
	}
	called, used := calls(h.Pass, d.Body, map[*ast.FuncLit]bool{})
	parameters := f.Origin().Signature().Params()
	for i, argument := range call.Args {
		if literal, ok := ast.Unparen(argument).(*ast.FuncLit); ok && i < parameters.Len() && called[parameters.At(i)] == used[parameters.At(i)] {
			only[literal] = true
		}
	}
}
