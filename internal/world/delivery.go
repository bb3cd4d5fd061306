package world

import "github.com/checkmodel/checkmodel/trace"

// Delivery says how messages and signals travel. See Delivery of package proc.
type Delivery string

// The kinds of delivery.
const (
	Instant Delivery = "instant"
	Channel Delivery = "channel"
	Bag     Delivery = "bag"
)

// carried is something on its way in a channel.
type carried struct {
	op    Operation // what the channel will do
	cause trace.EventID
}

// SetDelivery says how messages and signals travel. It must be called before the
// first step.
func (s *System) SetDelivery(d Delivery) {
	if len(s.undos) > 0 {
		panic("checkmodel internal error: the kind of delivery is set after the first step")
	}
	if d == "" {
		d = Instant
	}
	if s.delivery != d {
		s.delivery = d
		s.Restart() // the first process may have decided how to send
	}
}

// Delayed returns the flag that sends through a channel what goes to that process, which
// is nil if it is not known yet.
func (x *Execution) Delayed(to *trace.Actor) trace.Flags {
	if x.sys.delivery == Instant || to == x.actor {
		return 0
	}
	return trace.Delayed
}

// delivery is the operation by which a channel delivers a message.
func delivery(to trace.ActorID, message trace.ValueID) Operation {
	return Operation{Op: trace.Op{Kind: trace.Deliver, Object: int32(to), Value: message}}
}

// handOver gives a channel something to do.
func (s *System) handOver(from *process, to trace.ActorID, op Operation, ev *trace.Event, u *undo) {
	nth := 0
	if s.delivery == Bag {
		from.sent++
		nth = int(from.sent)
	}
	c := s.process(s.actors.Channel(from.actor, s.actors.ByID(to), nth).ID)
	if c.state == unborn {
		c.state, c.steps, c.said = carrying, 0, 0
		c.sender = from
		s.born = append(s.born, c)
	}
	op.site, op.notes = nil, nil
	c.queue = append(c.queue, carried{op, ev.ID()})
	u.channels = append(u.channels, c)
}

// takeBack undoes handOver, for all that one event has handed over.
func (s *System) takeBack(channels []*process) {
	for i := len(channels) - 1; i >= 0; i-- {
		c := channels[i]
		c.queue = c.queue[:len(c.queue)-1]
		if len(c.queue) == 0 { // it was the first
			c.state = unborn
			s.born = s.born[:len(s.born)-1]
		}
		if s.delivery == Bag {
			c.sender.sent--
		}
	}
}

func performDeliver(_ *System, c *process, op *Operation, ev *trace.Event, u *undo) Result {
	ev.To, ev.Message, ev.Cause = trace.ActorID(op.Object), c.queue[c.said].cause, c.queue[c.said].cause
	c.said++
	u.place = 1
	return Result{}
}
