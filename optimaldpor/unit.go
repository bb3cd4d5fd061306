package optimaldpor

import (
	"slices"
	"sync/atomic"

	"github.com/checkmodel/checkmodel/internal/effects"
	"github.com/checkmodel/checkmodel/trace"
)

// A unit is a task that another search executes, mostly in another process. That search resumes the path to the leaf, with the branches
// to the left of the path, and explores only the subtree below the leaf (ExploreLeaf). Its result is data (Below): the sequences that
// belong outside of the subtree, and the open branches below the leaf. In the turn of the leaf, the search that has handed out the unit
// executes these sequences in a world of its own, and adds them to its tree (adoptUnit).
//
// The other search has executed the events to the left of the path, so a unit assumes nothing.

// Unit is a leaf that another search explores.
type Unit struct {
	// Open is what the other search resumes. Its last branch is the only leaf.
	Open []Branch
	Path trace.Schedule // the steps to the leaf

	task    *task
	outcome *Outcome
	over    atomic.Bool // nobody waits for the outcome
}

// Explored is what another search has found below a leaf, with events of this one.
type Explored struct {
	Interleavings int              // explored
	Done          int              // of these, the ones below finished children of the leaf
	Cut           int              // how many reversals the bound did not admit below the leaf
	Path          []*trace.Event   // the events on the path to the leaf
	Sequences     []Sequence       // that belong outside of the subtree, in the order in which they were found
	Open          []Branch         // below the leaf; none if it is explored
	Events        []*trace.Event   // those that lead to the open branches
	Enter         func() (ok bool) // enters the findings. If they do not fit the search, it does nothing and returns false
}

// Sequence is a wakeup sequence that belongs outside of a unit.
type Sequence struct {
	Depth    int            // of the state where it begins
	Events   []*trace.Event // that an explorer executes
	Beyond   []*trace.Event // that remain possible after these
	Reversed int            // the index of the reversed event in Events if it flushes a monitor; otherwise -1
	More     int32          // how many further alternatives of the last event, a choice, it stands for
	Why      Reversal
	Again    int // how often it was found again, if there is a bound
}

// Elsewhere hands out units. A search calls the functions while explorers wait, so they must return soon.
type Elsewhere struct {
	// Room reports whether to hand out a unit, but none with which fewer interleavings are expected.
	Room func() (least int, ok bool)
	Hand func(*Unit) // hands it out, so that Deliver is called later
	Near int         // the load of results, at least 1, up to which leaves near the root are preferred
}

// HandOut lets the search hand out units. It must be called before any explorer has begun.
func (s *Dispatcher) HandOut(e *Elsewhere) { s.elsewhere, s.sizes = e, map[sizeClass]unitSizes{} }

// handOut hands out leaves to the right of the turn.
func (s *Dispatcher) handOut() {
	for s.elsewhere != nil && !s.stopped.Load() && s.tree.turn != nil {
		least, ok := s.elsewhere.Room()
		if !ok {
			return
		}
		leaf := s.near(s.results, s.elsewhere.Near, func(leaf *node) bool { return s.fitsUnit(leaf, least) })
		if leaf == nil {
			return
		}
		s.tree.nodes.unfoldTo(leaf)
		leaf = s.tree.nodes.unfold(leaf)
		s.tree.divide(leaf)
		s.tasks++
		t := &task{root: leaf, id: s.tasks, busy: true}
		t.unit = &Unit{task: t}
		t.unit.fill(leaf)
		leaf.task, leaf.taken = t, true
		s.elsewhere.Hand(t.unit)
	}
}

// fitsUnit reports whether a leaf can be a unit, and is worth it, as far as the units before it tell.
func (s *Dispatcher) fitsUnit(leaf *node, least int) bool {
	depth := int(leaf.depth) + len(leaf.rest())
	known := s.sizes[sizeClass{depth / 4, leaf.cost}]
	return leaf.task == nil && !leaf.own && (s.config.MaxEvents == 0 || depth <= s.config.MaxEvents) &&
		(known.units < fewUnits || known.interleavings/known.units >= least)
}

// sizeClass is a class of leaves: those of similar depth, and of the same cost.
type sizeClass struct{ depth, cost int }

