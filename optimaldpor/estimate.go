package optimaldpor

import (
	"math"

	"github.com/checkmodel/checkmodel/trace"
)

// Estimate is an estimate of the size of a search.
type Estimate struct {
	Planned int // interleavings that are still to be explored, as far as they are known
	// Total is an estimate of the number of all interleavings. It takes the planned branches of a
	// state to be as large as the explored ones. It knows nothing of branches that are still to
	// be found, so it is more often too low than too high. It is +Inf while a branch that begins with a fault
	// is planned beside the present path: the size of the subtree without the fault says nothing about the subtree with it.
	Total float64
}

// Estimate returns an estimate of the size of the search. It may only be called by a function that
// was given to Explorer.
func (o *Optimal) Estimate() Estimate { return o.search.tree.estimate() }

func (t *tree) estimate() Estimate {
	if t.turn == nil {
		return Estimate{}
	}
	out, faults := Estimate{Total: 1}, false
	for n := t.turn; n.parent != nil; n = n.parent {
		up := n.parent
		for _, k := range up.kids[n.place+1:] {
			out.Planned += k.leaves()
			faults = faults || k.event.IsFault() || k.event.Fault() != trace.NoFault
		}
		known := float64(up.done) + out.Total
		out.Total = known + float64(up.width-n.index-1)*known/float64(n.index+1)
	}
	if faults {
		out.Total = math.Inf(1)
	}
	return out
}

// leaves returns the number of leaves at or below n.
func (n *node) leaves() int {
	if n.leaf {
		return 1 + int(n.more)
	}
	sum := 0
	for _, k := range n.kids {
		sum += k.leaves()
	}
	return sum
}
