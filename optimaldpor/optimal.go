package optimaldpor

import (
	"github.com/checkmodel/checkmodel/trace"
)

// Bound limits a search to cheap branches of the exploration tree; package
// bounding has implementations.
type Bound interface {
	Charge(sibling int) int
	Limit() int
}

// Optimal is the strategy of optimal DPOR: it explores exactly one interleaving
// of every equivalence class, alone or together with other explorers of the
// same search. See the package documentation for a tour.
type Optimal struct {
	search *Search
	now    func() bool
	later  func() func() bool

	leaf  *node         // of the present interleaving
	path  []*node       // path[a] is the state after a events; path[0] is the root
	plan  int           // how many events of the present interleaving were planned
	order trace.Order   // happens-before of the last interleaving
	trace []trace.Event // the events of the present interleaving
	same  int           // how many of them are those of the interleaving before
	turn  roundRobin
	seq   sequence // the wakeup sequence under construction
	pool  pool

	blocked []trace.Pending

	sleepers []sleeper     // of the present interleaving, in the order of from
	presumed []presumption // those of them that have not been executed yet
	prefix   trace.Schedule
}

// New returns the only explorer of a new search; see NewSearch.
func New(relation trace.Relation, bound Bound) *Optimal {
	return NewSearch(relation, bound).Explorer(nil, nil)
}

// Explorer returns one more explorer. When it is the turn of an interleaving that
// it executed, the search calls now in End, or else, in a call of End by this or
// another explorer, the function that later returned in End. They say whether the
// search shall go on, and are never called by two goroutines at once. Both may
// be nil.
func (s *Search) Explorer(now func() bool, later func() func() bool) *Optimal {
	o := &Optimal{search: s, now: now, later: later, order: trace.Order{Relation: s.relation}}
	o.seq.relation, o.seq.order = s.relation, &o.order
	return o
}

// Begin returns the planned beginning of the next interleaving, or false if
// every one has been explored. The schedule is valid until the next Begin. Begin
// waits while there may be one that other explorers still have to find.
func (o *Optimal) Begin() (trace.Schedule, bool) {
	o.search.mu.Lock()
	defer o.search.mu.Unlock()
	leaf := o.search.take()
	if leaf == nil {
		return nil, false
	}
	o.enter(leaf)
	return o.prefix, true
}

// enter sets the path to the leaf, and what sleeps beside it.
func (o *Optimal) enter(leaf *node) {
	o.leaf, o.plan, o.blocked = leaf, int(leaf.depth), o.blocked[:0]
	for len(o.path) <= o.plan {
		o.path = append(o.path, nil)
	}
	o.path = o.path[:o.plan+1]
	for n := leaf; n != nil; n = n.parent {
		o.path[n.depth] = n
	}
	o.trace = o.trace[:min(len(o.trace), o.plan)] // all of that may be shared with the interleaving before
	o.prefix, o.sleepers, o.presumed = o.prefix[:0], o.sleepers[:0], o.presumed[:0]
	for a, n := range o.path[1:] {
		o.prefix = append(o.prefix, n.event.Step())
		for _, left := range o.path[a].kids[:n.place] {
			e := &left.event
			if !left.settled {
				planned := *e
				e = &planned
				o.presumed = append(o.presumed, presumption{left, e})
			}
			o.sleepers = append(o.sleepers, sleeper{event: e, from: a})
		}
	}
}

// Choose continues a free interleaving: nothing sleeps there.
func (o *Optimal) Choose(enabled []trace.Pending) (trace.Step, bool) {
	return trace.Step{Actor: o.turn.next(o.trace, enabled)}, true
}

// Observe takes note of the event at position depth.
func (o *Optimal) Observe(depth int, e *trace.Event) error {
	o.trace = append(o.trace[:depth], *e)
	o.same = min(o.same, depth)
	o.turn.observe(depth, e)
	if depth >= o.plan {
		k := o.pool.add(o.path[depth], e)
		k.settled = true
		o.path = append(o.path[:depth+1], k)
		return nil
	}
	if !o.asPlanned(depth, e) {
		return &Divergence{Depth: depth, Planned: *o.Planned(depth)}
	}
	return nil
}

func (o *Optimal) asPlanned(depth int, e *trace.Event) bool {
	o.search.mu.Lock()
	defer o.search.mu.Unlock()
	planned := &o.path[depth+1].event
	return planned.Actor == e.Actor && planned.Same(&e.Op)
}

// Blocked is told, before End, which actors wait for a row at the end of the
// interleaving.
func (o *Optimal) Blocked(awaits []trace.Pending) { o.blocked = append(o.blocked[:0], awaits...) }

