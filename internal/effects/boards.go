package effects

import (
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// announce shows something on a board. All boards that actors leave when they end count as one, so
// that an Exit accesses one cell however many boards the actor leaves.
func (b behaviour) announce() {
	switch {
	case b.Flags&kind.Unordered != 0:
	case b.Flags&kind.Begins != 0:
		b.read(trace.Cell{Space: Board, Key: int32(b.Key)})
	case b.Flags&kind.Ends != 0:
		b.write(trace.Cell{Space: Board, Key: int32(b.Key)}, 1)
	case b.Flags&kind.Passing != 0:
		b.write(trace.Cell{Space: announcement, Object: int32(b.Actor)}, 1)
		b.update(trace.Cell{Space: Board}, int32(b.Value))
	default:
		b.update(trace.Cell{Space: Board, Key: int32(b.Key)}, int32(b.Value))
	}
}
