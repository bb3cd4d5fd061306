package checker

import (
	"github.com/checkmodel/checkmodel/internal/explain"
	"github.com/checkmodel/checkmodel/proc"
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

// operated returns the operations of a history up to the first whose result is impossible; nil if there is none.
func (l linearization[S, C, R]) operated(apply func(S, C) (S, R), announced []announcedEvent) (all []Operated) {
	for _, a := range announced {
		o, _ := a.event.(Operation[C, R])
		if !o.Returned {
			all = append(all, Operated{Process: a.process, Call: proc.Format(o.Call), Called: a.number})
			l = l.called(a.process, o.Call, len(all)-1)
			continue
		}
		at := l.last(a.process)
		if at < 0 {
			return nil
		}
		of := &all[l.Pending[at].Number]
		of.Result, of.Returned = proc.Format(o.Result), a.number
		after, _, _ := l.returned(apply, a.process, o.Result)
		if len(after.Outcomes) > 0 {
			l = after
			continue
		}
		of.Stuck = true
		for i, p := range l.Outcomes[0].Order {
			all[p.Number].Order, all[p.Number].State = i+1, p.State
		}
		return all
	}
	return nil
}

// historian finds the histories of violations.
type historian struct{ *judge }

// operated sets the history of a violation of a rule about operations to the history of an order of its events. It returns
// false if these do not violate the rule.
func (h historian) operated(v *Violation, c *explain.Class, order []int) bool {
	rule := h.result.Model.rule(v.Property)
	if rule == nil || rule.operated == nil || v.Process == "" {
		return true
	}
	var announced []announcedEvent
	for k, i := range order {
		if e := c.Event(i); e.Kind.Is(trace.Shows) && h.world.Value(e.Key) == rule.board {
			announced = append(announced, announcedEvent{h.world.Actor(e.Actor).Name, h.world.Value(e.Value), k + 1})
		}
	}
	v.History = rule.operated(announced)
	return v.History != nil
}
