package world

import (
	"github.com/checkmodel/checkmodel/mailbox"
	"github.com/checkmodel/checkmodel/trace"
)

// A process that sends a message unless it is on its way asks first (trace.OnTheWay with the flag On). The message then
// carries its number through channels to the mailbox. When a receive has taken or lost it, the receiver says so before
// it does anything else: an operation that it owes, and that its function does not request. So a receive reads and
// changes nothing but the mailbox.

// keyOf returns the number under which the message of an event is on its way, or NoValue.
func keyOf(ev *trace.Event) trace.ValueID {
	if ev.Flags&trace.On != 0 && (ev.Kind == trace.Send || ev.Kind == trace.Deliver) {
		return ev.Key
	}
	return trace.NoValue
}

// owe makes the process say that a message that it has taken, or lost, is no more on its way.
func (p *process) owe(m mailbox.Message) {
	p.owes, p.debt = true, &Operation{Op: trace.Op{Kind: trace.OnTheWay, Object: int32(p.id.ID), Key: m.Key, Value: m.Value}}
}

// isDebt reports whether the process has not requested the operation.
func isDebt(op *trace.Op) bool { return op.Kind == trace.OnTheWay && op.Flags&trace.On == 0 }

func performOnTheWay(_ *System, ev *trace.Event, u *undo) Result {
	if isDebt(&ev.Op) {
		u.process.owes = false
	}
	return answer(ev.Ok)
}

func undoOnTheWay(_ *System, u *undo) {
	if isDebt(&u.op.Op) {
		u.process.owes, u.process.debt = true, u.op
	}
}

func asksOnTheWay(w words, op *trace.Op) string {
	if isDebt(op) {
		return says("%v is no more on its way")(w, op)
	}
	return says("is %v on its way to %o?")(w, op)
}

func isOnTheWay(w words, ev *trace.Event) string {
	if isDebt(&ev.Op) {
		return ""
	}
	return either("yes", "no")(w, ev)
}
