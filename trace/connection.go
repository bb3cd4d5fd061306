package trace

// If connections end with the life of a node, each message belongs to a life of its sender and to a life of its addressee, for
// nodes that may crash. It is dropped if the node is restarted before a receive takes it:
//
//   - Sends and deliveries have the life of the sender in Expected, above the node to which the sender belongs. The receive that would
//     take the message drops it if that life is not the present one, and the actor goes on waiting.
//   - A Deliver has in Key, above the number of a budget, the life of the addressee when the message was sent. It drops the message if
//     that life is not the present one. A mailbox does not survive a crash, so no message that has arrived needs that.
//   - A Send in answer to a message of a node has in Key the life that has sent that, and is dropped likewise.
//
// A life is the present one until the next one begins: a message may arrive and be taken after the crash of its sender.

// OfSender returns the value of Expected in sends if connections end: the node to which the sender belongs, + 1, and its own life;
// each is 0 if there is none.
func OfSender(home ValueID, life int32) ValueID { return ValueID(WithLife(int32(home), life+1)) }

// home returns the node to which the sender of a message belongs, + 1, or 0.
func (o *Op) home() int32 {
	node, _ := SplitLife(int32(o.Expected))
	return node
}

// disconnects reports whether connections end with the life of a node, for a send or a delivery.
func (o *Op) disconnects() bool {
	_, life := SplitLife(int32(o.Expected))
	return life > 0
}

// addressee returns the life for which a Send or a Deliver is, or 0.
func (o *Op) addressee() (life int32) {
	switch {
	case o.Flags&On != 0: // Key is the number of a message on its way
		return 0
	case o.Kind == Send:
		return int32(o.Key)
	case o.Kind == Deliver:
		_, life = SplitLife(int32(o.Key))
	}
	return life
}

// reaches reports whether a message that arrives is for the present life of the actor.
func reaches(b behaviour, to ActorID) bool {
	life := b.addressee()
	return life == 0 || b.read(Cell{Life, int32(to), 0}) == life
}

// departs reads the present life of the actor for a message that goes on its way, also as a copy, unless it is for a given life.
func departs(b behaviour, to ActorID) {
	onItsWay := b.Flags&Delayed != 0 || b.Op.Fault(b.Alternative) != NoFault
	if b.Kind != Deliver && b.disconnects() && onItsWay && b.addressee() == 0 && lifeOf(b, to) != 0 {
		b.read(Cell{Life, int32(to), 0})
	}
}

// Origin returns the node that has sent the message of an event, and its life; 0 if it has none.
func Origin(e *Event) (node ActorID, life int32) {
	if e.Kind != Send && e.Kind != SendName && e.Kind != Deliver {
		return NoActor, 0
	}
	if _, life = SplitLife(int32(e.Expected)); life <= 1 {
		return NoActor, 0
	}
	if e.Kind == Deliver {
		return e.Cause.Actor, life - 1
	}
	return e.Actor, life - 1
}

// TakeFrom sets whether a receive takes or drops its message, which the node has sent in the given life, 0 if it has none. Its life now is
// the present one.
func TakeFrom(e *Event, node ActorID, life, present int32) {
	e.Accesses, e.Ok = nil, true
	if life > 0 {
		e.Accesses, e.Ok = []Access{{Cell{Life, int32(node), 0}, Read, 0}}, life == present
	}
}

// Dropped reports whether the message of a Send, a Deliver or a receive is dropped, because a life has ended. (A message that is
// reordered is dropped later, if at all.)
func (e *Event) Dropped() bool {
	if n := len(e.Accesses); e.Ok || n == 0 || e.Accesses[n-1].Space != Life {
		return false
	}
	return e.IsReceive() || e.Kind == Deliver || e.Kind == Send && e.Op.Fault(e.Alternative) != Reordered
}
