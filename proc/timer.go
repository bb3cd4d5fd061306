package proc

import (
	"github.com/checkmodel/checkmodel/internal/world"
	"github.com/checkmodel/checkmodel/trace"
)

// Timer is a handle of a timer. It is a plain value; the zero Timer is none.
type Timer struct{ actor *trace.Actor }

// String returns the name of the timer, after the process that started it.
func (t Timer) String() string {
	if t.actor == nil {
		return "no timer"
	}
	return t.actor.Name
}

// SendAfter starts a timer that sends the message when it expires. Time has no
// length here: that may be at any moment from now on, and the search explores
// each that makes a difference, first (but with a seed) the one in which timers expire last: when
// no process can move. A timer that is not cancelled does expire. Its message is
// there at once then, for any receiver and however messages travel (see [Delivery]).
func (p *P) SendAfter(to PID, message any) Timer {
	timer := p.x.Timer()
	expire := trace.Op{Kind: trace.TimerExpire, Object: p.target("SendAfter", to), Value: p.x.Intern("the message", message)}
	p.x.Perform(world.Operation{
		Op:    trace.Op{Kind: trace.TimerStart, Object: int32(timer.ID), Value: expire.Value},
		Timer: &world.Operation{Op: expire},
	})
	return Timer{timer}
}

// CancelTimer stops a timer, and reports whether it did: false means that the
// timer had expired, or been cancelled, before. It is no event if there is none, that
// is for the zero Timer, and false.
func (p *P) CancelTimer(t Timer) bool {
	if t.actor == nil {
		p.x.Idle("CancelTimer of no timer")
		return false
	}
	return p.x.Ask(trace.Op{Kind: trace.TimerCancel, Object: p.target("CancelTimer", PID(t))})
}

// ReadTimer reports whether a timer is still to expire. It is no event for the zero
// Timer, and false.
func (p *P) ReadTimer(t Timer) bool {
	if t.actor == nil {
		p.x.Idle("ReadTimer of no timer")
		return false
	}
	return p.x.Ask(trace.Op{Kind: trace.TimerRead, Object: p.target("ReadTimer", PID(t))})
}
