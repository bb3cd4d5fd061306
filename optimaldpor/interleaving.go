package optimaldpor

import (
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/causality"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// interleaving is an explorer's present interleaving: the path to a leaf of a tree, the planned and the
// executed events, and the events that sleep beside the path. From these it plans the reversals.
type interleaving struct {
	tree    *tree
	leaf    *node
	path    []*node        // path[a] is the state after a events, path[0] the root, as far as it is in the tree
	plan    int            // how many events were planned
	turns   int            // of the tree when the path was set
	settled int            // how many events on the path were executed then, so that they do not change
	trace   []trace.Event  // the events so far
	kept    []*trace.Event // for each of them, the copy that the tree has; nil if it has none
	copies  copies
	choices []int32         // the positions of the events that have alternatives
	same    int             // how many of them are the same as in the previous interleaving
	order   causality.Order // happens-before, after the end
	seq     sequence        // the wakeup sequence under construction

	waiting   []trace.Pending // after the end
	planned   []*trace.Event
	sleepers  []sleeper    // in the order of from
	assumed   []assumption // the sleepers that have not been executed yet
	prefix    trace.Schedule
	last      unchanged
	contested contested
	// inTree calls f with the tree in which the state after so many events is. Nothing else uses the tree until f returns.
	inTree func(events int, f func(*tree))

	wakeup       wakeup // scratch of plans
	alternatives []span // scratch of unplanned
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
	o.trace = o.trace[:min(len(o.trace), o.plan)] // the rest cannot be shared with the interleaving before
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
			i.footprint = causality.FootprintOf(i.event)
			o.sleepers = append(o.sleepers, sleeper{initial: i, from: a})
		}
	}
	for _, e := range o.leaf.rest() {
		o.planned = append(o.planned, e)
		o.prefix = append(o.prefix, e.Step())
	}
}

func copied(e *trace.Event) *trace.Event {
	c := *e
	return &c
}

// setExecuted replaces the planned events on the path by the executed ones.
func (o *interleaving) setExecuted() {
	for n := o.path[len(o.path)-1]; o.tree.has(n) && !n.executed; n = n.parent {
		n.setExecuted(o.shared(int(n.depth) - 1))
	}
}

// locate sets where the sequence begins. The path to it is added to the tree only now: in most
// states nothing is ever planned.
func (o *interleaving) locate(w *wakeup) {
	o.grow(o.seq.start + 1)
	w.at, w.branch = o.path[o.seq.start], o.path[o.seq.start+1]
}

