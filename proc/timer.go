package proc

import "github.com/checkmodel/checkmodel/trace"

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
// there at once then, whoever it is for and however messages travel (see [Delivery]).
func (p *P) SendAfter(to PID, message any) Timer {
	p.timers++
	timer := p.sys.actors.Timer(p.actor, p.timers)
	expire := trace.Op{Kind: trace.TimerExpire, Object: p.target("SendAfter", to), Value: p.intern("the message", message)}
	p.perform(operation{
		Op:    trace.Op{Kind: trace.TimerStart, Object: int32(timer.ID), Value: expire.Value},
		timer: &operation{Op: expire},
	})
	return Timer{timer}
}

// CancelTimer stops a timer, and reports whether it did: false means that the
// timer had expired, or been cancelled, before. It is no event if there is none, that
// is for the zero Timer, and false.
func (p *P) CancelTimer(t Timer) bool {
	if t.actor == nil {
		p.idle("CancelTimer of no timer")
		return false
	}
	return p.ask(trace.Op{Kind: trace.TimerCancel, Object: p.target("CancelTimer", PID(t))})
}

// ReadTimer reports whether a timer is still to expire. It is no event for the zero
// Timer, and false.
func (p *P) ReadTimer(t Timer) bool {
	if t.actor == nil {
		p.idle("ReadTimer of no timer")
		return false
	}
	return p.ask(trace.Op{Kind: trace.TimerRead, Object: p.target("ReadTimer", PID(t))})
}

func performTimerStart(s *System, _ *process, op *operation, _ *trace.Event, _ *undo) result {
	t := s.process(trace.ActorID(op.Object))
	t.state, t.timer, t.steps = ticking, op.timer, 0
	s.born = append(s.born, t)
	return result{}
}

func undoTimerStart(s *System, _ *process, op *operation, _ *undo) {
	s.process(trace.ActorID(op.Object)).state = unborn
	s.born = s.born[:len(s.born)-1]
}

// performTimerExpire is an event also if the timer has been cancelled: otherwise
// the race of the two would be seen in one order only.
func performTimerExpire(_ *System, t *process, _ *operation, _ *trace.Event, _ *undo) result {
	t.state = exiting
	return result{}
}

func undoTimerExpire(_ *System, t *process, _ *operation, _ *undo) { t.state = ticking }
