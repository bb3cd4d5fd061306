package trace

// Touched is a set of actors, cells and tables, as a hash: two events that touch nothing in common are independent, whoever
// takes their messages. It answers most questions about the dependence of two events at the cost of one instruction.
type Touched uint64

// Touched returns the actors, cells and tables that the event touches.
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

// Footprint summarizes an event. Compared with another event, it mostly shows without a call of Dependent that both are
// independent. The zero Footprint belongs to no event.
type Footprint struct {
	touched Touched
	actor   ActorID
	message bool // it delivers a message, and does nothing else
}

// Footprint returns the footprint of the event.
func (e *Event) Footprint() Footprint { return Footprint{e.Touched(), e.Actor, e.IsMessage()} }

// FootprintAt returns the footprint of the event at position i.
func FootprintAt(o *Order, i int32) Footprint {
	return Footprint{o.touched[i], o.actors[i], o.events[i].IsMessage()}
}

// Known reports whether f is the footprint of an event.
func (f Footprint) Known() bool { return f.touched != 0 }

// Meets reports whether the event may touch something that the event at position i touches.
func (f Footprint) Meets(o *Order, i int) bool {
	return f.touched == 0 || f.touched.Meets(o.touched[i])
}

// IsMessage reports whether the event delivers a message that an actor has sent, and does nothing else.
func (e *Event) IsMessage() bool {
	return (e.Kind == Send || e.Kind == Deliver) && e.Delivers() && e.Fatal == NoActor && len(e.Accesses) == 0
}

// Filter finds, without a call of Dependent, most events of an interleaving that are independent of a later event.
type Filter struct {
	order *Order
	later Footprint
	given int32
}

// NewFilter returns the filter for a later event with that footprint. It also holds for a sequence in which other events take
// messages, if given is the position of the only send whose message has a taker in the sequence but none in the interleaving,
// or -1. It is valid until the next Compute.
func NewFilter(o *Order, later Footprint, given int32) Filter {
	later.message = later.message && o.Relation.ReceivePatterns
	return Filter{o, later, given}
}

// Apart reports whether it is clear that the later event is independent of the one at position i.
func (f *Filter) Apart(i int32) bool {
	return f.order.touched[i]&f.later.touched == 0 || f.later.message && f.unseen(i)
}

// unseen reports whether the event at position i delivers a message that no event takes, and does nothing else. With receive
// patterns, no later message of another actor depends on it. A mailbox may get many such messages.
func (f *Filter) unseen(i int32) bool {
	o := f.order
	e := &o.events[i]
	if !e.IsMessage() || e.Actor == f.later.actor {
		return false
	}
	sent := o.Position(e.Message)
	return o.takers[sent].position < 0 && int32(sent) != f.given
}