// End looks for the races of the interleaving, which had so many events, and
// plans their reversals.
func (o *Optimal) End(events int, outcome trace.Outcome) error {
	o.trace, o.path = o.trace[:events], o.path[:events+1]
	o.order.Update(o.trace, min(o.same, events))
	o.same = events
	repetition := o.findSleepers(outcome != trace.Cut)
	if repetition != nil && len(o.presumed) == 0 {
		return repetition
	}
	x := &executed{leaf: o.leaf, reached: o.path[min(events, o.plan)], end: o.leaf, presumed: o.presumed, account: o.now, repeated: repetition != nil}
	if events > o.plan {
		x.end = o.path[events]
	}
	if !o.begin(x) {
		o.keep(x)
	}
	return nil
}

// begin plans the reversals of the interleaving, if it is its turn.
func (o *Optimal) begin(x *executed) bool {
	s := o.search
	if mine, admitted := o.admitted(x); !mine || !admitted {
		return mine
	}
	o.plans(func(w *wakeup) {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.insert(w, &o.pool)
	})
	s.mu.Lock()
	defer s.mu.Unlock()
	s.advance(x.end, &o.pool)
	s.catchUp(&o.pool)
	return true
}

// admitted reports whether it is the interleaving's turn, and whether its reversals
// are to be planned: not if it has to be executed again, or was the last one.
func (o *Optimal) admitted(x *executed) (mine, admitted bool) {
	s := o.search
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.turn != o.leaf {
		return false, false
	}
	for n := x.reached; !n.settled; n = n.parent {
		n.settle(&o.trace[n.depth-1])
	}
	if !s.admit(x) {
		s.again(o.leaf, &o.pool)
		s.wake()
		return true, false
	}
	s.from = x.end
	return true, !s.over
}

// settled notes in x what became of the events on the path that are not settled.
func (o *Optimal) settled(x *executed) {
	for n := x.reached; !n.settled; n = n.parent {
		x.planned = append(x.planned, o.trace[n.depth-1])
	}
}

// keep plans the reversals of the interleaving, and keeps them until it is its
// turn.
func (o *Optimal) keep(x *executed) {
	x.presumed = append([]presumption(nil), o.presumed...)
	if o.later != nil {
		x.account = o.later()
	}
	if !x.repeated {
		o.plans(func(w *wakeup) { x.sequences = append(x.sequences, w.kept()) })
	}
	s := o.search
	s.mu.Lock()
	defer s.mu.Unlock()
	o.settled(x)
	s.ahead++
	o.leaf.result = x
	s.catchUp(&o.pool)
}

// plans calls plan with a wakeup sequence for every reversal that is not covered
// by what was explored to the left of the path. It must not be kept.
func (o *Optimal) plans(plan func(*wakeup)) {
	w := &wakeup{relation: o.search.relation, takers: &o.seq}
	planUnlessAsleep := func(i int, second *trace.Event) { // what reverses these events
		if o.asleep() {
			return
		}
		w.why = Reversal{o.trace[i].ID(), second.ID()}
		w.at, w.place, w.events = o.path[o.seq.start], o.path[o.seq.start+1].place, o.seq.events
		plan(w)
	}
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
		if e := &o.trace[j]; e.Kind == trace.Choose && e.Alternative == 0 {
			for alt := int32(1); alt < e.Alternatives; alt++ {
				o.seq.choose(o.trace, j, alt)
				planUnlessAsleep(j, &o.trace[j])
			}
		}
	}
	for _, await := range waiting(o.trace, o.blocked) {
		o.sooner(await, len(o.trace), planUnlessAsleep)
	}
}

// sooner plans the reversals of a TableAwait, if it is one, with what it may come
// in front of although not at once.
func (o *Optimal) sooner(await *trace.Event, j int, plan func(int, *trace.Event)) {
	if await != nil {
		o.seq.sooner(o.trace, await, j, func(i int) { plan(i, await) })
	}
}

// sleeper is an event that was explored to the left of the path, after the first
// from events.
type sleeper struct {
	event *trace.Event
	from  int
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
		awake, ok := o.seq.waking(s.event, s.from)
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
		if s.awake >= o.seq.start && o.seq.weakInitial(s.event, s.from) {
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
	o.search.mu.Lock()
	defer o.search.mu.Unlock()
	planned := o.path[depth+1].event
	return &planned
}

// BoundCut returns how often the reversal of a race was not planned because of
// the bound.
func (o *Optimal) BoundCut() int {
	o.search.mu.Lock()
	defer o.search.mu.Unlock()
	return o.search.boundCut
}
