package optimaldpor

import (
	"github.com/checkmodel/checkmodel/internal/wakeup"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/causality"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// interleaving is an explorer's present interleaving: the path to a leaf of a tree, the planned and the
// executed events, and the events that sleep beside the path. From these it plans the reversals.
type interleaving struct {
	tree    *tree
	leaf    *node
	path    []*node          // path[a] is the state after a events, path[0] the root, as far as it is in the tree
	plan    int              // how many events were planned
	turns   int              // of the tree when the path was set
	settled int              // how many events on the path were executed then, so that they do not change
	run     wakeup.Execution // the events so far; after the end, what happens before what
	choices []int32          // the positions of the events that have alternatives
	same    int              // how many events are the same as in the previous interleaving
	builder *wakeup.Builder  // of the wakeup sequences

	waiting   []trace.Pending // after the end
	planned   []*trace.Event
	sleepers  []sleeper    // in the order of from
	assumed   []assumption // the sleepers that have not been executed yet
	prefix    trace.Schedule
	last      raceResults
	contested contestFinder
	// inTree calls f with the tree that contains the state after the number of events. Nothing else uses the tree until f returns.
	inTree func(events int, f func(*tree))

	insertion    insertion     // scratch of plans
	alternatives []wakeup.Span // scratch of unplanned
}

// setPath sets the path to the leaf whose turn it is in the tree. It returns how many of its first events belong to the previous
// path, so that the plans and the sleepers beside them are known.
func (o *interleaving) setPath(t *tree) (known int) {
	leaf := t.turn
	if o.tree == t && o.turns == t.turns-1 { // no other explorer was here
		settled := o.settled
		if t.top != nil {
			settled = max(settled, int(t.top.depth))
		}
		known = min(t.parted, settled, len(o.path)-1)
	}
	o.tree, o.turns, o.assumed = t, t.turns, o.assumed[:0]
	depth := int(leaf.depth)
	o.leaf, o.plan = leaf, depth+len(leaf.rest())
	for len(o.path) <= depth {
		o.path = append(o.path, nil)
	}
	o.path = o.path[:depth+1]
	n := leaf
	for ; n != nil && int(n.depth) > known; n = n.parent {
		o.path[n.depth] = n
	}
	if known == 0 {
		o.path[0] = n
	}
	for o.settled = known; o.settled < depth && o.path[o.settled+1].executed; {
		o.settled++
	}
	o.run.Events = o.run.Events[:min(len(o.run.Events), o.plan)] // the rest cannot be shared with the interleaving before
	return known
}

// look records the planned events after the first from events, and the events that sleep beside the path there; earlier ones are
// recorded already. If others is set, another explorer may execute an event that is only planned now;
// look notes such events.
func (o *interleaving) look(from int, others bool) {
	o.planned = o.planned[:from]
	for n := len(o.sleepers); n > 0 && o.sleepers[n-1].from >= from; n-- {
		o.sleepers = o.sleepers[:n-1]
	}
	o.prefix = o.prefix[:min(from, len(o.prefix))]
	for _, e := range o.planned[len(o.prefix):] {
		o.prefix = append(o.prefix, e.Step())
	}
	for a := from; a < len(o.path)-1; a++ {
		n := o.path[a+1]
		o.planned = append(o.planned, n.event)
		o.prefix = append(o.prefix, n.event.Step())
		for _, left := range o.path[a].kids[:n.place] {
			if left.merged != nil {
				continue
			}
			if others && !left.executed {
				o.assumed = append(o.assumed, assumption{left, left.event})
			}
			i := left.initial()
			i.Footprint = causality.FootprintOf(i.Event)
			o.sleepers = append(o.sleepers, sleeper{Initial: i, from: a})
		}
	}
	for _, e := range o.leaf.rest() {
		o.planned = append(o.planned, e)
		o.prefix = append(o.prefix, e.Step())
	}
}

// setExecuted replaces the planned events on the path by the executed ones.
func (o *interleaving) setExecuted() {
	for n := o.path[len(o.path)-1]; o.tree.has(n) && !n.executed; n = n.parent {
		n.setExecuted(o.run.Copy(int(n.depth) - 1))
	}
}

// locate sets where the sequence begins. The path to it is added to the tree only now: in most
// states nothing is ever planned.
func (o *interleaving) locate(w *insertion) {
	o.grow(o.builder.Start() + 1)
	w.at, w.branch = o.path[o.builder.Start()], o.path[o.builder.Start()+1]
}

// grow adds the first events of the interleaving, as many as given, to the tree, unless they are in it.
func (o *interleaving) grow(events int) {
	for a := len(o.path) - 1; a < events; a++ {
		k := o.tree.nodes.add(o.path[a], o.run.Copy(a))
		k.executed = true
		o.path = append(o.path, k)
	}
}

// sleeper is an event, or several alternatives of a choice, that was explored to the left of the
// path, after the first from events.
type sleeper struct {
	wakeup.Initial
	from int
	// wokenAt is a position in the executed interleaving up to which it has shown that the event
	// is not a weak initial of the rest: the position of a conflicting event, or of the observer of the
	// conflict.
	wokenAt int
	meets   int // the position of the event that conflicts
}

// apartTo returns a position up to which no event of the interleaving conflicts with the sleeping event, at most the given one. In a
// part of the interleaving fewer messages are taken, which makes no conflict.
func (s *sleeper) apartTo(at int) int {
	if s.Event.Fault() != trace.NoFault {
		return s.from // earlier faults count
	}
	return min(s.meets, at)
}

// findSleepers finds the event that wakes each sleeper. It returns a *Repetition if no event wakes some
// sleeper: the interleaving is of a class that was explored before.
func (o *interleaving) findSleepers(complete bool) error {
	o.builder.Whole()
	for i := range o.sleepers {
		s := &o.sleepers[i]
		meets, awake, ok := o.builder.Waking(s.Initial, s.from)
		if !ok && complete {
			return &Repetition{Depth: s.from, Sleeping: *s.Event}
		}
		s.meets, s.wokenAt = meets, awake
	}
	return nil
}

// asleep reports whether a branch to the left of the path covers the sequence: whether the event of
// the branch is a weak initial of the sequence.
func (o *interleaving) asleep() bool {
	for i := range o.sleepers {
		s := &o.sleepers[i]
		if s.from > o.builder.Start() {
			return false
		}
		if s.wokenAt >= o.builder.Start() && o.builder.Covered(s.Initial, s.apartTo(o.builder.Start())) {
			return true
		}
	}
	return false
}

// assumption is that a planned event to the left of a path will have this result.
type assumption struct {
	node  *node
	event *trace.Event
}

// stillHold reports whether no event has had another result than assumed.
func stillHold(assumed []assumption) bool {
	for _, p := range assumed {
		if !causality.Alike(p.node.event, p.event) {
			return false
		}
	}
	return true
}

// hasAlternatives reports whether other alternatives of the event are planned: it is a choice, or its message may have faults.
func hasAlternatives(e *trace.Event) bool {
	return e.Kind.Is(kind.Chooses) || e.Budget != nil && e.Alternatives > 1
}
