package checker

import (
	"github.com/checkmodel/checkmodel/internal/explain"
	"github.com/checkmodel/checkmodel/trace"
)

// Operated is an operation of a history that is not linearizable; see [Linearizable].
type Operated struct {
	Process  string
	Call     string // as text
	Result   string // as text; "" if it has not returned
	Called   int    // the number of the event of Violation.Trace that announces its call
	Returned int    // of its return; 0 if it has not returned
	// Order is the place of the operation, from 1, in an order of operations that explains all results except the result of
	// the stuck operation; 0 if it need not take effect there. State is the state of the object after it, as text.
	Order int
	State string
	// Stuck says that the operation cannot have its result.
	Stuck bool
}

// announcedEvent is an event that a rule has seen, with its number in a trace.
type announcedEvent struct {
	process string
	event   any
	number  int
}

// operated sets the history of a violation of a rule about operations to the history of an order of its events. It returns
// false if these do not violate the rule.
func (j *judge) operated(v *Violation, c *explain.Class, order []int) bool {
	rule := j.result.Model.rule(v.Property)
	if rule == nil || rule.operated == nil || v.Process == "" {
		return true
	}
	var announced []announcedEvent
	for k, i := range order {
		if e := c.Event(i); e.Kind.Is(trace.Shows) && j.world.Value(e.Key) == rule.board {
			announced = append(announced, announcedEvent{j.world.Actor(e.Actor).Name, j.world.Value(e.Value), k + 1})
		}
	}
	v.History = rule.operated(announced)
	return v.History != nil
}
