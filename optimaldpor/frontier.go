package optimaldpor

import (
	"errors"

	"github.com/checkmodel/checkmodel/trace"
)

// Branch is a node of the exploration tree in the list of those that are needed to
// go on with a search: what is still to be explored, and the first events of what
// was explored beside it. The children of a node follow it in the list.
type Branch struct {
	Depth int        // how many events lead there
	Step  trace.Step // that leads there; of the root, whose depth is 0, none
	More  int32      // how many further alternatives of that choice are just like it
	Cost  int        // under the bound
	Done  int        // how many interleavings were explored below it
	Leaf  bool       // still to be explored
	Why   Reversal   // of a leaf
}

// Frontier returns what is needed to go on, the root first; nil if nothing is left
// to explore. It may only be called when no explorer is at work, or by the function
// given to Between.
func (s *Search) Frontier() []Branch {
	if s.tree.turn == nil {
		return nil
	}
	path := make([]*node, s.tree.turn.depth+1)
	for n := s.tree.turn; n != nil; n = n.parent {
		path[n.depth] = n
	}
	return frontier(nil, path[0], path)
}

// frontier appends the node and what is needed of what is below it. Left of the
// path, that is nothing.
func frontier(list []Branch, n *node, path []*node) []Branch {
	onPath := int(n.depth) < len(path) && path[n.depth] == n
	turn := onPath && int(n.depth) == len(path)-1
	b := Branch{Depth: int(n.depth), Step: n.event.Step(), More: n.more, Cost: n.cost, Done: n.done, Leaf: n.leaf && (turn || !onPath)}
	list = append(list, b)
	if b.Leaf {
		for i := range n.rest {
			list[len(list)-1].Leaf = false
			list = append(list, Branch{Depth: b.Depth + 1 + i, Step: n.rest[i].Step(), Cost: b.Cost, Leaf: true})
		}
		list[len(list)-1].Why = n.why
		return list
	}
	for _, k := range n.kids {
		switch {
		case k.merged != nil:
		case onPath && k.place < path[n.depth+1].place:
			list = append(list, Branch{Depth: int(k.depth), Step: k.event.Step(), More: k.more, Cost: k.cost, Done: k.done})
		default:
			list = frontier(list, k, path)
		}
	}
	return list
}

// errFrontier is what a list of branches is that no search has returned.
var errFrontier = errors.New("it is not the list of the open branches of a search")

// Resume sets the tree to one that Frontier returned. It calls execute for each
// branch but the root, in the order of the list, which returns the event to which
// its step leads from its parent; it may complete the branch. Resume must be called before any explorer has
// begun.
func (s *Search) Resume(list []Branch, execute func(*Branch) (*trace.Event, error)) error {
	var path []*node
	var first *node
	for i := range list {
		b := &list[i]
		if b.Depth > len(path) || (b.Depth == 0) != (i == 0) {
			return errFrontier
		}
		n := &node{executed: true}
		if b.Depth > 0 {
			e, err := execute(b)
			if err != nil {
				return err
			}
			n = s.tree.nodes.add(path[b.Depth-1], e)
			n.executed, n.more = true, b.More
			n.parent.width += int(b.More)
		}
		n.cost, n.done, n.leaf, n.why = b.Cost, b.Done, b.Leaf, b.Why
		path = append(path[:b.Depth], n)
		if b.Leaf && first == nil {
			first = n
		}
	}
	if first == nil {
		return errFrontier
	}
	s.tree.turn, s.from = first, first
	return nil
}

// Between lets the search call f between interleavings, when all that was found
// in those before is in the tree. It must be called before any explorer has begun.
func (s *Search) Between(f func()) { s.between = f }

// BoundCut is that of the explorers. It may only be called when Frontier may.
func (s *Search) BoundCut() int { return s.boundCut }

// SetBoundCut sets how often a reversal was not planned, for a search that is
// resumed.
func (s *Search) SetBoundCut(n int) { s.boundCut = n }
