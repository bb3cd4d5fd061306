package optimaldpor

import (
	"github.com/checkmodel/checkmodel/bounding"
	"github.com/checkmodel/checkmodel/internal/wakeup"
)

// tree is an exploration tree, or the part of one below a leaf. It is used by one goroutine at a
// time. A part shares no node with the rest of the tree, so another goroutine may use the rest.
type tree struct {
	bound   bounding.Bound
	nodes   *pool
	top     *node   // the leaf; nil for the whole tree
	turn    *node   // the leaf to be explored next; nil when everything is explored
	turns   int     // how often turn was set
	parted  int     // how many events the last two turns have in common
	done    int     // how many interleavings were explored below the finished children of top
	planned []*node // the leaves that the last call of insert added
	rivals  sharedRaces
	apart   bool // alternatives are planned one by one: the simple version, for comparison
}

// has reports whether n is a node of the tree. The leaf of a part belongs to the rest.
func (t *tree) has(n *node) bool { return t.top == nil || n.depth > t.top.depth }

// cost returns the cost of a branch of n before which the given number of branches are planned, and
// whether the bound admits it.
func (t *tree) cost(n *node, before int) (cost int, ok bool) {
	branch := bounding.Branch{Sibling: before}
	return n.cost + t.bound.Charge(branch), t.bound.Admits(branch, n.cost)
}

// insert adds the sequence below the state where it begins, to the right of the executed branch,
// unless the bound does not admit it. If a branch there covers its beginning, the rest is
// inserted below that branch. A leaf covers every sequence. insert returns how many of the
// alternatives that the sequence stands for the bound does not admit: 0 or 1 for a single one.
func (t *tree) insert(w *insertion) (cut int) {
	t.planned = t.planned[:0]
	return t.insertPart(w)
}

func (t *tree) insertPart(w *insertion) (cut int) {
	n := w.at
	right := n.kids[w.from():]
descend:
	for {
		var other wakeup.Choice
		for _, k := range right {
			first := k.initial()
			if other.Excludes(first) {
				continue
			}
			if w.Partly(first) {
				for _, part := range w.divide(k) {
					cut += t.insertPart(part)
				}
				return cut
			}
			if !w.Covered(first) {
				other = w.ChoiceOf(k.event)
				continue
			}
			w.Pass(k.event)
			rest := k.rest()
			switch common := w.Follow(rest, k.spent); {
			case common < len(rest):
				t.nodes.split(k, common)
			case k.leaf:
				return 0
			}
			n, right = k, k.kids
			w.at, w.branch = k, nil
			continue descend
		}
		cost, ok := t.cost(n, n.width)
		if !ok {
			return 1 + int(w.More)
		}
		leaf := t.nodes.plan(n, w.Lasting(), w.why)
		leaf.cost = cost
		t.planned = append(t.planned, leaf)
		if w.More == 0 {
			return 0
		}
		if len(w.Events) == 1 {
			return t.widen(leaf, w.More)
		}
		w.Advance() // the path to the other alternatives is in the tree now
		right = n.kids[leaf.place:]
	}
}

// advance gives the turn to the leaf after end, the last state of an interleaving or of an
// explored subtree: to the first leaf of the nearest branch to the right of the path to end. It
// releases the subtrees that are finished. The count of end must be set.
func (t *tree) advance(end *node) {
	t.turn, t.turns = nil, t.turns+1
	for n := end; n != t.top && n.parent != nil && t.turn == nil; n = n.parent {
		t.nodes.prune(n) // its siblings need its event alone from now on
		if n.parent == t.top {
			t.done += n.done
		} else {
			n.parent.done += n.done
		}
		if right := n.parent.kids[n.place+1:]; len(right) > 0 {
			t.turn, t.parted = t.nodes.first(right[0]), int(n.parent.depth)
		}
		n.merge()
	}
	t.rivals.back(t.parted)
}

// root returns the root of the whole tree.
func (t *tree) root() *node {
	root := t.turn
	for root.parent != nil {
		root = root.parent
	}
	return root
}
