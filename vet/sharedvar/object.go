package sharedvar

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/checkmodel/checkmodel/vet/modelcode"
)

// use is what one process does to what a pointer in a variable points to.
type use struct {
	v       *types.Var
	process ast.Node // a function literal or a method value; nil for who starts the processes
	at      token.Pos
	modelcode.Effects
	assigned bool // it is changed by an assignment, not by a method
}

// sharedObjects reports pointers through whose methods a process changes what another
// one, or who starts it, uses as well.
func sharedObjects(p *modelcode.Pass, h *handover, function ast.Node, all []*ast.FuncLit) {
	uses := uses(p, h, function, all)
	reported := map[token.Pos]bool{}
	for _, a := range uses {
		for _, b := range uses {
			if len(a.Writes) == 0 || b.v != a.v || !a.Conflict(b.Effects) || reported[a.at] || !atOnce(p, function, a, b) {
				continue
			}
			reported[a.at] = true
			who := "the process"
			if a.process == nil {
				who = "the function"
			}
			p.Find(a.at, "%s changes what %s points to, and so it shares that with who uses it at line %d; send it in a message, use a Table, or let each process have its own",
				who, a.v.Name(), p.Fset.Position(b.at).Line)
		}
	}
}

// atOnce reports whether two uses, the first of which changes something, may be those of
// two processes. What is assigned in, or behind, a function literal is reported elsewhere.
func atOnce(p *modelcode.Pass, function ast.Node, a, b use) bool {
	follows := func(pos token.Pos, process ast.Node) bool {
		return modelcode.MayFollow(function, pos, started(p, function, process), a.v)
	}
	_, value := b.process.(*ast.SelectorExpr)
	switch {
	case a.assigned && !(a.process == nil && value):
		return false
	case a.process == nil:
		return b.process != nil && follows(a.at, b.process)
	case b.process == nil:
		return follows(b.at, a.process)
	case a.process == b.process: // in a loop
		return follows(started(p, function, a.process).Pos(), a.process)
	}
	return true
}

// started returns where a process is first given to somebody who may start it.
func started(p *modelcode.Pass, function, process ast.Node) ast.Node {
	if literal, ok := process.(*ast.FuncLit); ok {
		return p.FirstUse(function, literal)
	}
	return process
}

// uses returns the uses in a function, in the order of the source.
func uses(p *modelcode.Pass, h *handover, function ast.Node, all []*ast.FuncLit) (uses []use) {
	values, assigned := methodValues(h, function), assignedParts(p, function)
	ast.Inspect(function, func(n ast.Node) bool {
		selector, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		v := pointer(p, selector.X)
		if v == nil {
			return true
		}
		u := use{v: v, at: selector.Pos(), Effects: modelcode.NoEffects()}
		switch selected := p.TypesInfo.Uses[selector.Sel].(type) {
		case *types.Var:
			u.Reads[selected.Origin()] = true
			if u.assigned = assigned[selector]; u.assigned {
				u.Writes[selected.Origin()] = true
			}
		case *types.Func:
			u.Add(p.Effects(selected))
		}
		by := executor(all, u.at)
		switch {
		case values[selector]:
			u.process = selector
		case by != nil && modelcode.Within(v, by):
			return true // its own
		case by != nil:
			u.process = by
		}
		uses = append(uses, u)
		return true
	})
	return uses
}

// pointer returns the variable that an expression is, if it is one of a function and has
// a pointer.
func pointer(p *modelcode.Pass, e ast.Expr) *types.Var {
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return nil
	}
	v, _ := p.TypesInfo.Uses[id].(*types.Var)
	if v == nil || modelcode.Global(v) {
		return nil
	}
	if _, ok := v.Type().Underlying().(*types.Pointer); !ok {
		return nil
	}
	return v
}

// methodValues returns the methods in a function that are given to an operation, or to
// another function, as what a process executes.
func methodValues(h *handover, function ast.Node) map[ast.Expr]bool {
	values := map[ast.Expr]bool{}
	h.given(function, func(e ast.Expr) {
		if selector, ok := e.(*ast.SelectorExpr); ok {
			values[selector] = true
		}
	})
	return values
}

// assignedParts returns the selectors in a function of which something is assigned to: v.f
// in v.f[1].g = 2.
func assignedParts(p *modelcode.Pass, function ast.Node) map[ast.Expr]bool {
	parts := map[ast.Expr]bool{}
	p.Writes(function, func(w modelcode.Write) {
		for e := w.Target; e != nil && !w.Address; {
			parts[e] = true
			switch x := e.(type) {
			case *ast.SelectorExpr:
				e = x.X
			case *ast.ParenExpr:
				e = x.X
			case *ast.IndexExpr:
				e = x.X
			case *ast.SliceExpr:
				e = x.X
			case *ast.StarExpr:
				e = x.X
			default:
				e = nil
			}
		}
	})
	return parts
}
