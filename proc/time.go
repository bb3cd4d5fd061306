package proc

import (
	"math"

	"github.com/checkmodel/checkmodel/internal/world/program"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// SendIn starts a timer that sends the message after a number of ticks of the clock of the process, 0 or
// more (see [P.Now]). Timers with durations expire in the order of their deadlines; timers with the same
// deadline expire in any order. Only their expiries let time go on: all else takes no time, but may happen
// before or after each expiry. So the search explores each order of the other events with the expiries.
// The message then arrives at once, with each [Delivery].
//
// A timer that is cancelled sends nothing, but lets time go on to its deadline all the same.
func (p *P) SendIn(ticks int, to PID, message any) Timer {
	target := p.target("SendIn", to)
	return p.startTimer(p.x.Timer(), p.lasting("SendIn", ticks), target, message, 0)
}

// Now returns how many ticks the clock of the process has counted since the beginning of the
// interleaving. Time begins at 0 and goes on when timers with durations expire, such as the timers of
// [P.SendIn] and [P.Sleep]. So a process that asks for the time again and again, and does nothing else,
// may see the same for ever: let it sleep.
//
// The clock of a node ([Node]) may be slow or fast, ahead or behind, if the model says so (checker.Faults.Drift
// and Offset), and may jump (Jump). Its children have the same clock, unless they are nodes themselves. All others have an exact
// clock. A clock that is behind shows less than 0 at first.
func (p *P) Now() int {
	return int(p.x.Perform(program.Operation{Op: p.onClock(trace.Op{Kind: kind.Now})}).N)
}

// Sleep waits for a number of ticks of the clock of the process, 0 or more. A process that sleeps for one
// tick again and again shows its model each tick between two deadlines.
func (p *P) Sleep(ticks int) {
	_, over := p.alarm("Sleep", ticks, trace.Sleep)
	p.receive(trace.Op{Kind: kind.Receive}, []Pattern{over}, trace.Sleep)
}

// ReceiveWithin is Receive with a time limit in ticks of the clock of the process, 0 or more: it takes
// the oldest message of type M for which all the conditions hold, and waits for one, but not longer. If
// there is none by then, it returns the zero M and false. A message that arrives when the time is just
// up may or may not be taken.
func ReceiveWithin[M any](p *P, ticks int, conditions ...func(M) bool) (M, bool) {
	wanted := conditionPattern(&p.x, "ReceiveWithin", conditions)
	timer, over := p.alarm("ReceiveWithin", ticks, trace.TimeLimit)
	got, _ := p.receive(trace.Op{Kind: kind.Receive}, []Pattern{wanted, over}, trace.TimeLimit)
	if _, late := got.(elapsed); late {
		var none M
		return none, false
	}
	if !p.CancelTimer(timer) { // its message is there
		p.receive(trace.Op{Kind: kind.Receive}, []Pattern{over}, trace.TimeLimit)
	}
	message, _ := got.(M)
	return message, true
}

// elapsed is the message of a timer that only one receive waits for.
type elapsed struct{ Timer Timer }

// alarm starts a timer with a message for the process itself, and returns it with the pattern of its message.
func (p *P) alarm(call string, ticks int, of trace.Alarm) (Timer, Pattern) {
	start := p.lasting(call, ticks)
	actor := p.x.Timer()
	message := elapsed{Timer{actor}}
	return p.startTimer(actor, start, int32(p.x.Actor().ID), message, of), Equal(message)
}

// lasting returns the operation that starts a timer with a duration.
func (p *P) lasting(call string, ticks int) trace.Op {
	if ticks < 0 || ticks >= math.MaxInt32 {
		p.x.Misuse("%s: a timer takes %d ticks; it must be 0 or more, and less than 2³¹-1", call, ticks)
	}
	return p.onClock(trace.Op{Flags: kind.Timed, Number: int32(ticks)})
}

// onClock returns the operation with the clock of the process.
func (p *P) onClock(op trace.Op) trace.Op {
	if node := program.HomeOf(&p.x); node != nil && program.Clocks(&p.x).Ways() > 1 {
		op.Other = trace.OtherActor(node.ID)
	}
	op.Does = program.Clocks(&p.x)
	return op
}
