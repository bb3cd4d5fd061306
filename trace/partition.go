package trace

// A partition cuts links between nodes. Each link has a cell for each direction, which a Sever and a Heal change, and
// each message from one node to another reads where it would arrive. A message over a link that is cut is lost.
// Actors that belong to no node are never cut off.

// arrive puts the message of a Send, SendName or Deliver into a mailbox unless it is lost, dropped or reordered. (A SendName that
// is reordered is set by its caller.)
func (b behaviour) arrive(to ActorID) {
	departs(b, to)
	if b.Ok = reaches(b, to) && !b.severed(to); b.Ok && (b.Kind != Send || b.Op.Fault(b.Alternative) != Reordered) {
		b.To = to
	}
}

// severed reports whether the link to the actor is cut. Where an actor belongs never changes, and it was started before.
// A message that is lost now is no more on its way.
func (b behaviour) severed(to ActorID) bool {
	from, home := int32(b.Other), b.state(Cell{Home, int32(to), 0})
	if from == 0 || home == 0 || home == from {
		return false
	}
	link := Cell{Severed, from, home}
	if b.Kind != SendName && b.Key != NoValue && b.state(link) != 0 && (b.Kind == Deliver || b.Op.Fault(b.Alternative) != Reordered) {
		b.write(underway(to, b.Key), 0)
	}
	return b.read(link) != 0 // the last access; see Event.Severed
}

// setLinks cuts or mends the links of a partition.
func (b behaviour) setLinks(cut int32) {
	b.Does.(Links).Each(func(from, to ActorID) {
		b.update(Cell{Severed, int32(from) + 1, int32(to) + 1}, cut)
	})
}

// Severed reports whether a partition has lost the message of a Send, SendName or Deliver. (A message that is reordered
// is lost later, if at all.)
func (e *Event) Severed() bool {
	n := len(e.Accesses)
	return n > 0 && e.Accesses[n-1].Space == Severed && !e.Kind.Is(OfNetwork) && !e.Delivers() && e.Op.Fault(e.Alternative) != Reordered
}
