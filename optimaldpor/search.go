package optimaldpor

import (
	"sync"
	"sync/atomic"
)

// Search is an exploration tree that explorers, each used by one goroutine, work
// on together.
//
// The interleavings of the tree have their turn one after the other, from left to
// right, as if there were one explorer only: what is found in one goes into the
// tree, and is accounted for, when it is its turn. The explorer that takes the leaf
// whose turn it is does just that. Another one takes a leaf further to the right,
// which will be explored whatever comes of those to its left, and explores the
// subtree below it, which is its own (task); what it finds that belongs elsewhere
// waits for the turn of the leaf. So the tree, the interleavings, their order and
// what a bound admits are the same for any number of explorers.
type Search struct {
	config Config

	mu       sync.Mutex // guards what follows, and the tree
	tree     tree
	moved    *sync.Cond    // there may be a leaf to take, or it is over
	waiting  int           // how many explorers sleep until then
	changes  atomic.Uint32 // how often there may have been
	from     *node         // what is to the right of its path comes next
	tasks    int           // how many there have been
	idle     []*task       // those that nobody works on
	ahead    int           // the load of these, which waits for their turn
	levels   []*node       // scratch of open
	pace     Pace
	over     atomic.Bool
	boundCut int
	budget   int    // how many more interleavings there shall be; negative if that does not matter
	between  func() // nil, or to be called when all that was found is in the tree
}

// Pace says how far explorers may be ahead of the one whose turn it is. What waits for
// its turn needs memory, and is lost if the search is stopped: that is its load, one for each
// interleaving and one for each event of the sequences that were found in it and belong elsewhere.
type Pace struct {
	Stint int // interleavings of a task before an explorer looks whether there is something better to do
	Task  int // load of a task before its turn
	Far   int // load that may wait for its turn before explorers keep close to it
	Ahead int // and how much there is at most, give or take a task
}

var usualPace = Pace{Stint: 1_000, Task: 20_000, Far: 50_000, Ahead: 100_000}

// NewSearch returns a search that no explorer has begun.
func NewSearch(c Config) *Search {
	s := &Search{config: c, budget: -1, pace: usualPace}
	s.tree = tree{bound: c.Bound, nodes: &pool{}, turn: &node{leaf: true, executed: true}}
	s.from = s.tree.turn
	s.moved = sync.NewCond(&s.mu)
	return s
}

// SetBudget tells the search after how many interleavings now or later will say
// that it shall not go on. It must be called before any explorer has begun.
func (s *Search) SetBudget(interleavings int) { s.budget = interleavings }

// SetPace changes the pace, whose numbers must all be at least 1. It must be called
// before any explorer has begun.
func (s *Search) SetPace(p Pace) { s.pace = p }

// lock waits awake for a while: to go to sleep takes longer than most stay inside.
func (s *Search) lock() {
	for range 10_000 {
		if s.mu.TryLock() {
			return
		}
	}
	s.mu.Lock()
}

// Stop ends the search: Begin returns false from now on, also where it waits, and
// no further interleaving is accounted for.
func (s *Search) Stop() {
	s.over.Store(true)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.moved.Broadcast()
}

// take returns the leaf to work on next. It waits until there is one, and returns nil if there will be none.
func (s *Search) take() *node {
	for !s.over.Load() && s.tree.turn != nil {
		if leaf := s.open(); leaf != nil && s.room(leaf) {
			if leaf != s.tree.turn {
				leaf = s.tree.nodes.unfold(leaf, len(leaf.rest)) // others may still plan something on the way to it
			}
			leaf.work.taken = true
			if t := leaf.work.task; t != nil {
				s.forget(t)
				t.busy = true
			}
			return leaf
		}
		s.await()
	}
	return nil
}

// await waits until something has changed, at first awake: that is soon, mostly.
func (s *Search) await() {
	seen := s.changes.Load()
	s.mu.Unlock()
	for range 20_000 {
		if s.changes.Load() != seen {
			break
		}
	}
	s.mu.Lock()
	if s.changes.Load() == seen && !s.over.Load() {
		s.waiting++
		s.moved.Wait()
		s.waiting--
	}
}

// open returns the leaf to work on next, one that is not done with and that nobody
// works on: the one whose turn it is; or else the leftmost below a state of the path
// to that, far up, where there is most to do, as long as few interleavings wait for
// their turn, and the further down the more there are. It returns nil if there is
// none.
func (s *Search) open() *node {
	if s.tree.turn.open() != nil {
		return s.tree.turn
	}
	s.levels = s.levels[:0]
	for n := s.from; n.parent != nil; n = n.parent {
		for _, k := range n.parent.kids[n.place+1:] {
			if leaf := k.open(); leaf != nil {
				if !leaf.ahead() {
					s.levels = append(s.levels, leaf)
				}
				break
			}
		}
	}
	if len(s.levels) == 0 {
		return nil
	}
	return s.levels[(len(s.levels)-1)*max(0, s.pace.Far-s.ahead)/s.pace.Far]
}

// room sees to it that there are not too many interleavings that wait for their
// turn. It gives up what is furthest to the right, and reports whether that makes
// room for more at the leaf.
func (s *Search) room(leaf *node) bool {
	for s.ahead >= s.pace.Ahead {
		last := s.idle[0]
		for _, t := range s.idle[1:] {
			if last.root.leftOf(t.root) {
				last = t
			}
		}
		if !leaf.leftOf(last.root) {
			return false
		}
		s.forget(last)
		s.reopen(last)
	}
	return true
}

// reopen lets the task begin anew.
func (s *Search) reopen(t *task) {
	t.root.discard()
	t.root.work = work{}
	t.root.reopenPath()
}

// wake lets explorers that wait look again.
func (s *Search) wake() {
	s.changes.Add(1)
	if s.waiting > 0 {
		s.moved.Broadcast()
	}
}

// plan inserts the sequence where others may be at work.
func (s *Search) plan(w *wakeup) {
	w.cut = s.tree.insert(w)
	s.boundCut += w.cut
	for _, leaf := range s.tree.planned {
		leaf.reopenPath()
	}
	s.wake()
}

// pass gives the leaf its turn that comes behind the state end, where an
// interleaving or all that is below a leaf has ended.
func (s *Search) pass(end *node) {
	s.tree.advance(end)
	s.pause()
}

// pause calls between: all that was found before the leaf whose turn it is now is in the tree.
func (s *Search) pause() {
	s.from = s.tree.turn
	if s.between != nil && s.from != nil {
		s.between()
	}
}
