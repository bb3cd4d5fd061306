package optimaldpor

import (
	"slices"

	"github.com/checkmodel/checkmodel/trace"
)

// rivals remembers races for one receive, in states on the path to the leaf whose turn it is in a tree. If n processes send to one
// receive, each of n interleavings has n races of the message that is taken with the others, and most of their sequences are
// equivalent to those of an earlier interleaving.
//
// Let receive w take the message of event i, although it could have taken that of a later event j. The sequence that
// reverses this race has all other events in their order, with j first, and with w before those beyond. Nothing that comes after i
// has to be before j, as the two would not race otherwise. Whether a tree covers a sequence depends on the events of
// the sequence and those beyond it together: if a branch covers these, it covers the sequence without those beyond. Without w,
// no event shows in which order the messages of i and of all such j came. So let all events, where w takes nothing, be
// equivalent, from the same state on, to those of an earlier interleaving with another i. Then the sequences of both
// interleavings with the same j are equivalent, too.
//
// If a tree has covered a sequence, it covers each equivalent one that is found later: by the same branch, which
// may be to the left by now.
type rivals struct {
	states []contests
}

// contests is the latest contests from a state.
type contests struct {
	at   *node
	list []*contest
	next int // the one to be replaced
}

// manyContests is how many contests of one state are remembered.
const manyContests = 4

// contest holds the events of the sequences that reverse races for one receive, and tells which of these sequences the tree covers.
type contest struct {
	free    []*trace.Event         // what comes before the two messages
	first   *trace.Event           // the message that was taken
	later   []*trace.Event         // what comes after it, in order, with the receive
	covered map[trace.ActorID]bool // by the actor of the second event, which is its next one after the free ones
}

// back forgets what begins in states after more than so many events.
func (v *rivals) back(depth int) {
	v.states = slices.DeleteFunc(v.states, func(c contests) bool { return int(c.at.depth) > depth })
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
	switch {
	case cs == nil:
		v.states = append(v.states, contests{at: at, list: []*contest{c}})
	case len(cs.list) < manyContests:
		cs.list = append(cs.list, c)
	default:
		cs.list[cs.next] = c
		cs.next = (cs.next + 1) % manyContests
	}
}

// held appends the events of all contests.
func (v *rivals) held(list []*trace.Event) []*trace.Event {
	for _, cs := range v.states {
		for _, c := range cs.list {
			list = append(append(append(list, c.free...), c.first), c.later...)
		}
	}
	return list
}

// contested finds the contests of an interleaving.
type contested struct {
	races []races // by the position of their first event
	round int     // the number of the interleaving
	many  int     // see manyRivals

	later   []int32 // what comes after a first message, in order, with the receive
	reached []int32 // the same in the order of a contest
	late    []int32 // scratch of reach
}

// races counts the races with one first event in which only a receive shows the order.
type races struct {
	round   int      // the interleaving that has these races
	count   int      // how many were planned so far
	sought  bool     // whether a contest was looked for
	contest *contest // nil if there is none
}

// manyRivals is the number of races with one first event from which it pays to compare events with those of earlier interleavings.
const manyRivals = 4

// count counts the race. It returns whether there are many races for the receive.
func (c *contested) count(r trace.Race) (many bool) {
	if !r.Observed {
		return false
	}
	c.races = grown(c.races, int(r.First)+1)
	rs := &c.races[r.First]
	if rs.round != c.round {
		*rs = races{round: c.round}
	}
	rs.count++
	return rs.count >= c.many
}

// isCovered reports whether the sequence of the race is known to be covered. There must be many such races.
func (o *interleaving) isCovered(r trace.Race) (known bool) {
	i := int(r.First)
	if !plainRivals(o.trace, &o.order, r) {
		return false
	}
	o.inTree(i, func(t *tree) {
		rs := &o.contested.races[i]
		if !rs.sought {
			rs.sought, rs.contest = true, o.findContest(t, i)
		}
		known = rs.contest != nil && rs.contest.covered[o.trace[r.Second].Actor]
	})
	return known
}

// setCovered records that the sequence of the race is covered.
func (o *interleaving) setCovered(r trace.Race) {
	i := int(r.First)
	if !plainRivals(o.trace, &o.order, r) {
		return
	}
	o.inTree(i, func(t *tree) {
		rs := &o.contested.races[i]
		if t != o.tree { // a task does not know what holds outside of it
			return
		}
		if rs.contest == nil {
			rs.contest = o.newContest(t, i)
		}
		rs.contest.covered[o.trace[r.Second].Actor] = true
	})
}

// plainRivals reports whether both events only send a message, which has no faults, and no flush takes a message.
func plainRivals(executed []trace.Event, order *trace.Order, r trace.Race) bool {
	plain := func(e *trace.Event) bool { return e.IsMessage() && e.Budget == nil }
	return plain(&executed[r.First]) && plain(&executed[r.Second]) && len(order.Flushes()) == 0
}

// findContest returns a contest of the tree that the races of the message at position i belong to; nil if there is none.
func (o *interleaving) findContest(t *tree, i int) *contest {
	if i >= len(o.path) {
		return nil
	}
	cs := t.rivals.from(o.path[i])
	if cs == nil {
		return nil
	}
	o.contend(i)
	for _, c := range cs.list {
		if o.alike(c, i) {
			return c
		}
	}
	return nil
}

// newContest adds the contest of the message at position i to the tree.
func (o *interleaving) newContest(t *tree, i int) *contest {
	o.grow(i)
	o.contend(i)
	c := &contest{free: o.allShared(o.seq.free), first: o.shared(i), later: o.allShared(o.contested.later), covered: map[trace.ActorID]bool{}}
	t.rivals.add(o.path[i], c)
	return c
}

// contend sets what the sequences have in common in which another message comes before that of event i.
func (o *interleaving) contend(i int) {
	s, c := &o.seq, &o.seq.common
	s.independentOf(o.trace, i, i)
	s.observeFirst(i)
	o.contested.later = append(append(append(o.contested.later[:0], c.others...), int32(c.receive)), c.beyond...)
	s.give(trace.NoEvent, c.receive)
	s.within[i], s.within[c.receive], s.wide = s.round, s.round, true
}

// allShared returns the copies of the executed events at the positions.
func (o *interleaving) allShared(positions []int32) []*trace.Event {
	events := make([]*trace.Event, len(positions))
	for k, at := range positions {
		events[k] = o.shared(int(at))
	}
	return events
}

// alike reports whether the events of a contest are equivalent to those that contend has found for event i.
func (o *interleaving) alike(c *contest, i int) bool {
	if !o.areAt(c.free, o.seq.free) || len(c.later) != len(o.contested.later) {
		return false
	}
	later := o.contested.later
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
	late, reached := o.contested.late[:0], o.contested.reached[:0] // late are those that come earlier among the positions
	next := 0
	for n, e := range events {
		if n == but {
			continue
		}
		k := slices.IndexFunc(late, func(at int32) bool { return o.isAlike(e, at) })
		for ; k < 0 && next < len(positions); next++ {
			if next == butAt {
				continue
			}
			if late = append(late, positions[next]); o.isAlike(e, positions[next]) {
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
func (o *interleaving) isAlike(e *trace.Event, at int32) bool {
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
	f := trace.NewFilter(s.order, trace.FootprintAt(s.order, at), -1)
	for _, k := range earlier {
		if !f.Apart(k) && s.relation.Dependent(&s.executed[k], &s.executed[at], s) != trace.Independent {
			return false
		}
	}
	return true
}
