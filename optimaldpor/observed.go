package optimaldpor

import (
	"slices"

	"github.com/checkmodel/checkmodel/internal/effects"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// resume starts the sequence of another race with the first event i, in which only a receive shows the order. It returns
// false if nothing is known of such races.
func (s *sequence) resume(i int) bool {
	c := &s.common
	if c.first != i || c.round != s.round {
		return false
	}
	s.events, s.at = s.events[:0], s.at[:0]
	s.give(trace.NoEvent, -1)
	s.beyond, s.wide = s.beyond[:0], false
	s.appendAll(s.free)
	return true
}

// observe appends the first event i, which now comes second, and the receive that took its
// message, with all events it needs. The receive takes the message of event j instead. (No other message of a Collect happens after i.)
//
// If one of the events beyond restarts the node that has sent the message of event j, that receive depends on events that the executed one
// need not depend on. Then it comes after them, and drops the message. A race with the restart leads to the sequence in which it comes
// before, as the receive is the second event then. A race whose first event is the receive would not: its sequence is without the
// receive, so it shows no order of the two messages, and an earlier branch may cover it.
func (s *sequence) observe(i, j int) {
	c := &s.common
	if c.first != i || c.round != s.round {
		s.observeFirst(i)
	}
	s.append(i)
	s.appendBut(c.others, j)
	if s.wide = s.endsBeyond(&s.changed); s.wide {
		s.appendBut(c.beyond, j)
	}
	s.taker = s.executed[c.receive]
	if s.taker.Set != nil {
		s.taker.Take(s.taker.Set.With(s.changed.Message, s.executed[i].Message))
	} else {
		s.taker.Taken, s.taker.Result, s.taker.Budget = s.changed.Message, s.changed.Value, s.changed.Budget
		effects.Vary(&s.taker, 0) // whether this message is lost, too, is another choice
		if s.taker.IsReceive() {
			s.takeFrom(&s.taker, &s.changed)
		}
	}
	s.give(s.changed.Message, c.receive)
	s.appendOwn(&s.taker)
	if s.wide {
		return
	}
	for _, k := range c.beyond {
		if int(k) != j {
			s.at = append(s.at, k)
			s.beyond = append(s.beyond, &s.executed[k])
		}
	}
}

// endsBeyond reports whether an event beyond restarts the node that has sent the message.
func (s *sequence) endsBeyond(message *trace.Event) bool {
	node, life := effects.Origin(message)
	return life > 0 && slices.ContainsFunc(s.common.beyond, func(k int32) bool {
		e := &s.executed[k]
		return e.Kind == kind.Restart && trace.ActorID(e.Object) == node
	})
}

// observeFirst sets the common part of the sequences of such races.
func (s *sequence) observeFirst(i int) {
	c := &s.common
	w := s.order.TakerPosition(&s.executed[i])
	*c = common{first: i, receive: w, round: s.round, others: c.others[:0], beyond: c.beyond[:0], after: s.order.NotAfter(c.after[:0], w)}
	for k := i + 1; k < w; k++ {
		if s.within[k] != s.round {
			c.others = append(c.others, int32(k))
			s.within[k] = s.round
		}
	}
	for _, k := range c.after {
		if s.within[k] != s.round {
			c.beyond = append(c.beyond, k)
			s.within[k] = -s.round
		}
	}
}

// appendBut appends the events at the positions, which are sorted, except j. Their marks are set.
func (s *sequence) appendBut(positions []int32, j int) {
	k, found := slices.BinarySearch(positions, int32(j))
	if !found {
		s.appendAll(positions)
		return
	}
	s.appendAll(positions[:k])
	s.appendAll(positions[k+1:])
}

// appendAll appends the events at the positions. Their marks are set.
func (s *sequence) appendAll(positions []int32) {
	events, executed := s.events, s.executed
	for _, at := range positions {
		events = append(events, &executed[at])
	}
	s.events, s.at = events, append(s.at, positions...)
}
