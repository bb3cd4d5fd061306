package effects

import (
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

func (b behaviour) trapExits(on int32) {
	c := trace.Cell{Space: Trapping, Object: int32(b.Actor)}
	if b.state(c) == on {
		b.read(c)
	} else {
		b.update(c, on)
	}
}

// exitSignal delivers an exit signal to an actor. A signal that is sent because of a link with the
// actor Sender has an effect only while the two are linked. A signal that would change nothing in any
// case does not read the link, so its order with an Unlink is not visible.
func (b behaviour) exitSignal() {
	target := trace.ActorID(b.Object)
	trapping := b.traps(target)
	b.Ok = (trapping || !b.harmless()) && (b.Flags&kind.ByLink == 0 || b.read(linkOfSignal(b.Event)) == linked) &&
		b.sameLife(target)
	if b.Ok {
		b.deliverSignal(target, trapping)
	}
}

// traps reports whether the signal arrives at the actor as a message.
func (b behaviour) traps(target trace.ActorID) bool {
	return b.Flags&kind.Kill == 0 && b.read(trace.Cell{Space: Trapping, Object: int32(target)}) != 0
}

// harmless reports whether the signal ends no actor.
func (b behaviour) harmless() bool { return b.Flags&(kind.Harmless|kind.Kill) == kind.Harmless }

// deliverSignal delivers an exit signal that is not harmless: as a message if the actor traps exits;
// otherwise the actor must end. (A message to an actor that has ended is put into its mailbox like
// any other.) A signal to an actor that already had to end changes nothing, so it does not read
// whether the actor has ended: its order with that end is not visible.
func (b behaviour) deliverSignal(target trace.ActorID, trapping bool) {
	switch exiting := (trace.Cell{Space: Exiting, Object: int32(target)}); {
	case trapping:
		b.To = target
	case b.state(exiting) != 0:
		b.read(exiting)
		b.Ok = false
	case b.read(trace.Cell{Space: Ended, Object: int32(target)}) != 0:
		b.Ok = false
	default:
		how := int32(1)
		if b.Kind == kind.Crash {
			how = crashed
		}
		b.update(exiting, how)
		b.Fatal = target
	}
}

// link links the two actors. If the other one has ended, the effect is an exit signal from it.
func (b behaviour) link() {
	object := trace.ActorID(b.Object)
	if b.read(trace.Cell{Space: Ended, Object: b.Object}) == 0 {
		b.write(linkCell(b.Actor, b.lifeOf(b.Actor), object, b.lifeOf(object)), linked)
		return
	}
	b.deliverSignal(b.Actor, b.traps(b.Actor))
	b.Ok = false
}

// unlink removes all links that the actor has in its present life with the other one, which has had several lives if it is a node.
func (b behaviour) unlink(object trace.ActorID) {
	own, last := b.lifeOf(b.Actor), b.lifeOf(object)
	if last > 0 {
		b.read(trace.Cell{Space: Life, Object: b.Object})
	}
	for life := min(1, last); life <= last; life++ {
		b.write(linkCell(b.Actor, own, object, life), undone)
	}
}