// unitSizes tells how large the units of a class were.
type unitSizes struct{ units, interleavings int }

// fewUnits are too few units to tell the size of the next.
const fewUnits = 4

// measure records the size of a unit.
func (s *Dispatcher) measure(leaf *node, interleavings int) {
	class := sizeClass{int(leaf.depth) / 4, leaf.cost}
	known := s.sizes[class]
	s.sizes[class] = unitSizes{known.units + 1, known.interleavings + interleavings}
}

// fill sets what another search needs to explore the leaf.
func (u *Unit) fill(leaf *node) {
	path := pathTo(leaf)
	for depth, n := range path {
		b := Branch{Depth: depth, Cost: n.cost, Leaf: n == leaf, Why: n.why()}
		if depth > 0 {
			for _, k := range n.parent.kids[:n.place] {
				if k.merged == nil {
					u.Open = append(u.Open, Branch{Depth: depth, Step: k.event.Step(), More: k.more})
				}
			}
			b.Step = n.event.Step()
			u.Path = append(u.Path, b.Step)
		}
		u.Open = append(u.Open, b)
	}
}

// pathTo returns the nodes from the root to n.
func pathTo(n *node) []*node {
	path := make([]*node, n.depth+1)
	for ; n != nil; n = n.parent {
		path[n.depth] = n
	}
	return path
}

// Outcome is the result of a unit.
type Outcome struct {
	Load int // how much memory it needs until the turn of the unit
	// Execute returns what was found. An explorer calls it in the turn of the unit. An error says that it does not fit the search, which
	// then explores the leaf itself.
	Execute func() (*Explored, error)
	// End, unless nil, ends the search at once if the turn of the unit has not come yet.
	End func()
}

// Deliver gives the search the outcome of a unit, nil if nobody explores it. Only the first one counts. Any goroutine may call it.
func (s *Dispatcher) Deliver(u *Unit, o *Outcome) {
	s.delivered.mu.Lock()
	s.delivered.all = append(s.delivered.all, delivery{u, o})
	s.delivered.mu.Unlock()
	go func() { // an explorer may be calling this
		s.lock()
		defer s.mu.Unlock()
		s.wake()
	}()
}

// delivery is the outcome of a unit before an explorer has seen it.
type delivery struct {
	unit    *Unit
	outcome *Outcome
}

// receive takes the outcomes that were delivered.
func (s *Dispatcher) receive() {
	s.delivered.mu.Lock()
	all := s.delivered.all
	s.delivered.all = nil
	s.delivered.mu.Unlock()
	for _, d := range all {
		t := d.unit.task
		switch o := d.outcome; {
		case d.unit.over.Load() || d.unit.outcome != nil || s.stopped.Load():
		case o == nil:
			t.root.own = true
			s.reopen(t)
			s.wake()
		case o.End != nil && s.tree.turn != t.root:
			o.End()
			s.stopped.Store(true)
			s.moved.Broadcast()
		default:
			t.busy, t.full = false, true // no explorer takes it
			d.unit.outcome = o
			s.results += o.Load
		}
	}
}

// Wanted reports whether an outcome of the unit is of use. Any goroutine may call it.
func (s *Dispatcher) Wanted(u *Unit) bool { return !s.stopped.Load() && !u.over.Load() }

// adoptUnit is adopt for a unit.
func (s *Dispatcher) adoptUnit(t *task) bool {
	t.unit.over.Store(true)
	s.results -= t.unit.outcome.Load
	x, err := t.unit.outcome.Execute()
	if err != nil || s.budget >= 0 && x.Interleavings > s.budget {
		return false
	}
	path := pathTo(t.root)
	next := 0
	first, err := s.tree.restore(path, x.Open, func(*Branch) (*trace.Event, error) {
		next++
		return x.Events[next-1], nil
	})
	if err != nil || !x.Enter() {
		return false
	}
	for i, e := range x.Path {
		path[i+1].setExecuted(e)
	}
	if s.measure(t.root, x.Interleavings); s.budget > 0 {
		s.budget -= x.Interleavings
	}
	for i := range x.Sequences {
		w := x.Sequences[i].wakeup(path, x.Path, &s.config)
		s.plan(w)
		s.boundCut += w.cut * x.Sequences[i].Again
	}
	s.boundCut += x.Cut
	t.root.done += x.Done
	if first == nil {
		s.pass(t.root)
		return true
	}
	s.tree.turn = first
	s.tree.turns++
	s.pause()
	return true
}

