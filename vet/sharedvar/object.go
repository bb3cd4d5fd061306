package sharedvar

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/checkmodel/checkmodel/vet/modelcode"
)

// use is the effect of one process on the target of a pointer variable.
type use struct {
	v       *types.Var
	process ast.Node // a function literal or a method value; nil for the function that starts the processes
	at      token.Pos
	modelcode.Effects
	assigned bool // whether an assignment changes it, not a method
}

// sharedObjects reports pointers through whose methods a process changes an object that it has not
// created, or through which the function that starts the process changes an object later that the
// process uses. The search executes the process repeatedly, and the initial state of the object is
// not restored.
func sharedObjects(p *modelcode.Pass, h *handover, function ast.Node, all []*ast.FuncLit) {
	uses := uses(p, h, function, all)
	for _, a := range uses {
		switch {
		case len(a.Writes) == 0:
		case a.process != nil && !a.assigned: // assignments of a function literal are reported elsewhere
			p.Report(a.at, "the process changes what %s points to, which it has not made itself, so it finds something else when it is executed again; "+
				"make that inside of the function of the process, or use a Table", a.v.Name())
		case a.process == nil:
			changedByStarter(p, function, a, uses)
		}
	}
}

// changedByStarter reports that the function that starts a process later changes an object that the
// process uses; a is the first use.
func changedByStarter(p *modelcode.Pass, function ast.Node, a use, uses []use) {
	for _, b := range uses {
		_, value := b.process.(*ast.SelectorExpr)
		if b.process == nil || b.v != a.v || !a.Conflict(b.Effects) || a.assigned && !value { // reported elsewhere
			continue
		}
		if modelcode.MayFollow(function, a.at, started(p, function, b.process), a.v) {
			p.Report(a.at, "what %s points to changes here, after the process that uses it at line %d was given it; send it in a message, or use a Table",
				a.v.Name(), p.Fset.Position(b.at).Line)
			return
		}
	}
}

// started returns the place where a process is first passed to a function that may start it.
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
			return true // declared in it
		case by != nil:
			u.process = by
		}
		uses = append(uses, u)
		return true
	})
	return uses
}

// pointer returns the local variable of pointer type that an expression names, or nil.
func pointer(p *modelcode.Pass, e ast.Expr) *types.Var {
	if v := p.Variable(e); v != nil && !modelcode.Global(v) && modelcode.IsPointer(v.Type()) {
		return v
	}
	return nil
}

// methodValues returns the method values in a function that are passed to an operation, or to
// another function, as the function of a process.
func methodValues(h *handover, function ast.Node) map[ast.Expr]bool {
	values := map[ast.Expr]bool{}
	h.passedFunctions(function, func(e ast.Expr) {
		if selector, ok := e.(*ast.SelectorExpr); ok {
			values[selector] = true
		}
	})
	return values
}

// assignedParts returns the selectors in a function of which a part is assigned to, such as v.f in
// v.f[1].g = 2.
func assignedParts(p *modelcode.Pass, function ast.Node) map[ast.Expr]bool {
	parts := map[ast.Expr]bool{}
	p.Writes(function, func(w modelcode.Write) {
		for part := range modelcode.Parts(w.Target) {
			parts[part] = parts[part] || !w.Address
		}
	})
	return parts
}
