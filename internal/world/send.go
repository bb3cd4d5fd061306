package world

import "github.com/checkmodel/checkmodel/trace"

func performSend(s *System, a *process, op *Operation, ev *trace.Event, u *undo) Result {
	if op.Flags&trace.Delayed != 0 {
		to := trace.ActorID(op.Object)
		s.handOver(a, to, delivery(to, op.Value), ev, u)
	}
	return Result{}
}
