package optimaldpor

import (
	"math"
	"slices"
	"sync/atomic"
)

// A unit is the rest of a task that another search executes, mostly in another process. An explorer of this search begins most tasks, so
// small ones are not handed out. The other search resumes the path to the leaf of the task, with the branches to the left of the path and the
// open branches below the leaf, and explores only the subtree below the leaf (ExploreBelow). Its result is data (Below): the sequences that
// belong outside of the subtree, and the branches below the leaf that are still open, which the next unit of the task resumes. In the
// turn of the leaf, the search that has handed out the units executes these sequences in a world of its own, and adds them to its
// tree (adoptOutcomes).
//
// The other search has executed the events to the left of the path, so a unit assumes nothing.
//
// If there are too few tasks, open branches below the leaf of a task become tasks of their own (split). The next unit of the first task
// ends when it comes to such a branch. In the turn of the first task, the others become tasks of the whole tree.

// Unit is a part of a task that another search explores.
type Unit struct {
	Open  []Branch // what the other search resumes; nil if Outcome hands out the unit
	Above int      // how many branches of Open are the path to the leaf of the task, with those to the left of it

	// Recall is set by the function that hands out the unit: it takes the unit back unless it has been begun, as far as is known. It may be nil.
	Recall func() (back bool)

	task *task
	over atomic.Bool // the outcome is of no use
}

// Elsewhere hands out units. A search calls the functions while explorers wait, so they must return soon.
type Elsewhere struct {
	Least int         // the interleavings of a task, at least 1, from which on its rest is handed out
	Load  int         // how many bytes of results may wait for their turn until no unit is handed out
	Room  func() bool // reports whether to hand out a unit
	Hand  func(*Unit) // hands out the first unit of a task, so that Deliver is called later
	Idle  func() int  // how many explorers of this search work at a time besides one, as others wait for units; nil for all
}

// loadBytes is the memory for a load of one, of results that were found here; see Lookahead.
const loadBytes = 250

// HandOut lets the search hand out units. It must be called before any explorer has begun.
func (s *Dispatcher) HandOut(e *Elsewhere) {
	s.elsewhere = e
	s.limits.Slice = min(s.limits.Slice, e.Least)
}

// handOut hands out the rests of tasks.
func (s *Dispatcher) handOut() {
	if s.elsewhere == nil {
		return
	}
	defer s.callReserve()
	short := s.short
	s.short = false
	for !s.stopped.Load() && s.tree.turn != nil && s.Waiting() < s.elsewhere.Load && s.elsewhere.Room() {
		if short && s.split() {
			continue
		}
		t := s.rest()
		if s.short = t == nil; s.short {
			return
		}
		u := &Unit{task: t}
		t.busy = true
		if t.unit == nil {
			s.removeIdle(t)
			s.handed, t.depth = append(s.handed, t), int(t.root.depth)
			s.results.Add(int64(loadBytes * t.load))
			u.fill(t.root)
			u.Open = append(u.Open, frontier(nil, t.root, pathTo(t.tree.turn))[1:]...)
			t.unit = u
			s.elsewhere.Hand(u)
			continue
		}
		t.unit = u
		t.outcomes[len(t.outcomes)-1].Next(u)
	}
}

// callReserve lets so many explorers work as Elsewhere.Idle says.
func (s *Dispatcher) callReserve() {
	s.besides = math.MaxInt
	if idle := s.elsewhere.Idle; idle != nil {
		s.besides = idle()
	}
	if s.besides > 0 {
		s.reserve.Broadcast()
	}
}

// recallTurn takes back the unit of the task whose turn it is. It returns false if it must be waited for.
func (s *Dispatcher) recallTurn() bool {
	t := s.tree.turn.task
	if t == nil || !t.busy || t.unit == nil || t.unit.Recall == nil || !t.unit.Recall() {
		return false
	}
	t.unit.over.Store(true)
	t.busy, t.full = false, true
	s.catchUp()
	s.wake()
	return true
}

// rest returns the task whose rest is handed out next: the one that begins nearest to the root; nil if there is none.
func (s *Dispatcher) rest() (next *task) {
	depth := math.MaxInt
	nearest := func(t *task, d int) {
		if d < depth {
			next, depth = t, d
		}
	}
	for _, t := range s.idle {
		if t.idle() && t.size >= s.elsewhere.Least && (s.config.MaxEvents == 0 || int(t.root.depth) <= s.config.MaxEvents) {
			nearest(t, int(t.root.depth))
		}
	}
	for _, t := range s.handed {
		if !t.busy && !t.full {
			nearest(t, t.depth)
		}
	}
	return next
}

// split hands out an open branch as a task of its own: of the branches of tasks whose units have all ended, the one nearest to the root.
// It reports whether there is one.
func (s *Dispatcher) split() bool {
	var of *task
	var from *Outcome
	nearest := 0
	for _, t := range s.handed {
		if t.busy || len(t.outcomes) == 0 {
			continue
		}
		o := t.outcomes[len(t.outcomes)-1]
		for i, l := range o.Leaves {
			if of == nil || l.Depth < from.Leaves[nearest].Depth {
				of, from, nearest = t, o, i
			}
		}
	}
	if of == nil {
		return false
	}
	l := from.Leaves[nearest]
	from.Leaves = slices.Delete(from.Leaves, nearest, nearest+1)
	place, hand := from.Split(l.Number)
	b := &task{depth: l.Depth, busy: true, since: len(of.outcomes)}
	b.unit = &Unit{task: b}
	of.parts = slices.Insert(of.parts, place, b)
	s.handed = append(s.handed, b)
	hand(b.unit)
	return true
}

// fill sets the path to the leaf, with the branches to the left of it.
func (u *Unit) fill(leaf *node) {
	path := pathTo(leaf)
	for depth, n := range path {
		b := Branch{Depth: depth, Cost: n.cost, Why: n.why()}
		if depth > 0 {
			for _, k := range n.parent.kids[:n.place] {
				if k.merged == nil {
					u.Open = append(u.Open, Branch{Depth: depth, Step: k.event.Step(), More: k.more})
				}
			}
			b.Step = n.event.Step()
		}
		u.Open = append(u.Open, b)
	}
	u.Above = len(u.Open)
}

// pathTo returns the nodes from the root to n.
func pathTo(n *node) []*node {
	path := make([]*node, n.depth+1)
	for ; n != nil; n = n.parent {
		path[n.depth] = n
	}
	return path
}
