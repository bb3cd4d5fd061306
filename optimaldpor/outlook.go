package optimaldpor

// Outlook is how far a search is, and how large it may become.
type Outlook struct {
	Planned int // interleavings that are still to be explored, as far as is known
	// Total is an estimate of how many interleavings there are in all. Where a
	// state has branches that have not been explored, it takes them to be as large
	// as those that have. It knows nothing of branches that are still to be found,
	// so it is too low more often than too high.
	Total float64
}

// Outlook returns how far the search is. It may only be called by one of the
// functions that were given to Explorer.
func (o *Optimal) Outlook() Outlook { return o.search.tree.estimate() }

func (t *tree) estimate() Outlook {
	if t.turn == nil {
		return Outlook{}
	}
	out := Outlook{Total: 1}
	for n := t.turn; n.parent != nil; n = n.parent {
		up := n.parent
		for _, k := range up.kids[n.place+1:] {
			out.Planned += k.leaves()
		}
		known := float64(up.done) + out.Total
		out.Total = known + float64(up.width-n.index-1)*known/float64(n.index+1)
	}
	return out
}

// leaves returns how many leaves there are at or below n.
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
