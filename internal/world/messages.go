package world

import (
	"github.com/checkmodel/checkmodel/internal/effects"
	"github.com/checkmodel/checkmodel/internal/world/program"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// The message of a Send that is not delayed is delivered by Step, as every message is.
func performSend(s *System, ev *trace.Event, u *undo) program.Result {
	if ev.Flags&kind.Delayed != 0 || s.Env.Network != nil {
		u.process.send(s, trace.ActorID(ev.Object), ev, u)
	}
	return program.Result{}
}

func performReceive(s *System, ev *trace.Event, u *undo) program.Result {
	p := u.process
	ev.Taken = trace.NoEvent
	if !canReceive(s, p, u.op) {
		return program.Result{Status: program.TimedOut}
	}
	u.place, u.message = p.passed, p.mailbox.Take(p.passed)
	ev.Taken, ev.Result, ev.Budget = u.message.ID, u.message.Value, s.Env.Network.Budget(u.message.Budget)
	spend(s, ev)
	if u.message.Key != trace.NoValue {
		p.owe(u.message)
	}
	return program.Result{Value: u.message.Value, N: takeFrom(s, ev, &u.message)}
}

func undoReceive(_ *System, u *undo) {
	u.process.owes = false
	if u.message.Value != trace.NoValue {
		u.process.mailbox.Untake(u.place, u.message)
	}
}

func received(w words, ev *trace.Event) string {
	if ev.TimedOut() {
		return "timeout"
	}
	text := w.Text(ev.Result) + " from " + senderOf(w, ev.Taken)
	switch {
	case ev.Fault() == trace.Lost:
		text += ", which is lost"
	case effects.WasDropped(ev):
		text += ", " + isDropped
	}
	return text
}

// senderOf returns the name of the actor that has sent a message, also for one that was duplicated on its way.
func senderOf(w words, message trace.EventID) string {
	if c, is := w.s.known[message.Actor].(*channel); is {
		return c.sender.id.Name
	}
	return w.ActorName(int32(message.Actor))
}

// isDropped is the fate of a message from or to a life of a node that has ended.
const isDropped = "which is dropped, as that life has ended"

// sent describes the faults of a message on its way.
func sent(_ words, ev *trace.Event) string {
	switch ev.Fault() {
	case trace.Duplicated:
		return "which arrives twice"
	case trace.Reordered:
		return "which arrives in any order"
	}
	switch {
	case effects.WasCutOff(ev):
		return "which is lost, as the link is cut"
	case effects.WasDropped(ev):
		return isDropped
	}
	return ""
}

func sentByName(w words, ev *trace.Event) string {
	if text := sent(w, ev); text != "" {
		return text
	}
	return either("yes", "no")(w, ev)
}

func performSendName(s *System, ev *trace.Event, u *undo) program.Result {
	if ev.Ok {
		u.process.send(s, s.cells.holder(ev.Key), ev, u)
	}
	return program.Answer(ev.Ok)
}

func performWhereis(s *System, ev *trace.Event, _ *undo) program.Result {
	ev.Result = trace.ValueID(s.cells.holder(ev.Key) + 1)
	return program.Result{N: int32(ev.Result)}
}

func holder(w words, ev *trace.Event) string {
	if !ev.Ok {
		return "no process"
	}
	return w.ActorName(int32(ev.Result - 1))
}
