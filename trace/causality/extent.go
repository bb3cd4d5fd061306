package causality

import (
	"github.com/checkmodel/checkmodel/internal/effects"
	"github.com/checkmodel/checkmodel/trace"
)

// extent is the set of actors, cells and tables that an event touches, as a hash. Two events whose extents have nothing in common
// are independent, whoever takes their messages. So most questions about the dependence of two events cost one instruction.
type extent uint64

// extentOf returns the extent of the event.
func extentOf(e *trace.Event) extent {
	t := ofActor(e.Actor) | ofActor(e.To) | ofActor(e.Fatal) | ofActor(e.Cause.Actor) | ofActor(e.Told.Actor) | ofActor(effects.Released(e))
	for i := range e.Accesses {
		c := &e.Accesses[i].Cell
		t |= ofShared(uint32(c.Space)*5 + uint32(c.Object)*3 + uint32(c.Key)*7)
	}
	if e.Table != trace.NoTable {
		t |= ofShared(uint32(e.Table))
	}
	return t
}

// ofActor is empty for NoActor.
func ofActor(a trace.ActorID) extent { return extent(uint32(^a)>>31) << (uint32(a) % 32) }

func ofShared(hash uint32) extent { return 1 << (32 + hash%32) }

// meets reports whether both sets have something in common.
func (t extent) meets(u extent) bool { return t&u != 0 }
