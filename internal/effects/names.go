package effects

import "github.com/checkmodel/checkmodel/trace"

// register gives the name to an actor, if the name is free and the actor is alive and has no name.
// It accesses the same cells whichever condition fails. Otherwise its dependence on an event that
// changes a condition could differ between the two orders.
func (b behaviour) register() {
	name, holder := trace.Cell{Space: NameHolder, Key: int32(b.Key)}, trace.Cell{Space: nameOf, Object: b.Object}
	b.Ok = false
	switch {
	case b.read(trace.Cell{Space: Ended, Object: b.Object}) != 0:
	case b.state(name) != 0 || b.state(holder) != 0:
		b.read(name)
		b.read(holder)
	default:
		b.update(name, b.Object+1)
		b.update(holder, int32(b.Key))
		b.Ok = true
	}
}

func (b behaviour) unregister() {
	name := trace.Cell{Space: NameHolder, Key: int32(b.Key)}
	holder := b.state(name)
	if b.Ok = holder != 0; !b.Ok {
		b.read(name)
		return
	}
	b.update(name, 0)
	b.update(trace.Cell{Space: nameOf, Object: holder - 1}, 0)
}
