package effects

import (
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// A partition cuts links between nodes. Each link has a cell for each direction, which a Sever and a Heal change, and
// each message from one node to another reads where it would arrive. A message over a link that is cut is lost.
// Actors that belong to no node are never cut off.

// arrive puts the message of a Send, SendName or Deliver into a mailbox unless it is lost, dropped or reordered. (A SendName that
// is reordered is set by its caller.)
func (b behaviour) arrive(to trace.ActorID) {
	b.departs(to)
	if b.Ok = b.reaches(to) && !b.severed(to); b.Ok && (b.Kind != kind.Send || b.Op.Fault(b.Alternative) != trace.Reordered) {
		b.To = to
	}
}

// severed reports whether the link to the actor is cut. Where an actor belongs never changes, and it was started before.
// A message that is lost now is no more on its way.
func (b behaviour) severed(to trace.ActorID) bool {
	from, home := int32(b.Other), b.state(trace.Cell{Space: Home, Object: int32(to)})
	if from == 0 || home == 0 || home == from {
		return false
	}
	link := trace.Cell{Space: Severed, Object: from, Key: home}
	if b.Kind != kind.SendName && b.Key != trace.NoValue && b.state(link) != 0 && (b.Kind == kind.Deliver || b.Op.Fault(b.Alternative) != trace.Reordered) {
		b.write(underway(to, b.Key), 0)
	}
	return b.read(link) != 0 // the last access; see WasCutOff
}

// setLinks cuts or mends the links of a partition.
func (b behaviour) setLinks(cut int32) {
	b.Does.(Links).Each(func(from, to trace.ActorID) {
		b.update(trace.Cell{Space: Severed, Object: int32(from) + 1, Key: int32(to) + 1}, cut)
	})
}

// WasCutOff reports whether a partition has lost the message of a Send, SendName or Deliver. (A message that is reordered
// is lost later, if at all.)
func WasCutOff(e *trace.Event) bool {
	n := len(e.Accesses)
	return n > 0 && e.Accesses[n-1].Space == Severed && !e.Kind.Is(kind.OfNetwork) && !e.Delivers() && e.Op.Fault(e.Alternative) != trace.Reordered
}

// Links are the connections between nodes that a partition of the network cuts.
type Links interface {
	// Each calls f for each link, with the nodes at its two ends. It must be a pure function.
	Each(f func(from, to trace.ActorID))
}
