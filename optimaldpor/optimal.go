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
// of every equivalence class. See the package documentation for a tour.
type Optimal struct {
	bound Bound // nil if there is none

	root  *node
	path  []*node       // path[a] is the state after a events; path[0] is the root
	plan  int           // how many events of the present interleaving were planned
	order trace.Order   // happens-before of the last interleaving
	trace []trace.Event // the events of the present interleaving
	turn  roundRobin
	seq   sequence // the wakeup sequence under construction
	tree  tree

	sleepers []sleeper // of the last interleaving, in the order of from
	prefix   trace.Schedule

	boundCut int
}

// New returns the strategy for the dependence relation, limited by bound if
// that is not nil.
func New(relation trace.Relation, bound Bound) *Optimal {
	o := &Optimal{bound: bound, order: trace.Order{Relation: relation}}
	o.seq.relation, o.seq.order = relation, &o.order
	return o
}

// Begin returns the planned beginning of the next interleaving, or false if
// every one has been explored. The schedule is valid until the next Begin.
func (o *Optimal) Begin() (trace.Schedule, bool) {
	if o.root == nil {
		o.root = &node{leaf: true}
		o.path = []*node{o.root}
		return nil, true
	}
	if !o.nextLeaf() {
		return nil, false
	}
	o.plan = len(o.path) - 1
	o.prefix = o.prefix[:0]
	for _, n := range o.path[1:] {
		o.prefix = append(o.prefix, n.event.Step())
	}
	return o.prefix, true
}

// nextLeaf moves the path to the leftmost leaf that has not been explored,
// which is the deepest one to the right of the path, and lets go of the
// subtrees that are done with.
func (o *Optimal) nextLeaf() bool {
	for a := len(o.path) - 2; a >= 0; a-- {
		n, done := o.path[a], o.path[a+1]
		o.tree.prune(done) // only its event is needed from now on, by its siblings
		if int(done.place)+1 == len(n.kids) {
			continue
		}
		o.path = o.path[:a+1]
		for k := n.kids[done.place+1]; ; k = k.kids[0] {
			o.path = append(o.path, k)
			if k.leaf {
				return true
			}
		}
	}
	return false
}

// Choose continues a free interleaving: nothing sleeps there.
func (o *Optimal) Choose(enabled []trace.Pending) (trace.Step, bool) {
	return trace.Step{Actor: o.turn.next(o.trace, enabled)}, true
}

// Observe takes note of the event at position depth.
func (o *Optimal) Observe(depth int, e *trace.Event) error {
	o.trace = append(o.trace[:depth], *e)
	o.turn.observe(depth, e)
	if depth >= o.plan {
		o.path = append(o.path[:depth+1], o.tree.add(o.path[depth], e))
		return nil
	}
	n := o.path[depth+1]
	if n.event.Actor != e.Actor || !n.event.Same(&e.Op) {
		return &Divergence{Depth: depth, Planned: n.event}
	}
	n.event = *e // a reversed operation has its result only now
	return nil
}

// End looks for the races of the interleaving, which had so many events, and
// plans their reversals.
func (o *Optimal) End(events int, outcome trace.Outcome) error {
	o.trace, o.path = o.trace[:events], o.path[:events+1]
	o.order.Compute(o.trace)
	if err := o.findSleepers(outcome != trace.Cut); err != nil {
		return err
	}
	races := o.order.Races()
	for j := range o.trace {
		for len(races) > 0 && int(races[0].Second) == j {
			if o.seq.reverse(o.trace, races[0]) {
				o.planReversal(int(races[0].First), j)
			}
			races = races[1:]
		}
		if e := &o.trace[j]; e.Kind == trace.Choose && e.Alternative == 0 {
			for alt := int32(1); alt < e.Alternatives; alt++ {
				o.seq.choose(o.trace, j, alt)
				o.planReversal(j, j)
			}
		}
	}
	return nil
}

// planReversal inserts the sequence under construction, which reverses the events
// at positions i and j, into the tree, unless an earlier branch covers it.
func (o *Optimal) planReversal(i, j int) {
	if !o.asleep() {
		o.insert(Reversal{o.trace[i].ID(), o.trace[j].ID()})
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

// findSleepers looks for all events that were explored to the left of the path
// and for what wakes them. It holds the search to its promise: each of them is
// woken, so the interleaving is not one of a class that was explored already.
func (o *Optimal) findSleepers(complete bool) error {
	o.sleepers = o.sleepers[:0]
	o.seq.whole(o.trace)
	for a := 0; a < min(o.plan, len(o.trace)); a++ {
		for _, left := range o.path[a].kids[:o.path[a+1].place] {
			awake, ok := o.seq.waking(&left.event, a)
			if !ok && complete {
				return &Repetition{Depth: a, Sleeping: left.event}
			}
			o.sleepers = append(o.sleepers, sleeper{&left.event, a, awake})
		}
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

// insert adds the sequence below the state where it begins, to the right of the
// path. Where a branch there covers its beginning, the rest belongs below that
// branch; a leaf covers everything.
func (o *Optimal) insert(why Reversal) {
	n := o.path[o.seq.start]
	right := n.kids[o.path[o.seq.start+1].place+1:]
descend:
	for {
		for _, k := range right {
			if !o.seq.weakInitial(&k.event, o.seq.start) {
				continue
			}
			o.seq.remove(k.event.Actor)
			if k.leaf || len(o.seq.events) == 0 {
				return
			}
			n, right = k, k.kids
			continue descend
		}
		break
	}
	if !o.affordable(n) {
		o.boundCut++
		return
	}
	cost := n.cost + o.charge(n)
	for _, e := range o.seq.events {
		n = o.tree.add(n, e)
		n.cost = cost
	}
	n.leaf, n.why = true, why
}

func (o *Optimal) charge(n *node) int32 {
	if o.bound == nil {
		return 0
	}
	return int32(o.bound.Charge(len(n.kids)))
}

func (o *Optimal) affordable(n *node) bool {
	return o.bound == nil || int(n.cost+o.charge(n)) <= o.bound.Limit()
}

// Planned returns the event that is planned at a depth of the present
// interleaving, or nil.
func (o *Optimal) Planned(depth int) *trace.Event {
	if depth >= o.plan {
		return nil
	}
	return &o.path[depth+1].event
}

// BoundCut returns how often the reversal of a race was not planned because of
// the bound.
func (o *Optimal) BoundCut() int { return o.boundCut }
