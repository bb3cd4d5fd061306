package optimaldpor

import (
	"github.com/checkmodel/checkmodel/internal/turns"
	"github.com/checkmodel/checkmodel/internal/wakeup"
	"github.com/checkmodel/checkmodel/trace"
)

func (c Config) roundRobin() turns.RoundRobin {
	return turns.RoundRobin{Seed: c.Seed, Limit: c.MaxEvents}
}

// Optimal is the strategy of optimal DPOR: it explores exactly one interleaving of each
// equivalence class, alone or with other explorers of the same search. See the package
// documentation for a tour.
type Optimal struct {
	search *Dispatcher
	now    func() (goOn bool)
	later  func(before Batch) Batch

	task  *task // that it works on; nil if it has the turn
	left  int   // interleavings of the task until it looks for another leaf
	works bool  // it has a leaf

	interleaving
	turn turns.RoundRobin
	near turns.Follower // if the search has a guide
	pool pool           // of the tasks' nodes
	key  []byte         // scratch of note
}

// New returns the only explorer of a new search; see NewSearch.
func New(c Config) *Optimal {
	return NewSearch(c).Explorer(nil, nil)
}

// Explorer returns another explorer. End calls the two functions, which may be nil.
//
// If it is the turn of the interleaving, now is called, and returns whether the search continues.
// Otherwise later is called. It returns a batch with the interleaving, which this or another
// explorer counts in End when it is its turn. If the interleaving directly follows the
// interleavings of an earlier batch, before is that batch, otherwise nil; later may add the
// interleaving to it and return it. No two batches are counted at once, and none while now is
// called.
func (s *Dispatcher) Explorer(now func() bool, later func(before Batch) Batch) *Optimal {
	o := &Optimal{search: s, now: now, later: later, turn: s.config.roundRobin()}
	o.run.Order.Relation = s.config.Relation
	o.builder, o.inTree, o.contested.many = wakeup.NewBuilder(&o.run), o.withTree, manyRivals
	return o
}

// withTree calls f with the tree that contains the state after the number of events.
func (o *Optimal) withTree(events int, f func(*tree)) {
	if t := o.task; t != nil && events >= int(t.root.depth) {
		f(&t.tree)
		return
	}
	s := o.search
	s.lock()
	defer s.mu.Unlock()
	f(&s.tree)
}

// Begin returns the planned beginning of the next interleaving, or false if all have been
// explored. The schedule is valid until the next Begin. Begin waits while other explorers may
// still find interleavings.
func (o *Optimal) Begin() (trace.Schedule, bool) {
	o.run.ForgetCopies(o.search.holds.Load())
	if o.search.only > 0 {
		more := o.beginUnit()
		return o.prefix, more
	}
	if o.continueTask() {
		return o.prefix, true
	}
	s := o.search
	s.lock()
	defer s.mu.Unlock()
	o.leave()
	if o.works {
		s.working--
	}
	leaf := s.take()
	if o.works = leaf != nil; o.works {
		s.working++
	}
	if leaf != nil && (leaf.task != nil || leaf != s.tree.turn) {
		o.last.forget() // findings outside of the tree of the task must be noted
	}
	switch {
	case leaf == nil:
		return nil, false
	case leaf.task != nil:
		o.task, o.left = leaf.task, s.limits.Slice-1
		o.task.tree.nodes = &o.pool
		o.task.tree.divide(o.task.tree.turn)
		o.setPathInTask(leaf.task)
	case leaf == s.tree.turn:
		s.tree.divide(leaf)
		o.look(o.setPath(&s.tree), false)
	default:
		o.begin(leaf)
	}
	return o.prefix, true
}

// Choose returns the next step after the plan. Nothing sleeps there, except for some steps of a guide; see awake.
func (o *Optimal) Choose(v trace.View) (trace.Step, bool) {
	if o.search.guide != nil {
		if st, ok := o.near.Next(o.search.guide, len(o.run.Events), v); ok {
			return o.awake(st), true
		}
	}
	return trace.Step{Actor: o.turn.Next(o.run.Events, v)}, true
}

