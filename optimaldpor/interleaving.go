package optimaldpor

import "github.com/checkmodel/checkmodel/trace"

// interleaving is the one that an explorer executes: the path to a leaf of a tree, the events
// that are planned and those that have happened, and the events that sleep beside the path.
type interleaving struct {
	tree  *tree
	leaf  *node
	path  []*node       // path[a] is the state after a events, path[0] the root, as far as it is in the tree
	plan  int           // how many events were planned
	trace []trace.Event // the events so far
	same  int           // how many of them are those of the interleaving before
	order trace.Order   // happens-before, after the end
	seq   sequence      // the wakeup sequence under construction

	waiting  []trace.Pending // after the end
	planned  []*trace.Event
	sleepers []sleeper     // in the order of from
	presumed []presumption // those of them that have not been executed yet
	prefix   trace.Schedule

	alternatives []span // scratch of unsettled
}

// setPath sets the path to the leaf whose turn it is in the tree.
func (o *interleaving) setPath(t *tree) {
	leaf := t.turn
	o.tree, o.planned, o.sleepers, o.presumed = t, o.planned[:0], o.sleepers[:0], o.presumed[:0]
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
func (o *interleaving) look(from int, others bool) {
	o.prefix = o.prefix[:0]
	for _, e := range o.planned {
		o.prefix = append(o.prefix, e.Step())
	}
	for a := from; a < len(o.path)-1; a++ {
		n := o.path[a+1]
		e := &n.event
		if others && !n.executed {
			e = copied(e)
		}
		o.planned = append(o.planned, e)
		o.prefix = append(o.prefix, e.Step())
		for _, left := range o.path[a].kids[:n.place] {
			if left.merged != nil {
				continue
			}
			e := &left.event
			if others && !left.executed {
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

// settle notes in the tree which events led along the path.
func (o *interleaving) settle() {
	for n := o.path[len(o.path)-1]; o.tree.has(n) && !n.executed; n = n.parent {
		n.settle(&o.trace[n.depth-1])
	}
}

// locate sets where the sequence that was built begins. What leads there is added to
// the tree only now: mostly, nothing is ever planned beside it.
func (o *interleaving) locate(w *wakeup) {
	o.grow(o.seq.start + 1)
	w.at, w.branch = o.path[o.seq.start], o.path[o.seq.start+1]
}

// grow adds the first so many events to the tree, as far as they are not there.
func (o *interleaving) grow(events int) {
	for a := len(o.path) - 1; a < events; a++ {
		k := o.tree.nodes.add(o.path[a], &o.trace[a])
		k.executed = true
		o.path = append(o.path, k)
	}
}

// end returns the last state of the interleaving that is in the tree.
func (o *interleaving) end() *node {
	if len(o.trace) < int(o.leaf.depth) {
		return o.leaf
	}
	return o.path[len(o.path)-1]
}

// plans calls plan with a wakeup sequence for every reversal that is not covered
// by what was explored to the left of the path. It has to be located yet, and must not be kept.
func (o *interleaving) plans(beside func(settled []span, choice *trace.Event, j int) []span, plan func(*wakeup)) {
	w := &wakeup{relation: o.seq.relation}
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
			for _, open := range o.unsettled(e, j, beside) {
				if o.tree.apart {
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
func (o *interleaving) unsettled(choice *trace.Event, j int, beside func([]span, *trace.Event, int) []span) []span {
	settled := append(o.alternatives[:0], span{choice.Alternative, choice.Alternative})
	for i := range o.sleepers {
		s := &o.sleepers[i]
		if s.awake == j && s.event.Actor == choice.Actor { // or it was woken by something else
			settled = append(settled, s.alternatives())
		}
	}
	if j < len(o.path)-1 {
		settled = beside(settled, choice, j)
	}
	settled = outside(settled, choice.Alternatives)
	o.alternatives = settled
	return settled
}

// plannedBeside appends the alternatives of the choice at position j that are leaves of the tree.
func (o *interleaving) plannedBeside(settled []span, choice *trace.Event, j int) []span {
	for _, k := range o.path[j].kids[o.path[j+1].place+1:] {
		if k.event.Actor != choice.Actor {
			break // it might be the branch that covers the sequence
		}
		if k.leaf && len(k.rest) == 0 {
			settled = append(settled, k.initial().alternatives())
		}
	}
	return settled
}

// sooner plans the reversals of a TableAwait, if it is one, with what it may come
// in front of although not at once.
func (o *interleaving) sooner(await *trace.Event, j int, plan func(int, *trace.Event)) {
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
func (o *interleaving) findSleepers(complete bool) error {
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
func (o *interleaving) asleep() bool {
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
