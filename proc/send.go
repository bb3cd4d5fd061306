package proc

import (
	"github.com/checkmodel/checkmodel/internal/world/environment"
	"github.com/checkmodel/checkmodel/internal/world/program"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// Send puts a copy of the message into the mailbox of to, after the messages that are there. It
// never blocks. A message to a process that has ended is lost.
//
// A message is any plain value: numbers, strings, structs, and slices, maps and pointers of them,
// and handles such as [PID] and [Table]. Functions and channels are refused. A value whose type has
// a [Codec] is copied by the codec; messages of Protocol Buffers have one if the package of the
// model imports proc/protomsg. The message is copied when it is sent and again when it is taken, so
// that no process sees the changes of another. Two messages are the same if they are deeply equal,
// with numbers compared bit by bit: 0.0 and -0.0 are different. The same holds for keys of tables.
// Only [Equal] takes 0.0 for -0.0.
//
// A copied pointer points to a copy, so the message that arrives is never equal (by == or errors.Is) to a
// variable such as io.EOF. Send a value that is compared by its content, such as a string. The same
// holds for rows of tables, reasons of exits, and exposed states.
func (p *P) Send(to PID, message any) {
	p.send(to, trace.Op{Object: p.receiver("Send", to), Life: program.Answered(&p.x, to.actor), Value: p.x.Intern("the message", message)})
}

// receiver returns the number of the process to which a call sends a message.
func (p *P) receiver(call string, to PID) int32 {
	if to.actor == nil {
		p.x.Misuse("%s to the zero PID, which names no process; was it left unset in a struct or message?", call)
	}
	return int32(to.actor.ID)
}

// send completes and performs a Send.
func (p *P) send(to PID, op trace.Op) {
	op.Kind = kind.Send
	program.SetOrigin(&p.x, &op)
	op.Flags |= p.x.DelayFlag(to.actor)
	op.Alternatives, _ = p.x.Alternatives()
	p.x.Perform(program.Operation{Op: op})
}

// SendOnce sends the message as [P.Send] does, unless it is on its way: unless p has sent the same message to the same
// process by SendOnce before, and it has neither been taken nor lost since. It does not tell which.
//
// A process that sends a request until it is answered would otherwise put more and more copies on their way, and its
// interleavings would have no end:
//
//	proc.Loop(p, 0, func(*int) bool {
//		p.SendOnce(server, request{p.Self()})
//		_, answered := proc.ReceiveTimeout[answer](p)
//		return !answered
//	})
//
// The server may still take the request twice, as p may send it again once it is taken. It should answer by SendOnce, too.
//
// A message is no more on its way when a receive takes or loses it, a partition cuts it off, or its receiver is
// restarted, even if a channel delivers it after the restart. Copies that a fault makes do not count, and messages
// that p sent before it was restarted itself do not count either.
//
// SendOnce is a question, and a Send if the answer is no. One more event of the receiver follows a receive that takes
// the message.
func (p *P) SendOnce(to PID, message any) {
	if program.Dropping(&p.x) {
		p.x.Misuse("SendOnce where messages are dropped when a node is restarted (the fault connections): a message on its way would "+
			"have to tell for which life of %s it is; use Send, or leave out connections", to)
	}
	op := trace.Op{Object: p.receiver("SendOnce", to), Value: p.x.Intern("the message", message)}
	op.Key = program.Passage(&p.x, to.actor, message)
	asks := op
	if asks.Kind = kind.PutOnTheWay; !p.x.Ask(asks) {
		p.send(to, op)
	}
}

// Delivery says how messages and signals travel from one process to another. (A message from a
// process to itself always arrives at once. So does the message of an expired timer: the timer may
// expire at any moment, so its message may be as late as any other.)
//
// Some links can have another delivery than the rest:
//
//	proc.Channel.Between("gossip*", "gossip*", proc.Bag)
//
// is a delivery by channels, except between processes whose names begin with gossip. Names are
// patterns of path.Match; "" matches all. The first Between that matches counts. A part of it must be Instant, Channel
// or Bag. Where some parts are Instant and others are not, P.SendName is an error of the model.
type Delivery = environment.Delivery

const (
	// Instant delivers at once, so messages arrive in an order that agrees with causality. The empty
	// Delivery means the same.
	Instant Delivery = environment.Instant
	// Channel delivers later: messages from one process to another in the order in which they were
	// sent, messages from several processes in any order.
	Channel Delivery = environment.Channel
	// Bag delivers later, in any order.
	Bag Delivery = environment.Bag
)

// Deliveries lists the kinds of delivery.
func Deliveries() []Delivery { return environment.Deliveries() }
