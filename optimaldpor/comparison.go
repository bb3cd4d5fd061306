package optimaldpor

import (
	"github.com/checkmodel/checkmodel/internal/effects"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/causality"
)

// compare reports whether x, which comes first, decides if e can be moved before it, and the
// decision.
func compare(relation causality.Relation, x *trace.Event, e initial, takers causality.Takers) (decided, isInitial bool) {
	if x.Actor == e.event.Actor {
		// Two alternatives of one choice exclude each other.
		return true, e.alternatives().has(x.Alternative)
	}
	return relation.Dependent(x, e.event, takers) != causality.Independent, false
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
func (i initial) limit(r causality.Relation) *limit {
	if i.event.Budget == nil { // this is the hot path
		return nil
	}
	return newLimit(i, r)
}

func newLimit(i initial, r causality.Relation) *limit {
	if i.event.Fault() == trace.NoFault {
		return nil
	}
	l := &limit{event: i.event, relation: r, left: i.left}
	if f, reordered := effects.InTurn(i.event); reordered {
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
