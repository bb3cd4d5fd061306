package trace

// A node keeps its identity when it is restarted after a crash. Its life is counted in a cell, because links,
// monitors and timers belong to one life: they are lost in a crash. An operation that is about one of them has
// the life in Expected, if it is that of a node; see also OfLives.

// sameLife reports whether the node still has the life that is in Expected. It reads nothing if that is 0, as for any
// other actor.
func (b behaviour) sameLife(node ActorID) bool {
	life := int32(b.Expected)
	if b.Kind == ExitSignal {
		life &= lifeMask
	}
	return life == 0 || b.read(Cell{Life, int32(node), 0}) == life
}

// A link is between two lives: its cell has that of the actor with the lower number in one byte, and that of the other
// one in the next, after what it holds of a link.
const lifeBits, lifeMask = 8, 1<<8 - 1

// linkOf returns what the cell of a link holds after the actor of the event was linked with another one, which has that life.
// The own life is no access of its own, because whether an actor has ended changes with its life.
func linkOf(b behaviour, other ActorID, life int32) int32 {
	own := lifeOf(b, b.Actor)
	if b.Actor > other {
		own, life = life, own
	}
	return linked | own<<lifeBits | life<<(2*lifeBits)
}

func lifeOf(b behaviour, p ActorID) int32 { return b.state(Cell{Life, int32(p), 0}) }

// areLinked reports whether the signal is of a link that is there. The link with an earlier life of the sender is another one,
// and the signal may arrive when the sender has been restarted.
func areLinked(b behaviour, sender, target ActorID) bool {
	shift := lifeBits
	if sender > target {
		shift *= 2
	}
	link := b.read(pair(sender, target))
	return isLinked(link) && link>>shift&lifeMask == int32(b.Expected)>>lifeBits
}

// OfLives returns what a signal of a link has in Expected: the life of the actor that it goes to, and of its sender, 0 for
// an actor that is not a node.
func OfLives(target, sender int32) ValueID { return ValueID(target | sender<<lifeBits) }

// crashed is the state in Exiting and Ended after a crash.
const crashed = 2

// ownerLives reports whether the owner of a timer, the actor Key-1, still has the life in which it started the timer, and
// that has not ended by a crash. A message to itself reads nothing of whether the owner has ended: no receive takes it then.
func (b behaviour) ownerLives() bool {
	owner := ActorID(b.Key - 1)
	return b.Expected == 0 || b.sameLife(owner) &&
		(ActorID(b.Object) == owner || b.read(Cell{Ended, int32(owner), 0}) != crashed)
}

// restart starts a node again: nothing is left of its last life.
func (b behaviour) restart() {
	life := Cell{Life, b.Object, 0}
	b.update(life, b.state(life)+1)
	b.update(Cell{Ended, b.Object, 0}, 0)
	b.update(Cell{Exiting, b.Object, 0}, 0)
	for _, space := range [...]Space{Trapping, Announced} {
		if c := (Cell{space, b.Object, 0}); b.state(c) != 0 {
			b.update(c, 0)
		}
	}
	if b.Patterns != nil {
		b.onDisk(b.Object)
	}
}

// onDisk changes the disk of the node.
func (b behaviour) onDisk(node int32) {
	c := Cell{Files, node, 0}
	before := b.state(c)
	after, ok := b.Patterns.(Disk).After(&b.Op, b.Alternative, ValueID(before))
	if b.Ok = ok; int32(after) == before {
		b.read(c)
	} else {
		b.update(c, int32(after))
	}
}

// owner returns the node whose disk the operation uses.
func (b behaviour) owner() int32 {
	if b.Kind == Choose && b.Flags&Faulty != 0 {
		return b.Object
	}
	return int32(b.Actor)
}
