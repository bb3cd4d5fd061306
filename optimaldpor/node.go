package optimaldpor

import (
	"github.com/checkmodel/checkmodel/internal/effects"
	"github.com/checkmodel/checkmodel/internal/wakeup"
	"github.com/checkmodel/checkmodel/trace"
)

// node is a state of the exploration tree, after the events on the path from the root. Its
// children are in the order in which they were planned. A branch takes everything to its left as
// explored, so children are added only at the right.
//
// The events of a tree never change, and many nodes have the same ones; see package wakeup.
type node struct {
	event     *trace.Event // that leads to it; nil for the root
	merged    *node        // the sibling to its left that stands for it too; mostly nil
	parent    *node
	kids      []*node
	more      int32              // further alternatives of the choice event that it stands for; see choices.go
	place     int32              // in parent.kids
	depth     int32              // how many events lead to it
	leaf      bool               // everything below it, after rest, is or will be explored
	executed  bool               // event is as executed, not as planned: it does not change any more
	taken     bool               // a note of the schedule, which the tree does not read: of a leaf, an explorer has begun
	elsewhere bool               // of a leaf: it is a task of its own; see Outcome.Split
	ended     bool               // as taken: there is no open leaf below; if so of a node, then of all inner nodes below
	index     int                // how many branches of parent were planned before it
	width     int                // how many branches were planned here: the alternatives that kids stand for
	mergers   int                // how many of kids are merged
	cost      int                // of the branches on the path, under the bound
	ahead     *ahead             // of a leaf, and of a node with events between it and its children; otherwise nil
	spent     *effects.FaultList // the faults of messages on the path
	done      int                // how many interleavings were explored below its finished children
	task      *task              // as taken: of a leaf whose subtree is explored before its turn
}

// ahead is the plan at a leaf, or between a node and its children as long as no explorer has been there. It is apart
// because most nodes have none.
type ahead struct {
	rest []*trace.Event // the planned events after event: up to the end of the leaf, or up to where the children begin
	why  Reversal       // of a leaf
}

// makeLeaf makes n a leaf.
func (n *node) makeLeaf(rest []*trace.Event, why Reversal) { n.leaf, n.ahead = true, &ahead{rest, why} }

// rest returns the planned events after the event of a leaf, or between the event of a node and its children.
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

// initial returns the first event of the branch.
func (n *node) initial() wakeup.Initial {
	return wakeup.Initial{Event: n.event, More: n.more, Left: n.spent.LeftAfter(n.event)}
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
	depth, spent := n.depth+1, n.spent
	if !n.leaf { // it may be a leaf below which events were executed
		for _, e := range n.rest() {
			depth, spent = depth+1, spent.With(e)
		}
	}
	*k = node{event: event, parent: n, kids: k.kids[:0], place: int32(len(n.kids)), index: n.width, depth: depth, cost: n.cost, spent: spent.With(event)}
	n.kids = append(n.kids, k)
	n.width++
	return k
}

// plan appends a child to n, and below it a path of the events; the whole path is one leaf. It keeps the list.
func (p *pool) plan(n *node, events []*trace.Event, why Reversal) *node {
	k := p.add(n, events[0])
	k.makeLeaf(events[1:], why)
	return k
}

// split lets the next event after the first ones of the rest of n lead to a new node, and returns it. The new node gets the
// end of n's rest: up to the children of n, or the end of the leaf. No explorer has been below n.
func (p *pool) split(n *node, first int) *node {
	was, rest := *n, n.rest()
	n.leaf, n.ahead, n.kids, n.width = false, nil, nil, 0
	if first > 0 {
		n.ahead = &ahead{rest: rest[:first]}
	}
	k := p.add(n, rest[first])
	k.leaf, k.width = was.leaf, was.width
	if len(was.kids) > 0 {
		k.kids = was.kids
	}
	for _, below := range k.kids {
		below.parent = k
	}
	if after := rest[first+1:]; len(after) > 0 || was.leaf {
		k.ahead = was.ahead // used again: most nodes are split to be unfolded
		k.ahead.rest = after
	}
	return k
}

// unfold lets each event of the rest of n lead to a node of its own, and returns the last one: explorers need a node for each
// event of their path.
func (p *pool) unfold(n *node) *node {
	for len(n.rest()) > 0 {
		n = p.split(n, 0)
	}
	return n
}

// unfoldTo does the same for all nodes on the path to n that were not executed. Others have no rest.
func (p *pool) unfoldTo(n *node) {
	for up := n.parent; up != nil && !up.executed; up = up.parent {
		p.unfold(up)
	}
}

// first returns the leftmost leaf at or below n, where nothing has been explored. It unfolds the path.
func (p *pool) first(n *node) *node {
	for !n.leaf {
		n = p.unfold(n).kids[0]
	}
	return n
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

// before returns the sibling to the left of n; nil if there is none.
func (n *node) before() *node {
	if n.place == 0 {
		return nil
	}
	return n.parent.kids[n.place-1]
}

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

// leftOf reports whether n is to the left of m. Neither is below the other.
func (n *node) leftOf(m *node) bool {
	for n.parent != m.parent {
		if n.depth >= m.depth {
			n = n.parent
		} else {
			m = m.parent
		}
	}
	return n.place < m.place
}
