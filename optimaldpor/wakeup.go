package optimaldpor

import (
	"encoding/binary"
	"slices"

	"github.com/checkmodel/checkmodel/trace"
)

// wakeup is a wakeup sequence on its way into the tree.
type wakeup struct {
	at     *node // the state in which it begins
	branch *node // the branch of at that was executed: it goes to the right of that; nil if none was
	events []*trace.Event
	more   int32 // for how many further alternatives of the last event, a choice, it stands
	why    Reversal
	cut    int // how many of these the bound did not admit

	relation trace.Relation
	takers   takers

	beyond []*trace.Event // what can happen behind events
	wider  takers         // if that is known

	passed []*trace.Event // what flushes monitors and was no part of the sequence, in front of it now
}

// kept returns a copy that does not depend on what the original was made from.
func (w *wakeup) kept() *wakeup {
	k := &wakeup{at: w.at, branch: w.branch, more: w.more, why: w.why, relation: w.relation}
	events := make([]trace.Event, len(w.events))
	k.events = make([]*trace.Event, len(w.events))
	for i, e := range w.events {
		events[i] = *e
		k.events[i] = &events[i]
	}
	k.takers = takersOf(w.events, w.takers)
	if len(w.beyond) > 0 {
		for _, e := range w.beyond {
			k.beyond = append(k.beyond, copied(e))
		}
		k.wider = takersOf(slices.Concat(w.events, w.beyond), w.wide())
	}
	return k
}

// key appends what tells the sequence from others that were found below the same
// leaf. What an event is follows from what its actor has learnt before.
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

// from returns where the branches of at begin that are looked at.
func (w *wakeup) from() int32 {
	if w.branch == nil {
		return 0
	}
	return w.branch.place + 1
}

// covered reports whether the event is a weak initial of the sequence, with what is beyond it
// and without; see sequence.covered.
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

// wide is who takes the messages if that is known of what is beyond, too.
func (w *wakeup) wide() takers {
	t := w.wider
	for _, f := range w.passed {
		t = behind{t, f}
	}
	return t
}

// pass lets an event that covers the sequence come in front of it: it is taken out of the
// sequence, or of what is beyond that, if it is there. What flushes a monitor, and was no
// part of the sequence, is known to its takers from now on.
func (w *wakeup) pass(e *trace.Event) {
	if remove(&w.events, e.Actor) {
		return
	}
	remove(&w.beyond, e.Actor)
	if e.Flushes() {
		w.passed = append(w.passed, copied(e))
		w.takers = behind{w.takers, w.passed[len(w.passed)-1]}
	}
}

// remove takes the first event of the actor out of the events, if there is one.
func remove(events *[]*trace.Event, actor trace.ActorID) bool {
	k := slices.IndexFunc(*events, func(x *trace.Event) bool { return x.Actor == actor })
	if k >= 0 {
		*events = append((*events)[:k], (*events)[k+1:]...)
	}
	return k >= 0
}

// follow takes events out of the sequence as long as the next one is a weak initial
// of it, whichever of its alternatives it stands for, and returns how many.
func (w *wakeup) follow(events []trace.Event) int {
	for i := range events {
		e := initial{event: &events[i]}
		if w.partly(e) || !w.covered(e) {
			return i
		}
		w.pass(e.event)
	}
	return len(events)
}

// weakInitial reports whether e can be moved in front of the events, those of one list behind
// those of the other: it is there and nothing before it conflicts with it, or it is not there
// and nothing conflicts with it at all.
func weakInitial(relation trace.Relation, e initial, takers trace.Takers, lists ...[]*trace.Event) bool {
	for _, events := range lists {
		for _, x := range events {
			if decided, isInitial := compare(relation, x, e, takers); decided {
				return isInitial
			}
		}
	}
	return true
}

// compare reports whether x, which comes first, decides if e can be moved in
// front of it, and what it decides.
func compare(relation trace.Relation, x *trace.Event, e initial, takers trace.Takers) (decided, isInitial bool) {
	if x.Actor == e.event.Actor {
		// Two alternatives of one choice exclude each other.
		return true, e.alternatives().has(x.Alternative)
	}
	return relation.Dependent(x, e.event, takers) != trace.Independent, false
}
