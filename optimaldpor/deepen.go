package optimaldpor

// Iterative deepening: the search is one with a low bound, then one with the next
// higher bound, and so on, but each explores only what those before have not.
//
// A sequence that the bound does not admit waits, with the state where it would
// begin, and is planned again under the next bound. It then goes to the right of all
// that is there, as if the interleaving in which its race was found had been looked
// at only now. When races are looked at makes no difference to what is explored in
// the end: what a branch leaves to its left siblings does not depend on it, and what
// is already to the right is asked when a sequence is planned. So each class is still
// explored exactly once, and if nothing waits any more, all are.
//
// The price is memory. A state where a sequence waits is kept, and so is all that was
// planned there: a sequence must find what covers it also where that is explored.

// Level is what was explored at one bound that was not at those below.
type Level struct {
	Bound         int // the highest cost of an interleaving
	Interleavings int
	Waiting       int // how many sequences wait for a higher bound
}

// deepening is what a search bound by bound knows besides the tree.
type deepening struct {
	root     *node
	last     int // the highest bound
	waiting  []*wakeup
	known    map[place]bool // those and, under the last bound, those that would
	explored int            // how many interleavings at the present bound
	levels   []Level        // that are done with
	key      []byte         // scratch of wait
}

// place is what tells sequences that wait from each other.
type place struct {
	node     uint64
	place    int32
	sequence string
}

func newDeepening(root *node, last int) *deepening {
	return &deepening{root: root, last: last, known: map[place]bool{}}
}

// wait lets the sequence wait for a bound above limit. Often it does so already:
// the same race is found in many interleavings.
func (d *deepening) wait(w *wakeup, limit int) {
	d.key = w.key(d.key[:0])
	k := place{w.at.number, w.place, string(d.key)}
	if d.known[k] {
		return
	}
	d.known[k] = true
	if limit == d.last {
		return // it waits in vain
	}
	d.waiting = append(d.waiting, w.kept())
	for n := w.at; n != nil; n = n.parent {
		n.pending++
	}
}

// level returns what was explored at the present bound, if it has begun.
func (d *deepening) level(limit int) []Level {
	if d.explored == 0 && len(d.levels) > 0 {
		return nil
	}
	return []Level{{Bound: limit, Interleavings: d.explored, Waiting: len(d.known)}}
}

// onward returns the leaf that comes behind the state end, at this bound or else at
// the next one at which there is something to do; nil if that is none. It lets go of
// what will not be needed any more.
func (s *Search) onward(end *node, p *pool) *node {
	for n := end; n.parent != nil; n = n.parent {
		if n.pending == 0 && (n.leaf || n.free) { // nothing is ever planned below from outside
			p.drop(n)
		}
		for _, k := range n.parent.kids[n.place+1:] {
			if leaf := k.unexplored(); leaf != nil {
				return leaf
			}
		}
	}
	return s.deepen(p)
}

// deepen goes on to the next bound at which there is something to do, and returns
// the first leaf there; nil if that is none.
func (s *Search) deepen(p *pool) *node {
	d := s.deep
	for {
		d.levels = append(d.levels, Level{Bound: s.limit, Interleavings: d.explored, Waiting: len(d.known)})
		d.explored = 0
		if s.limit == d.last || len(d.waiting) == 0 {
			return nil
		}
		s.limit++
		s.release(p)
		if leaf := d.root.unexplored(); leaf != nil {
			return leaf
		}
	}
}

// unexplored returns the leftmost leaf at or below n with which nobody has begun, or
// nil. Unlike open, it looks below leaves.
func (n *node) unexplored() *node {
	switch {
	case n.leaf && n.state == open:
		return n
	case n.shut:
		return nil
	}
	for _, k := range n.kids {
		if leaf := k.unexplored(); leaf != nil {
			return leaf
		}
	}
	n.shut = true
	return nil
}

// release plans again what has waited for the present bound.
func (s *Search) release(p *pool) {
	waited := s.deep.waiting
	s.deep.waiting = nil
	clear(s.deep.known)
	for _, w := range waited {
		for n := w.at; n != nil; n = n.parent {
			n.pending--
		}
		s.plan(w, p)
	}
}
