package machine

import (
	"slices"

	"github.com/checkmodel/checkmodel/internal/world/program"
	"github.com/checkmodel/checkmodel/mailbox"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// A process that sends a message unless it is on its way asks first (kind.PutOnTheWay). The message then
// carries its number through channels to the mailbox. When a receive has taken or lost it, the receiver says so before
// it does anything else: an operation that it owes, and that its function does not request. So a receive reads and
// changes nothing but the mailbox.

// keyOf returns the number under which the message of an event is on its way, or NoValue.
func keyOf(ev *trace.Event) trace.ValueID {
	if ev.Kind == kind.Send || ev.Kind == kind.Deliver {
		return ev.Key
	}
	return trace.NoValue
}

// owe makes the process say that a message that it has taken, or lost, is no more on its way.
func (p *Process) owe(m mailbox.Message) {
	p.debts = append(p.debts, &program.Operation{Op: trace.Op{Kind: kind.OffTheWay, Object: int32(p.Actor.ID), Key: m.Key, Value: m.Value}})
}

func performOffTheWay(_ *Machine, ev *trace.Event, r *Record) program.Result {
	r.Process.debts = r.Process.debts[1:]
	return program.Answer(ev.Ok)
}

func undoOffTheWay(r *Record) { r.Process.debts = slices.Insert(slices.Clip(r.Process.debts), 0, r.Op) }
