package optimaldpor

import (
	"sync"
	"sync/atomic"

	"github.com/checkmodel/checkmodel/bounding"
	"github.com/checkmodel/checkmodel/internal/inbox"
	"github.com/checkmodel/checkmodel/internal/turns"
	"github.com/checkmodel/checkmodel/trace/causality"
)

// Dispatcher is the schedule of a search: it distributes the leaves of one exploration tree among
// explorers, each used by one goroutine.
//
// The interleavings have their turn from left to right, as if there were one explorer. The findings of an
// interleaving are added to the tree, and it is counted, when it is its turn. One explorer
// takes the leaf whose turn it is. The others take leaves further to the right, which will be
// explored whatever is found to their left. Each explores the subtree below its leaf as a task.
// Its findings that belong elsewhere wait for the turn of the leaf. So the tree, the
// interleavings, their order and the effect of a bound are the same for any number of explorers.
type Dispatcher struct {
	config Config

	mu       sync.Mutex // guards the fields below, and the tree
	tree     tree
	moved    *sync.Cond    // signals that there may be a leaf to take, or that the search is stopped
	waiting  int           // explorers that wait for moved
	changes  atomic.Uint32 // how often moved was due
	from     *node         // branches to the right of its path come next
	tasks    int           // how many were begun
	idle     []*task       // tasks without an explorer or units
	ahead    int           // the load of these
	levels   []*node       // scratch of open
	limits   Lookahead
	stopped  atomic.Bool
	holds    atomic.Uint32 // how often Hold was called
	boundCut int
	budget   int                 // interleavings until now or later ends the search; negative if that is not known
	between  func()              // see OnSave; may be nil
	guide    [][]turns.GuideStep // see Follow: for each actor, its steps; nil if there is none

	elsewhere *Elsewhere // see HandOut; nil if units are not handed out
	delivered inbox.Inbox[delivery]
	handed    []*task      // tasks with units
	short     bool         // a unit could be handed out, but there is none
	results   atomic.Int64 // the bytes of the results of units and their tasks that wait for their turn
	working   int          // explorers that have a leaf
	besides   int          // how many may have one besides one; see Elsewhere.Idle
	reserve   *sync.Cond   // signals that besides may have risen, or that the search is stopped

	below, only int   // see ExploreBelow; 0 if it was not called
	part        *task // of ExploreBelow
}

// Lookahead limits how far tasks are ahead of the turn. The results that wait for their turn need
// memory, and are lost if the search is stopped. Their load is one for each interleaving, and one
// for each event of the sequences that belong elsewhere.
type Lookahead struct {
	Slice int // interleavings of a task before its explorer looks for a leaf further to the left
	Task  int // load at which a task stops before its turn
	Near  int // waiting load up to which explorers prefer leaves near the root
	Total int // waiting load at which no task begins, and the rightmost ones are discarded
}

var usualLookahead = Lookahead{Slice: 1_000, Task: 20_000, Near: 50_000, Total: 100_000}

// NewSearch returns a search without explorers.
func NewSearch(c Config) *Dispatcher {
	s := &Dispatcher{config: c, budget: -1, limits: usualLookahead}
	s.tree = tree{bound: c.Bound, nodes: &pool{}, turn: &node{leaf: true, executed: true}}
	s.from = s.tree.turn
	s.moved, s.reserve = sync.NewCond(&s.mu), sync.NewCond(&s.mu)
	return s
}

// SetBudget tells the search after how many interleavings now or later will end it. It must be
// called before any explorer has begun.
func (s *Dispatcher) SetBudget(interleavings int) { s.budget = interleavings }

// SetLookahead changes the limits, which must all be at least 1. It must be called before any
// explorer has begun.
func (s *Dispatcher) SetLookahead(l Lookahead) { s.limits = l }

// lock spins before it blocks: most hold the lock for less time than blocking takes.
func (s *Dispatcher) lock() {
	for range 10_000 {
		if s.mu.TryLock() {
			return
		}
	}
	s.mu.Lock()
}

// Stop ends the search: Begin returns false from now on, also where it waits, and no further
// interleaving is counted.
func (s *Dispatcher) Stop() {
	s.stopped.Store(true)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.moved.Broadcast()
	s.reserve.Broadcast()
}

