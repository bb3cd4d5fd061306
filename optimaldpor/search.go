package optimaldpor

import (
	"sync"

	"github.com/checkmodel/checkmodel/trace"
)

// Search is an exploration tree that explorers, each used by one goroutine, work
// on together.
//
// An interleaving is executed and its reversals are found without the tree. What
// was found goes into the tree when it is the interleaving's turn: behind all
// interleavings to its left, as if there were one explorer only. So the tree, the
// interleavings, their order and what a bound admits are the same for any
// number of explorers. In the meantime an explorer goes on with the next leaf
// that is there: a leaf that is in the tree will be explored, whatever comes of
// those to its left.
type Search struct {
	relation trace.Relation
	bound    Bound // nil if there is none

	mu       sync.Mutex
	moved    *sync.Cond // there may be a leaf to take, or it is over
	waiting  int        // how many explorers wait for that
	turn     *node      // the leaf whose turn it is; nil when all have had theirs
	from     *node      // what is to the right of its path comes next
	ahead    int        // how many interleavings wait for their turn
	over     bool
	boundCut int
	between  func() // nil, or to be called when all that was found is in the tree
}

// maxAhead limits how many interleavings wait for their turn, and so the memory
// that they need.
const maxAhead = 256

// NewSearch returns a search for the dependence relation, limited by bound if
// that is not nil.
func NewSearch(relation trace.Relation, bound Bound) *Search {
	s := &Search{relation: relation, bound: bound, turn: &node{leaf: true, settled: true}}
	s.from = s.turn
	s.moved = sync.NewCond(&s.mu)
	return s
}

// Stop ends the search: Begin returns false from now on, also where it waits.
func (s *Search) Stop() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.over = true
	s.moved.Broadcast()
}

// take returns a leaf that nobody has begun, the leftmost one, and waits until
// there is one. It returns nil if there will be none.
func (s *Search) take() *node {
	for !s.over && s.turn != nil {
		if leaf := s.open(); leaf != nil {
			leaf.state = taken
			return leaf
		}
		s.waiting++
		s.moved.Wait()
		s.waiting--
	}
	return nil
}

func (s *Search) open() *node {
	if s.turn.state == open {
		return s.turn
	}
	if s.ahead >= maxAhead {
		return nil
	}
	for n := s.from; n.parent != nil; n = n.parent {
		for _, k := range n.parent.kids[n.place+1:] {
			if leaf := k.open(); leaf != nil {
				return leaf
			}
		}
	}
	return nil
}

// wake lets explorers that wait look again.
func (s *Search) wake() {
	if s.waiting > 0 {
		s.moved.Broadcast()
	}
}

// insert adds the sequence below the state where it begins, to the right of what
// was executed. Where a branch there covers its beginning, the rest belongs below
// that branch; a leaf covers everything.
func (s *Search) insert(w *wakeup, p *pool) {
	n := w.at
	right := n.kids[w.place+1:]
descend:
	for {
		for _, k := range right {
			if !w.weakInitial(&k.event) {
				continue
			}
			w.remove(k.event.Actor)
			if k.leaf || len(w.events) == 0 {
				return
			}
			n, right = k, k.kids
			continue descend
		}
		break
	}
	if !s.affordable(n) {
		s.boundCut++
		return
	}
	cost := n.cost + s.charge(n)
	for _, e := range w.events {
		n = p.add(n, e)
		n.cost = cost
	}
	n.leaf, n.why = true, w.why
	s.wake()
}

func (s *Search) charge(n *node) int32 {
	if s.bound == nil {
		return 0
	}
	return int32(s.bound.Charge(len(n.kids)))
}

func (s *Search) affordable(n *node) bool {
	return s.bound == nil || int(n.cost+s.charge(n)) <= s.bound.Limit()
}

// catchUp gives all interleavings their turn that wait for it, up to one that is
// not executed yet.
func (s *Search) catchUp(p *pool) {
	for s.turn != nil && s.turn.result != nil && !s.over {
		x := s.turn.result
		s.turn.result = nil
		s.ahead--
		if !s.admit(x) {
			s.again(x.leaf, p)
			break
		}
		if s.over {
			break
		}
		for _, w := range x.sequences {
			s.insert(w, p)
		}
		s.advance(x.end, p)
	}
	s.wake()
}

// advance gives the next leaf its turn, which is the deepest one to the right of
// the path to end, and lets go of the subtrees that are done with.
func (s *Search) advance(end *node, p *pool) {
	end.done = 1
	for n := end; n.parent != nil; n = n.parent {
		n.parent.done += n.done
		p.prune(n) // only its event is needed from now on, by its siblings
		if right := n.parent.kids[n.place+1:]; len(right) > 0 {
			s.turn = right[0].first()
			s.from = s.turn
			if s.between != nil {
				s.between()
			}
			return
		}
	}
	s.turn, s.from = nil, nil
}

// executed is an interleaving whose turn has come, or will come.
type executed struct {
	leaf      *node
	reached   *node // the leaf, unless the interleaving was cut before
	end       *node // the state at its end, or the leaf
	account   func() bool
	planned   []trace.Event // what became of the events that lead to reached and were not settled, the last first
	presumed  []presumption
	repeated  bool      // it would be one of a class explored before, if all is as presumed
	sequences []*wakeup // to be inserted
}

// presumption is that an event to the left of a path will be what was planned.
type presumption struct {
	node  *node
	event *trace.Event
}

// admit accounts for an interleaving whose turn it is. It returns false if the
// interleaving was planned on a wrong presumption.
func (s *Search) admit(x *executed) bool {
	n := x.reached
	for i := range x.planned {
		n.settle(&x.planned[i])
		n = n.parent
	}
	for _, p := range x.presumed {
		if !p.node.event.Alike(p.event) {
			return false
		}
	}
	if x.repeated {
		return false
	}
	if x.account != nil && !x.account() {
		s.over = true
	}
	return true
}

// settle notes what became of the event that leads to n.
func (n *node) settle(e *trace.Event) {
	if !n.settled {
		n.event, n.settled = *e, true
	}
}

// again lets a leaf be executed again.
func (s *Search) again(leaf *node, p *pool) {
	p.cut(leaf)
	leaf.state = open
}
