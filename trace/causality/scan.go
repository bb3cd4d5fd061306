package causality

import (
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// scan finds the races of event j. It visits earlier events from the latest to the first, so that
// events ordered through a later one are not reported.
func (o *Order) scan(j int, e *trace.Event, c []int32) {
	o.candidates(e, c)
	switch {
	case len(o.lists) == 0:
		return
	case len(o.lists) == 1:
		o.scanOne(j, e, c)
		return
	}
	touched, ordered := o.extents[j], 0 // ordered is how many in a row happen before e already
	for i := o.latest(); i >= 0; i = o.latest() {
		switch {
		case i <= c[o.actors[i]]:
			if ordered++; ordered == manyOrdered {
				o.skip(c)
				ordered = 0
			}
		case touched.meets(o.extents[i]):
			o.relate(i, j, e, c)
			ordered = 0
		default:
			ordered = 0
		}
	}
}

// scanOne is scan for an event with one list, the usual case.
func (o *Order) scanOne(j int, e *trace.Event, c []int32) {
	l, actors, touches := &o.lists[0], o.actors, o.extents
	touched, ordered := touches[j], 0
	for n := len(l.at) - 1; n >= 0; n-- {
		i := l.at[n]
		if i <= c[actors[i]] {
			if ordered++; ordered == manyOrdered {
				l.at = l.at[:n]
				o.skip(c)
				n, ordered = len(l.at), 0
			}
			continue
		}
		ordered = 0
		if touched.meets(touches[i]) {
			o.relate(i, j, e, c)
		}
	}
}

// relate determines the dependence of event j on event i. No event between them may order them already.
func (o *Order) relate(i int32, j int, e *trace.Event, c []int32) {
	d := o.Relation.Dependent(&o.events[i], e, o)
	if d == Independent {
		return
	}
	if d != Irreversible {
		o.races = append(o.races, Race{i, int32(j), d == Observed})
	}
	o.join(c, int(i))
}

// manyOrdered is the number of ordered events in a row after which scan skips ordered events: its
// cost must not grow with the number of events far back.
const manyOrdered = 16

// candidates fills lists with all events that may depend on e, except for some events that the clock
// orders already.
func (o *Order) candidates(e *trace.Event, c []int32) {
	o.lists = o.lists[:0]
	switch {
	case e.Delivers():
		o.look(o.mailbox[e.To].half(!o.Relation.ReceivePatterns))
	case e.Kind.Is(kind.GivesUp):
		o.look(&o.mailbox[e.Actor].all)
	case e.Kind == kind.Restart:
		o.look(&o.mailbox[e.Object].all)
	}
	if e.Table != trace.NoTable {
		o.look(o.onTables[e.Table].half(e.Effect.Changes()))
	}
	if len(e.Accesses) > 0 {
		o.lookAtCells(e)
	}
	if e.Fatal != trace.NoActor {
		o.lists = append(o.lists, list{at: o.before(e.Fatal, c)})
	}
}

func (o *Order) look(x *index) { o.lists = append(o.lists, list{x.at, x}) }

// before returns the events of the actor that have been scanned and that the clock does not order.
func (o *Order) before(a trace.ActorID, c []int32) []int32 {
	of := o.ofActor[a]
	return of[count(of, c[a]+1):count(of, int32(o.scanned))]
}

// latest removes the highest position from lists and returns it, or -1.
func (o *Order) latest() int32 {
	l := &o.lists[0]
	n := len(l.at) - 1
	if n < 0 || len(o.lists) > 1 {
		return o.latestOfSeveral()
	}
	last := l.at[n] // the usual case
	l.at = l.at[:n]
	return last
}

func (o *Order) latestOfSeveral() int32 {
	last := int32(-1)
	for _, l := range o.lists {
		if n := len(l.at); n > 0 {
			last = max(last, l.at[n-1])
		}
	}
	for k := range o.lists { // several lists may hold it
		l := &o.lists[k]
		if n := len(l.at); n > 0 && l.at[n-1] == last {
			l.at = l.at[:n-1]
		}
	}
	return last
}

// skip removes the last positions from lists, up to one that the clock does not order.
func (o *Order) skip(c []int32) {
	for k := range o.lists {
		if l := &o.lists[k]; l.of != nil && len(l.at) > 0 {
			l.at = l.at[:l.of.unordered(o.events, len(l.at), c)]
		}
	}
}

// lookAtCells adds the events that access the same cells.
func (o *Order) lookAtCells(e *trace.Event) {
	if len(e.Accesses) > fewCells {
		o.look(&o.onCells.all)
		return
	}
	for next := 0; next < len(e.Accesses); {
		var b int
		var changes bool
		b, changes, next = o.onCells.next(e.Accesses, next)
		o.look(o.onCells.buckets[b].half(changes))
	}
}
