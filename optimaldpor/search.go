package optimaldpor

import (
	"sync"
	"sync/atomic"

	"github.com/checkmodel/checkmodel/bounding"
	"github.com/checkmodel/checkmodel/trace"
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

	mu       sync.Mutex
	moved    *sync.Cond    // there may be a leaf to take, or it is over
	waiting  int           // how many explorers sleep until then
	changes  atomic.Uint32 // how often there may have been
	turn     *node         // the leaf whose turn it is; nil when all have had theirs
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
	apart    bool   // alternatives are planned one by one: the simple version, for comparison
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
	s := &Search{config: c, budget: -1, pace: usualPace, turn: &node{leaf: true, settled: true}}
	s.from = s.turn
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
func (s *Search) take(p *pool) *node {
	for !s.over.Load() && s.turn != nil {
		if leaf := s.open(); leaf != nil && s.room(leaf, p) {
			if leaf != s.turn {
				leaf = p.unfold(leaf, len(leaf.rest)) // others may still plan something on the way to it
			}
			leaf.state = taken
			if t := leaf.task; t != nil {
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
	if s.turn.open() != nil {
		return s.turn
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
func (s *Search) room(leaf *node, p *pool) bool {
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
		s.reopen(last, p)
	}
	return true
}

// reopen lets the task begin anew.
func (s *Search) reopen(t *task, p *pool) {
	p.drop(t.root)
	t.root.task, t.root.state = nil, open
	t.root.unshut()
}

// wake lets explorers that wait look again.
func (s *Search) wake() {
	s.changes.Add(1)
	if s.waiting > 0 {
		s.moved.Broadcast()
	}
}

// insert adds the sequence below the state where it begins, to the right of what
// was executed, unless the bound does not admit that. Where a branch there covers its
// beginning, the rest belongs below that branch, and that is where the sequence begins from
// now on; a leaf covers everything. It returns how many of the alternatives that the
// sequence stands for the bound does not admit: 0 or 1 if it is only one.
func (s *Search) insert(w *wakeup, p *pool) (cut int) {
	n := w.at
	right := n.kids[w.from():]
descend:
	for {
		var other choice
		for _, k := range right {
			if other.excludes(k) {
				continue
			}
			if w.partly(k.initial()) {
				for _, part := range w.divide(k) {
					cut += s.insert(part, p)
				}
				return cut
			}
			if !w.covered(k.initial()) {
				other = w.choiceOf(k)
				continue
			}
			w.pass(&k.event)
			k.shut = false
			if k.leaf {
				common := w.follow(k.rest)
				if common == len(k.rest) {
					return 0
				}
				k = p.unfold(k, common+1).parent
			}
			n, right = k, k.kids
			w.at, w.branch = k, nil
			continue descend
		}
		cost, ok := s.cost(n, n.width)
		if !ok {
			return 1 + int(w.more)
		}
		leaf := p.plan(n, w.events)
		leaf.cost, leaf.why = cost, w.why
		if w.more == 0 {
			return 0
		}
		if len(w.events) == 1 {
			return s.widen(leaf, w.more)
		}
		w.advance() // what leads to the other alternatives is there now
		right = n.kids[leaf.place:]
	}
}

// plan inserts the sequence where others may be at work.
func (s *Search) plan(w *wakeup, p *pool) {
	w.cut = s.insert(w, p)
	s.boundCut += w.cut
	s.wake()
}

// cost returns the cost of a branch of n before which so many are planned, and whether the
// bound admits it.
func (s *Search) cost(n *node, before int) (cost int, ok bool) {
	branch := bounding.Branch{Sibling: before}
	return n.cost + s.config.Bound.Charge(branch), s.config.Bound.Admits(branch, n.cost)
}

// pass gives the leaf its turn that comes behind the state end, where an
// interleaving or all that is below a leaf has ended.
func (s *Search) pass(end *node, p *pool) {
	s.turn, _ = next(end, nil, p)
	s.from = s.turn
	if s.between != nil && s.turn != nil {
		s.between()
	}
}

// next returns the leaf that comes behind the state end, which is the deepest one to
// the right of the path to it, but below top; nil if there is none. It lets go of
// the subtrees that are done with, and returns how many interleavings were explored
// below the last of them.
func next(end, top *node, p *pool) (leaf *node, done int) {
	n := end
	for ; n != top && n.parent != nil; n = n.parent {
		p.prune(n) // only its event is needed from now on, by its siblings
		if n.parent == top {
			done = n.done
		} else {
			n.parent.done += n.done
		}
		right := n.parent.kids[n.place+1:]
		if len(right) > 0 {
			leaf = right[0].first()
		}
		n.merge()
		if leaf != nil {
			return leaf, done
		}
	}
	return nil, done
}

// settle notes what became of the event that leads to n.
func (n *node) settle(e *trace.Event) {
	if !n.settled {
		n.event, n.settled = *e, true
	}
}

// presumption is that an event to the left of a path will be what was planned.
type presumption struct {
	node  *node
	event *trace.Event
}

// hold reports whether all events have become what was presumed.
func hold(presumed []presumption) bool {
	for _, p := range presumed {
		if !p.node.event.Alike(p.event) {
			return false
		}
	}
	return true
}
