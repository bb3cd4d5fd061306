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
	now    func() bool
	later  func(before Account) Account

	task *task // that it works on; nil if the leaf is the one whose turn it is
	left int   // how many more interleavings of the task before it looks around

	leaf  *node         // of the present interleaving
	path  []*node       // path[a] is the state after a events; path[0] is the root; as far as it is in the tree
	plan  int           // how many events of the present interleaving were planned
	order trace.Order   // happens-before of the last interleaving
	trace []trace.Event // the events of the present interleaving
	same  int           // how many of them are those of the interleaving before
	turn  roundRobin
	seq   sequence // the wakeup sequence under construction
	pool  pool
	key   []byte // scratch of note

	waiting []trace.Pending // of the present interleaving, in End

	planned  []*trace.Event // of the present interleaving
	sleepers []sleeper      // beside it, in the order of from
	presumed []presumption  // those of them that have not been executed yet
	prefix   trace.Schedule

	alternatives []span // scratch of unsettled
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
	o := &Optimal{search: s, now: now, later: later, turn: s.config.roundRobin(), order: trace.Order{Relation: s.config.Relation}}
	o.seq.relation, o.seq.order = s.config.Relation, &o.order
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
	leaf := s.take(&o.pool)
	switch {
	case leaf == nil:
		return nil, false
	case leaf.task != nil:
		o.task, o.left = leaf.task, s.pace.Stint
		o.enterBelow(leaf.task)
	case leaf == s.turn:
		o.enter(leaf)
	default:
		o.begin(leaf)
	}
	return o.prefix, true
}

// enter sets the path to the leaf, and what sleeps beside it.
func (o *Optimal) enter(leaf *node) {
	o.setPath(leaf)
	o.look(0, false)
}

func (o *Optimal) setPath(leaf *node) {
	o.planned, o.sleepers, o.presumed = o.planned[:0], o.sleepers[:0], o.presumed[:0]
	o.search.divide(leaf, &o.pool)
	depth := int(leaf.depth)
	o.leaf, o.plan = leaf, depth+len(leaf.rest)
	for len(o.path) <= depth {
		o.path = append(o.path, nil)
	}
	o.path = o.path[:depth+1]
	for n := leaf; n != nil; n = n.parent {
		o.path[n.depth] = n
	}
	o.trace = o.trace[:min(len(o.trace), o.plan)] // all of that may be shared with the interleaving before
}

// look notes what is planned behind the first so many events, and what sleeps
// beside that. If another explorer may find out what becomes of something that is
// only planned, it notes a copy.
func (o *Optimal) look(from int, others bool) {
	o.prefix = o.prefix[:0]
	for _, e := range o.planned {
		o.prefix = append(o.prefix, e.Step())
	}
	for a := from; a < len(o.path)-1; a++ {
		n := o.path[a+1]
		e := &n.event
		if others && !n.settled {
			e = copied(e)
		}
		o.planned = append(o.planned, e)
		o.prefix = append(o.prefix, e.Step())
		for _, left := range o.path[a].kids[:n.place] {
			if left.merged != nil {
				continue
			}
			e := &left.event
			if others && !left.settled {
				e = copied(e)
				o.presumed = append(o.presumed, presumption{left, e})
			}
			o.sleepers = append(o.sleepers, sleeper{initial: initial{e, left.more}, from: a})
		}
	}
	for i := range o.leaf.rest {
		e := &o.leaf.rest[i]
		o.planned = append(o.planned, e)
		o.prefix = append(o.prefix, e.Step())
	}
}

func copied(e *trace.Event) *trace.Event {
	c := *e
	return &c
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
		o.plans(func(w *wakeup) {
			o.search.lock()
			defer o.search.mu.Unlock()
			o.locate(w)
			o.search.plan(w, &o.pool)
		})
		o.pass()
	}
	return nil
}

// locate sets where the sequence that was built begins. What leads there is added to
// the tree only now: mostly, nothing is ever planned beside it.
func (o *Optimal) locate(w *wakeup) {
	o.grow(o.seq.start + 1)
	w.at, w.branch = o.path[o.seq.start], o.path[o.seq.start+1]
}

// grow adds the first so many events to the tree, as far as they are not there.
func (o *Optimal) grow(events int) {
	for a := len(o.path) - 1; a < events; a++ {
		k := o.pool.add(o.path[a], &o.trace[a])
		k.settled = true
		o.path = append(o.path, k)
	}
}

// end returns the last state of the interleaving that is in the tree.
func (o *Optimal) end() *node {
	if len(o.trace) < int(o.leaf.depth) {
		return o.leaf
	}
	return o.path[len(o.path)-1]
}

