package optimaldpor

import (
	"github.com/checkmodel/checkmodel/trace"
)

// node is a state of the exploration tree, after the events on the path from the root. Its
// children are in the order in which they were planned. A branch takes everything to its left as
// explored, so children are added only at the right.
//
// The events of a tree never change, and many nodes have the same ones; see copies.
type node struct {
	event    *trace.Event // that leads to it; nil for the root
	merged   *node        // the sibling to its left that stands for it too; mostly nil
	parent   *node
	kids     []*node
	more     int32        // further alternatives of the choice event that it stands for; see choices.go
	place    int32        // in parent.kids
	depth    int32        // how many events lead to it
	leaf     bool         // everything below it, after rest, is or will be explored
	executed bool         // event is as executed, not as planned: it does not change any more
	taken    bool         // a note of the schedule, which the tree does not read: of a leaf, an explorer has begun
	ended    bool         // as taken: there is no open leaf below; if so of a node, then of all inner nodes below
	index    int          // how many branches of parent were planned before it
	width    int          // how many branches were planned here: the alternatives that kids stand for
	mergers  int          // how many of kids are merged
	cost     int          // of the branches on the path, under the bound
	ahead    *ahead       // of a leaf; nil if nothing is known
	spent    *trace.Spent // the faults of messages on the path
	done     int          // how many interleavings were explored below its finished children
	task     *task        // as taken: of a leaf whose subtree is explored before its turn
}

// ahead is what is planned at a leaf. It is apart because most nodes are no leaves.
type ahead struct {
	rest []*trace.Event // the planned events after event
	why  Reversal
}

// planned makes n a leaf.
func (n *node) planned(rest []*trace.Event, why Reversal) { n.leaf, n.ahead = true, &ahead{rest, why} }

// rest returns the planned events after the event of a leaf.
func (n *node) rest() []*trace.Event {
	if n.ahead == nil {
		return nil
	}
	return n.ahead.rest
}

// why returns why a leaf is explored.
func (n *node) why() Reversal {
	if n.ahead == nil {
		return Reversal{}
	}
	return n.ahead.why
}

// pool keeps released nodes, to be used again.
type pool struct {
	free []*node
}

// add appends a child to n, to which event leads.
func (p *pool) add(n *node, event *trace.Event) *node {
	var k *node
	if last := len(p.free) - 1; last >= 0 {
		k = p.free[last]
		p.free = p.free[:last]
	} else {
		k = &node{}
	}
	*k = node{event: event, parent: n, kids: k.kids[:0], place: int32(len(n.kids)), index: n.width, depth: n.depth + 1, cost: n.cost, spent: n.spent.With(event)}
	n.kids = append(n.kids, k)
	n.width++
	return k
}

// plan appends a child to n, and below it a path of the events; the whole path is one leaf. It keeps the list.
func (p *pool) plan(n *node, events []*trace.Event, why Reversal) *node {
	k := p.add(n, events[0])
	k.planned(events[1:], why)
	return k
}

// unfold turns so many more of the events that lead to the leaf into nodes. It returns the leaf,
// which is deeper by as many.
func (p *pool) unfold(leaf *node, events int) *node {
	if events == 0 {
		return leaf
	}
	last, rest, why := leaf, leaf.rest(), leaf.why()
	for i := range events {
		last = p.add(last, rest[i])
	}
	leaf.leaf, leaf.ahead = false, nil
	last.planned(rest[events:], why)
	return last
}

// prune releases the children of n, which must all have been pruned.
func (p *pool) prune(n *node) {
	for _, k := range n.kids {
		k.ahead = nil
	}
	p.free = append(p.free, n.kids...)
	clear(n.kids)
	n.kids, n.width, n.mergers = n.kids[:0], 0, 0
}

// discard removes all below n.
func (n *node) discard() { n.kids, n.width, n.mergers = nil, 0, 0 }

// setExecuted replaces the planned event that leads to n by the executed one.
func (n *node) setExecuted(e *trace.Event) {
	if !n.executed {
		n.event, n.executed = e, true
	}
}

// walk calls f for n and all nodes below it, parents first.
func (n *node) walk(f func(*node)) {
	f(n)
	for _, k := range n.kids {
		k.walk(f)
	}
}

// first returns the leftmost leaf at or below n, where nothing has been explored.
func (n *node) first() *node {
	for !n.leaf {
		n = n.kids[0]
	}
	return n
}

// leftOf reports whether n is to the left of m. Neither is below the other.
func (n *node) leftOf(m *node) bool {
	for n.depth > m.depth {
		n = n.parent
	}
	for m.depth > n.depth {
		m = m.parent
	}
	for n.parent != m.parent {
		n, m = n.parent, m.parent
	}
	return n.place < m.place
}
