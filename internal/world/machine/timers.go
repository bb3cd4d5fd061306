package machine

import (
	"fmt"

	"github.com/checkmodel/checkmodel/internal/effects"
	"github.com/checkmodel/checkmodel/internal/world/guard"
	"github.com/checkmodel/checkmodel/internal/world/program"
	"github.com/checkmodel/checkmodel/internal/world/state"
	"github.com/checkmodel/checkmodel/trace"
)

func performTimerStart(m *Machine, ev *trace.Event, r *Record) program.Result {
	deadline, timed := effects.DeadlineOf(ev)
	r.timer = m.Timers.Start(&m.Present, m.Actors.ByID(trace.ActorID(r.Op.Object)), r.Op.Timer, deadline)
	if timed && deadline == effects.EndOfTime {
		panic(&guard.ModelError{Process: m.Actors.ByID(ev.Actor).Name, Source: r.Op.Source(&m.Helpers), Problem: fmt.Sprintf(
			"a timer of %d ticks would expire when more time has passed than can be counted: 2³¹ units, of which a tick of its clock takes %d; "+
				"use shorter durations", ev.Ticks(), effects.Tick(&ev.Op, m.Cells.Reader()))})
	}
	return program.Result{}
}

func undoTimerStart(r *Record) { r.timer.Unstart() }

// performTimerReset lets a timer that has expired expire again.
func performTimerReset(m *Machine, ev *trace.Event, r *Record) program.Result {
	t := m.Present.Known(trace.ActorID(r.Op.Object)).(*state.Timer)
	if t.Timed() {
		panic(&guard.ModelError{Process: m.Actors.ByID(ev.Actor).Name, Source: r.Op.Source(&m.Helpers), Problem: fmt.Sprintf(
			"ResetTimer: %s has a duration; only a timer that SendAfter has started can be started again, as time goes on "+
				"with one that SendIn starts: start a new one", t.Actor.Name)})
	}
	if effects.Restarts(ev) {
		r.timer = t
		t.Rearm()
		m.movers.forget() // which may have left it out, as it had moved
	}
	return program.Answer(ev.Ok)
}

func undoTimerReset(r *Record) {
	if r.timer != nil {
		r.timer.Disarm()
	}
}

func performNow(m *Machine, ev *trace.Event, _ *Record) program.Result {
	n := effects.Time(&ev.Op, m.Cells.Reader())
	ev.Result = trace.ValueID(n)
	return program.Result{N: n}
}
