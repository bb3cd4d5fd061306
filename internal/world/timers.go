package world

import (
	"fmt"

	"github.com/checkmodel/checkmodel/internal/world/guard"
	"github.com/checkmodel/checkmodel/trace"
)

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

// enabled reports whether the timer can expire now: those with a duration expire in the order of their deadlines.
func (t *timer) enabled(s *System, op *Operation) bool {
	if op.Flags&trace.On == 0 {
		return true
	}
	deadline := s.cells.deadline(t)
	for _, other := range s.timed {
		if !other.expired && s.cells.deadline(other) < deadline {
			return false
		}
	}
	return true
}

func (cs *cells) deadline(t *timer) int32 {
	return cs.get(trace.Cell{Space: trace.Deadline, Object: int32(t.id.ID)})
}

func performTimerStart(s *System, ev *trace.Event, u *undo) Result {
	t := find(s, s.actors.ByID(trace.ActorID(u.op.Object)), newTimer)
	t.expire, t.expired = u.op.Timer, false
	s.start(t)
	if deadline, timed := ev.Deadline(); timed {
		if deadline == trace.EndOfTime {
			panic(&guard.ModelError{Process: s.actors.ByID(ev.Actor).Name, Source: u.op.source(&s.helpers), Problem: fmt.Sprintf(
				"a timer of %d ticks would expire when more time has passed than can be counted: 2³¹ units, of which a tick of its clock takes %d; "+
					"use shorter durations", ev.Expected, tickOf(s, &ev.Op))})
		}
		s.timed = append(s.timed, t)
	}
	return Result{}
}

func undoTimerStart(s *System, u *undo) {
	unstart(s)
	if u.op.Flags&trace.On != 0 {
		pop(&s.timed)
	}
}

// performTimerExpire is an event even for a cancelled timer: otherwise only one order of the race
// between the two would be seen, and a timer with a duration would not let time go on in its turn.
func performTimerExpire(_ *System, _ *trace.Event, u *undo) Result {
	u.who.(*timer).expired = true
	return Result{}
}

func undoTimerExpire(_ *System, u *undo) { u.who.(*timer).expired = false }

func performNow(s *System, ev *trace.Event, _ *undo) Result {
	n := ev.Time(s.cells.reader())
	ev.Result = trace.ValueID(n)
	return Result{N: n}
}

// tickOf returns how many units of time a tick of the clock takes that an operation uses.
func tickOf(s *System, op *trace.Op) int32 { return op.Tick(s.cells.reader()) }

// addTimes adds to the result when the timer expires that the event starts, or has expired.
func addTimes(w words, ev *trace.Event, e *trace.Entry) {
	deadline, timed := ev.Deadline()
	switch {
	case !timed:
		return
	case ev.Kind == trace.TimerStart:
		e.Result = "until " + timeText(w, deadline)
		return
	}
	e.Clock = timeText(w, deadline)
	if e.Result != "" {
		e.Result = "; " + e.Result
	}
	e.Result = "at " + e.Clock + e.Result
}

// timeText returns a true time in ticks of an exact clock, rounded down to hundredths.
func timeText(w words, units int32) string {
	tick := w.s.budget.Drift.Tick(trace.ExactClock)
	text := fmt.Sprint(units / tick)
	if hundredths := int64(units%tick) * 100 / int64(tick); hundredths > 0 {
		text += fmt.Sprintf(".%02d", hundredths)
	}
	return text
}

// shownTime returns what the clock showed, and the true time if that is another one.
func shownTime(w words, ev *trace.Event) string {
	shown, now := fmt.Sprint(ev.Result), timeText(w, w.s.cells.get(trace.Cell{Space: trace.Clock}))
	if shown == now {
		return shown
	}
	return shown + ", at " + now
}

func asksTimerStart(w words, op *trace.Op) string {
	text := "start " + w.actor(op.Object)
	if op.Flags&trace.On != 0 {
		text += fmt.Sprintf(" (%d)", op.Expected)
	}
	return text
}
