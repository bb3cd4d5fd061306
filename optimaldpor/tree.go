package optimaldpor

import "github.com/checkmodel/checkmodel/trace"

// node is a state of the exploration tree: the one reached by the events on the
// path from the root. Its children are ordered by insertion. A branch takes
// everything to its left as done, so children are only ever added at the right;
// that is what makes the set of interleavings independent of the order in which
// leaves are explored.
type node struct {
	event trace.Event // that leads here; none for the root
	kids  []*node
	place int32    // among its siblings
	cost  int32    // of the branches on the path, under the bound
	leaf  bool     // everything below is, or will be, explored freely
	why   Reversal // of a leaf
}

// tree is where nodes come from and go to: one that is done with is used again.
type tree struct {
	free []*node
}

// add appends a child to n that event leads to.
func (t *tree) add(n *node, event *trace.Event) *node {
	var k *node
	if last := len(t.free) - 1; last >= 0 {
		k = t.free[last]
		t.free = t.free[:last]
	} else {
		k = &node{}
	}
	k.event, k.place, k.cost, k.leaf = *event, int32(len(n.kids)), n.cost, false
	k.kids = k.kids[:0]
	n.kids = append(n.kids, k)
	return k
}

// prune lets go of the children of n, which must all have been pruned.
func (t *tree) prune(n *node) {
	t.free = append(t.free, n.kids...)
	clear(n.kids)
	n.kids = n.kids[:0]
}
