package world

import (
	"github.com/checkmodel/checkmodel/internal/world/environment"
	"github.com/checkmodel/checkmodel/internal/world/program"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// channel delivers messages and signals from one process to another in order. In a bag, each message
// has its own channel. So have copies, and messages that are reordered.
type channel struct {
	common
	sender    *process
	alone     bool      // it carries one message
	queue     []carried // all that was sent
	delivered int       // how many of them were delivered
}

// carried is a message or a signal in a channel.
type carried struct {
	op    program.Operation // delivers it
	cause trace.EventID     // the event that sent it
	copy  bool              // of a message that was duplicated
}

func newChannel(c common) *channel { return &channel{common: c} }

func (c *channel) pending() *program.Operation {
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

// Reception returns whether the receiver of the next message of a channel waits for it.
func (s *System) Reception(id trace.ActorID) trace.Reception {
	c := s.known[id].(*channel)
	next, later := c.queue[c.delivered], c.queue[c.delivered+1:]
	p := s.process(trace.ActorID(next.op.Object))
	if p.faults != nil && p.faults.restarts(s) {
		return trace.Restarting
	}
	takes := func(trace.ValueID) bool { return false }
	if op := p.pending(); op != nil && (op.Kind == kind.Receive || op.Kind == kind.ReceiveTimeout) && !canReceive(s, p, op) {
		takes = op.Patterns().Match
	}
	if takes(next.op.Value) {
		return trace.Wanted
	}
	for i := range later {
		if op := &later[i].op; op.Kind != kind.Deliver || takes(op.Value) {
			return trace.Blocking
		}
	}
	return trace.Unwanted
}

// MergeBags says whether states have the same fingerprint if they differ only in which sends have put equal messages on
// their way in a bag. Such states differ in the names of the channels that carry messages, and of the channels for the next
// messages of processes. At first their fingerprints differ.
func (w words) MergeBags(merge bool) {
	s := w.s
	if merge = merge && s.Env.Routing.Bag(); merge == s.merged {
		return
	}
	s.merged = merge
	for _, a := range s.started {
		s.changed(a)
	}
}

// handOver puts a message or a signal into a channel.
func (p *process) handOver(s *System, to trace.ActorID, op program.Operation, ev *trace.Event, u *undo) {
	if s.Env.Routing.Between(p.id.ID, to) == environment.Bag {
		p.handOverAlone(s, to, op, false, ev, u)
		return
	}
	p.channel(s, to, 0).add(s, carried{op, ev.ID(), false}, u)
}

// handOverAlone puts a message or a signal into a channel of its own.
func (p *process) handOverAlone(s *System, to trace.ActorID, op program.Operation, copy bool, ev *trace.Event, u *undo) {
	p.sent++
	p.channel(s, to, int(p.sent)).add(s, carried{op, ev.ID(), copy}, u)
}

// channel returns the nth channel for one message to another process, or with 0 the channel for all other messages.
func (p *process) channel(s *System, to trace.ActorID, nth int) *channel {
	c := find(s, s.Actors.Channel(p.id, s.Actors.ByID(to), nth), newChannel)
	c.sender, c.alone = p, nth > 0
	return c
}

func (c *channel) add(s *System, m carried, u *undo) {
	if !c.started {
		c.delivered = 0
		s.start(c)
	}
	m.op.Site, m.op.Notes = nil, nil
	c.queue = append(c.queue, m)
	u.channels = append(u.channels, c)
}

// takeBack undoes handOver for the channels of one event.
func takeBack(s *System, channels []*channel) {
	for i := len(channels) - 1; i >= 0; i-- {
		c := channels[i]
		c.queue = c.queue[:len(c.queue)-1]
		if len(c.queue) == 0 { // it was the first
			unstart(s)
		}
		if c.alone {
			c.sender.sent--
		}
	}
}

// handOverMessage is handOver for a message that has no faults.
func (p *process) handOverMessage(s *System, to trace.ActorID, message trace.ValueID, ev *trace.Event, u *undo) {
	p.handOver(s, to, program.Operation{Op: trace.Op{Kind: kind.Deliver, Object: int32(to), Value: message}}, ev, u)
}

// performDeliver delivers a message. A copy is another message than the original.
func performDeliver(s *System, ev *trace.Event, u *undo) program.Result {
	c := u.who.(*channel)
	c.deliver(ev)
	if ev.Key != trace.NoValue {
		ev.Budget = s.Env.Network.BudgetOf(c.sender.id.ID, trace.ActorID(ev.Object), ev.Value)
	} else {
		ev.Budget = s.Env.Network.Budget(ev.BudgetNumber())
	}
	if ev.Ok {
		ev.To = trace.ActorID(ev.Object)
	}
	if !c.queue[c.delivered-1].copy {
		ev.Message = ev.Cause
	}
	return program.Result{}
}

func undoDeliver(_ *System, u *undo) { u.who.(*channel).delivered-- }
