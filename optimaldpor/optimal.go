package optimaldpor

import (
	"github.com/checkmodel/checkmodel/bounding"
	"github.com/checkmodel/checkmodel/trace"
)

// Config says what a strategy needs to know before it begins.
type Config struct {
	Relation trace.Relation // the dependence relation
	// Bound limits the search to cheap interleavings. Optimal plans sequences of steps, not single
	// steps: it can only go by bounds that charge for Branch.Sibling alone.
	Bound bounding.Bound
	// Seed is 0, or chooses in which order actors go on where nothing is planned. View.State must then
	// be there.
	Seed uint64
	// MaxEvents is how many events an interleaving may have before it is cut: the turns of actors that
	// could go on for ever are that much shorter. 0 is no limit.
	MaxEvents int
}

func (c Config) roundRobin() roundRobin { return roundRobin{seed: c.Seed, limit: c.MaxEvents} }

// Optimal is the strategy of optimal DPOR: it explores exactly one interleaving
// of every equivalence class, alone or together with other explorers of the
// same search. See the package documentation for a tour.
type Optimal struct {
	search *Search
	now    func() (goOn bool)
	later  func(before Account) Account

	task *task // that it works on; nil if the leaf is the one whose turn it is
	left int   // how many more interleavings of the task before it looks around

	interleaving
	turn roundRobin
	pool pool   // of the tasks' nodes
	key  []byte // scratch of note
}

// New returns the only explorer of a new search; see NewSearch.
func New(c Config) *Optimal {
	return NewSearch(c).Explorer(nil, nil)
}

// Explorer returns one more explorer. When it is the turn of an interleaving that
// it executed, the search calls now in End, which says whether the search shall go
// on; or later in End, and settles the account that this returned in a call of End by
// this or another explorer. If there is nothing between the interleaving and what is in
// the account before, later may add it to that and return that. No two accounts are
// settled at once, and none while now is called. Both functions may be nil.
func (s *Search) Explorer(now func() bool, later func(before Account) Account) *Optimal {
	o := &Optimal{search: s, now: now, later: later, turn: s.config.roundRobin()}
	o.order.Relation, o.seq.relation = s.config.Relation, s.config.Relation
	o.seq.order = &o.order
	return o
}

// Begin returns the planned beginning of the next interleaving, or false if
// every one has been explored. The schedule is valid until the next Begin. Begin
// waits while there may be one that other explorers still have to find.
func (o *Optimal) Begin() (trace.Schedule, bool) {
	if o.goOn() {
		return o.prefix, true
	}
	s := o.search
	s.lock()
	defer s.mu.Unlock()
	o.leave()
	leaf := s.take()
	switch {
	case leaf == nil:
		return nil, false
	case leaf.work.task != nil:
		o.task, o.left = leaf.work.task, s.pace.Stint
		o.task.tree.nodes = &o.pool
		o.enterBelow(leaf.work.task)
	case leaf == s.tree.turn:
		s.tree.divide(leaf)
		o.setPath(&s.tree)
		o.look(0, false)
	default:
		o.begin(leaf)
	}
	return o.prefix, true
}

// Choose continues a free interleaving: nothing sleeps there.
func (o *Optimal) Choose(v trace.View) (trace.Step, bool) {
	return trace.Step{Actor: o.turn.next(o.trace, v)}, true
}

// Observe takes note of the event at position depth.
func (o *Optimal) Observe(depth int, e *trace.Event) error {
	o.trace = append(o.trace[:depth], *e)
	o.same = min(o.same, depth)
	o.turn.observe(depth, e)
	if depth >= o.plan {
		return nil
	}
	if planned := o.planned[depth]; planned.Actor != e.Actor || !planned.Same(&e.Op) {
		return &Divergence{Depth: depth, Planned: *planned}
	}
	return nil
}

// End looks for the races of the interleaving, and
// plans their reversals.
func (o *Optimal) End(end trace.Ending) error {
	events := end.Events
	o.waiting = end.Waiting
	o.trace, o.path = o.trace[:events], o.path[:min(events+1, len(o.path))]
	o.order.Update(o.trace, min(o.same, events))
	o.same = events
	repetition := o.findSleepers(end.Outcome != trace.Cut)
	switch {
	case repetition != nil && (o.task == nil || len(o.task.presumed) == 0):
		return repetition
	case repetition != nil:
		o.task.wrong = true
	case o.task != nil:
		o.keep()
	case o.admit():
		o.planAtTurn()
		o.pass()
	}
	return nil
}

// planAtTurn plans the reversals of an interleaving whose turn it is, while others may be at work.
func (o *Optimal) planAtTurn() {
	s := o.search
	beside := func(settled []span, choice *trace.Event, j int) []span {
		s.lock()
		defer s.mu.Unlock()
		return o.plannedBeside(settled, choice, j)
	}
	o.plans(beside, func(w *wakeup) {
		s.lock()
		defer s.mu.Unlock()
		o.locate(w)
		s.plan(w)
	})
}

// admit accounts for an interleaving whose turn it is, and returns whether the
// search shall go on. What is accounted for is then planned and passed by, also if
// the search is stopped meanwhile; what is not will be explored again if the search
// is resumed.
func (o *Optimal) admit() bool {
	s := o.search
	s.lock()
	defer s.mu.Unlock()
	o.settle()
	if s.over.Load() {
		return false
	}
	if o.now != nil && !o.now() {
		s.over.Store(true)
		return false
	}
	if s.budget > 0 {
		s.budget--
	}
	s.from = o.end()
	return true
}

// pass lets the search go on behind an interleaving that is done with.
func (o *Optimal) pass() {
	s := o.search
	s.lock()
	defer s.mu.Unlock()
	end := o.end()
	end.done = 1
	s.pass(end)
	s.catchUp()
	s.wake()
}

// Planned returns the event that is planned at a depth of the present
// interleaving, or nil.
func (o *Optimal) Planned(depth int) *trace.Event {
	if depth >= o.plan {
		return nil
	}
	return o.planned[depth]
}

// Coverage returns how often the reversal of a race was not planned because of the bound.
func (o *Optimal) Coverage() trace.Coverage {
	s := o.search
	s.mu.Lock()
	defer s.mu.Unlock()
	return trace.Coverage{BoundCut: s.boundCut}
}
