package causality

import (
	"github.com/checkmodel/checkmodel/internal/effects"
	"github.com/checkmodel/checkmodel/trace"
)

// Touched is a set of actors, cells and tables, as a hash: two events that touch nothing in common are independent, whoever
// takes their messages. It answers most questions about the dependence of two events at the cost of one instruction.
type Touched uint64

// TouchedBy returns the actors, cells and tables that the event touches.
func TouchedBy(e *trace.Event) Touched {
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
func ofActor(a trace.ActorID) Touched { return Touched(uint32(^a)>>31) << (uint32(a) % 32) }

func ofShared(hash uint32) Touched { return 1 << (32 + hash%32) }

// Meets reports whether both sets have something in common.
func (t Touched) Meets(u Touched) bool { return t&u != 0 }
