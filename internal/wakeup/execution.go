package wakeup

import (
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/causality"
)

// Execution is an executed interleaving: its events, what happens before what, and copies of events that never change.
type Execution struct {
	Events []trace.Event
	Order  causality.Order // of the events, after its Compute or Update

	kept   []*trace.Event // for each event its copy, or nil
	copies copies
}

// Observe records the event at a position, after all events before it.
func (x *Execution) Observe(at int, e *trace.Event) {
	x.Events, x.kept = append(x.Events[:at], *e), append(x.kept[:at], nil)
}

// Copy returns the copy of the event at a position.
func (x *Execution) Copy(at int) *trace.Event {
	if x.kept[at] == nil {
		x.kept[at] = x.copies.of(&x.Events[at])
	}
	return x.kept[at]
}

// copiesAt returns the copies of the events at the positions.
func (x *Execution) copiesAt(positions []int32) []*trace.Event {
	events := make([]*trace.Event, len(positions))
	for k, at := range positions {
		events[k] = x.Copy(int(at))
	}
	return events
}

// keep returns a copy of an event of a sequence.
func (x *Execution) keep(e *trace.Event) *trace.Event {
	if at := x.Order.Position(e.ID()); at >= 0 && e == &x.Events[at] {
		return x.Copy(at)
	}
	return x.copies.of(e)
}

// AreAt reports whether the events, which are copies, are those at the positions.
func (x *Execution) AreAt(events []*trace.Event, positions []int32) bool {
	if len(events) != len(positions) {
		return false
	}
	for i, e := range events {
		if !x.isAt(e, positions[i]) {
			return false
		}
	}
	return true
}

// isAt reports whether the event is the one at the position.
func (x *Execution) isAt(e *trace.Event, at int32) bool {
	executed := &x.Events[at]
	return e.Actor == executed.Actor && e.Index == executed.Index && (e == x.Copy(int(at)) || causality.Identical(e, executed))
}

// ForgetCopies forgets the copies, once at this time: the numbers of values may have other meanings now, and patterns remember the
// numbers that they match.
func (x *Execution) ForgetCopies(time uint32) { x.copies.since(time) }

// copies makes copies of events that never change. Most events are in many sequences, and are executed in many
// interleavings. So equal events mostly have one copy: a planned sequence needs a pointer for each event. Without that,
// the memory of a search with many branches would be the events of all planned sequences.
//
// Which events have one copy depends on which were copied lately; nothing else depends on that.
type copies struct {
	recent []*trace.Event // by hash
	time   uint32         // of ForgetCopies
}

// manyRecent is the number of copies that are found again.
const manyRecent = 1 << 14

// of returns a copy of the event.
func (c *copies) of(e *trace.Event) *trace.Event {
	if c.recent == nil {
		c.recent = make([]*trace.Event, manyRecent)
	}
	two := func(a, b int32) uint64 { return uint64(uint32(a))<<32 | uint64(uint32(b)) }
	h := trace.Mix(two(int32(e.Actor), e.Index), two(int32(e.Value), int32(e.Key)^e.Number))
	h = trace.Mix(h^two(int32(e.Before), int32(e.After)), two(int32(e.Taken.Actor), e.Taken.Index)^two(e.Alternative, int32(e.Kind)))
	recent := &c.recent[h%manyRecent]
	if *recent == nil || !causality.Identical((*recent), e) {
		one := *e
		*recent = &one
	}
	return *recent
}

// since forgets all copies if that was not done at the time.
func (c *copies) since(time uint32) {
	if c.time != time {
		c.time = time
		clear(c.recent)
	}
}
