package optimaldpor

import (
	"cmp"
	"slices"
	"sort"

	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/causality"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// A choice may have millions of alternatives, of which a search explores a few. So a node of the
// tree stands for several alternatives of one choice: the planned ones, until an explorer takes the
// first of them (divide), and the explored ones (merge). So does a planned sequence, and a sleeping
// event. Costs, counts and the order of interleavings are as if each alternative had a node.

// span is a range of alternatives of a choice, both ends included.
type span struct{ first, last int32 }

func (s span) has(alternative int32) bool { return s.first <= alternative && alternative <= s.last }

// common returns the alternatives in both spans, and whether there are any.
func (s span) common(t span) (both span, any bool) {
	both = span{max(s.first, t.first), min(s.last, t.last)}
	return both, both.first <= both.last
}

// outside returns the first n alternatives without the alternatives in the spans. It sorts the spans.
func outside(spans []span, n int32) (rest []span) {
	slices.SortFunc(spans, func(a, b span) int { return cmp.Compare(a.first, b.first) })
	first := int32(0)
	for _, s := range spans {
		if s.first > first {
			rest = append(rest, span{first, s.first - 1})
		}
		first = max(first, s.last+1)
	}
	if first < n {
		rest = append(rest, span{first, n - 1})
	}
	return rest
}

// initial is the first event of a branch. If it is a choice, it may stand for more alternatives. If it is a fault of a
// message, left is how many more like it the budget admits.
type initial struct {
	event *trace.Event
	more  int32
	left  int32
	// footprint is the footprint of the event, so that few events are compared with it; zero if that is not known.
	footprint causality.Footprint
}

func (i initial) alternatives() span {
	return span{i.event.Alternative, i.event.Alternative + i.more}
}

func (n *node) initial() initial {
	return initial{event: n.event, more: n.more, left: n.spent.LeftAfter(n.event)}
}

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
	next := copyEvent(leaf.event)
	next.Alternative++
	k := t.nodes.add(n, next)
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
	if !left.event.Kind.Is(kind.Chooses) || left.event.Actor != n.event.Actor || left.initial().alternatives().last+1 != n.event.Alternative {
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

// alternatives returns the alternatives of the last event, a choice, that the sequence stands for.
func (w *wakeup) alternatives() span {
	return initial{event: w.events[len(w.events)-1], more: w.more}.alternatives()
}

// partly reports whether a branch stands for some of the alternatives of the sequence, but not
// for all.
func (w *wakeup) partly(branch initial) bool {
	if w.more == 0 || !branch.event.Kind.Is(kind.Chooses) || branch.event.Actor != w.events[len(w.events)-1].Actor {
		return false
	}
	all := w.alternatives()
	both, any := all.common(branch.alternatives())
	return any && both != all
}

// divide returns the sequence in parts: the alternatives of the branch, and the others. The first
// is inserted at the branch, the others to its right: no branch before it covers them.
func (w *wakeup) divide(branch *node) (parts []*wakeup) {
	all := w.alternatives()
	both, _ := all.common(branch.initial().alternatives())
	for _, part := range []span{{all.first, both.first - 1}, both, {both.last + 1, all.last}} {
		if part.first > part.last {
			continue
		}
		v := *w
		v.events, v.places = slices.Clone(w.events), places{}
		v.choose(part)
		v.at, v.branch = branch.parent, branch
		if part == both {
			v.branch = branch.before()
		}
		parts = append(parts, &v)
	}
	return parts
}

// before returns the sibling to the left of n; nil if there is none.
func (n *node) before() *node {
	if n.place == 0 {
		return nil
	}
	return n.parent.kids[n.place-1]
}

// advance removes the first of the alternatives of the sequence.
func (w *wakeup) advance() {
	all := w.alternatives()
	w.choose(span{all.first + 1, all.last})
}

// choose sets the alternatives of the sequence.
func (w *wakeup) choose(alternatives span) {
	choice := copyEvent(w.events[len(w.events)-1])
	choice.Alternative = alternatives.first
	w.events[len(w.events)-1] = choice
	w.more = alternatives.last - alternatives.first
}

// choice is a choice in a sequence, with its alternatives. The zero choice is none.
type choice struct {
	event        *trace.Event
	alternatives span
}

// choiceOf returns the choice of the sequence that has the branch as another alternative, if
// there is one. Branches that it excludes need not be compared with the sequence: a choice may
// have thousands.
func (w *wakeup) choiceOf(branch *node) choice {
	if !branch.event.Kind.Is(kind.Chooses) {
		return choice{}
	}
	i := slices.IndexFunc(w.events, func(x *trace.Event) bool { return x.Actor == branch.event.Actor })
	switch {
	case i < 0:
		return choice{}
	case i == len(w.events)-1:
		return choice{w.events[i], w.alternatives()}
	}
	return choice{w.events[i], initial{event: w.events[i]}.alternatives()}
}

// excludes reports whether the branch is the same choice with other alternatives only.
func (c choice) excludes(branch *node) bool {
	if c.event == nil || !branch.event.Kind.Is(kind.Chooses) || branch.event.Actor != c.event.Actor {
		return false
	}
	_, any := c.alternatives.common(branch.initial().alternatives())
	return !any
}
