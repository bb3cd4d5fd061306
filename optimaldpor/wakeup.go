package optimaldpor

import (
	"encoding/binary"
	"slices"

	"github.com/checkmodel/checkmodel/trace"
)

// wakeup is a wakeup sequence that is inserted into the tree.
type wakeup struct {
	at     *node // the state in which it begins
	branch *node // the executed branch of at, if any: the sequence goes to its right
	events []*trace.Event
	more   int32 // how many further alternatives of the last event, a choice, it stands for
	why    Reversal
	cut    int // how many of the alternatives the bound did not admit

	relation trace.Relation
	takers   takers
	keep     func(*trace.Event) *trace.Event // returns a copy of an event that never changes

	beyond []*trace.Event // events that remain possible after these
	wider  takers         // the takers if beyond is a part of the sequence

	passed []*trace.Event // flushes before the sequence that were not in it
}

// kept returns a copy that never changes.
func (w *wakeup) kept() *wakeup {
	k := &wakeup{at: w.at, branch: w.branch, more: w.more, why: w.why, relation: w.relation}
	k.keep = func(e *trace.Event) *trace.Event { return e }
	k.events = w.lasting()
	k.takers = w.takersOf(w.events, w.takers)
	if len(w.beyond) > 0 {
		for _, e := range w.beyond {
			k.beyond = append(k.beyond, w.keep(e))
		}
		k.wider = w.takersOf(slices.Concat(w.events, w.beyond), w.wide())
	}
	return k
}

// lasting returns copies of the events that never change.
func (w *wakeup) lasting() []*trace.Event {
	events := make([]*trace.Event, len(w.events))
	for i, e := range w.events {
		events[i] = w.keep(e)
	}
	return events
}

// key appends a text that distinguishes the sequence from others that were found below the same
// leaf. Everything else about an event follows from the earlier events of its actor.
func (w *wakeup) key(buf []byte) []byte {
	buf = binary.AppendVarint(buf, int64(w.at.depth))
	buf = binary.AppendVarint(buf, int64(w.more))
	for _, events := range [...][]*trace.Event{w.events, w.beyond} {
		for _, e := range events {
			for _, n := range [...]int32{int32(e.Actor), e.Index, e.Alternative, int32(e.Taken.Actor), e.Taken.Index} {
				buf = binary.AppendVarint(buf, int64(n))
			}
		}
	}
	return buf
}

// from returns the position of the first branch of at that insert considers.
func (w *wakeup) from() int32 {
	if w.branch == nil {
		return 0
	}
	return w.branch.place + 1
}

// covered reports whether the event is a weak initial of the sequence, with the events beyond it
// and without them; see sequence.covered.
func (w *wakeup) covered(e initial) bool {
	switch {
	case !weakInitial(w.relation, e, w.takers, w.events):
		return false
	case len(w.beyond) == 0 || weakInitial(w.relation, e, w.wide(), w.events, w.beyond):
		return true
	}
	w.events, w.takers = append(w.events, w.beyond...), w.wide()
	w.beyond = nil
	return false
}

// wide returns the takers of the messages, those of the events beyond included.
func (w *wakeup) wide() takers {
	t := w.wider
	for _, f := range w.passed {
		t = afterFlush{t, f}
	}
	return t
}

// pass moves an event that covers the sequence to the place before the sequence: the event is
// removed from the sequence, or from the events beyond. If it is in neither and flushes a monitor,
// the takers know it from now on.
func (w *wakeup) pass(e *trace.Event) {
	if remove(&w.events, e.Actor) {
		return
	}
	remove(&w.beyond, e.Actor)
	if e.Flushes() {
		w.passed = append(w.passed, e)
		w.takers = afterFlush{w.takers, e}
	}
}

// remove removes the first event of the actor from the events. It reports whether there was one.
func remove(events *[]*trace.Event, actor trace.ActorID) bool {
	all := *events
	k := slices.IndexFunc(all, func(x *trace.Event) bool { return x.Actor == actor })
	switch {
	case k < 0:
	case k < len(all)/2: // a sequence that follows a planned one loses one of its first events after the other
		copy(all[1:], all[:k])
		*events = all[1:]
	default:
		*events = append(all[:k], all[k+1:]...)
	}
	return k >= 0
}

// follow passes the events, after the faults that are spent, as long as they cover the sequence, and returns how many
// these are.
func (w *wakeup) follow(events []*trace.Event, spent *trace.Spent) int {
	for i, e := range events {
		spent = spent.With(e)
		if w.more == 0 && len(w.events) > 0 && w.events[0].Actor == e.Actor && w.events[0].Alternative == e.Alternative {
			w.events = w.events[1:] // the usual case, and what the following comes to
			continue
		}
		first := initial{event: e, left: spent.LeftAfter(e)}
		if w.partly(first) || !w.covered(first) {
			return i
		}
		w.pass(e)
	}
	return len(events)
}

// weakInitial reports whether e can be moved before the events, first those of the first list: it
// is one of them and none before it conflicts with it, or it is not one of them and none conflicts.
func weakInitial(relation trace.Relation, e initial, takers trace.Takers, lists ...[]*trace.Event) bool {
	return weakInitialWithin(relation, e, e.limit(relation), takers, lists...)
}

// weakInitialWithin is weakInitial after events that the limit was told of.
func weakInitialWithin(relation trace.Relation, e initial, l *limit, takers trace.Takers, lists ...[]*trace.Event) bool {
	for _, events := range lists {
		for _, x := range events {
			if decided, isInitial := compare(relation, x, e, takers); decided {
				return isInitial
			}
			if l != nil && l.exceeded(x, takers) {
				return false
			}
		}
	}
	return l.admits()
}
