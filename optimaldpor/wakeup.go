package optimaldpor

import (
	"encoding/binary"
	"slices"

	"github.com/checkmodel/checkmodel/internal/effects"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/causality"
)

// wakeup is a wakeup sequence that is inserted into the tree.
type wakeup struct {
	at     *node // the state in which it begins
	branch *node // the executed branch of at, if any: the sequence goes to its right
	events []*trace.Event
	more   int32 // how many further alternatives of the last event, a choice, it stands for
	why    Reversal
	cut    int      // how many of the alternatives the bound did not admit
	noted  *wakeup  // a copy that waits for its turn
	again  struct { // of such a copy: where the last entry that has found it again counts that
		entry *entry
		place int
	}

	relation causality.Relation
	takers   takers
	keep     func(*trace.Event) *trace.Event // returns a copy of an event that never changes

	places places // of the events, and then of those beyond

	beyond []*trace.Event // events that remain possible after these
	wider  takers         // the takers if beyond is a part of the sequence

	passed []*trace.Event // flushes before the sequence that were not in it
}

// snapshot returns a copy that never changes.
func (w *wakeup) snapshot() *wakeup {
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
	put := func(n int32) { buf = binary.AppendVarint(buf, int64(n)) }
	put(w.at.depth)
	put(w.more)
	for _, events := range [...][]*trace.Event{w.events, w.beyond} {
		for _, e := range events {
			for _, n := range [...]int32{int32(e.Actor), e.Index, e.Alternative, int32(e.Taken.Actor), e.Taken.Index} {
				put(n)
			}
			e.Took(func(m trace.EventID) { put(int32(m.Actor)); put(m.Index) })
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
	case !weakInitialWithin(w.relation, e, e.limit(w.relation), w.takers, w.places, w.events):
		return false
	case len(w.beyond) == 0 || weakInitialWithin(w.relation, e, e.limit(w.relation), w.wide(), w.places, w.events, w.beyond):
		return true
	}
	w.events, w.takers = append(w.events, w.beyond...), w.wide()
	w.beyond = nil
	return false
}

// wide returns the takers of the messages, including the takers among the events beyond.
func (w *wakeup) wide() takers {
	t := w.wider
	for _, f := range w.passed {
		t = afterFlush{t, f}
	}
	return t
}

// pass moves an event that covers the sequence to the place before the sequence: the event is
// removed from the sequence, or from the events beyond. If it is in neither and flushes a monitor,
// the takers know it from now on. It returns the index in the sequence, or -1.
func (w *wakeup) pass(e *trace.Event) (k int) {
	if k = indexOf(w.events, e.Actor); k >= 0 {
		w.events = without(w.events, k)
		w.places.without(k)
		return k
	}
	if k := indexOf(w.beyond, e.Actor); k >= 0 {
		w.places.without(len(w.events) + k)
		w.beyond = without(w.beyond, k)
	}
	if effects.Flushes(e) {
		w.passed = append(w.passed, e)
		w.takers = afterFlush{w.takers, e}
	}
	return -1
}

// indexOf returns the index of the first event of the actor, or -1.
func indexOf(events []*trace.Event, actor trace.ActorID) int {
	return slices.IndexFunc(events, func(x *trace.Event) bool { return x.Actor == actor })
}

// without removes an element from a list. It moves fewer elements than slices.Delete where the index is low: a sequence that
// follows a planned one loses a low element again and again.
func without[T any](list []T, k int) []T {
	if k < len(list)/2 {
		copy(list[1:], list[:k])
		return list[1:]
	}
	return append(list[:k], list[k+1:]...)
}

// follow passes the events, after the faults that are spent, as long as they cover the sequence, and returns how many
// these are.
//
// Two equivalent sequences differ in the places of few events. So the first late events of the sequence, which
// come later in the events, stay where they are while the others pass, and next is the first event after the late ones.
func (w *wakeup) follow(events []*trace.Event, spent *effects.FaultList) int {
	late, next := 0, 0
	for i, e := range events {
		spent = spent.With(e)
		if w.more == 0 && next < len(w.events) {
			x := w.events[next]
			if x.Actor == e.Actor && x.Alternative == e.Alternative && (late == 0 || w.independentOf(late, next)) {
				next++
				continue
			}
		}
		w.removeBetween(late, next)
		first := initial{event: e, left: spent.LeftAfter(e)}
		if w.partly(first) || !w.covered(first) {
			return i
		}
		switch k := w.pass(e); {
		case k >= late:
			late = k
		case k >= 0:
			late--
		}
		next = late
	}
	w.removeBetween(late, next)
	return len(events)
}

// removeBetween removes the events between the late ones and the next one.
func (w *wakeup) removeBetween(late, next int) {
	if passed := next - late; passed > 0 {
		copy(w.events[passed:], w.events[:late])
		w.events = w.events[passed:]
		if at := w.places.at; at != nil {
			copy(at[passed:], at[:late])
			w.places.at = at[passed:]
		}
	}
}

// independentOf reports whether the event at index k is clearly independent of the late events.
func (w *wakeup) independentOf(late, k int) bool {
	p := &w.places
	if p.order == nil || p.at[k] < 0 || w.events[k].Budget != nil {
		return false
	}
	f := p.order.Filter(p.order.FootprintAt(p.at[k]), p.given)
	for _, at := range p.at[:late] {
		if at < 0 || !f.Apart(at) {
			return false
		}
	}
	return true
}

// places tells where in the executed interleaving the events of a sequence are, and then those beyond it. The zero places tell
// nothing.
type places struct {
	order *causality.Order
	at    []int32 // -1 for events that were not executed in this way
	given int32   // see sequence.givenAt
}

// filter returns a filter for the events, if that is of use: the footprint must be known, and the limit be told of no event.
func (p *places) filter(e *initial, l *limit) (f causality.Filter, ok bool) {
	if p.order == nil || l != nil || !e.footprint.Known() {
		return f, false
	}
	return p.order.Filter(e.footprint, p.given), true
}

// without removes the place of the event at index k.
func (p *places) without(k int) {
	if p.order != nil {
		p.at = without(p.at, k)
	}
}

// weakInitialWithin reports whether e can be moved before the events, first the events of the first list, after the events that
// the limit was told of: either e is among them and no event before it conflicts with it, or it is not among them and no event conflicts.
func weakInitialWithin(relation causality.Relation, e initial, l *limit, takers causality.Takers, p places, lists ...[]*trace.Event) bool {
	f, filtered := p.filter(&e, l)
	n := 0
	for _, events := range lists {
		for _, x := range events {
			n++
			if filtered && p.at[n-1] >= 0 && f.Apart(p.at[n-1]) {
				continue
			}
			if decided, isInitial := compare(relation, x, e, takers); decided {
				return isInitial
			}
			if l != nil && l.exceeded(x, takers) {
				return false
			}
			if n == fewEvents && !filtered {
				e.footprint = causality.FootprintOf(e.event)
				f, filtered = p.filter(&e, l)
			}
		}
	}
	return l.admits()
}

// fewEvents is the number of events that mostly decide. If they do not, it pays to compute a footprint.
const fewEvents = 4

// takersOf returns a copy of the takers of the messages of the events, and of the flushes.
func (w *wakeup) takersOf(events []*trace.Event, by takers) takers {
	var t takersCopy
	for _, e := range events {
		if !e.Delivers() {
			continue
		}
		if taker := by.Taker(e); taker != nil && taker.IsReceive() {
			if t.takes == nil {
				t.takes = make([]taking, 0, len(events)/2)
			}
			t.takes = append(t.takes, taking{e.Message, e.Kind, e.Number, w.keep(taker)})
		}
	}
	slices.SortFunc(t.takes, func(a, b taking) int { return byMessage(a, b.message) })
	for _, f := range by.flushes() {
		t.flush = append(t.flush, w.keep(f))
	}
	return t
}
