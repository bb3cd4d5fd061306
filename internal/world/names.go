package world

import "github.com/checkmodel/checkmodel/trace"

func performSendName(s *System, ev *trace.Event, u *undo) Result {
	if ev.Ok && !ev.Delivers() { // a channel will
		u.process.handOverMessage(s, s.cells.holder(ev.Key), ev.Value, ev, u)
	}
	return answer(ev.Ok)
}

func performWhereis(s *System, ev *trace.Event, _ *undo) Result {
	ev.Result = trace.ValueID(s.cells.holder(ev.Key) + 1)
	return Result{N: int32(ev.Result)}
}

// holder returns the process that has a name, or NoActor.
func (cs *cells) holder(name trace.ValueID) trace.ActorID {
	return trace.ActorID(cs.get(trace.Cell{Space: trace.NameHolder, Key: int32(name)}) - 1)
}

func holder(w words, ev *trace.Event) string {
	if !ev.Ok {
		return "nobody"
	}
	return w.actor(int32(ev.Result - 1))
}
