package state

import (
	"github.com/checkmodel/checkmodel/internal/world/program"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// Channel delivers messages and signals from one process to another in order. In a bag, each message
// has its own channel. So have copies, and messages that are reordered.
type Channel struct {
	Common
	Sender    *trace.Actor
	Alone     bool   // it carries one message
	queue     []Item // all that was sent
	delivered int    // how many of them were delivered
}

// Item is a message or a signal in a channel.
type Item struct {
	Op    program.Operation // delivers it
	Cause trace.EventID     // the event that sent it
	Copy  bool              // of a message that was duplicated
}

// ChannelOf returns the channel with that identity from a sender, for one message alone or for several.
func ChannelOf(in *Actors, id, sender *trace.Actor, alone bool) *Channel {
	c := Find(in, id, newChannel)
	c.Sender, c.Alone = sender, alone
	return c
}

func newChannel(c Common) *Channel { return &Channel{Common: c} }

// Add puts a message or a signal into the channel, which starts with the first one.
func (c *Channel) Add(in *Actors, m Item) {
	if !c.Started {
		c.delivered = 0
		in.Start(c)
	}
	m.Op.Site, m.Op.Notes = nil, nil
	c.queue = append(c.queue, m)
}

// TakeBack undoes Add.
func (c *Channel) TakeBack() { c.queue = c.queue[:len(c.queue)-1] }

// Queue returns the messages and signals that were not delivered yet.
func (c *Channel) Queue() []Item { return c.queue[c.delivered:] }

// Pending implements [Actor].
func (c *Channel) Pending() *program.Operation {
	if c.delivered == len(c.queue) {
		return nil
	}
	return &c.queue[c.delivered].Op
}

// Perform implements [Automaton]: it takes the next message or signal from the channel. A copy is another message than the original.
func (c *Channel) Perform(ev *trace.Event) {
	m := &c.queue[c.delivered]
	ev.Cause = m.Cause
	if c.delivered++; ev.Kind == kind.Deliver && !m.Copy {
		ev.Message = m.Cause
	}
}

// Undo implements [Automaton].
func (c *Channel) Undo(*trace.Op) { c.delivered-- }

// Fingerprint implements [Actor]. It does not depend on the messages that have been delivered: the channel need not have existed.
func (c *Channel) Fingerprint(e *Equivalence) trace.Fingerprint {
	if c.delivered == len(c.queue) {
		return trace.Fingerprint{}
	}
	f := channelPart.Print(int32(c.number(e)))
	for i := range c.queue[c.delivered:] {
		f = c.queue[c.delivered+i].Op.ContinueFingerprint(f)
	}
	return f
}

// number returns the number of the channel, or the same one for all channels if it makes no difference which message each of them
// carries.
func (c *Channel) number(e *Equivalence) trace.ActorID {
	if e.Merged {
		return trace.NoActor
	}
	return e.Actor(c.Actor.ID)
}

// Whole implements [Actor]. It appends nothing if all was delivered: the channel need not have existed.
func (c *Channel) Whole(e *Equivalence, b []byte) []byte {
	if c.delivered == len(c.queue) {
		return b
	}
	b = channelPart.Begin(b, int(c.number(e)))
	for i := range c.queue[c.delivered:] {
		op := &c.queue[c.delivered+i].Op
		b = op.Whole(b, e.Op(op.Op))
	}
	return b
}

// Values implements [Actor].
func (c *Channel) Values(add func(trace.ValueID)) {
	for i := range c.queue[c.delivered:] {
		add(c.queue[c.delivered+i].Op.Value)
	}
}
