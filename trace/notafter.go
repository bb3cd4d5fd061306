package trace

import "sort"

// NotAfter appends to buf the positions after i of the events that event i does not happen before,
// and returns it.
func (o *Order) NotAfter(buf []int32, i int) []int32 {
	at, of := int32(i), (i+1)*o.width+int(o.events[i].Actor)
	near := min(len(o.events), i+1+max(nearby, len(o.ofActor)*forEach))
	for j := i + 1; j < near; j, of = j+1, of+o.width {
		if o.clocks[of] < at {
			buf = append(buf, int32(j))
		}
	}
	if near < len(o.events) {
		buf = o.farNotAfter(buf, i, near)
	}
	return buf
}

// NotAfter examines so many events one by one, and at least so many for each actor, before it goes
// through the events of each actor.
const nearby, forEach = 128, 16

// farNotAfter is NotAfter for the positions from the given one on. These form one stretch of the
// events of each actor, which ends at the first event that event i happens before.
func (o *Order) farNotAfter(buf []int32, i, from int) []int32 {
	o.stretches = o.stretches[:0]
	for _, events := range o.ofActor {
		if n := len(events); n == 0 || int(events[n-1]) < from {
			continue
		}
		events = events[count(events, int32(from)):]
		if n := sort.Search(len(events), func(k int) bool { return o.Before(i, int(events[k])) }); n > 0 {
			o.stretches = append(o.stretches, events[:n])
		}
	}
	return merged(buf, o.stretches)
}

// merged appends to buf the positions in the lists, in order. The lists must be sorted and not
// empty; merged consumes them.
func merged(buf []int32, lists [][]int32) []int32 {
	for len(lists) > 0 {
		lowest := 0
		for k := range lists {
			if lists[k][0] < lists[lowest][0] {
				lowest = k
			}
		}
		buf = append(buf, lists[lowest][0])
		if lists[lowest] = lists[lowest][1:]; len(lists[lowest]) == 0 {
			lists[lowest] = lists[len(lists)-1]
			lists = lists[:len(lists)-1]
		}
	}
	return buf
}
