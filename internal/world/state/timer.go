package state

import (
	"slices"

	"github.com/checkmodel/checkmodel/internal/world/program"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// Timer is a timer that a process has started.
type Timer struct {
	Common
	of       *Timers
	expire   *program.Operation
	expired  bool
	deadline int32 // when it expires, in units, if it has a duration
}

// Timers are the timers of the present state that have a duration: first the expired timers, then the running ones, in the order of
// their deadlines.
type Timers struct {
	timers  []*Timer
	expired int // the number of expired timers
}

// Start starts a timer, which performs the operation when it expires: at the deadline, if it has a duration.
func (ts *Timers) Start(in *Actors, id *trace.Actor, expire *program.Operation, deadline int32) *Timer {
	t := Find(in, id, newTimer)
	t.of, t.expire, t.expired = ts, expire, false
	in.Start(t)
	if !t.Timed() {
		return t
	}
	t.deadline = deadline
	later, _ := slices.BinarySearchFunc(ts.running(), deadline, func(other *Timer, deadline int32) int {
		if other.deadline <= deadline {
			return -1
		}
		return 1
	})
	ts.timers = slices.Insert(ts.timers, ts.expired+later, t)
	return t
}

// Unstart undoes the start of the timer.
func (t *Timer) Unstart() {
	if t.Timed() {
		at := t.of.place(t)
		t.of.timers = slices.Delete(t.of.timers, at, at+1)
	}
}

func newTimer(c Common) *Timer { return &Timer{Common: c} }

// Any reports whether a timer with a duration has been started.
func (ts *Timers) Any() bool { return len(ts.timers) > 0 }

// running returns the timers that run.
func (ts *Timers) running() []*Timer { return ts.timers[ts.expired:] }

// place returns the index of a timer that runs.
func (ts *Timers) place(t *Timer) int { return ts.expired + slices.Index(ts.running(), t) }

// Disabled returns the timers that the start of another timer prevents from expiring now.
func (ts *Timers) Disabled(started *Timer) []*Timer {
	running := ts.running()
	if running[0] != started {
		return nil // the earliest deadline is the same as before
	}
	return earliest(running[1:])
}

// Enabled returns the timers that can expire now because another timer has expired.
func (ts *Timers) Enabled(expired *Timer) []*Timer {
	running := ts.running()
	if len(running) > 0 && running[0].deadline == expired.deadline {
		return nil
	}
	return earliest(running)
}

// earliest returns the first of the timers, and all with the same deadline.
func earliest(timers []*Timer) []*Timer {
	for i, t := range timers {
		if t.deadline != timers[0].deadline {
			return timers[:i]
		}
	}
	return timers
}

// Timed reports whether the timer has a duration.
func (t *Timer) Timed() bool { return t.expire.Flags&kind.Timed != 0 }

// Expired reports whether the timer has expired.
func (t *Timer) Expired() bool { return t.expired }

// Rearm lets a timer that has expired expire again.
func (t *Timer) Rearm() { t.expired = false }

// Disarm undoes Rearm.
func (t *Timer) Disarm() { t.expired = true }

// Pending implements [Actor].
func (t *Timer) Pending() *program.Operation {
	if t.expired {
		return nil
	}
	return t.expire
}

// Enabled implements [Actor]: timers with a duration expire in the order of their deadlines.
func (t *Timer) Enabled(*program.Operation) bool {
	return !t.Timed() || t.deadline == t.of.running()[0].deadline
}

// Perform implements [Automaton]. Even a canceled timer has an event of expiry: otherwise only one order of the race between expiry
// and cancel would be explored, and a timer with a duration would not advance the time in its turn.
func (t *Timer) Perform(*trace.Event) {
	t.expired = true
	if t.Timed() {
		at := t.of.place(t)
		t.of.timers[at], t.of.timers[t.of.expired] = t.of.timers[t.of.expired], t
		t.of.expired++
	}
}

// Undo implements [Automaton].
func (t *Timer) Undo(*trace.Op) {
	t.expired = false
	if t.Timed() {
		t.of.expired--
	}
}

// Fingerprint implements [Actor].
func (t *Timer) Fingerprint(*Equivalence) trace.Fingerprint {
	f := timerPart.Print(int32(t.Actor.ID))
	if t.expired {
		return f
	}
	return t.expire.ContinueFingerprint(f)
}

// Whole implements [Actor].
func (t *Timer) Whole(e *Equivalence, b []byte) []byte {
	if b = timerPart.Begin(b, int(t.Actor.ID)); t.expired {
		return b
	}
	return t.expire.Whole(b, e.Op(t.expire.Op))
}

// Values implements [Actor].
func (t *Timer) Values(add func(trace.ValueID)) {
	if !t.expired {
		add(t.expire.Value)
	}
}
