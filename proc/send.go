package proc

import (
	"github.com/checkmodel/checkmodel/internal/world"
	"github.com/checkmodel/checkmodel/trace"
)

// Send puts a copy of the message into the mailbox of to, after the messages that are there. It
// never blocks. A message to a process that has ended is lost.
//
// A message is any plain value: numbers, strings, structs, and slices, maps and pointers of them,
// and handles such as [PID] and [Table]. Functions and channels are refused. A value whose type has
// a [Codec] is copied by the codec; messages of Protocol Buffers have one if the package of the
// model imports proc/protomsg. The message is copied when it is sent and again when it is taken, so
// that no process sees what another changes. Two messages are the same if they are deeply equal,
// with numbers compared bit by bit: 0.0 and -0.0 are different. The same holds for keys of tables.
// Only [Equal] takes 0.0 for -0.0.
//
// A copied pointer points to a copy, so what arrives is never equal (by == or errors.Is) to a
// variable such as io.EOF. Send a value that is compared by its content, such as a string. The same
// holds for rows of tables, reasons of exits, and exposed states.
func (p *P) Send(to PID, message any) {
	if to.actor == nil {
		p.x.Misuse("Send to the zero PID, which names no process; was it left unset in a struct or message?")
	}
	alternatives, _ := p.x.Alternatives()
	p.x.Perform(world.Operation{Op: trace.Op{
		Kind:   trace.Send,
		Flags:  p.x.Delayed(to.actor),
		Object: int32(to.actor.ID),
		Value:  p.x.Intern("the message", message),

		Key:          world.Answered(&p.x, to.actor),
		Expected:     world.Origin(&p.x),
		Alternatives: alternatives,
	}})
}

// Delivery says how messages and signals travel from one process to another. (A message from a
// process to itself always arrives at once. So does the message of an expired timer: the timer may
// expire at any moment, so its message may be as late as any other.)
//
// What goes from some processes to some others can travel in another way than the rest:
//
//	proc.Channel.Between("gossip*", "gossip*", proc.Bag)
//
// is a delivery by channels, except for what processes send each other whose names begin with gossip. Names are
// patterns of path.Match; "" matches all. The first Between that matches counts. A part of it must be Instant, Channel
// or Bag. Where some parts are Instant and others are not, P.SendName is an error of the model.
type Delivery = world.Delivery

const (
	// Instant delivers at once, so messages arrive in an order that agrees with causality. The empty
	// Delivery means the same.
	Instant Delivery = world.Instant
	// Channel delivers later: messages from one process to another in the order in which they were
	// sent, messages from several processes in any order.
	Channel Delivery = world.Channel
	// Bag delivers later, in any order.
	Bag Delivery = world.Bag
)

// Deliveries lists the kinds of delivery.
func Deliveries() []Delivery { return world.Deliveries() }
