package world

import "github.com/checkmodel/checkmodel/trace"

func performSendName(s *System, a *process, op *Operation, ev *trace.Event, u *undo) Result {
	if ev.Ok && !ev.Delivers() { // a channel will
		holder := s.cell(trace.Cell{Space: trace.NameHolder, Key: int32(op.Key)})
		to := trace.ActorID(holder - 1)
		s.handOver(a, to, delivery(to, op.Value), ev, u)
	}
	return answer(ev.Ok)
}

func performWhereis(s *System, _ *process, op *Operation, ev *trace.Event, _ *undo) Result {
	holder := s.cell(trace.Cell{Space: trace.NameHolder, Key: int32(op.Key)})
	ev.Result = trace.ValueID(holder)
	return Result{N: holder}
}
