package states

import "github.com/checkmodel/checkmodel/trace"

// totals are the results below a pair.
type totals struct {
	interleavings, violating trace.Count
	height                   int32 // the greatest number of events to an end
	cut                      bool  // an interleaving was cut for its length
	// The number of transitions executed from the pair. Transitions below another pair count there.
	transitions int
}

// add adds the totals below a step.
func (t *totals) add(below totals) {
	t.interleavings, t.violating = t.interleavings.Plus(below.interleavings), t.violating.Plus(below.violating)
	t.height, t.cut = max(t.height, below.height+1), t.cut || below.cut
	t.transitions += below.transitions + 1
}

// differs reports whether two totals of a pair disagree. Their transitions may differ.
func (t totals) differs(from totals) bool {
	return t.interleavings != from.interleavings || t.violating != from.violating || t.cut != from.cut || !t.cut && t.height != from.height
}
