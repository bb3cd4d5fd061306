package causality

import "github.com/checkmodel/checkmodel/trace"

// index holds the positions of related events, in order.
//
// The events of an actor are ordered: if an event of the actor happens before another event, so do the
// earlier events of the actor. Lanes, which are lists by actor, make use of that. Most scans end before it
// matters, so lanes are updated only when they are needed.
type index struct {
	at    []int32
	lanes []lane
	laned int // how many positions are in lanes
}

// halves holds the positions of related events, in the list all, and without events that many later events do not depend on in the
// list shown.
//
//   - Of a mailbox, shown leaves out most events that only deliver a message which no event takes: with receive patterns, no
//     later message depends on these. The first event is never left out, as it may stay here although another event takes its
//     message; see Order.shows.
//   - Of a table or of cells, shown leaves out the events that only read.
type halves struct {
	all, shown index
}

// add appends the position of an event, which must be higher than all others.
func (h *halves) add(at int, shown bool) {
	if shown {
		h.shown.add(at)
	}
	h.all.add(at)
}

// half returns the index all, or the index shown.
func (h *halves) half(all bool) *index {
	if all {
		return &h.all
	}
	return &h.shown
}

// truncate removes all positions from the given one on.
func (h *halves) truncate(from int) {
	if h.all.reaches(from) {
		h.all.truncate(from)
		h.shown.truncate(from)
	}
}

// lane holds the positions of events of one actor, in order.
type lane struct {
	actor trace.ActorID
	at    []int32
}

// add appends a position, which must be higher than all others.
func (x *index) add(at int) { x.at = append(x.at, int32(at)) }

// truncate removes all positions from the given one on.
func (x *index) truncate(from int) {
	x.at = cutOne(x.at, from)
	if x.laned > len(x.at) {
		x.laned = len(x.at)
		for k := range x.lanes {
			x.lanes[k].at = cutOne(x.lanes[k].at, from)
		}
	}
}

// reaches reports whether there is a position from the given one on.
func (x *index) reaches(from int) bool {
	n := len(x.at)
	return n > 0 && int(x.at[n-1]) >= from
}

// unordered drops the trailing positions that the clock orders from the first n positions, and returns
// the number of the others.
func (x *index) unordered(events []trace.Event, n int, clock []int32) int {
	for ; x.laned < len(x.at); x.laned++ {
		at := x.at[x.laned]
		l := x.lane(events[at].Actor)
		l.at = append(l.at, at)
	}
	highest := int32(-1)
	for _, l := range x.lanes {
		if k := count(l.at, x.at[n-1]+1); k > 0 && l.at[k-1] > clock[l.actor] {
			highest = max(highest, l.at[k-1])
		}
	}
	return count(x.at, highest+1)
}

func (x *index) lane(a trace.ActorID) *lane {
	for k := range x.lanes {
		if x.lanes[k].actor == a {
			return &x.lanes[k]
		}
	}
	x.lanes = append(x.lanes, lane{actor: a})
	return &x.lanes[len(x.lanes)-1]
}