// grow adds the first events of the interleaving, as many as given, to the tree, unless they are in it.
func (o *interleaving) grow(events int) {
	for a := len(o.path) - 1; a < events; a++ {
		k := o.tree.nodes.add(o.path[a], o.shared(a))
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

// plans calls plan with a wakeup sequence for every reversal that no branch to the left of the path
// covers. plan must call locate first, must not keep the sequence, and must set its cut or noted. If the last interleaving
// had the same sequence, plans calls again instead. beside appends the alternatives of a choice that are planned to the right
// of the path.
func (o *interleaving) plans(beside func(planned []span, choice *trace.Event, j int) []span, plan func(*wakeup), again func(result)) {
	w := &o.wakeup
	*w = wakeup{relation: o.seq.relation, takers: &o.seq, wider: beyond{&o.seq}, keep: w.keep, passed: w.passed[:0]}
	if w.keep == nil {
		w.keep = o.keep
	}
	planAll := func(i int, second *trace.Event, more int32) { // plans the reversal of these events
		w.cut, w.noted = 0, nil
		if o.asleep() {
			return
		}
		w.why = Reversal{o.trace[i].ID(), second.ID()}
		w.events, w.more, w.beyond, w.passed = o.seq.events, more, o.seq.beyond, w.passed[:0]
		w.takers, w.wider = &o.seq, beyond{&o.seq}
		w.places = places{&o.order, o.seq.at, o.seq.givenAt}
		plan(w)
	}
	planUnlessAsleep := func(i int, second *trace.Event) { planAll(i, second, 0) }
	_, kept := o.order.Kept()
	o.last.begin(kept)
	o.contested.round++
	races, choices := o.order.Races(), o.choices
	for next := 0; next < len(races) || len(choices) > 0; {
		j, impossible := len(o.trace), false
		if len(choices) > 0 {
			j = int(choices[0])
		}
		if next < len(races) && int(races[next].Second) <= j {
			j = int(races[next].Second)
			if next, impossible = o.planRaces(next, planUnlessAsleep, again); impossible {
				o.planPreventable(preventable(o.trace, j), j, planUnlessAsleep, again)
			}
		}
		if len(choices) > 0 && int(choices[0]) == j {
			o.planAlternatives(j, beside, planAll)
			choices = choices[1:]
		}
	}
	for _, await := range waiting(&o.order, o.waiting) {
		o.planPreventable(await, len(o.trace), planUnlessAsleep, again)
	}
}

// planRaces plans the reversals of the race at the given place in the list of all races, and of the others of its second
// event. It returns the place of the next race, and whether the event cannot happen without one that it races with.
func (o *interleaving) planRaces(next int, plan func(int, *trace.Event), again func(result)) (after int, impossible bool) {
	races := o.order.Races()
	for j := int(races[next].Second); next < len(races) && int(races[next].Second) == j; next++ {
		r := races[next]
		if was := o.unchanged(next, r); was != nil {
			if impossible = impossible || was.impossible; !was.impossible {
				again(*was)
			}
			continue
		}
		many := o.contested.count(r)
		if many && o.isCovered(r) {
			o.last.set(next, result{known: true})
			continue
		}
		if !o.seq.reverse(o.trace, r) {
			o.last.set(next, result{known: true, impossible: true})
			impossible = true
			continue
		}
		plan(int(r.First), &o.trace[j])
		w := &o.wakeup
		o.last.set(next, result{known: true, cut: w.cut, noted: w.noted})
		if many && w.cut == 0 && w.noted == nil {
			o.setCovered(r)
		}
	}
	return next, impossible
}

// hasAlternatives reports whether other alternatives of the event are planned: it is a choice, or its message may have faults.
func hasAlternatives(e *trace.Event) bool {
	return e.Kind.Is(kind.Chooses) || e.Budget != nil && e.Alternatives > 1
}

// planAlternatives plans the other alternatives of the event at position j, which has some. Those of a choice are planned
// together, unless the tree keeps them apart. Faults of a message are planned one by one, as they depend on different events.
func (o *interleaving) planAlternatives(j int, beside func([]span, *trace.Event, int) []span, plan func(int, *trace.Event, int32)) {
	e := &o.trace[j]
	// Also if this is not the first alternative: a sequence found elsewhere may have planned it.
	for _, open := range o.unplanned(e, j, beside) {
		choice := e.Kind.Is(kind.Chooses)
		for ; open.first < open.last && (o.tree.apart || !choice); open.first++ {
			o.planAlternative(j, open.first, 0, plan)
		}
		o.planAlternative(j, open.first, open.last-open.first, plan)
	}
}

// planAlternative plans an alternative of the event at position j, together with so many more.
func (o *interleaving) planAlternative(j int, alternative, more int32, plan func(int, *trace.Event, int32)) {
	if o.seq.choose(o.trace, j, alternative); o.seq.admits() {
		plan(j, &o.trace[j], more)
	}
}

// unplanned returns which alternatives of the choice at position j are to be planned: all but the
// executed one, the sleeping ones, and the alternatives that are planned beside it. To plan these again would
// change nothing.
func (o *interleaving) unplanned(choice *trace.Event, j int, beside func([]span, *trace.Event, int) []span) []span {
	planned := append(o.alternatives[:0], span{choice.Alternative, choice.Alternative})
	for i := range o.sleepers {
		s := &o.sleepers[i]
		if s.wokenAt == j && s.event.Actor == choice.Actor { // otherwise another event woke it
			planned = append(planned, s.alternatives())
		}
	}
	if j < len(o.path)-1 {
		planned = beside(planned, choice, j)
	}
	o.alternatives = outside(planned, choice.Alternatives)
	return o.alternatives
}

// plannedBeside appends the alternatives of the choice at position j that are leaves of the tree.
func (o *interleaving) plannedBeside(planned []span, choice *trace.Event, j int) []span {
	for _, k := range o.path[j].kids[o.path[j+1].place+1:] {
		if k.event.Actor != choice.Actor {
			break // it might be the branch that covers the sequence
		}
		if k.leaf && len(k.rest()) == 0 {
			planned = append(planned, k.initial().alternatives())
		}
	}
	return planned
}

// planPreventable plans the reversals of the event at position j with earlier ones that prevent it; e may be nil. It remembers
// nothing of a process that was told to end: its sequences leave out more.
func (o *interleaving) planPreventable(e *trace.Event, j int, plan func(int, *trace.Event), again func(result)) {
	if e == nil {
		return
	}
	if j < len(o.trace) && o.trace[j].Told != trace.NoEvent {
		o.seq.reversePreventable(o.trace, e, j, func(i int, build func() bool) {
			if build() {
				plan(i, e)
			}
		})
		return
	}
	o.seq.reversePreventable(o.trace, e, j, func(i int, build func() bool) {
		results, same := ofPrevented(o, i), leavesOutTheSame(o, i)
		was, known := results[e.ID()]
		switch {
		case !known || !same || was.round != o.last.round-1:
			was = result{impossible: !build()}
			if !was.impossible {
				plan(i, e)
				was.cut, was.noted = o.wakeup.cut, o.wakeup.noted
			}
		case !was.impossible:
			again(was)
		}
		was.round = o.last.round
		results[e.ID()] = was
	})
}

// sleeper is an event, or several alternatives of a choice, that was explored to the left of the
// path, after the first from events.
type sleeper struct {
	initial
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
	if s.event.Fault() != trace.NoFault {
		return s.from // earlier faults count
	}
	return min(s.meets, at)
}

// findSleepers finds the event that wakes each sleeper. It returns a *Repetition if no event wakes some
// sleeper: the interleaving is of a class that was explored before.
func (o *interleaving) findSleepers(complete bool) error {
	o.seq.whole(o.trace)
	for i := range o.sleepers {
		s := &o.sleepers[i]
		meets, awake, ok := o.seq.waking(s.initial, s.from)
		if !ok && complete {
			return &Repetition{Depth: s.from, Sleeping: *s.event}
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
		if s.from > o.seq.start {
			return false
		}
		if s.wokenAt >= o.seq.start && o.seq.covered(s.initial, s.apartTo(o.seq.start)) {
			return true
		}
	}
	return false
}
