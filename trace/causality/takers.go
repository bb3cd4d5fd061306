package causality

import "github.com/checkmodel/checkmodel/internal/effects"

// take computes the positions of the events, and the taker of each message. The first same events belong to
// the previous interleaving. It returns the position of the first event whose order may depend on the
// change.
func (o *Order) take(same int) (from int) {
	o.inFlight = o.inFlight[:0]
	for _, a := range o.arrived {
		if int(a.message) >= same {
			continue
		}
		if t := o.takers[a.message]; t.position < 0 || int(t.position) >= same {
			o.takers[a.message] = untaken
			if int(o.arrival[a.message]) < same {
				o.inFlight = append(o.inFlight, flight{a.message, t})
			}
		}
	}
	o.firsts, o.firstsFrom = o.firsts[:0], same
	for j := same; j < len(o.events); j++ {
		e := &o.events[j]
		of := &o.ofActor[e.Actor]
		if n := len(*of); n == 0 || int((*of)[n-1]) < same {
			o.firsts = append(o.firsts, int32(j))
		}
		*of = append(*of, int32(j))
		o.takers[j] = untaken
		if effects.Flushes(e) {
			o.flush(j, e.Number)
		}
		if e.Set != nil {
			for _, m := range e.Set.Messages {
				if i := o.Position(m); i >= 0 {
					o.takers[i] = taker{int32(j), e.Index, e.Number, e.Does}
				}
			}
		} else if i := o.Position(e.Taken); i >= 0 {
			o.takers[i] = taker{int32(j), e.Index, 0, e.Does}
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

// flush records that the event at the position flushes the monitor, unless an earlier event has.
func (o *Order) flush(at int, monitor int32) {
	for int(monitor) >= len(o.flushOf) {
		o.flushOf = append(o.flushOf, -1)
	}
	if o.flushOf[monitor] < 0 {
		o.flushOf[monitor] = int32(at)
		o.flushes = append(o.flushes, int32(at))
	}
}

// shows returns the position of the first event whose order depends on which event takes the
// message that arrives at the given position: the same position if the mailbox has earlier events,
// or else the position of the next event of the mailbox.
func (o *Order) shows(at int) int {
	box := o.mailbox[o.events[at].To].all.at
	if box[0] != int32(at) {
		return at
	}
	if len(box) > 1 {
		return int(box[1])
	}
	return len(o.events)
}

// forgetArrivals forgets the messages that were delivered at the given position and later.
func (o *Order) forgetArrivals(from int) {
	n := len(o.arrived)
	for ; n > 0 && int(o.arrived[n-1].at) >= from; n-- {
		if sent := int(o.arrived[n-1].message); sent < from {
			o.arrival[sent] = -1
		}
	}
	o.arrived = o.arrived[:n]
}
