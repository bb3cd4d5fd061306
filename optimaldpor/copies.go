package optimaldpor

import (
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/causality"
)

// copies makes copies of events that never change. Most events are in many sequences, and are executed in many
// interleavings. So equal events mostly have one copy: a planned sequence needs a pointer for each event. Without that,
// the memory of a search with many branches would be the events of all planned sequences.
//
// Which events have one copy depends on which were copied lately; nothing else depends on that.
type copies struct {
	recent []*trace.Event // by hash
	holds  uint32         // as Dispatcher.holds
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
		*recent = copyEvent(e)
	}
	return *recent
}

// since forgets all copies if Hold was called since then: numbers of values may mean others now, and patterns
// remember for which of them they hold.
func (c *copies) since(holds uint32) {
	if c.holds != holds {
		c.holds = holds
		clear(c.recent)
	}
}

func copyEvent(e *trace.Event) *trace.Event {
	c := *e
	return &c
}
