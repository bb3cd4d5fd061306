package wakeup

import (
	"encoding/binary"
	"slices"

	"github.com/checkmodel/checkmodel/internal/effects"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/causality"
)

// Sequence is a wakeup sequence that is inserted into the exploration tree.
type Sequence struct {
	Events []*trace.Event
	Beyond []*trace.Event // events that remain possible after these
	More   int32          // how many further alternatives of the last event, a choice, it stands for

	relation causality.Relation
	takers   takers
	wider    takers         // the takers if Beyond is a part of the sequence
	run      *Execution     // which makes copies of the events; nil if they never change
	places   places         // of the events, and then of those beyond
	passed   []*trace.Event // flushes before the sequence that were not in it
}

// Snapshot returns a copy that never changes.
func (w *Sequence) Snapshot() Sequence {
	k := Sequence{More: w.More, relation: w.relation, Events: w.Lasting()}
	k.takers = w.takersOf(w.Events, w.takers)
	if len(w.Beyond) > 0 {
		for _, e := range w.Beyond {
			k.Beyond = append(k.Beyond, w.keep(e))
		}
		k.wider = w.takersOf(slices.Concat(w.Events, w.Beyond), w.wide())
	}
	return k
}

// Lasting returns copies of the events that never change.
func (w *Sequence) Lasting() []*trace.Event {
	events := make([]*trace.Event, len(w.Events))
	for i, e := range w.Events {
		events[i] = w.keep(e)
	}
	return events
}

func (w *Sequence) keep(e *trace.Event) *trace.Event {
	if w.run == nil {
		return e
	}
	return w.run.keep(e)
}

// Key appends a text that distinguishes the sequence from others that begin in the same state and were found below the same
// leaf. Everything else about an event follows from the earlier events of its actor.
func (w *Sequence) Key(buf []byte) []byte {
	put := func(n int32) { buf = binary.AppendVarint(buf, int64(n)) }
	put(w.More)
	for _, events := range [...][]*trace.Event{w.Events, w.Beyond} {
		for _, e := range events {
			for _, n := range [...]int32{int32(e.Actor), e.Index, e.Alternative, int32(e.Taken.Actor), e.Taken.Index} {
				put(n)
			}
			e.Took(func(m trace.EventID) { put(int32(m.Actor)); put(m.Index) })
		}
	}
	return buf
}

// Covered reports whether the event is a weak initial of the sequence, with the events beyond it
// and without them; see Builder.Covered.
func (w *Sequence) Covered(e Initial) bool {
	switch {
	case !weakInitialWithin(w.relation, e, e.limit(w.relation), w.takers, w.places, w.Events):
		return false
	case len(w.Beyond) == 0 || weakInitialWithin(w.relation, e, e.limit(w.relation), w.wide(), w.places, w.Events, w.Beyond):
		return true
	}
	w.Events, w.takers = append(w.Events, w.Beyond...), w.wide()
	w.Beyond = nil
	return false
}

// wide returns the takers of the messages, including the takers among the events beyond.
func (w *Sequence) wide() takers {
	t := w.wider
	for _, f := range w.passed {
		t = afterFlush{t, f}
	}
	return t
}

// Pass moves an event that covers the sequence to the place before the sequence: the event is
// removed from the sequence, or from the events beyond. If it is in neither and flushes a monitor,
// the takers know it from now on. Pass returns the index in the sequence, or -1.
func (w *Sequence) Pass(e *trace.Event) (k int) {
	if k = indexOf(w.Events, e.Actor); k >= 0 {
		w.Events = without(w.Events, k)
		w.places.without(k)
		return k
	}
	if k := indexOf(w.Beyond, e.Actor); k >= 0 {
		w.places.without(len(w.Events) + k)
		w.Beyond = without(w.Beyond, k)
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

// takersOf returns a copy of the takers of the messages of the events, and of the flushes.
func (w *Sequence) takersOf(events []*trace.Event, by takers) takers {
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

// AppendEvents appends the events that a sequence holds to a list. It must be the result of Snapshot or Executed.
func (w *Sequence) AppendEvents(list []*trace.Event) []*trace.Event {
	list = append(append(append(list, w.Events...), w.Beyond...), w.passed...)
	for _, t := range [...]takers{w.takers, w.wider} {
		if r, ok := t.(takersCopy); ok {
			list = r.appendEvents(list)
		}
	}
	return list
}

// appendEvents appends the events that take messages.
func (r takersCopy) appendEvents(list []*trace.Event) []*trace.Event {
	for _, t := range r.takes {
		list = append(list, t.by)
	}
	return append(list, r.flush...)
}
