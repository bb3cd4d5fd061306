package wakeup

import (
	"github.com/checkmodel/checkmodel/internal/effects"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/causality"
)

// compare reports whether x, which comes first, decides if e can be moved before it, and the
// decision.
func compare(relation causality.Relation, x *trace.Event, e Initial, takers causality.Takers) (decided, isInitial bool) {
	if x.Actor == e.Event.Actor {
		// Two alternatives of one choice exclude each other.
		return true, e.Alternatives().Has(x.Alternative)
	}
	return relation.Dependent(x, e.Event, takers) != causality.Independent, false
}

// limit decides whether a fault of a message can be moved before events that do not conflict with it. It is told these
// events, one after the other.
//
// The fault cannot be moved before more faults than its budget leaves.
//
// A message that is reordered is another alternative of a send than one that is not, and depends on less. If a sequence
// does not contain the send, it may continue with any of them. So the send can come first only if all of them can.
type limit struct {
	event    *trace.Event
	relation causality.Relation
	left     int32        // how many more faults its budget admits
	inTurn   *trace.Event // the send in its turn, if the message is reordered; otherwise nil
	stays    bool         // inTurn cannot be moved
}

// limit returns nil if the event is no fault of a message.
func (i Initial) limit(r causality.Relation) *limit {
	if i.Event.Budget == nil { // this is the hot path
		return nil
	}
	return newLimit(i, r)
}

func newLimit(i Initial, r causality.Relation) *limit {
	if i.Event.Fault() == trace.NoFault {
		return nil
	}
	l := &limit{event: i.Event, relation: r, left: i.Left}
	if f, reordered := effects.InTurn(i.Event); reordered {
		l.inTurn = &f
	}
	return l
}

// exceeded reports whether the budget does not admit the fault before x, too.
func (l *limit) exceeded(x *trace.Event, takers causality.Takers) bool {
	if effects.Competes(x, l.event) {
		l.left--
	}
	if l.inTurn != nil && !l.stays {
		l.stays = l.relation.Dependent(x, l.inTurn, takers) != causality.Independent
	}
	return l.left < 0
}

// admits reports whether a sequence that does not contain the send may begin with it, after exceeded was asked about all
// of its events.
func (l *limit) admits() bool { return l == nil || !l.stays }

// places tells where in the executed interleaving the events of a sequence are, and then those beyond it. The zero places tell
// nothing.
type places struct {
	order *causality.Order
	at    []int32 // -1 for events that were not executed in this way
	given int32   // see Builder.givenAt
}

// filter returns a filter for the events, if that is of use: the footprint must be known, and the limit be told of no event.
func (p *places) filter(e *Initial, l *limit) (f causality.Filter, ok bool) {
	if p.order == nil || l != nil || !e.Footprint.Known() {
		return f, false
	}
	return p.order.Filter(e.Footprint, p.given), true
}

// without removes the place of the event at index k.
func (p *places) without(k int) {
	if p.order != nil {
		p.at = without(p.at, k)
	}
}

// weakInitialWithin reports whether e can be moved before the events, first the events of the first list, after the events that
// the limit was told of: either e is among them and no event before it conflicts with it, or it is not among them and no event conflicts.
func weakInitialWithin(relation causality.Relation, e Initial, l *limit, takers causality.Takers, p places, lists ...[]*trace.Event) bool {
	f, filtered := p.filter(&e, l)
	n := 0
	for _, events := range lists {
		for _, x := range events {
			n++
			if filtered && p.at[n-1] >= 0 && f.Apart(p.at[n-1]) {
				continue
			}
			if decided, isInitial := compare(relation, x, e, takers); decided {
				return isInitial
			}
			if l != nil && l.exceeded(x, takers) {
				return false
			}
			if n == fewEvents && !filtered {
				e.Footprint = causality.FootprintOf(e.Event)
				f, filtered = p.filter(&e, l)
			}
		}
	}
	return l.admits()
}

// fewEvents is the number of events that mostly decide. If they do not, it pays to compute a footprint.
const fewEvents = 4
