package proc

import "github.com/checkmodel/checkmodel/trace"

// Send puts a copy of the message into the mailbox of to, behind all that is
// there. It never blocks. A message to a process that has ended is lost.
func (p *P) Send(to PID, message any) {
	if to.actor == nil {
		p.misuse("Send to the zero PID, which names no process; was it left unset in a struct or message?")
	}
	p.perform(operation{Op: trace.Op{
		Kind:   trace.Send,
		Flags:  p.delayed(to),
		Object: int32(to.actor.ID),
		Value:  p.intern("the message", message),
	}})
}

func performSend(s *System, a *process, op *operation, ev *trace.Event, u *undo) result {
	if op.Flags&trace.Delayed != 0 {
		to := trace.ActorID(op.Object)
		s.handOver(a, to, delivery(to, op.Value), ev, u)
	}
	return result{}
}
