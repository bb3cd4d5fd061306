package world

import (
	"github.com/checkmodel/checkmodel/internal/world/guard"
	"github.com/checkmodel/checkmodel/internal/world/values"
	"github.com/checkmodel/checkmodel/trace"
)

// conditions calls what a process has given to the checker to be called outside of the process,
// and as often as the checker likes: receive patterns, and conditions on rows.
type conditions struct {
	values *values.Store
	watch  *guard.Watch
	code   guard.Code
}

// Conditions returns what makes patterns and conditions of the process.
func (x *Execution) Conditions() *conditions {
	if x.asked == nil {
		c := &conditions{values: x.sys.values, watch: x.sys.watch}
		c.code = guard.Code{Process: x.actor.Name, Function: holds, Receiver: c}
		x.asked = c
	}
	return x.asked
}

// remembering is a condition that remembers its answers.
type remembering interface {
	// recheck asks another condition of the same kind, maybe itself, for all answers that it has
	// given. It returns how many these were, and what is different, if anything is.
	recheck(other trace.Patterns) (n int, difference string)
	// forget forgets the answers: numbers of values may come to stand for others.
	forget()
}

// hold calls the condition. A panic in it cannot be the end of the process, whose code is not
// being executed; it is a fault of the model. The text says which condition was asked about what.
//
//go:noinline
func (c *conditions) hold(condition func() bool, text func() string) (holds bool) {
	c.watch.Enter(&c.code)
	defer c.watch.Leave() // also if text panics
	returned := false
	defer func() {
		if problem := recover(); problem != nil || !returned {
			fault := Panicked(text(), problem, "It must be a pure function that accepts everything of its type")
			fault.Process = c.code.Process
			c.watch.Report(fault)
		}
	}()
	holds = condition()
	returned = true
	return holds
}

// differs puts into words that an answer is not what it was.
func differs(text string, matches bool) string {
	if matches {
		return text + " did not match before, and does now"
	}
	return text + " matched before, and does not now"
}