// wakeup returns the sequence as the search inserts it. The path leads to the leaf of the unit.
func (q *Sequence) wakeup(path []*node, before []*trace.Event, c *Config) *wakeup {
	w := &wakeup{at: path[q.Depth], branch: path[q.Depth+1], events: q.Events, more: q.More, why: q.Why, relation: c.Relation}
	w.keep = func(e *trace.Event) *trace.Event { return e }
	all := executed{before: before[:q.Depth], events: q.Events, reversed: q.Reversed}
	w.takers = w.takersOf(q.Events, all)
	if len(q.Beyond) > 0 {
		w.beyond = slices.Clone(q.Beyond)
		all.events = slices.Concat(q.Events, q.Beyond)
		w.wider = w.takersOf(all.events, all)
	}
	return w
}

// executed is the takers of a sequence that was executed.
type executed struct {
	before, events []*trace.Event
	reversed       int // see Sequence
}

// Taker implements causality.Takers.
func (x executed) Taker(message *trace.Event) *trace.Event {
	for _, e := range x.events {
		if e.IsReceive() && (e.Taken == message.Message || e.Set.Has(message.Message)) {
			return e
		}
	}
	return nil
}

func (x executed) flushes() (all []*trace.Event) {
	for i, e := range slices.Concat(x.before, x.events) {
		if effects.Flushes(e) && i-len(x.before) != x.reversed {
			all = append(all, e)
		}
	}
	return all
}

// ExploreLeaf makes a search that was resumed explore nothing but its only leaf, with one explorer, until it has explored that many
// interleavings.
func (s *Dispatcher) ExploreLeaf(interleavings int) { s.only = interleavings }

// beginUnit takes the leaf of ExploreLeaf, and reports whether there is more to explore below it.
func (o *Optimal) beginUnit() bool {
	s := o.search
	if s.stopped.Load() {
		return false
	}
	if o.task != nil {
		return o.continueTask()
	}
	s.limits.Task = s.only + 1 // its load is not limited
	s.tree.turn.taken = true
	o.begin(s.tree.turn)
	o.left = s.only - 1
	return true
}

// Below is what a search has found that explores one leaf.
type Below struct {
	Done, Cut int      // as of Explored
	Sequences []Noted  // that belong outside
	Open      []Branch // below the leaf
}

// Noted is a sequence by its steps.
type Noted struct {
	Depth    int
	Steps    trace.Schedule // of the events, and then of those beyond
	Events   int            // how many of these an explorer executes
	Reversed int
	More     int32
	Why      Reversal
	Again    int
}

// Below returns the findings. It may only be called when the explorer has ended.
func (s *Dispatcher) Below() Below {
	t := s.tree.turn.task
	if t == nil {
		return Below{}
	}
	b := Below{Done: t.tree.done}
	again := map[*wakeup]int{}
	for _, f := range t.found {
		b.Cut += f.boundCut
		for _, a := range f.again {
			again[a.w] += a.times
		}
	}
	for _, f := range t.found {
		for _, w := range f.sequences {
			q := w.steps()
			q.Again = again[w]
			b.Sequences = append(b.Sequences, q)
		}
	}
	if t.tree.turn != nil {
		b.Open = frontier(nil, t.root, pathTo(t.tree.turn))[1:]
	}
	return b
}

// steps returns the sequence by its steps.
func (w *wakeup) steps() Noted {
	q := Noted{Depth: int(w.at.depth), Events: len(w.events), Reversed: -1, More: w.more, Why: w.why}
	for i, e := range w.events {
		if effects.Flushes(e) && !slices.ContainsFunc(w.takers.flushes(), func(f *trace.Event) bool { return f.ID() == e.ID() }) {
			q.Reversed = i
		}
	}
	for _, e := range slices.Concat(w.events, w.beyond) {
		q.Steps = append(q.Steps, e.Step())
	}
	return q
}
