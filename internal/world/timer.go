package world

import "github.com/checkmodel/checkmodel/trace"

// timer is a timer that a process has started.
type timer struct {
	common
	expire  *Operation
	expired bool
}

func newTimer(c common) *timer { return &timer{common: c} }

func (t *timer) pending() *Operation {
	if t.expired {
		return nil
	}
	return t.expire
}

func performTimerStart(s *System, _ *trace.Event, u *undo) Result {
	t := find(s, s.actors.ByID(trace.ActorID(u.op.Object)), newTimer)
	t.expire, t.expired = u.op.Timer, false
	s.start(t)
	return Result{}
}

func undoTimerStart(s *System, _ *undo) { s.unstart() }

// performTimerExpire is an event also if the timer has been cancelled. Otherwise the race
// of the two would be seen in one order only.
func performTimerExpire(_ *System, _ *trace.Event, u *undo) Result {
	u.who.(*timer).expired = true
	return Result{}
}

func undoTimerExpire(_ *System, u *undo) { u.who.(*timer).expired = false }
