package optimaldpor

import (
	"errors"

	"github.com/checkmodel/checkmodel/trace"
)

// Branch is a node of the exploration tree that is needed to continue a search: a leaf that is
// still to be explored, or the first event of an explored branch beside one. In a list, the
// children of a node follow it.
type Branch struct {
	Depth int        // how many events lead to it
	Step  trace.Step // that leads to it; none for the root, whose depth is 0
	More  int32      // how many further alternatives of that choice it stands for
	Cost  int        // under the bound
	Done  int        // how many interleavings were explored below it
	Leaf  bool       // still to be explored
	Why   Reversal   // of a leaf

	Elsewhere bool // of a leaf: it is a task of its own; see Outcome.Split
}

// Frontier returns the nodes that are needed to continue, the root first; nil if everything is
// explored. It may only be called while no explorer is at work, or by the function given to
// OnSave.
func (s *Dispatcher) Frontier() []Branch {
	if s.tree.turn == nil {
		return nil
	}
	path := pathTo(s.tree.turn)
	return frontier(nil, path[0], path)
}

// frontier appends the node and those below it that are needed. To the left of the path, none is
// needed.
func frontier(list []Branch, n *node, path []*node) []Branch {
	onPath := int(n.depth) < len(path) && path[n.depth] == n
	turn := onPath && int(n.depth) == len(path)-1
	b := Branch{Depth: int(n.depth), More: n.more, Cost: n.cost, Done: n.done, Leaf: n.leaf && (turn || !onPath)}
	if n.parent != nil {
		b.Step = n.event.Step()
	}
	list = append(list, b)
	if b.Leaf || !n.leaf {
		for i, e := range n.rest() {
			list[len(list)-1].Leaf = false
			list = append(list, Branch{Depth: b.Depth + 1 + i, Step: e.Step(), Cost: b.Cost, Leaf: b.Leaf})
		}
	}
	if b.Leaf {
		list[len(list)-1].Why, list[len(list)-1].Elsewhere = n.why(), n.elsewhere
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

// errFrontier is the error for a list that Frontier has not returned.
var errFrontier = errors.New("it is not the list of the open branches of a search")

// Resume sets the tree to a list that Frontier returned. In the order of the list, it calls execute
// for each branch except the root. execute returns the event to which the step of the branch leads
// from its parent; it may complete the branch. Resume must be called before any explorer has begun.
// It returns the error of execute, or an error that says that the list is invalid.
func (s *Dispatcher) Resume(list []Branch, execute func(*Branch) (*trace.Event, error)) error {
	first, err := s.tree.restore(nil, list, execute)
	if err != nil {
		return err
	}
	if first == nil {
		return errFrontier
	}
	s.tree.turn, s.from = first, first
	return nil
}

// restore adds the branches of the list below the last node of the path, or a root if the path is empty. It returns the first leaf; nil if
// there is none.
func (t *tree) restore(path []*node, list []Branch, execute func(*Branch) (*trace.Event, error)) (first *node, err error) {
	least := len(path)
	for i := range list {
		b := &list[i]
		if b.Depth > len(path) || b.Depth < least || (b.Depth == 0) != (least == 0 && i == 0) {
			return nil, errFrontier
		}
		n := &node{executed: true}
		if b.Depth > 0 {
			e, err := execute(b)
			if err != nil {
				return nil, err
			}
			lasting := *e
			n = t.nodes.add(path[b.Depth-1], &lasting)
			n.executed, n.more = true, b.More
			n.parent.width += int(b.More)
		}
		if n.cost, n.done = b.Cost, b.Done; b.Leaf {
			n.makeLeaf(nil, b.Why)
			n.elsewhere = b.Elsewhere
		}
		path = append(path[:b.Depth], n)
		if b.Leaf && first == nil {
			first = n
		}
	}
	return first, nil
}

// OnSave lets the search call f between interleavings, when the tree contains all that was found
// before. It must be called before any explorer has begun.
func (s *Dispatcher) OnSave(f func()) { s.between = f }

// BoundCut returns how many reversals were not planned because of the bound. It may be called only
// when Frontier may be called.
func (s *Dispatcher) BoundCut() int { return s.boundCut }

// SetBoundCut sets the result of BoundCut, for a search that is resumed.
func (s *Dispatcher) SetBoundCut(n int) { s.boundCut = n }
