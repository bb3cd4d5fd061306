package controlled

import (
	"fmt"
	"slices"

	"github.com/checkmodel/checkmodel/internal/goroutine"
	"github.com/checkmodel/checkmodel/internal/linear"
	"github.com/checkmodel/checkmodel/proc"
)

// Reach is gotest.Reach. It is an event that depends on no other.
func Reach(goal string) {
	g := here("gotest.Reach")
	n := slices.Index(g.Goals(), goal)
	if n < 0 {
		refuse(fmt.Sprintf("the goal %q, which is not among those that gotest.Explore is given,", goal), "add it there, so that it is missed where it is not reached")
	}
	g.Reach(n)
}

// Linearizable is gotest.Linearizable. Calls and returns are events; only a call and a return race.
func Linearizable[S, C, R any](_ *T, initial S, apply func(state S, call C) (S, R)) func(call C, execute func() R) R {
	const of = "object"
	o := Born(new(goroutine.Object))
	known := linear.New[S, C, R](initial)
	see := func(verb goroutine.Verb, e linear.Event[C, R]) {
		do(o, of, goroutine.Use{Verb: verb})
		g := here("an operation on an object")
		g.Note(func() string {
			if e.Returned {
				return proc.Format(e.Result)
			}
			return proc.Format(e.Call)
		})
		var err error
		goroutine.Aside(func() { known, err = known.Next(apply, g.Name(), e) })
		if err != nil {
			id, name := o.Find(g, of)
			g.Confirm(id, name, NoFailure, "fails the test: not linearizable: "+err.Error())
		}
	}
	return func(call C, execute func() R) R {
		see(goroutine.Begin, linear.Event[C, R]{Call: call})
		result := execute()
		see(goroutine.Return, linear.Event[C, R]{Result: result, Returned: true})
		return result
	}
}
