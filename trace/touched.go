package trace

// Touched is a set of actors, cells and tables, as a hash: two events that touch nothing in common are independent, whoever
// takes their messages. It answers most questions about the dependence of two events at the cost of one instruction.
type Touched uint64

// Touched returns what the event touches.
func (e *Event) Touched() Touched {
	t := ofActor(e.Actor) | ofActor(e.To) | ofActor(e.Fatal) | ofActor(e.Cause.Actor) | ofActor(e.Told.Actor) | ofActor(e.Releases())
	for i := range e.Accesses {
		c := &e.Accesses[i].Cell
		t |= ofShared(uint32(c.Space)*5 + uint32(c.Object)*3 + uint32(c.Key)*7)
	}
	if e.Table != NoTable {
		t |= ofShared(uint32(e.Table))
	}
	return t
}

// ofActor is empty for NoActor.
func ofActor(a ActorID) Touched { return Touched(uint32(^a)>>31) << (uint32(a) % 32) }

func ofShared(hash uint32) Touched { return 1 << (32 + hash%32) }

// Meets reports whether both sets have something in common.
func (t Touched) Meets(u Touched) bool { return t&u != 0 }

// TouchedBy returns what the event at a position of the order touches.
func TouchedBy(o *Order, i int) Touched { return o.touched[i] }
