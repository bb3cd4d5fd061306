package machine

import (
	"github.com/checkmodel/checkmodel/internal/world/program"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// The message of a Send that is not delayed is delivered by Step, as every message is.
func performSend(m *Machine, ev *trace.Event, r *Record) program.Result {
	if ev.Flags&kind.Delayed != 0 || m.Env.Network != nil {
		r.Process.send(m, trace.ActorID(ev.Object), ev, r)
	}
	return program.Result{}
}

func performReceive(m *Machine, ev *trace.Event, r *Record) program.Result {
	p := r.Process
	ev.Taken = trace.NoEvent
	if !p.canReceive(r.Op) {
		return program.Result{Status: program.TimedOut}
	}
	r.place, r.Message = p.passed, p.Mailbox.Take(p.passed)
	ev.Taken, ev.Result, ev.Budget = r.Message.ID, r.Message.Value, m.Env.Network.Budget(r.Message.Budget)
	m.spend(ev)
	if r.Message.Key != trace.NoValue {
		p.owe(r.Message)
	}
	return program.Result{Value: r.Message.Value, N: takeFrom(&m.Cells, ev, &r.Message)}
}

func performSendName(m *Machine, ev *trace.Event, r *Record) program.Result {
	if ev.Ok {
		r.Process.send(m, m.Cells.Holder(ev.Key), ev, r)
	}
	return program.Answer(ev.Ok)
}

func performWhereis(m *Machine, ev *trace.Event, _ *Record) program.Result {
	ev.Result = trace.ValueID(m.Cells.Holder(ev.Key) + 1)
	return program.Result{N: int32(ev.Result)}
}

// undoReceive puts the message, if there was one, back into the mailbox.
func undoReceive(r *Record) {
	r.Process.debts = nil
	if r.Message.Value != trace.NoValue {
		r.Process.Mailbox.Untake(r.place, r.Message)
	}
}
