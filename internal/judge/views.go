package judge

import (
	"fmt"
	"iter"

	"github.com/checkmodel/checkmodel/internal/stage"
	"github.com/checkmodel/checkmodel/internal/world"
	"github.com/checkmodel/checkmodel/internal/world/guard"
	"github.com/checkmodel/checkmodel/internal/world/values"
)

// Views calls the functions of a model that look at states.
type Views struct{ Calls *stage.Calls }

// View returns the view of the model, with errors of the model where its functions panic or do not return.
func (v *Views) View(of world.View) world.View {
	code := guard.Entry(of)
	return func(values iter.Seq[any]) (stands func(any) any) {
		var by func(any) any
		v.call("View", code, func() { by = of(values) })
		if by == nil {
			panic(&guard.ModelError{Source: guard.Position(code), Problem: "the View returns no function; return one that returns its argument where all of a state counts"})
		}
		return func(value any) (is any) {
			v.call("View", code, func() { is = by(value) })
			return is
		}
	}
}

// Within calls Within of the model.
func (v *Views) Within(of func(iter.Seq[any]) bool, values iter.Seq[any]) (ok bool) {
	v.call("Within", guard.Entry(of), func() { ok = of(values) })
	return ok
}

// call calls code of the model. It panics with a [*guard.ModelError] if that panics.
//
//go:noinline
func (v *Views) call(name string, code uintptr, f func()) {
	by := new(int) // several workers may call it
	v.Calls.Begin(by, func() *guard.ModelError {
		return guard.Endless("the "+name+" of the model", fmt.Sprintf("judge.(*Views).call(%p", v), code)
	})
	defer v.Calls.End(by)
	returned := false
	defer func() {
		problem := recover()
		if fault, ok := problem.(*guard.ModelError); ok {
			panic(fault)
		}
		if problem != nil || !returned {
			panic(values.PanicError("the "+name+" of the model", problem, "It must be a pure function that accepts all values of the model"))
		}
	}()
	f()
	returned = true
}
