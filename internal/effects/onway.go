package effects

import "github.com/checkmodel/checkmodel/trace"

// A message that a process sends unless it is on its way has a cell, which its sender sets before it sends. The cell
// holds 0 again once a receive has taken the message, or a partition or a fault has lost it. The number of the message
// tells its sender, the life of that, its receiver and its content, so one process sets the cell.
//
// A message in a mailbox is lost when its receiver is restarted. So the cell holds the life in which the receiver was
// when the message was sent, and a message to a life before is not on its way. It may still come out of a channel.

// putOnTheWay asks whether a message is on its way, and says that it is.
func (b behaviour) putOnTheWay() {
	c := underway(trace.ActorID(b.Object), b.Key)
	life := b.lifeOf(trace.ActorID(b.Object))
	if life > 0 {
		b.read(trace.Cell{Space: Life, Object: b.Object})
	}
	if b.Ok = b.state(c) == 1+life; b.Ok {
		b.read(c)
	} else {
		b.update(c, 1+life)
	}
}

// underway is the cell of a message to an actor.
func underway(to trace.ActorID, message trace.ValueID) trace.Cell {
	return trace.Cell{Space: messageUnderway, Object: int32(to), Key: int32(message)}
}