// take returns the leaf to explore next. It waits until there is one; it returns nil if there
// will be none.
func (s *Dispatcher) take() *node {
	for !s.stopped.Load() && s.tree.turn != nil {
		if s.elsewhere != nil {
			s.receive()
			s.catchUp()
			s.handOut()
		}
		if s.tree.turn == nil {
			break
		}
		if s.elsewhere != nil && s.working > s.besides {
			s.reserve.Wait()
			continue
		}
		if leaf := s.next(); leaf != nil && s.makeRoom(leaf) {
			if leaf != s.tree.turn {
				s.tree.nodes.unfoldTo(leaf)
				leaf = s.tree.nodes.unfold(leaf) // others may still plan branches off its events
			}
			leaf.taken = true
			if t := leaf.task; t != nil {
				s.removeIdle(t)
				t.busy = true
			}
			return leaf
		}
		if s.elsewhere == nil || !s.recallTurn() {
			s.await()
		}
	}
	return nil
}

// await waits until something has changed. It spins first, as most waits are short.
func (s *Dispatcher) await() {
	seen := s.changes.Load()
	s.mu.Unlock()
	for range 20_000 {
		if s.changes.Load() != seen {
			break
		}
	}
	s.mu.Lock()
	if s.changes.Load() == seen && !s.stopped.Load() {
		s.waiting++
		s.moved.Wait()
		s.waiting--
	}
}

// next returns the leaf to explore next; nil if there is none.
func (s *Dispatcher) next() *node {
	if s.short && s.ahead < s.limits.Near {
		if leaf := s.near(func(leaf *node) bool { return leaf.task == nil }); leaf != nil {
			return leaf // its rest may be handed out
		}
	}
	return s.open()
}

// open returns the leaf to explore next, which is not finished and has no explorer; nil if there is
// none. It is the leaf whose turn it is, or else the leftmost leaf below a state on the path to it.
// While few results wait for their turn, this state is near the root, where there is most to do;
// the more results wait, the deeper it is.
func (s *Dispatcher) open() *node {
	if s.tree.turn.open() != nil {
		return s.tree.turn
	}
	return s.near(func(*node) bool { return true })
}

// near returns the fitting leaf to explore before its turn.
func (s *Dispatcher) near(fits func(*node) bool) *node {
	s.levels = s.levels[:0]
	for n := s.from; n.parent != nil; n = n.parent {
		for _, k := range n.parent.kids[n.place+1:] {
			if leaf := k.open(); leaf != nil {
				if !leaf.hasManyBefore() && fits(leaf) {
					s.levels = append(s.levels, leaf)
				}
				break
			}
		}
	}
	if len(s.levels) == 0 {
		return nil
	}
	return s.levels[(len(s.levels)-1)*max(0, s.limits.Near-s.ahead)/s.limits.Near]
}

// makeRoom limits the results that wait for their turn. It discards the task furthest to the
// right, and reports whether there is room for a task at the leaf.
func (s *Dispatcher) makeRoom(leaf *node) bool {
	for s.ahead >= s.limits.Total {
		last := s.idle[0]
		for _, t := range s.idle[1:] {
			if last.root.leftOf(t.root) {
				last = t
			}
		}
		if !leaf.leftOf(last.root) {
			return false
		}
		s.removeIdle(last)
		s.reopen(last)
	}
	return true
}

// reopen discards the results of the task, so that it can begin again.
func (s *Dispatcher) reopen(t *task) {
	s.drop(t.parts)
	t.root.discard()
	t.root.task, t.root.taken, t.root.ended = nil, false, false
	t.root.reopenPath()
}

// wake lets waiting explorers look for a leaf again.
func (s *Dispatcher) wake() {
	s.changes.Add(1)
	if s.waiting > 0 {
		s.moved.Broadcast()
	}
}

// plan inserts the sequence into the whole tree.
func (s *Dispatcher) plan(w *insertion) {
	w.cut = s.tree.insert(w)
	s.boundCut += w.cut
	for _, leaf := range s.tree.planned {
		leaf.reopenPath()
	}
	s.wake()
}

// pass gives the turn to the leaf after the state end, where an interleaving or an explored
// subtree ends.
func (s *Dispatcher) pass(end *node) {
	s.tree.advance(end)
	s.pause()
}

// pause calls between: all that was found before the next turn is in the tree.
func (s *Dispatcher) pause() {
	s.from = s.tree.turn
	if s.between != nil && s.from != nil {
		s.between()
	}
}

// Config holds the parameters of a strategy.
type Config struct {
	Relation causality.Relation // the dependence relation
	// Bound limits the search to interleavings of low cost. Optimal plans sequences of steps, not
	// single steps: its bounds must charge for Branch.Sibling alone.
	Bound bounding.Bound
	// Seed chooses the order in which actors move where nothing is planned; 0 is the order of
	// creation. Otherwise View.State must be set.
	Seed uint64
	// MaxEvents is the number of events after which an interleaving is cut; 0 is no limit. It
	// makes the turns of actors shorter that could move for ever.
	MaxEvents int
}
