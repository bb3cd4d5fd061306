package effects

import (
	"math"

	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// Released returns the actor that cannot take its next step before the event, which starts it, decides about its faults or
// restarts it; or NoActor.
func Released(e *trace.Event) trace.ActorID {
	if !e.Kind.Is(kind.Releases) || e.Kind == kind.TimerReset && !Restarts(e) {
		return trace.NoActor
	}
	return trace.ActorID(e.Object)
}

// Restarts reports whether the event, a TimerReset, lets the timer expire once more. Otherwise an expiry is still to come: the
// expiry of a running timer, or of a cancelled timer, which would have had no effect.
func Restarts(e *trace.Event) bool {
	n := len(e.Accesses)
	return n > 0 && e.Accesses[n-1] == trace.Access{Cell: trace.Cell{Space: timerOver, Object: e.Object}, Effect: trace.Update}
}

// startClock starts a timer with a duration. A deadline that is too far away is EndOfTime.
func (b behaviour) startClock() {
	now := b.read(trace.Cell{Space: Clock})
	deadline := int64(now) + int64(b.Ticks())*int64(Tick(&b.Op, b.state))
	b.write(trace.Cell{Space: timerDeadline, Object: b.Object}, int32(min(deadline, EndOfTime)))
}

// EndOfTime is later than any deadline.
const EndOfTime = math.MaxInt32

// advance lets time go on to the deadline of the timer. Two that expire at the same time do not conflict.
func (b behaviour) advance() {
	own := trace.Cell{Space: timerDeadline, Object: int32(b.Actor)}
	b.write(trace.Cell{Space: Clock}, b.state(own))
	b.write(own, 0)
}

// DeadlineOf returns the true time of the expiry of the timer that the event starts or expires. It
// returns false for other events, and for timers without a duration.
func DeadlineOf(e *trace.Event) (deadline int32, ok bool) {
	if e.Flags&kind.Timed == 0 {
		return 0, false
	}
	for i := range e.Accesses {
		if a := &e.Accesses[i]; a.Effect == trace.Write {
			return a.After, true
		}
	}
	return 0, false
}
