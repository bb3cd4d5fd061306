package optimaldpor

import (
	"slices"

	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/causality"
)

// isCovered reports whether the sequence of the race is known to be covered. There must be many such races.
func (o *interleaving) isCovered(r causality.Race) (known bool) {
	if !plainRivals(o.trace, &o.order, r) {
		return false
	}
	o.inTree(int(r.First), func(t *tree) {
		rs := o.contested.with(r)
		if !rs.sought {
			rs.sought, rs.contest = true, o.findContest(t, r)
		}
		known = rs.contest != nil && rs.contest.covered[o.trace[r.Second].Actor]
	})
	return known
}

// setCovered records that the sequence of the race is covered.
func (o *interleaving) setCovered(r causality.Race) {
	if !plainRivals(o.trace, &o.order, r) {
		return
	}
	o.inTree(int(r.First), func(t *tree) {
		rs := o.contested.with(r)
		switch {
		case t != o.tree: // a task does not know the rest of the tree
			return
		case rs.contest == nil && t.rivals.size > manyHeld:
			return
		case rs.contest == nil:
			rs.contest = o.newContest(t, r)
		}
		rs.contest.covered[o.trace[r.Second].Actor] = true
	})
}

// plainRivals reports whether the second event has no alternatives, neither has the first one if only a receive shows
// the order, that is no Collect, and no flush takes a message.
func plainRivals(executed []trace.Event, order *causality.Order, r causality.Race) bool {
	first, second := &executed[r.First], &executed[r.Second]
	return !hasAlternatives(second) && (!r.Observed || !hasAlternatives(first) && order.Taker(first).Set == nil) && len(order.Flushes()) == 0
}

// findContest returns a contest of the tree that the race belongs to; nil if there is none.
func (o *interleaving) findContest(t *tree, r causality.Race) *contest {
	if int(r.First) >= len(o.path) {
		return nil
	}
	cs := t.rivals.from(o.path[r.First])
	if cs == nil {
		return nil
	}
	receive := o.contend(r)
	for _, c := range cs.list {
		if c.receive == receive && o.alike(c, r) {
			return c
		}
	}
	return nil
}

// newContest adds the contest of the race to the tree.
func (o *interleaving) newContest(t *tree, r causality.Race) *contest {
	i := int(r.First)
	o.grow(i)
	c := &contest{receive: o.contend(r), free: o.allShared(o.seq.free), covered: map[trace.ActorID]bool{}}
	if r.Observed {
		c.first, c.later = o.shared(i), o.allShared(o.contested.later)
	}
	t.rivals.add(o.path[i], c)
	return c
}

// contend sets the common part of the sequences that reverse races with the same first event as r. It returns the
// receive that shows the order; NoEvent if none is needed.
func (o *interleaving) contend(r causality.Race) (receive trace.EventID) {
	i := int(r.First)
	s, c := &o.seq, &o.seq.common
	s.independentOf(o.trace, i, i)
	if !r.Observed {
		return trace.NoEvent
	}
	s.observeFirst(i)
	o.contested.later = append(append(append(o.contested.later[:0], c.others...), int32(c.receive)), c.beyond...)
	s.give(trace.NoEvent, c.receive)
	s.within[i], s.wide = s.round, true
	return o.trace[c.receive].ID()
}

// allShared returns the copies of the executed events at the positions.
func (o *interleaving) allShared(positions []int32) []*trace.Event {
	events := make([]*trace.Event, len(positions))
	for k, at := range positions {
		events[k] = o.shared(int(at))
	}
	return events
}

// alike reports whether the events of a contest are equivalent to the events that contend has found for the race.
func (o *interleaving) alike(c *contest, r causality.Race) bool {
	i, later := int(r.First), o.contested.later
	switch {
	case !o.areAt(c.free, o.seq.free):
		return false
	case !r.Observed:
		return true
	case len(c.later) != len(later):
		return false
	}
	if o.isAt(c.first, int32(i)) {
		return o.reach(c.later, -1, later, -1)
	}
	// Each first message comes later in the other list. It must be possible first, too.
	mine := slices.IndexFunc(c.later, func(e *trace.Event) bool { return o.isAt(e, int32(i)) })
	other := slices.IndexFunc(later, func(at int32) bool { return o.isAt(c.first, at) })
	return mine >= 0 && other >= 0 && o.reach(c.later, mine, later, other) &&
		o.seq.isIndependent(int32(i), later[other:other+1]) &&
		o.seq.isIndependent(later[other], later[:other]) && o.seq.isIndependent(int32(i), o.contested.reached[:mine])
}

// reach reports whether the executed events at the positions are the given ones, and can be put in their order without changing
// the order of events that depend on each other. It sets reached to the positions in that order. The events at the two indexes,
// if not negative, do not count. It may return false although the events can be put in that order, if many come in another one.
func (o *interleaving) reach(events []*trace.Event, but int, positions []int32, butAt int) bool {
	late, reached := o.contested.late[:0], o.contested.reached[:0] // late are events that come earlier among the positions
	next := 0
	for n, e := range events {
		if n == but {
			continue
		}
		k := slices.IndexFunc(late, func(at int32) bool { return isAlike(o, e, at) })
		for ; k < 0 && next < len(positions); next++ {
			if next == butAt {
				continue
			}
			if late = append(late, positions[next]); isAlike(o, e, positions[next]) {
				k = len(late) - 1
			}
		}
		if k < 0 || k > manyLate || !o.seq.isIndependent(late[k], late[:k]) {
			return false
		}
		reached = append(reached, late[k])
		late = slices.Delete(late, k, k+1)
	}
	o.contested.late, o.contested.reached = late, reached
	return true
}

// isAlike reports whether the event is the executed one at the position, or both are the receive.
func isAlike(o *interleaving, e *trace.Event, at int32) bool {
	if w := &o.trace[at]; int(at) == o.seq.common.receive {
		return e.Actor == w.Actor && e.Index == w.Index
	}
	return o.isAt(e, at)
}

// manyLate is how many events reach moves at a time at most.
const manyLate = 4

// isIndependent reports whether an executed event is independent of earlier ones, if all these are in the sequence.
func (s *sequence) isIndependent(at int32, earlier []int32) bool {
	if len(earlier) == 0 {
		return true
	}
	f := s.order.Filter(s.order.FootprintAt(at), -1)
	for _, k := range earlier {
		if !f.Apart(k) && s.relation.Dependent(&s.executed[k], &s.executed[at], s) != causality.Independent {
			return false
		}
	}
	return true
}
