package proc

import (
	"github.com/checkmodel/checkmodel/internal/world"
	"github.com/checkmodel/checkmodel/trace"
)

// Send puts a copy of the message into the mailbox of to, after all that is
// there. It never blocks. A message to a process that has ended is lost.
//
// A message is any plain value: numbers, strings, structs, and slices, maps and pointers
// of them, and handles such as [PID] and [Table]. Functions and channels are refused. A type
// with a [Codec] travels by that; messages of Protocol Buffers do so if the package of the
// model imports proc/protomsg. The message is copied when it is sent and again when it is
// taken, so that no process sees changes of another. Two messages are the same if they are
// deeply equal, numbers in them bit by bit (so 0.0 and -0.0 are two), and so are two keys of
// a table; only [Equal] takes one of these for the other.
//
// A copied pointer points to a copy, so what arrives is never equal (by == or errors.Is) to a
// variable such as io.EOF. Send a value that compares by what it says, such as a string. The
// same goes for rows of tables, reasons of exits, and what processes expose.
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
