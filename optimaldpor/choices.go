package optimaldpor

import (
	"slices"
	"sort"

	"github.com/checkmodel/checkmodel/trace/kind"
)

// A choice may have millions of alternatives, of which a search explores a few. So a node of the
// tree stands for several alternatives of one choice: the planned ones, until an explorer takes the
// first of them (divide), and the explored ones (merge). So does a planned sequence, and a sleeping
// event. Costs, counts and the order of interleavings are as if each alternative had a node.

// widen lets a leaf stand for further alternatives, as far as the bound admits them. It returns the
// number of alternatives that the bound cuts.
func (t *tree) widen(leaf *node, more int32) (cut int) {
	n := leaf.parent
	leaf.more = int32(sort.Search(int(more), func(i int) bool {
		_, ok := t.cost(n, n.width+i)
		return !ok
	}))
	n.width += int(leaf.more)
	return int(more - leaf.more)
}

// divide moves all but the first of the alternatives of a leaf to a new leaf to its right.
func (t *tree) divide(leaf *node) {
	if leaf.more == 0 {
		return
	}
	n, width, index := leaf.parent, leaf.parent.width, leaf.index+1
	next := *leaf.event
	next.Alternative++
	k := t.nodes.add(n, &next)
	k.more, k.index = leaf.more-1, index
	k.makeLeaf(nil, leaf.why())
	k.cost, _ = t.cost(n, index)
	leaf.more, n.width = 0, width
	place := leaf.place + 1
	n.kids = slices.Insert(n.kids[:len(n.kids)-1], int(place), k)
	for i, right := range n.kids[place:] {
		right.place = place + int32(i)
	}
}

// manyBefore is how many unfinished alternatives of a choice are explored at once. Each is
// compared with all others.
const manyBefore = 64

// hasManyBefore reports whether manyBefore alternatives to the left of the leaf are unfinished.
func (n *node) hasManyBefore() bool {
	if n.more == 0 || n.place < manyBefore {
		return false
	}
	for _, k := range n.parent.kids[n.place-manyBefore : n.place] {
		if k.merged != nil || !k.event.Kind.Is(kind.Chooses) || k.event.Actor != n.event.Actor {
			return false
		}
	}
	return true
}

// merge lets the sibling to the left of n stand for n too, if both are explored and n is the next
// alternative of the same choice.
func (n *node) merge() {
	if n.place == 0 || !n.event.Kind.Is(kind.Chooses) {
		return
	}
	up := n.parent
	left := up.kids[n.place-1]
	if left.merged != nil {
		left = left.merged
	}
	if !left.event.Kind.Is(kind.Chooses) || left.event.Actor != n.event.Actor || left.initial().Alternatives().Last+1 != n.event.Alternative {
		return
	}
	left.more += n.more + 1
	n.merged = left
	if up.mergers++; up.mergers > fewMerged && up.mergers > len(up.kids)/2 {
		up.compact()
	}
}

// fewMerged is the number of merged children that are not worth a compaction.
const fewMerged = 32

// compact removes the merged children. The pool does not get them, as they may still be sleepers
// elsewhere.
func (n *node) compact() {
	n.kids = slices.DeleteFunc(n.kids, func(k *node) bool { return k.merged != nil })
	for i, k := range n.kids {
		k.place = int32(i)
	}
	n.mergers = 0
}
