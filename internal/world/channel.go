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

// channel delivers what one process has sent to another, in the order in which it was
// sent. In a bag each message has a channel of its own.
type channel struct {
	common
	sender    *process
	queue     []carried // all that was handed over
	delivered int       // how much of it was delivered
}

// carried is what a channel does for a message or a signal.
type carried struct {
	op    Operation
	cause trace.EventID // the event that has sent it
}

func newChannel(c common) *channel { return &channel{common: c} }

func (c *channel) pending() *Operation {
	if c.delivered == len(c.queue) {
		return nil
	}
	return &c.queue[c.delivered].op
}

// deliver takes the next message or signal from the channel.
func (c *channel) deliver(ev *trace.Event) {
	ev.Cause = c.queue[c.delivered].cause
	c.delivered++
}

// SetDelivery says how messages and signals travel. It must be called before the first step.
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

// handOver gives a channel something to do.
func (p *process) handOver(s *System, to trace.ActorID, op Operation, ev *trace.Event, u *undo) {
	nth := 0
	if s.delivery == Bag {
		p.sent++
		nth = int(p.sent)
	}
	c := find(s, s.actors.Channel(p.id, s.actors.ByID(to), nth), newChannel)
	if !c.started {
		c.sender, c.delivered = p, 0
		s.start(c)
	}
	op.site, op.notes = nil, nil
	c.queue = append(c.queue, carried{op, ev.ID()})
	u.channels = append(u.channels, c)
}

// takeBack undoes handOver, for all that one event has handed over.
func takeBack(s *System, channels []*channel) {
	for i := len(channels) - 1; i >= 0; i-- {
		c := channels[i]
		c.queue = c.queue[:len(c.queue)-1]
		if len(c.queue) == 0 { // it was the first
			s.unstart()
		}
		if s.delivery == Bag {
			c.sender.sent--
		}
	}
}

// handOverMessage gives a channel a message to deliver.
func (p *process) handOverMessage(s *System, to trace.ActorID, message trace.ValueID, ev *trace.Event, u *undo) {
	op := Operation{Op: trace.Op{Kind: trace.Deliver, Object: int32(to), Value: message}}
	p.handOver(s, to, op, ev, u)
}

func performDeliver(_ *System, ev *trace.Event, u *undo) Result {
	u.who.(*channel).deliver(ev)
	ev.To, ev.Message = trace.ActorID(ev.Object), ev.Cause
	return Result{}
}

func undoDeliver(_ *System, u *undo) { u.who.(*channel).delivered-- }
