package effects

import "github.com/checkmodel/checkmodel/trace"

// A node keeps its identity when it is restarted after a crash. Its life is counted in a cell, because links,
// monitors and timers belong to one life: they are lost in a crash. An operation on a link, monitor or timer of a
// node has its life.

// sameLife reports whether the node still has the life of the operation. It reads nothing if that is 0, as for any
// other actor.
func (b behaviour) sameLife(node trace.ActorID) bool {
	life := int32(b.Life)
	return life == 0 || b.read(trace.Cell{Space: Life, Object: int32(node)}) == life
}

// MaxLife is the greatest number of lives of a node. A life is a number of so few bits that it fits into a cell together with an
// actor, and into the operation of a signal together with another life.
const MaxLife = 1<<lifeBits - 1

const lifeBits = 10

// aboveNumbers is the place of a life in a number together with another number, such as an actor's. The life is high, as the
// lowest bits tell cells apart.
const aboveNumbers = 31 - lifeBits

// WithLife returns a number below 2²¹ together with a life.
func WithLife(number, life int32) int32 { return life<<aboveNumbers | number }

// SplitLife returns the arguments of WithLife.
func SplitLife(both int32) (number, life int32) {
	return both & (1<<aboveNumbers - 1), both >> aboveNumbers
}

// linkCell is the cell of the link between two actors, each in a given life, which is 0 for an actor other than a node that may
// crash. The signal of the link with one life may arrive when there is a link with the next life, so each has a cell of its own.
// Actors of such links have numbers below 2²¹.
func linkCell(p trace.ActorID, lifeOfP int32, q trace.ActorID, lifeOfQ int32) trace.Cell {
	if p > q {
		p, lifeOfP, q, lifeOfQ = q, lifeOfQ, p, lifeOfP
	}
	if lifeOfP == 0 && lifeOfQ == 0 {
		return trace.Cell{Space: Linked, Object: int32(p), Key: int32(q)}
	}
	return trace.Cell{Space: LinkedLives, Object: WithLife(int32(p+1), lifeOfP), Key: WithLife(int32(q+1), lifeOfQ)}
}

// linkOfSignal is the cell of the link whose exit signal is sent.
func linkOfSignal(signal *trace.Event) trace.Cell {
	return linkCell(signal.Sender(), int32(signal.SenderLife), trace.ActorID(signal.Object), int32(signal.Life))
}

// lifeOf returns the present life of an actor. That is no access, because whether an actor has ended changes with its life.
func (b behaviour) lifeOf(p trace.ActorID) int32 {
	return b.state(trace.Cell{Space: Life, Object: int32(p)})
}

// StillLinked reports whether the link whose exit signal is sent is there, in a state of the cells.
func StillLinked(signal *trace.Event, state func(trace.Cell) int32) bool {
	return state(linkOfSignal(signal)) == linked
}

// ownerLives reports whether the owner of a timer still has the life in which it started the timer, and
// that has not ended by a crash. A message to itself reads nothing of whether the owner has ended: no receive takes it then.
func (b behaviour) ownerLives() bool {
	owner := b.Owner()
	return b.Life == 0 || b.sameLife(owner) &&
		(trace.ActorID(b.Object) == owner || b.read(trace.Cell{Space: Ended, Object: int32(owner)}) != crashed)
}

// restart starts a node again: nothing is left of its last life.
func (b behaviour) restart() {
	life := trace.Cell{Space: Life, Object: b.Object}
	b.update(life, b.state(life)+1)
	b.update(trace.Cell{Space: Ended, Object: b.Object}, 0)
	b.update(trace.Cell{Space: Exiting, Object: b.Object}, 0)
	for _, space := range [...]trace.Space{Trapping, announcement} {
		if c := (trace.Cell{Space: space, Object: b.Object}); b.state(c) != 0 {
			b.update(c, 0)
		}
	}
	if b.Does != nil {
		b.onDisk(b.Object)
	}
}
