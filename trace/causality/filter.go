package causality

import (
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// Footprint summarizes an event. Compared with another event, it mostly shows without a call of Dependent that both are
// independent. The zero Footprint belongs to no event.
type Footprint struct {
	extent  extent
	actor   trace.ActorID
	message bool // it delivers a message, and does nothing else
}

// FootprintOf returns the footprint of the event.
func FootprintOf(e *trace.Event) Footprint { return Footprint{extentOf(e), e.Actor, isMessage(e)} }

// FootprintAt returns the footprint of the event at position i.
func (o *Order) FootprintAt(i int32) Footprint {
	return Footprint{o.extents[i], o.actors[i], isMessage(&o.events[i])}
}

// Known reports whether f is the footprint of an event.
func (f Footprint) Known() bool { return f.extent != 0 }

// Meets reports whether the event may touch something that the event at position i touches.
func (f Footprint) Meets(o *Order, i int) bool {
	return f.extent == 0 || f.extent.meets(o.extents[i])
}

// isMessage reports whether the event delivers a message that an actor has sent, and does nothing else.
func isMessage(e *trace.Event) bool {
	return (e.Kind == kind.Send || e.Kind == kind.Deliver) && e.Delivers() && e.Fatal == trace.NoActor && len(e.Accesses) == 0
}

// Filter finds, without a call of Dependent, most events of an interleaving that are independent of a later event.
type Filter struct {
	order *Order
	later Footprint
	given int32
}

// Filter returns the filter for a later event with that footprint. It also holds for a sequence in which other events take
// messages, if given is the position of the only send whose message has a taker in the sequence but none in the interleaving,
// -1 if there is none, or ManyGiven. It is valid until the next Compute.
func (o *Order) Filter(later Footprint, given int32) Filter {
	later.message = later.message && o.Relation.ReceivePatterns
	return Filter{o, later, given}
}

// ManyGiven stands for several sends in a call of [Order.Filter].
const ManyGiven = -2

// Apart reports whether it is clear that the later event is independent of the one at position i.
func (f *Filter) Apart(i int32) bool {
	return f.order.extents[i]&f.later.extent == 0 || f.later.message && f.unseen(i)
}

// unseen reports whether the event at position i delivers a message that no event takes, and does nothing else. With receive
// patterns, no later message of another actor depends on it. A mailbox may get many such messages.
func (f *Filter) unseen(i int32) bool {
	o := f.order
	e := &o.events[i]
	if !isMessage(e) || e.Actor == f.later.actor {
		return false
	}
	sent := o.Position(e.Message)
	return o.takers[sent].position < 0 && int32(sent) != f.given && f.given != ManyGiven
}
