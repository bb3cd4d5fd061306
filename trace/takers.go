package trace

import "reflect"

// take finds out where the events are and which of them take which messages. It
// returns the position of the first event whose order may depend on what has
// changed in that; all before the first so many events is the same.
func (o *Order) take(same int) (from int) {
	o.inFlight = o.inFlight[:0]
	for i := range same {
		if t := o.takers[i]; t.position < 0 || int(t.position) >= same {
			o.takers[i] = nobody
			if at := o.arrival[i]; at >= 0 && int(at) < same {
				o.inFlight = append(o.inFlight, flight{int32(i), t})
			}
		}
	}
	for j := same; j < len(o.events); j++ {
		e := &o.events[j]
		o.ofActor[e.Actor] = append(o.ofActor[e.Actor], int32(j))
		o.takers[j] = nobody
		if e.Flushes() {
			o.flush(j, e.Key)
		}
		if i := o.Position(e.Taken); i >= 0 {
			o.takers[i] = takerAt(int32(j), e)
		}
		o.onTables = grown(o.onTables, int(e.Table)+1)
	}
	from = same
	if o.Relation.ReceivePatterns {
		for _, m := range o.inFlight {
			if !m.was.like(o.takers[m.message]) {
				from = min(from, o.shows(int(o.arrival[m.message])))
			}
		}
	}
	return from
}

// flush notes that the event at that position flushes a monitor, unless one has before.
func (o *Order) flush(at int, monitor ValueID) {
	for int(monitor) >= len(o.flushOf) {
		o.flushOf = append(o.flushOf, -1)
	}
	if o.flushOf[monitor] < 0 {
		o.flushOf[monitor] = int32(at)
		o.flushes = append(o.flushes, int32(at))
	}
}

// shows returns the position of the first event whose order depends on who takes
// the message that arrives at a position: it is that event if there is anything
// before it in the mailbox, or else the next one there.
func (o *Order) shows(at int) int {
	box := o.mailbox[o.events[at].To].at
	if box[0] != int32(at) {
		return at
	}
	if len(box) > 1 {
		return int(box[1])
	}
	return len(o.events)
}

// taker is the event that takes a message, as far as the relation asks for it.
type taker struct {
	position int32 // -1 if there is none
	index    int32 // among the events of its actor
	patterns Patterns
}

var nobody = taker{position: -1}

func takerAt(position int32, e *Event) taker { return taker{position, e.Index, e.Patterns} }

// flight is a message that has arrived and has not been taken, and what took it in
// the interleaving before.
type flight struct {
	message int32
	was     taker
}

// like reports whether two events certainly make no difference to the relation
// as the taker of a message, wherever they are.
func (t taker) like(u taker) bool {
	if t.position < 0 || u.position < 0 {
		return t.position == u.position
	}
	return t.index == u.index && identical(t.patterns, u.patterns)
}

// identical reports whether the patterns are known to be the same ones. They may
// have a method that knows.
func identical(p, q Patterns) bool {
	if p == nil || q == nil {
		return false
	}
	if reflect.TypeOf(p).Comparable() && p == q {
		return true
	}
	s, ok := p.(interface{ Same(Patterns) bool })
	return ok && s.Same(q)
}
