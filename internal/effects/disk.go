package effects

import "github.com/checkmodel/checkmodel/trace"

// onDisk changes the disk of the node.
func (b behaviour) onDisk(node int32) {
	c := trace.Cell{Space: Files, Object: node}
	before := b.state(c)
	after, ok := b.Does.(Disk).After(&b.Op, b.Alternative, trace.ValueID(before))
	if b.Ok = ok; int32(after) == before {
		b.read(c)
	} else {
		b.update(c, int32(after))
	}
}

// Disk computes the effect of operations on the files of a node. The state of all of them is one value.
type Disk interface {
	// After returns the state after an event of the operation with the alternative, and whether the operation
	// succeeded. It must be a pure function of its arguments.
	After(op *trace.Op, alternative int32, before trace.ValueID) (after trace.ValueID, ok bool)
}
