package proc

import (
	"github.com/checkmodel/checkmodel/internal/world/program"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// Timer is a handle of a timer. It is a plain value; the zero Timer is no timer.
type Timer struct{ actor *trace.Actor }

// String returns the name of the timer, after the process that started it.
func (t Timer) String() string {
	if t.actor == nil {
		return "no timer"
	}
	return t.actor.Name
}

// SendAfter starts a timer that sends the message when it expires. It has no duration: the timer may
// expire at any moment from now on, and the search explores each moment that makes a difference.
// (One that is started by [P.SendIn] has a duration.)
// Without a seed, it begins with interleavings in which timers expire only when no process can move.
// A timer that is not cancelled does expire. Its message then arrives at once, with each [Delivery].
func (p *P) SendAfter(to PID, message any) Timer {
	target := p.target("SendAfter", to)
	return p.startTimer(p.x.Timer(), trace.Op{}, target, message, 0)
}

// startTimer starts a timer with that identity, which sends the message to the target. The operation says how long it
// takes.
func (p *P) startTimer(timer *trace.Actor, start trace.Op, target int32, message any, of trace.Alarm) Timer {
	expire := trace.Op{Kind: kind.TimerExpire, Flags: start.Flags, Object: target}
	expire.Value = p.x.Intern("the message", message)
	if life := program.LifeOf(&p.x); life > 0 { // a crash of the node stops it
		expire.Other, expire.Life = trace.OtherActor(p.x.Actor().ID), int16(life)
	}
	start.Kind, start.Object, start.Value = kind.TimerStart, int32(timer.ID), expire.Value
	p.x.Perform(program.Operation{Op: start, Alarm: of, Timer: &program.Operation{Op: expire, Alarm: of}})
	return Timer{timer}
}

// CancelTimer stops a timer, and reports whether it did: false means that the timer had expired or
// been cancelled before. For the zero Timer it returns false and is no event.
func (p *P) CancelTimer(t Timer) bool {
	return p.askTimer("CancelTimer", kind.TimerCancel, t)
}

// ReadTimer reports whether a timer has neither expired nor been cancelled. For the zero Timer it
// returns false and is no event.
func (p *P) ReadTimer(t Timer) bool {
	return p.askTimer("ReadTimer", kind.TimerRead, t)
}

// ResetTimer starts a timer of [P.SendAfter] again, with the same message to the same process, and reports whether it
// was running: neither expired nor cancelled. One that was running goes on. A message that it has sent before stays
// where it is.
//
// Each SendAfter is a new timer, with a number of its own. A process that runs for ever, in a turn of a [Loop] after
// the other, should start its timer once and then reset it: then states come again, and a stateful search ends.
//
// To reset a timer of [P.SendIn], or the zero Timer, is an error of the model. A timer of a node that has crashed stays
// without effect.
func (p *P) ResetTimer(t Timer) bool {
	if t.actor == nil {
		p.x.Misuse("ResetTimer: the zero Timer is no timer; reset one that SendAfter has started")
	}
	return p.askTimer("ResetTimer", kind.TimerReset, t)
}

func (p *P) askTimer(call string, kind kind.Kind, t Timer) bool {
	if t.actor == nil {
		p.x.Idle(call + " of no timer")
		return false
	}
	return p.x.Ask(trace.Op{Kind: kind, Object: int32(t.actor.ID)})
}
