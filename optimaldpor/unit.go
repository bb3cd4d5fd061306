package optimaldpor

import (
	"math"
	"slices"
	"sync/atomic"

	"github.com/checkmodel/checkmodel/internal/effects"
	"github.com/checkmodel/checkmodel/trace"
)

// A unit is the rest of a task that another search executes, mostly in another process. An explorer of this search begins the task, so small
// ones are never handed out. The other search resumes the path to the leaf of the task, with the branches to the left of the path and the
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
	Open  []Branch // what the other search resumes; nil if Outcome has what hands out the unit
	Above int      // how many branches of Open are the path to the leaf of the task, with those to the left of it

	task *task
	over atomic.Bool // nobody waits for the outcome
}

// Explored is what another search has found below a leaf, with events of this one.
type Explored struct {
	Interleavings int              // explored
	Done          int              // of these, the ones below finished children of the leaf
	Cut           int              // how many reversals the bound did not admit below the leaf
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
	Least int         // the interleavings of a task, at least 1, from which on its rest is handed out
	Load  int         // the load of waiting results from which on no unit is handed out
	Room  func() bool // reports whether to hand out a unit
	Hand  func(*Unit) // hands out the first unit of a task, so that Deliver is called later
}

// HandOut lets the search hand out units. It must be called before any explorer has begun.
func (s *Dispatcher) HandOut(e *Elsewhere) {
	s.elsewhere = e
	s.limits.Slice = min(s.limits.Slice, e.Least)
}

