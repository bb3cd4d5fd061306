package world

import "github.com/checkmodel/checkmodel/trace"

func performSendName(s *System, ev *trace.Event, u *undo) Result {
	if ev.Ok && !ev.Delivers() { // a channel will
		s.handOverMessage(s.holder(ev.Key), ev.Value, ev, u)
	}
	return answer(ev.Ok)
}

func performWhereis(s *System, ev *trace.Event, _ *undo) Result {
	ev.Result = trace.ValueID(s.holder(ev.Key) + 1)
	return Result{N: int32(ev.Result)}
}

// holder returns the process that has a name, or NoActor.
func (s *System) holder(name trace.ValueID) trace.ActorID {
	return trace.ActorID(s.cells.get(trace.Cell{Space: trace.NameHolder, Key: int32(name)}) - 1)
}

func asksRegister(w words, op *trace.Op) string {
	return "register " + w.actor(op.Object) + " as " + w.text(op.Key)
}

func asksName(w words, op *trace.Op) string { return op.Kind.String() + " " + w.text(op.Key) }

func asksSendName(w words, op *trace.Op) string {
	return "send " + w.text(op.Value) + " to " + w.text(op.Key)
}

func holder(w words, ev *trace.Event) string {
	if !ev.Ok {
		return "nobody"
	}
	return w.actor(int32(ev.Result - 1))
}
