package modelcode

import (
	"go/ast"
	"go/types"
	"maps"
)

// Effects are the effects of a method on the target of its receiver, which is a pointer.
type Effects struct {
	Reads, Writes map[*types.Var]bool // fields; nil stands for the whole
}

// Add adds other effects to e.
func (e Effects) Add(other Effects) {
	maps.Copy(e.Reads, other.Reads)
	maps.Copy(e.Writes, other.Writes)
}

// Conflict reports whether e or other changes a field that the other one reads or changes.
func (e Effects) Conflict(other Effects) bool {
	return meet(e.Writes, other.Writes) || meet(e.Writes, other.Reads) || meet(e.Reads, other.Writes)
}

func meet(a, b map[*types.Var]bool) bool {
	if a[nil] && len(b) > 0 || b[nil] && len(a) > 0 {
		return true
	}
	for field := range a {
		if b[field] {
			return true
		}
	}
	return false
}

// NoEffects returns empty effects, to which others can be added.
func NoEffects() Effects { return Effects{map[*types.Var]bool{}, map[*types.Var]bool{}} }

// Effects returns the effects of a method on the target of its receiver, including the effects of
// the methods that it calls on the receiver and its fields. For functions, methods of other
// packages, and methods whose receiver is not a pointer it returns none.
func (p *Pass) Effects(f *types.Func) Effects { return p.effects(f, map[*types.Func]bool{}) }

func (p *Pass) effects(f *types.Func, seen map[*types.Func]bool) Effects {
	e := NoEffects()
	d := p.code.declared[f.Origin()]
	if d == nil || d.Body == nil || seen[f.Origin()] {
		return e
	}
	seen[f.Origin()] = true
	defer delete(seen, f.Origin()) // it may be called on another field
	own := p.Receiver(d)
	if own == nil || !IsPointer(own.Type()) {
		return e
	}
	p.Writes(d.Body, func(w Write) {
		if _, only := w.Target.(*ast.Ident); !only && !w.Address && p.VariableOf(w.Target) == own {
			e.Writes[fieldOf(p, w.Target, own)] = true // the target of the pointer, not the pointer
		}
	})
	ast.Inspect(d.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.StarExpr:
			if p.VariableOf(n.X) == own {
				e.Reads[fieldOf(p, n, own)] = true
			}
		case *ast.SelectorExpr:
			if p.VariableOf(n) == own {
				e.Add(p.selected(n, own, seen))
			}
		}
		return true
	})
	return e
}

// selected returns the effects of using a field or method of a part of the variable's target.
func (p *Pass) selected(n *ast.SelectorExpr, own *types.Var, seen map[*types.Func]bool) Effects {
	e := NoEffects()
	method, _ := p.TypesInfo.Uses[n.Sel].(*types.Func)
	if method == nil {
		e.Reads[fieldOf(p, n, own)] = true
		return e
	}
	of := p.effects(method, seen)
	if p.Variable(n.X) == own {
		return of
	}
	if len(of.Writes) > 0 { // on the object in a field
		e.Writes[fieldOf(p, n.X, own)] = true
	}
	return e
}

// fieldOf returns the field of the variable that an expression is a part of, or nil if there is no
// single one.
func fieldOf(p *Pass, e ast.Expr, of *types.Var) *types.Var {
	for part := range Parts(e) {
		x, ok := part.(*ast.SelectorExpr)
		if !ok {
			continue
		}
		if p.Variable(x.X) == of {
			if field, ok := p.TypesInfo.Uses[x.Sel].(*types.Var); ok {
				return field.Origin()
			}
			return nil
		}
	}
	return nil
}

// ChangedByMethod returns the pointer variable through which a called method changes something, or
// nil.
func (p *Pass) ChangedByMethod(call *ast.CallExpr) *types.Var {
	selector, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return nil
	}
	f, _ := p.TypesInfo.Uses[selector.Sel].(*types.Func)
	v := p.VariableOf(selector.X)
	if f == nil || v == nil || v.IsField() || !IsPointer(v.Type()) || len(p.Effects(f).Writes) == 0 {
		return nil // if it is no pointer, its address is taken
	}
	return v
}
