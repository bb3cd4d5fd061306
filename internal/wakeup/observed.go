package wakeup

import (
	"slices"

	"github.com/checkmodel/checkmodel/internal/effects"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// resume starts the sequence of another race with the first event i, in which only a receive shows the order. It returns
// false if nothing is known of such races.
func (b *Builder) resume(i int) bool {
	c := &b.common
	if c.first != i || c.round != b.round {
		return false
	}
	b.events, b.at = b.events[:0], b.at[:0]
	b.give(trace.NoEvent, -1)
	b.beyond, b.wide = b.beyond[:0], false
	b.appendAll(b.free)
	return true
}

// observe appends the first event i, which now comes second, and the receive that took its
// message, with all events it needs. The receive takes the message of event j instead. (No other message of a Collect happens after i.)
//
// If an event beyond restarts the node that has sent the message of event j, that receive depends on more events than the executed
// receive. Then it comes after them, and drops the message. A race with the restart, in which the receive is the second event, leads to
// the sequence with the receive before the restart. A race in which the receive is the first event would not: its sequence has no
// receive, so it shows no order of the two messages, and an earlier branch may cover it.
func (b *Builder) observe(i, j int) {
	c := &b.common
	if c.first != i || c.round != b.round {
		b.observeFirst(i)
	}
	b.append(i)
	b.appendBut(c.others, j)
	if b.wide = b.endsBeyond(&b.changed); b.wide {
		b.appendBut(c.beyond, j)
	}
	b.taker = b.executed[c.receive]
	if b.taker.Set != nil {
		b.taker.Take(b.taker.Set.With(b.changed.Message, b.executed[i].Message))
	} else {
		b.taker.Taken, b.taker.Result, b.taker.Budget = b.changed.Message, b.changed.Value, b.changed.Budget
		effects.Vary(&b.taker, 0) // whether this message is lost, too, is another choice
		if b.taker.IsReceive() {
			b.takeFrom(&b.taker, &b.changed)
		}
	}
	b.give(b.changed.Message, c.receive)
	b.appendOwn(&b.taker)
	if b.wide {
		return
	}
	for _, k := range c.beyond {
		if int(k) != j {
			b.at = append(b.at, k)
			b.beyond = append(b.beyond, &b.executed[k])
		}
	}
}

// endsBeyond reports whether an event beyond restarts the node that has sent the message.
func (b *Builder) endsBeyond(message *trace.Event) bool {
	node, life := effects.Origin(message)
	return life > 0 && slices.ContainsFunc(b.common.beyond, func(k int32) bool {
		e := &b.executed[k]
		return e.Kind == kind.Restart && trace.ActorID(e.Object) == node
	})
}

// observeFirst sets the common part of the sequences of such races.
func (b *Builder) observeFirst(i int) {
	c := &b.common
	w := b.order.TakerPosition(&b.executed[i])
	*c = common{first: i, receive: w, round: b.round, others: c.others[:0], beyond: c.beyond[:0], after: b.order.NotAfter(c.after[:0], w)}
	for k := i + 1; k < w; k++ {
		if b.within[k] != b.round {
			c.others = append(c.others, int32(k))
			b.within[k] = b.round
		}
	}
	for _, k := range c.after {
		if b.within[k] != b.round {
			c.beyond = append(c.beyond, k)
			b.within[k] = -b.round
		}
	}
}

// appendBut appends the events at the positions, which are sorted, except j. Their marks are set.
func (b *Builder) appendBut(positions []int32, j int) {
	k, found := slices.BinarySearch(positions, int32(j))
	if !found {
		b.appendAll(positions)
		return
	}
	b.appendAll(positions[:k])
	b.appendAll(positions[k+1:])
}

// appendAll appends the events at the positions. Their marks are set.
func (b *Builder) appendAll(positions []int32) {
	events, executed := b.events, b.executed
	for _, at := range positions {
		events = append(events, &executed[at])
	}
	b.events, b.at = events, append(b.at, positions...)
}
