package world

import (
	"fmt"
	"slices"

	"github.com/checkmodel/checkmodel/internal/effects"
	"github.com/checkmodel/checkmodel/internal/world/guard"
	"github.com/checkmodel/checkmodel/internal/world/program"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// timer is a timer that a process has started.
type timer struct {
	common
	expire   *program.Operation
	expired  bool
	deadline int32 // when it expires, in units, if it has a duration
}

func newTimer(c common) *timer { return &timer{common: c} }

func (t *timer) pending() *program.Operation {
	if t.expired {
		return nil
	}
	return t.expire
}

// enabled reports whether the timer can expire now: timers with a duration expire in the order of their deadlines.
func (t *timer) enabled(s *System, op *program.Operation) bool {
	return op.Flags&kind.Timed == 0 || t.deadline == s.timed.running()[0].deadline
}

// deadlines holds the timers with a duration: first the expired timers, then the running ones, in the order of their deadlines.
type deadlines struct {
	timers  []*timer
	expired int // how many of them
}

// running returns the timers that run.
func (d *deadlines) running() []*timer { return d.timers[d.expired:] }

// start adds a timer that runs.
func (d *deadlines) start(t *timer) {
	later, _ := slices.BinarySearchFunc(d.running(), t.deadline, func(other *timer, deadline int32) int {
		if other.deadline <= deadline {
			return -1
		}
		return 1
	})
	d.timers = slices.Insert(d.timers, d.expired+later, t)
}

// unstart removes a timer that runs.
func (d *deadlines) unstart(t *timer) {
	at := d.expired + slices.Index(d.running(), t)
	d.timers = slices.Delete(d.timers, at, at+1)
}

// expire notes that the timer has expired. It must be a running timer with the earliest deadline.
func (d *deadlines) expire(t *timer) {
	at := d.expired + slices.Index(d.running(), t)
	d.timers[at], d.timers[d.expired] = d.timers[d.expired], t
	d.expired++
}

// unexpire undoes the last expire.
func (d *deadlines) unexpire() { d.expired-- }

// lookAtDue looks at the timers that the event has enabled or disabled by letting time go on, or by starting a timer.
func lookAtDue(s *System, u *undo) {
	if u.op.Flags&kind.Timed == 0 || u.op.Kind != kind.TimerStart && u.op.Kind != kind.TimerExpire {
		return
	}
	running := s.timed.running()
	if u.op.Kind == kind.TimerStart {
		if running[0] != s.started[len(s.started)-1] {
			return // the earliest deadline is the same as before
		}
		running = running[1:]
	} else if len(running) > 0 && running[0].deadline == u.who.(*timer).deadline {
		return
	}
	for _, t := range running {
		if t.deadline != running[0].deadline {
			return
		}
		look(s, t)
	}
}

func performTimerStart(s *System, ev *trace.Event, u *undo) program.Result {
	t := find(s, s.Actors.ByID(trace.ActorID(u.op.Object)), newTimer)
	t.expire, t.expired = u.op.Timer, false
	s.start(t)
	if deadline, timed := effects.DeadlineOf(ev); timed {
		t.deadline = deadline
		s.timed.start(t)
		if deadline == effects.EndOfTime {
			panic(&guard.ModelError{Process: s.Actors.ByID(ev.Actor).Name, Source: u.op.Source(&s.Helpers), Problem: fmt.Sprintf(
				"a timer of %d ticks would expire when more time has passed than can be counted: 2³¹ units, of which a tick of its clock takes %d; "+
					"use shorter durations", ev.Ticks(), tickOf(s, &ev.Op))})
		}
	}
	return program.Result{}
}

func undoTimerStart(s *System, u *undo) {
	if u.op.Flags&kind.Timed != 0 {
		s.timed.unstart(s.started[len(s.started)-1].(*timer))
	}
	unstart(s)
}

// performTimerExpire is an event even for a cancelled timer: otherwise only one order of the race
// between the two would be seen, and a timer with a duration would not let time go on in its turn.
func performTimerExpire(s *System, _ *trace.Event, u *undo) program.Result {
	t := u.who.(*timer)
	t.expired = true
	if u.op.Flags&kind.Timed != 0 {
		s.timed.expire(t)
	}
	return program.Result{}
}

func undoTimerExpire(s *System, u *undo) {
	u.who.(*timer).expired = false
	if u.op.Flags&kind.Timed != 0 {
		s.timed.unexpire()
	}
}

// performTimerReset lets a timer that has expired expire again.
func performTimerReset(s *System, ev *trace.Event, u *undo) program.Result {
	t := s.known[u.op.Object].(*timer)
	if t.expire.Flags&kind.Timed != 0 {
		panic(&guard.ModelError{Process: s.Actors.ByID(ev.Actor).Name, Source: u.op.Source(&s.Helpers), Problem: fmt.Sprintf(
			"ResetTimer: %s has a duration; only a timer that SendAfter has started can be started again, as time goes on "+
				"with one that SendIn starts: start a new one", t.id.Name)})
	}
	if effects.Restarts(ev) {
		u.timer, t.expired = t, false
		s.movers.forget() // which may have left it out, as it had moved
	}
	return program.Answer(ev.Ok)
}

func undoTimerReset(_ *System, u *undo) {
	if u.timer != nil {
		u.timer.expired = true
	}
}

func performNow(s *System, ev *trace.Event, _ *undo) program.Result {
	n := effects.Time(&ev.Op, s.cells.reader())
	ev.Result = trace.ValueID(n)
	return program.Result{N: n}
}

// tickOf returns how many units of time a tick of the clock takes that an operation uses.
func tickOf(s *System, op *trace.Op) int32 { return effects.Tick(op, s.cells.reader()) }

// addTimes adds to the result when the timer expires that the event starts, or has expired.
func addTimes(w words, ev *trace.Event, e *trace.Entry) {
	deadline, timed := effects.DeadlineOf(ev)
	switch {
	case !timed:
		return
	case ev.Kind == kind.TimerStart:
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
	tick := w.s.Env.Faults.Clocks.Tick(effects.ExactClock)
	text := fmt.Sprint(units / tick)
	if hundredths := int64(units%tick) * 100 / int64(tick); hundredths > 0 {
		text += fmt.Sprintf(".%02d", hundredths)
	}
	return text
}

// shownTime returns the time that the clock showed, and the true time if it differs.
func shownTime(w words, ev *trace.Event) string {
	shown, now := fmt.Sprint(ev.Result), timeText(w, w.s.cells.get(trace.Cell{Space: effects.Clock}))
	if shown == now {
		return shown
	}
	return shown + ", at " + now
}
