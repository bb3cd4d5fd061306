package effects

import (
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// If connections end with the life of a node, each message belongs to a life of its sender and to a life of its addressee, for
// nodes that may crash. It is dropped if the node is restarted before a receive takes it:
//
//   - Sends and deliveries have the flag Connected, and the life of the sender. The receive that would
//     take the message drops it if that life is not the present one, and the actor goes on waiting.
//   - A Deliver has the life of the addressee when the message was sent. It drops the message if
//     that life is not the present one. A mailbox does not survive a crash, so no message that has arrived needs that.
//   - A Send in answer to a message of a node has the life that has sent that message, and is dropped likewise.
//
// A life is the present one until the next one begins: a message may arrive and be taken after the crash of its sender.

// reaches reports whether a message that arrives is for the present life of the actor.
func (b behaviour) reaches(to trace.ActorID) bool {
	life := int32(b.Life)
	return life == 0 || b.read(trace.Cell{Space: Life, Object: int32(to)}) == life
}

// departs reads the present life of the actor for a message that goes on its way, also as a copy, unless it is for a given life.
func (b behaviour) departs(to trace.ActorID) {
	onItsWay := b.Flags&kind.Delayed != 0 || b.Op.Fault(b.Alternative) != trace.NoFault
	if b.Kind != kind.Deliver && b.Flags&kind.Connected != 0 && onItsWay && b.Life == 0 && b.lifeOf(to) != 0 {
		b.read(trace.Cell{Space: Life, Object: int32(to)})
	}
}

// Origin returns the node that has sent the message of an event, and its life; 0 if it has none.
func Origin(e *trace.Event) (node trace.ActorID, life int32) {
	switch life = int32(e.SenderLife); {
	case life == 0 || !e.Kind.Is(kind.Carries):
		return trace.NoActor, 0
	case e.Kind == kind.Deliver:
		return e.Cause.Actor, life
	}
	return e.Actor, life
}

// TakeFrom sets whether a receive takes or drops its message, which the node has sent in the given life, 0 if it has none. Its life now is
// the present one.
func TakeFrom(e *trace.Event, node trace.ActorID, life, present int32) {
	e.Accesses, e.Ok = nil, true
	if life > 0 {
		e.Accesses, e.Ok = []trace.Access{{Cell: trace.Cell{Space: Life, Object: int32(node)}, Effect: trace.Read}}, life == present
	}
}

// WasDropped reports whether the message of a Send, a Deliver or a receive is dropped, because a life has ended. (A message that is
// reordered is dropped later, if at all.)
func WasDropped(e *trace.Event) bool {
	if n := len(e.Accesses); e.Ok || n == 0 || e.Accesses[n-1].Space != Life {
		return false
	}
	return e.IsReceive() || e.Kind == kind.Deliver || e.Kind == kind.Send && e.Op.Fault(e.Alternative) != trace.Reordered
}
