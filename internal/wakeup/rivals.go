package wakeup

import (
	"slices"

	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/causality"
)

// Rivals are the events of the sequences that reverse races with one first event. The sequences of the races with the same first event differ
// in their second events only: see optimaldpor's sharedRaces. The events are copies that never change.
type Rivals struct {
	free    []*trace.Event // the events that do not happen after the first event
	receive trace.EventID  // the receive that shows the order; NoEvent if none is needed
	first   *trace.Event   // the message that it took
	later   []*trace.Event // the events after the first message, in order, with the receive
}

// Size returns the number of events.
func (v *Rivals) Size() int { return len(v.free) + len(v.later) }

// AppendEvents appends the events to a list.
func (v *Rivals) AppendEvents(list []*trace.Event) []*trace.Event {
	list = append(append(list, v.free...), v.later...)
	if v.first != nil {
		list = append(list, v.first)
	}
	return list
}

// Contend finds the events of the sequences that reverse races with the same first event as r, for Rivals and Equivalent.
func (b *Builder) Contend(r causality.Race) {
	i := int(r.First)
	v, c := &b.rivals, &b.common
	v.first, v.observed, v.receive = i, r.Observed, trace.NoEvent
	b.independentOf(i, i)
	if !r.Observed {
		return
	}
	b.observeFirst(i)
	v.later = append(append(append(v.later[:0], c.others...), int32(c.receive)), c.beyond...)
	b.give(trace.NoEvent, c.receive)
	b.within[i], b.wide = b.round, true
	v.receive = b.executed[c.receive].ID()
}

// Rivals returns copies of the events that Contend has found.
func (b *Builder) Rivals() Rivals {
	all := Rivals{free: b.run.copiesAt(b.free), receive: b.rivals.receive}
	if b.rivals.observed {
		all.first, all.later = b.run.Copy(b.rivals.first), b.run.copiesAt(b.rivals.later)
	}
	return all
}

// Equivalent reports whether the events of another interleaving are equivalent to the events that Contend has found, so that the sequences with the
// same second event are equivalent. It may return false although they are.
func (b *Builder) Equivalent(v *Rivals) bool {
	i, later := int32(b.rivals.first), b.rivals.later
	switch {
	case v.receive != b.rivals.receive || !b.run.AreAt(v.free, b.free):
		return false
	case !b.rivals.observed:
		return true
	case len(v.later) != len(later):
		return false
	}
	if b.run.isAt(v.first, i) {
		return b.reach(v.later, -1, later, -1)
	}
	// Each first message comes later in the other list. It must be possible first, too.
	mine := slices.IndexFunc(v.later, func(e *trace.Event) bool { return b.run.isAt(e, i) })
	other := slices.IndexFunc(later, func(at int32) bool { return b.run.isAt(v.first, at) })
	return mine >= 0 && other >= 0 && b.reach(v.later, mine, later, other) &&
		b.isIndependent(i, later[other:other+1]) &&
		b.isIndependent(later[other], later[:other]) && b.isIndependent(i, b.rivals.reached[:mine])
}

// reach reports whether the executed events at the positions are the given ones, and can be put in their order without changing
// the order of events that depend on each other. It sets reached to the positions in that order. The events at the two indexes,
// if not negative, do not count. It may return false although the events can be put in that order, if many come in another one.
func (b *Builder) reach(events []*trace.Event, but int, positions []int32, butAt int) bool {
	late, reached := b.rivals.late[:0], b.rivals.reached[:0] // late are events that come earlier among the positions
	next := 0
	for n, e := range events {
		if n == but {
			continue
		}
		k := slices.IndexFunc(late, func(at int32) bool { return b.isAlike(e, at) })
		for ; k < 0 && next < len(positions); next++ {
			if next == butAt {
				continue
			}
			if late = append(late, positions[next]); b.isAlike(e, positions[next]) {
				k = len(late) - 1
			}
		}
		if k < 0 || k > manyLate || !b.isIndependent(late[k], late[:k]) {
			return false
		}
		reached = append(reached, late[k])
		late = slices.Delete(late, k, k+1)
	}
	b.rivals.late, b.rivals.reached = late, reached
	return true
}

// isAlike reports whether the event is the executed one at the position, or both are the receive.
func (b *Builder) isAlike(e *trace.Event, at int32) bool {
	if w := &b.executed[at]; int(at) == b.common.receive {
		return e.Actor == w.Actor && e.Index == w.Index
	}
	return b.run.isAt(e, at)
}

// manyLate is how many events reach moves at a time at most.
const manyLate = 4

// isIndependent reports whether an executed event is independent of earlier ones, if all these are in the sequence.
func (b *Builder) isIndependent(at int32, earlier []int32) bool {
	if len(earlier) == 0 {
		return true
	}
	f := b.order.Filter(b.order.FootprintAt(at), -1)
	for _, k := range earlier {
		if !f.Apart(k) && b.relation.Dependent(&b.executed[k], &b.executed[at], b) != causality.Independent {
			return false
		}
	}
	return true
}