// handOut hands out the rests of tasks.
func (s *Dispatcher) handOut() {
	short := s.short
	s.short = false
	for s.elsewhere != nil && !s.stopped.Load() && s.tree.turn != nil && s.results < s.elsewhere.Load && s.elsewhere.Room() {
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

// split makes the open branch nearest to the root a task of its own, of those below the leaf of a task of which no unit is being
// explored, and hands out its first unit. It reports whether there is one.
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

// Outcome is the result of a unit.
type Outcome struct {
	Load int // how much memory it needs until the turn of the task
	// Execute returns what was found below the leaf to which the path leads. An explorer calls it in the turn of the task. An error says
	// that it does not fit the search, which then explores the rest of the task itself.
	Execute func(path trace.Schedule) (*Explored, error)
	// Next hands out the next unit of the task, as Hand does; nil if everything is explored, or the next branch is a task of its own.
	Next func(*Unit)
	// Leaves are open branches that may become tasks of their own; see Split.
	Leaves []OpenLeaf
	// Split makes a branch, by its number, a task of its own: from now on it has Branch.Elsewhere. Split returns how many such branches
	// there are to the left of it, and a function that hands out the first unit of the task.
	Split func(number int) (place int, hand func(*Unit))
	// End, unless nil, ends the search at once if the turn of the task has not come yet.
	End func()
}

// OpenLeaf is an open branch by its number in a list.
type OpenLeaf struct{ Number, Depth int }

// Leaves returns the open branches of a list that may become tasks of their own: not the first, which is next.
func Leaves(list []Branch) (all []OpenLeaf) {
	first := true
	for i, b := range list {
		if b.Leaf && !first && !b.Elsewhere && b.More == 0 {
			all = append(all, OpenLeaf{i, b.Depth})
		}
		first = first && !b.Leaf
	}
	return all
}

// PathIn returns the numbers of the branches in a list that are on the path to one of them, or to the left of it.
func PathIn(list []Branch, number int) (all []int) {
	for i, b := range list[:number+1] {
		for len(all) > 0 && list[all[len(all)-1]].Depth > b.Depth {
			all = all[:len(all)-1]
		}
		all = append(all, i)
	}
	return all
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
		if d.unit.over.Load() || s.stopped.Load() {
			continue
		}
		d.unit.over.Store(true)
		t.busy, t.full = false, true
		switch o := d.outcome; {
		case o == nil:
		case o.End != nil && s.tree.turn != t.root:
			o.End()
			s.stopped.Store(true)
			s.moved.Broadcast()
		default:
			t.outcomes, t.full = append(t.outcomes, o), o.Next == nil
			s.results += o.Load
		}
	}
}

// Wanted reports whether an outcome of the unit is of use. Any goroutine may call it.
func (s *Dispatcher) Wanted(u *Unit) bool { return !s.stopped.Load() && !u.over.Load() }

// recall ends the units of a task that was handed out.
func (s *Dispatcher) recall(t *task) {
	if t.unit == nil {
		return
	}
	t.unit.over.Store(true)
	for _, o := range t.outcomes {
		s.results -= o.Load
	}
	i := slices.Index(s.handed, t)
	s.handed = slices.Delete(s.handed, i, i+1)
}

// drop discards tasks that were split off another one.
func (s *Dispatcher) drop(parts []*task) {
	for _, t := range parts {
		s.recall(t)
		s.drop(t.parts)
	}
}

// adoptOutcomes adds the outcomes of the units of a task to the tree, as far as they fit the search. It returns the leaf that is next in the task,
// nil if all is explored, and false if nothing is known of the task.
func (s *Dispatcher) adoptOutcomes(t *task) (first *node, known bool) {
	first, known = t.tree.turn, t.size > 0
	path := pathTo(t.root)
	var steps trace.Schedule
	for _, n := range path[1:] {
		steps = append(steps, n.event.Step())
	}
	entered := 0
	for _, o := range t.outcomes {
		was := *t.root
		next, ok := s.adoptOutcome(t, o, path, steps)
		if !ok {
			*t.root = was
			break
		}
		first, known = next, true
		entered++
	}
	s.attach(t, entered)
	return first, known
}

// adoptOutcome does the same for one outcome. It returns false if it does not fit.
func (s *Dispatcher) adoptOutcome(t *task, o *Outcome, path []*node, steps trace.Schedule) (first *node, ok bool) {
	x, err := o.Execute(steps)
	if err != nil || s.budget >= 0 && x.Interleavings > s.budget {
		return nil, false
	}
	events := x.Events
	t.root.discard()
	first, err = s.tree.restore(path, x.Open, func(*Branch) (e *trace.Event, _ error) {
		e, events = events[0], events[1:]
		return e, nil
	})
	if err != nil || !x.Enter() {
		return nil, false
	}
	if s.budget > 0 {
		s.budget -= x.Interleavings
	}
	for i := range x.Sequences {
		w := x.Sequences[i].wakeup(path, &s.config)
		s.plan(w)
		s.boundCut += w.cut * x.Sequences[i].Again
	}
	s.boundCut += x.Cut
	t.root.done += x.Done
	return first, true
}

// attach makes the parts of a task, of which so many outcomes have entered, tasks of the whole tree.
func (s *Dispatcher) attach(t *task, entered int) {
	parts := t.parts
	t.parts = nil
	for _, k := range t.root.kids {
		k.walk(func(n *node) {
			if !n.elsewhere {
				return
			}
			for n.elsewhere = false; len(parts) > 0 && parts[0].since > entered; parts = parts[1:] {
				s.drop(parts[:1])
			}
			if len(parts) > 0 {
				b := parts[0]
				parts = parts[1:]
				b.root, b.reached = n, n
				n.task, n.taken = b, true
			}
		})
	}
	s.drop(parts)
}

// wakeup returns the sequence as the search inserts it. The path leads to the leaf of the unit.
func (q *Sequence) wakeup(path []*node, c *Config) *wakeup {
	var before []*trace.Event
	for _, n := range path[1 : q.Depth+1] {
		before = append(before, n.event)
	}
	w := &wakeup{at: path[q.Depth], branch: path[q.Depth+1], events: q.Events, more: q.More, why: q.Why, relation: c.Relation}
	w.keep = func(e *trace.Event) *trace.Event { return e }
	all := executed{before: before, events: q.Events, reversed: q.Reversed}
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

// ExploreBelow makes a search that was resumed explore only what is open below the state after so many events, with one explorer, until
// it has explored that many interleavings.
func (s *Dispatcher) ExploreBelow(depth, interleavings int) { s.below, s.only = depth, interleavings }

// beginUnit takes the next leaf of ExploreBelow, and reports whether there is one.
func (o *Optimal) beginUnit() bool {
	s := o.search
	if s.stopped.Load() {
		return false
	}
	if o.task != nil {
		return o.continueTask()
	}
	s.limits.Task = math.MaxInt
	turn := s.tree.turn
	turn.taken = true
	o.begin(pathTo(turn)[s.below])
	o.left = s.only - 1
	s.part = o.task
	s.part.tree.turn = turn
	s.part.tree.divide(turn)
	o.setPathInTask(s.part)
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
	t := s.part
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