// Observe records the event at position depth. It returns a *Divergence if another one was planned.
func (o *Optimal) Observe(depth int, e *trace.Event) error {
	o.run.Observe(depth, e)
	if depth < o.same { // it is the first event that differs from the interleaving before
		o.same = depth
	}
	o.choices = o.choices[:before(o.choices, depth)]
	if hasAlternatives(e) {
		o.choices = append(o.choices, int32(depth))
	}
	o.turn.Observe(depth, e)
	if o.search.guide != nil {
		o.near.Observe(depth, e)
	}
	if depth >= o.plan {
		return nil
	}
	if planned := o.planned[depth]; planned.Actor != e.Actor || !planned.Same(&e.Op) {
		return &Divergence{Depth: depth, Planned: *planned}
	}
	return nil
}

// before returns how many of the sorted positions are before the given one.
func before(positions []int32, at int) int {
	n := len(positions)
	for n > 0 && int(positions[n-1]) >= at {
		n--
	}
	return n
}

// End plans the reversals of the races of the interleaving. It returns a *Repetition if the
// interleaving is of a class that was explored before.
func (o *Optimal) End(end trace.Ending) error {
	events := end.Events
	o.waiting = end.Waiting
	o.run.Events, o.path = o.run.Events[:events], o.path[:min(events+1, len(o.path))]
	o.choices = o.choices[:before(o.choices, events)]
	o.run.Order.Update(o.run.Events, min(o.same, events))
	o.same = events
	repetition := o.findSleepers(end.Outcome != trace.Cut)
	switch {
	case repetition != nil && (o.task == nil || len(o.task.assumed) == 0):
		return repetition
	case repetition != nil:
		o.task.wrong = true
	case o.task != nil:
		if o.search.only == 0 || o.admit() {
			o.record()
		}
	case o.admit():
		o.planAtTurn()
		o.pass()
	}
	return nil
}

// planAtTurn plans the reversals of an interleaving whose turn it is. Others may use the tree in
// between.
func (o *Optimal) planAtTurn() {
	s := o.search
	beside := func(planned []wakeup.Span, choice *trace.Event, j int) []wakeup.Span {
		s.lock()
		defer s.mu.Unlock()
		return o.plannedBeside(planned, choice, j)
	}
	plan := func(w *insertion) {
		s.lock()
		defer s.mu.Unlock()
		o.locate(w)
		s.plan(w)
	}
	o.plans(beside, plan, func(was result) {
		if was.cut > 0 {
			s.lock()
			defer s.mu.Unlock()
			s.boundCut += was.cut
		}
	})
}

// admit counts an interleaving whose turn it is, and returns whether the search continues. The
// results of a counted interleaving are added to the tree even if the search is stopped meanwhile.
// An interleaving that is not counted is explored again if the search is resumed.
func (o *Optimal) admit() bool {
	s := o.search
	s.lock()
	defer s.mu.Unlock()
	o.setExecuted()
	if s.stopped.Load() {
		return false
	}
	if o.now != nil && !o.now() {
		s.stopped.Store(true)
		return false
	}
	if s.budget > 0 {
		s.budget--
	}
	s.from = o.end()
	return true
}

// pass ends the turn of the interleaving.
func (o *Optimal) pass() {
	s := o.search
	s.lock()
	defer s.mu.Unlock()
	end := o.end()
	end.done = 1
	s.pass(end)
	if s.elsewhere != nil {
		s.receive()
	}
	s.catchUp()
	s.handOut()
	s.wake()
}

// Planned returns the planned event at a depth of the present interleaving; nil after the plan.
func (o *Optimal) Planned(depth int) *trace.Event {
	if depth >= o.plan {
		return nil
	}
	return o.planned[depth]
}

// Coverage returns how many reversals were not planned because of the bound.
func (o *Optimal) Coverage() trace.Coverage {
	s := o.search
	s.mu.Lock()
	defer s.mu.Unlock()
	return trace.Coverage{BoundCut: s.boundCut}
}

// Reversal returns why the present interleaving is explored; false for the first one, which has
// no reason.
func (o *Optimal) Reversal() (Reversal, bool) {
	return o.leaf.why(), o.plan > 0
}

// awake returns the step of the guide, or the step without its fault if a branch to the left of the path begins with that fault of the same
// message. A plan without the send is explored beside such a branch, as it may continue with other alternatives of the send
// (see limit); with this one it would be explored again.
func (o *Optimal) awake(st trace.Step) trace.Step {
	if st.Alternative == 0 {
		return st
	}
	for i := range o.sleepers {
		s := &o.sleepers[i]
		if e := s.Event; e.Budget != nil && e.Actor == st.Actor && int(e.Index) == o.near.Moved[e.Actor] && s.Alternatives().Has(st.Alternative) {
			return trace.Step{Actor: st.Actor}
		}
	}
	return st
}
