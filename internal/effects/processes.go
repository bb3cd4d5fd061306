package effects

import (
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

func (b behaviour) spawn() {
	child, life := trace.ActorID(b.Object), int32(0)
	if b.Flags&kind.Faulty != 0 {
		life = 1
		b.write(trace.Cell{Space: Life, Object: b.Object}, life)
	}
	if b.Flags&kind.Linking != 0 {
		b.write(linkCell(b.Actor, b.lifeOf(b.Actor), child, life), linked)
	}
	if b.Flags&kind.Monitoring != 0 {
		b.write(monitorCell(b.Event), watching)
	}
	if b.Other != 0 {
		b.write(trace.Cell{Space: Home, Object: b.Object}, int32(b.Other))
	}
	if b.Flags&kind.Faulty != 0 || int32(b.Other) == b.Object+1 {
		nodes := trace.Cell{Space: Nodes}
		b.update(nodes, b.state(nodes)+1) // faults of nodes are decided in the order in which they start
	}
}

// exit ends the actor, which leaves its boards and gives up its name.
func (b behaviour) exit() {
	how := int32(1)
	if b.state(trace.Cell{Space: Exiting, Object: int32(b.Actor)}) == crashed {
		how = crashed
	}
	b.update(trace.Cell{Space: Ended, Object: int32(b.Actor)}, how)
	if b.state(trace.Cell{Space: announcement, Object: int32(b.Actor)}) != 0 {
		b.update(trace.Cell{Space: Board}, 0)
	}
	own := trace.Cell{Space: nameOf, Object: int32(b.Actor)}
	if b.state(own) == 0 {
		b.read(own)
		return
	}
	b.update(trace.Cell{Space: NameHolder, Key: b.update(own, 0)}, 0)
}
