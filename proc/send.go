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

// Delivery says how messages and signals travel from one process to another. (To
// itself a process always sends without delay. The message of a timer is there when the
// timer expires, for any receiver: any delay may have gone by then.)
type Delivery = world.Delivery

const (
	// Instant: what is sent is there. Messages arrive in an order that agrees
	// with causality. It is also what the empty Delivery means.
	Instant Delivery = world.Instant
	// Channel: what one process sends to another arrives later, in the order in
	// which it was sent. Nothing is said of the order of what several send.
	Channel Delivery = world.Channel
	// Bag: what is sent arrives later, in any order.
	Bag Delivery = world.Bag
)

// Deliveries lists the kinds of delivery.
func Deliveries() []Delivery { return []Delivery{Instant, Channel, Bag} }
