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

// sharedObjects reports pointers through whose methods a process changes what it has not
// made itself, or who starts it changes later what the process uses. The search executes the
// process again and again, and nothing brings back what there was in the beginning.
func sharedObjects(p *modelcode.Pass, h *handover, function ast.Node, all []*ast.FuncLit) {
	uses := uses(p, h, function, all)
	for _, a := range uses {
		switch {
		case len(a.Writes) == 0:
		case a.process != nil && !a.assigned: // what a function literal assigns is reported elsewhere
			p.Find(a.at, "the process changes what %s points to, which it has not made itself, so it finds something else when it is executed again; "+
				"make that inside of the function of the process, or use a Table", a.v.Name())
		case a.process == nil:
			behind(p, function, a, uses)
		}
	}
}

// behind reports that who starts a process changes what the process uses, as the first of
// the uses does.
func behind(p *modelcode.Pass, function ast.Node, a use, uses []use) {
	for _, b := range uses {
		_, value := b.process.(*ast.SelectorExpr)
		if b.process == nil || b.v != a.v || !a.Conflict(b.Effects) || a.assigned && !value { // which is reported elsewhere
			continue
		}
		if modelcode.MayFollow(function, a.at, started(p, function, b.process), a.v) {
			p.Find(a.at, "what %s points to changes here, after the process that uses it at line %d was given it; send it in a message, or use a Table",
				a.v.Name(), p.Fset.Position(b.at).Line)
			return
		}
	}
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
		for part := range modelcode.Parts(w.Target) {
			parts[part] = parts[part] || !w.Address
		}
	})
	return parts
}