// admit accounts for an interleaving whose turn it is, and returns whether the
// search shall go on. What is accounted for is then planned and passed by, also if
// the search is stopped meanwhile; what is not will be explored again if the search
// is resumed.
func (o *Optimal) admit() bool {
	s := o.search
	s.lock()
	defer s.mu.Unlock()
	for n := o.path[len(o.path)-1]; !n.settled; n = n.parent {
		n.settle(&o.trace[n.depth-1])
	}
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
	s.pass(end, &o.pool)
	s.catchUp(&o.pool)
	s.wake()
}

// plans calls plan with a wakeup sequence for every reversal that is not covered
// by what was explored to the left of the path. It has to be located yet, and must not be kept.
func (o *Optimal) plans(plan func(*wakeup)) {
	w := &wakeup{relation: o.search.config.Relation}
	planAll := func(i int, second *trace.Event, more int32) { // what reverses these events
		if o.asleep() {
			return
		}
		w.why = Reversal{o.trace[i].ID(), second.ID()}
		w.events, w.more, w.beyond, w.passed = o.seq.events, more, o.seq.beyond, w.passed[:0]
		w.takers, w.wider = &o.seq, beyond{&o.seq}
		plan(w)
	}
	planUnlessAsleep := func(i int, second *trace.Event) { planAll(i, second, 0) }
	races := o.order.Races()
	for j := range o.trace {
		impossible := false
		for len(races) > 0 && int(races[0].Second) == j {
			if o.seq.reverse(o.trace, races[0]) {
				planUnlessAsleep(int(races[0].First), &o.trace[j])
			} else {
				impossible = true
			}
			races = races[1:]
		}
		if impossible {
			o.sooner(awaited(o.trace, j), j, planUnlessAsleep)
		}
		if e := &o.trace[j]; e.Kind == trace.Choose {
			// Also where it is not the first: a sequence may have brought it from elsewhere.
			for _, open := range o.unsettled(e, j) {
				if o.search.apart {
					for ; open.first < open.last; open.first++ {
						o.seq.choose(o.trace, j, open.first)
						planAll(j, e, 0)
					}
				}
				o.seq.choose(o.trace, j, open.first)
				planAll(j, e, open.last-open.first)
			}
		}
	}
	for _, await := range waiting(o.trace, o.waiting) {
		o.sooner(await, len(o.trace), planUnlessAsleep)
	}
}

// unsettled returns which alternatives of the choice at position j must be planned: all but the
// one that it had, and some for which that would change nothing, those that sleep, and those that
// are planned beside it.
func (o *Optimal) unsettled(choice *trace.Event, j int) []span {
	settled := append(o.alternatives[:0], span{choice.Alternative, choice.Alternative})
	for i := range o.sleepers {
		s := &o.sleepers[i]
		if s.awake == j && s.event.Actor == choice.Actor { // or it was woken by something else
			settled = append(settled, s.alternatives())
		}
	}
	if j < len(o.path)-1 && (o.task == nil || j >= int(o.task.root.depth)) {
		o.search.lock()
		for _, k := range o.path[j].kids[o.path[j+1].place+1:] {
			if k.event.Actor != choice.Actor {
				break // it might be what covers the sequence
			}
			if k.leaf && len(k.rest) == 0 {
				settled = append(settled, k.initial().alternatives())
			}
		}
		o.search.mu.Unlock()
	}
	settled = outside(settled, choice.Alternatives)
	o.alternatives = settled
	return settled
}

// sooner plans the reversals of a TableAwait, if it is one, with what it may come
// in front of although not at once.
func (o *Optimal) sooner(await *trace.Event, j int, plan func(int, *trace.Event)) {
	if await != nil {
		o.seq.sooner(o.trace, await, j, func(i int) { plan(i, await) })
	}
}

// sleeper is an event, or several alternatives of a choice, explored to the left of the
// path, after the first from events.
type sleeper struct {
	initial
	from int
	// awake is a position in the executed interleaving by which the event is not
	// a weak initial of what comes: one that conflicts with it, the observer
	// included that makes the conflict visible.
	awake int
}

// findSleepers looks for what wakes the events that were explored to the left of
// the path. It holds the search to its promise: each of them is woken, so the
// interleaving is not one of a class that was explored already.
func (o *Optimal) findSleepers(complete bool) error {
	o.seq.whole(o.trace)
	for i := range o.sleepers {
		s := &o.sleepers[i]
		awake, ok := o.seq.waking(s.initial, s.from)
		if !ok && complete {
			return &Repetition{Depth: s.from, Sleeping: *s.event}
		}
		s.awake = awake
	}
	return nil
}

// asleep reports whether the sequence is covered by a branch to the left of the
// path: whether an event that was explored there is a weak initial of what
// comes now.
func (o *Optimal) asleep() bool {
	for i := range o.sleepers {
		s := &o.sleepers[i]
		if s.from > o.seq.start {
			return false
		}
		if s.awake >= o.seq.start && o.seq.covered(s.initial, s.from) {
			return true
		}
	}
	return false
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
