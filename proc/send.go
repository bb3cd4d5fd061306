package proc

import (
	"github.com/checkmodel/checkmodel/internal/world"
	"github.com/checkmodel/checkmodel/trace"
)

// Send puts a copy of the message into the mailbox of to, behind all that is
// there. It never blocks. A message to a process that has ended is lost.
func (p *P) Send(to PID, message any) {
	if to.actor == nil {
		p.x.Misuse("Send to the zero PID, which names no process; was it left unset in a struct or message?")
	}
	p.x.Perform(world.Operation{Op: trace.Op{
		Kind:   trace.Send,
		Flags:  p.x.Delayed(to.actor),
		Object: int32(to.actor.ID),
		Value:  p.x.Intern("the message", message),
	}})
}
