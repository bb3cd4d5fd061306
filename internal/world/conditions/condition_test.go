package conditions

import (
	"testing"

	"github.com/checkmodel/checkmodel/internal/world/guard"
)

// TestConditionLeaves: other code can be executed after a condition, even if the condition and the
// function that describes it panic.
func TestConditionLeaves(t *testing.T) {
	c := &Evaluator{watch: new(guard.Watch)}
	c.code = guard.Code{Process: "main", Function: "hold", Receiver: c}
	func() {
		defer func() {
			if problem := recover(); problem != "no words" {
				t.Errorf("it panics with %v", problem)
			}
		}()
		c.hold(func() bool { panic("no answer") }, func() string { panic("no words") })
	}()
	if c.watch.Turns() != 2 || c.watch.Running() != nil {
		t.Errorf("after it there are %d turns, or code is still running", c.watch.Turns())
	}
}
