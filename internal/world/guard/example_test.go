package guard_test

import (
	"context"
	"errors"
	"fmt"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/world"
	"github.com/checkmodel/checkmodel/internal/world/guard"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
)

// What another goroutine, with a clock, can see of a world: whether the model has
// come back since it looked last.
func ExampleWatch() {
	var w guard.Watch
	s := world.NewSystem(proc.Body(func(p *proc.P) { p.Send(p.Self(), 1) }), &w)
	defer s.Close()
	before := w.Turns()
	s.Step(trace.Step{Actor: 0})
	fmt.Println("the model was executed:", w.Turns() > before)
	fmt.Println("it is stuck:", w.GiveUp(before) != nil)
	// Output:
	// the model was executed: true
	// it is stuck: false
}

// A model that cannot be checked: what a process does depends on something else than
// what it learns.
func ExampleModelError() {
	calls := 0
	m := checker.Model{Name: "counts", Main: func(p *proc.P) {
		calls++
		p.Send(p.Self(), calls)
	}}
	_, err := checker.Check(context.Background(), m, checker.Options{})
	var model *guard.ModelError
	if errors.As(err, &model) {
		fmt.Println("process", model.Process, "at step", model.Step)
	}
	// Output: process main at step 1
}
