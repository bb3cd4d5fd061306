package causality

import (
	"math/bits"
	"slices"
	"sort"
)

// NotAfter appends to buf the positions after i of the events that event i does not happen before,
// and returns it.
func (o *Order) NotAfter(buf []int32, i int) []int32 {
	if a := o.apartFrom(i); a != nil {
		return append(buf, a.from...)
	}
	return o.notAfterFrom(buf, i, i+1)
}

// NotAfterAgain returns the result of NotAfter for i, and how many of the first positions have been returned before, and kept by
// each Update since. It returns false if so much is kept of other events that nothing is kept of this one. The slice is valid until the
// next Update.
func (o *Order) NotAfterAgain(i int) (all []int32, kept int, ok bool) {
	if a := o.apartFrom(i); a != nil {
		return a.from, a.kept, true
	}
	return nil, 0, false
}

// apartFrom returns the completed result for event i, or nil if the results for other events leave no memory for it.
func (o *Order) apartFrom(i int) *apart {
	o.apart = grown(o.apart, len(o.events))
	a := &o.apart[i]
	if a.upTo == 0 {
		if len(o.asked)*len(o.events) > manyApart {
			return nil
		}
		a.upTo = i + 1
		o.asked = append(o.asked, int32(i))
	}
	if a.upTo < len(o.events) {
		a.from = o.notAfterFrom(a.from, i, a.upTo)
		a.upTo = len(o.events)
	}
	return a
}

// manyApart is the number of positions from which on no more results of NotAfter are kept.
const manyApart = 1 << 21

// longApart is the number of positions of one event that are not kept in memory when they are not valid any more.
const longApart = 1024

// cutApart cuts the results of NotAfter down to the first events.
func (o *Order) cutApart(from int) {
	asked := o.asked[:0]
	for _, i := range o.asked {
		a := &o.apart[i]
		if int(i) < from {
			a.from, a.upTo = cutOne(a.from, from), min(a.upTo, from)
			asked = append(asked, i)
		} else {
			if a.from, a.upTo = a.from[:0], 0; cap(a.from) > longApart {
				a.from = nil
			}
		}
		a.kept = len(a.from)
	}
	o.asked = asked
}

// notAfterFrom is NotAfter for the positions from the given one on.
func (o *Order) notAfterFrom(buf []int32, i, from int) []int32 {
	if from == o.firstsFrom && !o.anyNotAfter(i) {
		return buf
	}
	at, of := int32(i), from*o.width+int(o.actors[i])
	near := min(len(o.events), from+max(nearby, len(o.ofActor)*forEach))
	n := len(buf)
	buf = slices.Grow(buf, near-from)[:n+near-from]
	clocks, width := o.clocks, o.width
	for j := from; j < near; j, of = j+1, of+width {
		buf[n] = int32(j)                     // and overwritten if it is after i:
		n += int(uint32(clocks[of]-at) >> 31) // a branch here is hard to predict
	}
	buf = buf[:n]
	if near < len(o.events) {
		buf = o.farNotAfter(buf, i, near)
	}
	return buf
}

// anyNotAfter reports whether event i does not happen before some of the new events since the last interleaving. If it
// happens before the first new event of each actor, it happens before all new events.
func (o *Order) anyNotAfter(i int) bool {
	clocks, width, at := o.clocks[o.actors[i]:], o.width, int32(i)
	for _, first := range o.firsts {
		if clocks[int(first)*width] < at {
			return true
		}
	}
	return false
}

// NotAfter examines nearby events one by one, and at least forEach events for each actor, before it
// goes through the events of each actor.
const nearby, forEach = 128, 16

// farNotAfter is NotAfter for the positions from the given one on. These form one stretch of the
// events of each actor, which ends at the first event that event i happens before. They are put in order by a bit for
// each position, as merging would cost as much for each event as there are actors.
func (o *Order) farNotAfter(buf []int32, i, from int) []int32 {
	marked := resized(o.marked, (len(o.events)-from+63)/64)
	clear(marked)
	for _, events := range o.ofActor {
		if n := len(events); n == 0 || int(events[n-1]) < from {
			continue
		}
		events = events[count(events, int32(from)):]
		n := sort.Search(len(events), func(k int) bool { return o.Before(i, int(events[k])) })
		for _, at := range events[:n] {
			at := uint(int(at) - from)
			marked[at/64] |= 1 << (at % 64)
		}
	}
	for k, word := range marked {
		for ; word != 0; word &= word - 1 {
			buf = append(buf, int32(from+64*k+bits.TrailingZeros64(word)))
		}
	}
	o.marked = marked
	return buf
}
