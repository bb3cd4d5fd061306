// Package conditions has the receive patterns of processes and their conditions on rows. The checker calls them outside of the
// process, any number of times, so they must be pure functions.
package conditions

import (
	"reflect"

	"github.com/checkmodel/checkmodel/internal/world/guard"
	"github.com/checkmodel/checkmodel/internal/world/values"
)

// Evaluator calls receive patterns and conditions on rows, which the checker calls outside of the
// process, and any number of times.
type Evaluator struct {
	values *values.Store
	watch  *guard.Watch
	code   guard.Code

	compared Selection // see Compared
}

// NewEvaluator returns the conditions of the process with that name.
func NewEvaluator(vs *values.Store, watch *guard.Watch, process string) *Evaluator {
	c := &Evaluator{values: vs, watch: watch}
	c.code = guard.Code{Process: process, Function: holds, Receiver: c}
	return c
}

// holds is the method that calls code of the model, named as in tracebacks.
var holds = reflect.TypeFor[Evaluator]().PkgPath() + ".(*Evaluator).hold"

// Remembering is a condition that remembers its results.
type Remembering interface {
	// Recheck calls another condition of the same kind, possibly itself, for all remembered results.
	// It returns how many it compared, and the first difference, or "".
	Recheck(other any) (n int, difference string)
	// Forget forgets the results, because the numbers of values may get other meanings.
	Forget()
}

// hold calls the condition. A panic in it is a fault of the model; it does not end the process, whose
// code is not being executed. text names the condition and its argument.
//
//go:noinline
func (c *Evaluator) hold(condition func() bool, text func() string) (holds bool) {
	c.watch.Enter(&c.code)
	defer c.watch.Leave() // also if text panics
	returned := false
	defer func() {
		if problem := recover(); problem != nil || !returned {
			fault := values.PanicError(text(), problem, "It must be a pure function that accepts everything of its type")
			fault.Process = c.code.Process
			c.watch.Report(fault)
		}
	}()
	holds = condition()
	returned = true
	return holds
}

func differs(text string, matches bool) string {
	if matches {
		return text + " did not match before, and does now"
	}
	return text + " matched before, and does not now"
}
