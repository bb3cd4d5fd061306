package optimaldpor

import (
	"slices"

	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/causality"
)

// rivals remembers races with one first event, in states on the path to the leaf whose turn it is in a tree. If n processes try to
// be the first to do something, each of n interleavings has n races of the first process with the others, and most of
// their sequences are equivalent to sequences of an earlier interleaving.
//
// Let event i race with later events j. The sequence that reverses such a race has the events that do not happen after i in their
// order, and then j. So let these events be the same, from the same state on, as in an earlier interleaving with another i.
// Then the sequences of both interleavings with the same j are equivalent.
//
// If only a receive w shows the order, because it takes the message of i although it could have taken the message of j, the sequence
// goes on: it has all other events in their order, with j first, and with w before the events beyond. Nothing that comes after i
// has to be before j, as the two would not race otherwise. Whether a tree covers a sequence depends on the events of
// the sequence and the events beyond it together: if a branch covers these, it covers the sequence alone. Without w,
// no event shows in which order the messages of i and of all such j came. So let all events, where w takes nothing, be
// equivalent, from the same state on, to the events of an earlier interleaving with another i. Then the sequences of both
// interleavings with the same j are equivalent, too.
//
// If a tree has covered a sequence, it covers each equivalent one that is found later: by the same branch, which
// may be to the left by now.
type rivals struct {
	states []contests
	size   int // the number of events that they hold
}

// manyHeld is the number of held events above which rivals remember nothing more.
const manyHeld = 1 << 17

// contests is the latest contests from a state.
type contests struct {
	at   *node
	list []*contest
	next int // the one to be replaced
}

// manyContests is how many contests of one state are remembered.
const manyContests = 4

// contest holds the events of the sequences that reverse races with one first event, and tells which of these sequences the tree
// covers.
type contest struct {
	free    []*trace.Event         // the events that do not happen after the first event
	receive trace.EventID          // the receive that shows the order; NoEvent if none is needed
	first   *trace.Event           // the message that it took
	later   []*trace.Event         // the events after the first message, in order, with the receive
	covered map[trace.ActorID]bool // by the actor of the second event, which is its next event after the free ones
}

// size returns the number of events that the contest holds.
func (c *contest) size() int { return len(c.free) + len(c.later) }

// back forgets the contests in states after more than so many events.
func (v *rivals) back(depth int) {
	v.states = slices.DeleteFunc(v.states, func(cs contests) bool {
		below := int(cs.at.depth) > depth
		if below {
			for _, c := range cs.list {
				v.size -= c.size()
			}
		}
		return below
	})
}

// from returns the contests from the state; nil if there are none.
func (v *rivals) from(at *node) *contests {
	for k := range v.states {
		if c := &v.states[k]; c.at == at {
			return c
		}
	}
	return nil
}

// add adds a contest from the state.
func (v *rivals) add(at *node, c *contest) {
	cs := v.from(at)
	v.size += c.size()
	switch {
	case cs == nil:
		v.states = append(v.states, contests{at: at, list: []*contest{c}})
	case len(cs.list) < manyContests:
		cs.list = append(cs.list, c)
	default:
		v.size -= cs.list[cs.next].size()
		cs.list[cs.next] = c
		cs.next = (cs.next + 1) % manyContests
	}
}

// held appends the events of all contests.
func (v *rivals) held(list []*trace.Event) []*trace.Event {
	for _, cs := range v.states {
		for _, c := range cs.list {
			list = append(append(list, c.free...), c.later...)
			if c.first != nil {
				list = append(list, c.first)
			}
		}
	}
	return list
}

// contested finds the contests of an interleaving.
type contested struct {
	races   []races // by the position of their first event: the races whose order is visible without a receive, and the others
	round   int     // the number of the interleaving
	many    int     // see manyRivals
	later   []int32 // the events after a first message, in order, with the receive
	reached []int32 // the same in the order of a contest
	late    []int32 // scratch of reach
}

// races counts races with one first event.
type races struct {
	round   int      // the interleaving that has these races
	count   int      // how many were planned so far
	sought  bool     // whether a contest was looked for
	contest *contest // nil if there is none
}

// manyRivals is the number of races with one first event from which it pays to compare events with earlier interleavings.
const manyRivals = 4

// with returns the races that are counted together with r.
func (c *contested) with(r causality.Race) *races {
	k := 2 * int(r.First)
	if r.Observed {
		k++
	}
	c.races = grown(c.races, k+1)
	rs := &c.races[k]
	if rs.round != c.round {
		*rs = races{round: c.round}
	}
	return rs
}

// count counts the race. It returns whether there are many races with its first event.
func (c *contested) count(r causality.Race) (many bool) {
	rs := c.with(r)
	rs.count++
	return rs.count >= c.many
}

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
// the order, and no flush takes a message.
func plainRivals(executed []trace.Event, order *causality.Order, r causality.Race) bool {
	first, second := &executed[r.First], &executed[r.Second]
	return !hasAlternatives(second) && (!r.Observed || !hasAlternatives(first)) && len(order.Flushes()) == 0
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
