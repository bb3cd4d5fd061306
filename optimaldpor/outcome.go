package optimaldpor

import (
	"slices"

	"github.com/checkmodel/checkmodel/internal/wakeup"
	"github.com/checkmodel/checkmodel/trace"
)

// Outcome is the result of a unit.
type Outcome struct {
	Load int // how much memory it needs until the turn of the task, in bytes
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

// PathIn returns the numbers of the branches in a list that are on the path to a branch of it, or to the left of this path.
func PathIn(list []Branch, number int) (all []int) {
	for i, b := range list[:number+1] {
		for len(all) > 0 && list[all[len(all)-1]].Depth > b.Depth {
			all = all[:len(all)-1]
		}
		all = append(all, i)
	}
	return all
}

// Explored is the findings of another search below a leaf, with events of this one.
type Explored struct {
	Interleavings int              // explored
	Done          int              // of these, the ones below finished children of the leaf
	Cut           int              // how many reversals the bound did not admit below the leaf
	Sequences     []Sequence       // that belong outside of the subtree, in the order in which they were found
	Open          []Branch         // below the leaf; none if it is explored
	Events        []*trace.Event   // that lead to the open branches
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

// Deliver gives the search the outcome of a unit, nil if the unit is lost. Only the first one counts. Any goroutine may call it.
func (s *Dispatcher) Deliver(u *Unit, o *Outcome) {
	s.delivered.Put(delivery{u, o})
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
	for _, d := range s.delivered.Take() {
		t := d.unit.task
		if d.unit.over.Load() || s.stopped.Load() {
			continue
		}
		d.unit.over.Store(true)
		d.unit.Open, d.unit.Recall = nil, nil // there may be many
		t.busy, t.full = false, true
		switch o := d.outcome; {
		case o == nil:
		case o.End != nil && s.tree.turn != t.root:
			o.End()
			s.stopped.Store(true)
			s.moved.Broadcast()
		default:
			t.outcomes, t.full = append(t.outcomes, o), o.Next == nil
			s.results.Add(int64(o.Load))
		}
	}
}

// Waiting returns how many bytes of results wait for their turn. Any goroutine may call it.
func (s *Dispatcher) Waiting() int { return int(s.results.Load()) }

// Wanted reports whether an outcome of the unit is of use. Any goroutine may call it.
func (s *Dispatcher) Wanted(u *Unit) bool { return !s.stopped.Load() && !u.over.Load() }

// endUnits ends the units of a task that was handed out.
func (s *Dispatcher) endUnits(t *task) {
	if t.unit == nil {
		return
	}
	t.unit.over.Store(true)
	s.results.Add(-int64(loadBytes * t.load))
	for _, o := range t.outcomes {
		s.results.Add(-int64(o.Load))
	}
	i := slices.Index(s.handed, t)
	s.handed = slices.Delete(s.handed, i, i+1)
}

// drop discards tasks that were split off another one.
func (s *Dispatcher) drop(parts []*task) {
	for _, t := range parts {
		s.endUnits(t)
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
		w := x.Sequences[i].insertion(path, &s.config)
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

// insertion returns the sequence as the search inserts it. The path leads to the leaf of the unit.
func (q *Sequence) insertion(path []*node, c *Config) *insertion {
	var before []*trace.Event
	for _, n := range path[1 : q.Depth+1] {
		before = append(before, n.event)
	}
	return &insertion{
		Sequence: wakeup.Executed(c.Relation, before, q.Events, q.Beyond, q.Reversed, q.More),
		at:       path[q.Depth], branch: path[q.Depth+1], why: q.Why,
	}
}
