package optimaldpor

import "github.com/checkmodel/checkmodel/trace"

// repeated remembers the sequences of the last interleavings, to plan them once. Two interleavings mostly share a long
// beginning, and with it most races. Mostly the sequence of such a race is the same, too: it is asleep again, or the tree
// covers it, or the bound does not admit it again.
//
// This holds as long as the path does not change up to the branch beside which the sequence is inserted. What sleeps
// there stays the same then. To the right of the branch there are only more branches than before, and nothing there is
// finished. So an explorer forgets what it remembers where an interleaving leaves the one before, and when it leaves a
// task, whose tree may be discarded.
type repeated struct {
	starts []*slots // by the state in which the sequence begins; nil if none was remembered
	size   int      // how many events there is room for in these
}

// slots holds sequences that begin in one state, each in the slot that its reversed event and its length select.
type slots [16]once

// once is a sequence. Everything else about an event follows from the earlier events of its actor.
type once struct {
	events []*trace.Event // copies, also of the events beyond; nil for those that were not executed in this way
	beyond int            // how many of them are beyond the sequence
	own    [2]identity    // of those that are nil: of the reversed event, and of the receive that shows it
	cut    int            // whether the bound does not admit it
	noted  *wakeup        // its copy, if it belongs outside of the tree of a task
}

// identity distinguishes an event from others that can come in its place after the same events.
type identity struct {
	id          trace.EventID
	alternative int32
}

func identityOf(e *trace.Event) identity { return identity{e.ID(), e.Alternative} }

// manyEvents is the number of events above which all sequences are forgotten.
const manyEvents = 1 << 19

// back forgets the sequences that begin after so many events or more.
func (r *repeated) back(depth int) {
	for s := len(r.starts) - 1; s >= depth; s-- {
		if at := r.starts[s]; at != nil {
			for i := range at {
				at[i].events = at[i].events[:0]
			}
		}
	}
	r.starts = r.starts[:min(depth, len(r.starts))]
}

// slot returns the slot of a sequence that begins in the given state.
func (r *repeated) slot(start int, reversed *trace.Event, events int) *once {
	if r.size > manyEvents {
		r.starts, r.size = nil, 0
	}
	for len(r.starts) <= start {
		if n := len(r.starts); n < cap(r.starts) {
			r.starts = r.starts[:n+1] // its slots are empty
		} else {
			r.starts = append(r.starts, nil)
		}
	}
	if r.starts[start] == nil {
		r.starts[start] = new(slots)
	}
	return &r.starts[start][(int(reversed.Actor)*5+int(reversed.Index)*3+events)%len(slots{})]
}

// remembered returns what is remembered of the sequence of the interleaving, which has just been built. If nothing is,
// it returns false, and remembers the sequence; the caller must set its cut and noted.
func (o *interleaving) remembered() (it *once, before bool) {
	r, s := &o.repeated, &o.seq
	it = r.slot(s.start, &s.changed, len(s.at))
	own := [2]identity{identityOf(&s.changed)}
	if len(s.events) > 0 && s.events[len(s.events)-1] == &s.taker {
		own[1] = identityOf(&s.taker)
	}
	if it.own == own && it.beyond == len(s.beyond) && len(it.events) == len(s.at) && o.isAt(it.events, s.at) {
		return it, true
	}
	r.size -= cap(it.events)
	it.events = it.events[:0]
	for _, at := range s.at {
		it.events = append(it.events, o.copyAt(at))
	}
	r.size += cap(it.events)
	it.own, it.beyond, it.cut, it.noted = own, len(s.beyond), 0, nil
	return it, false
}

// isAt reports whether the events are the copies of those at the positions.
func (o *interleaving) isAt(events []*trace.Event, positions []int32) bool {
	for i, e := range events {
		if e != o.copyAt(positions[i]) {
			return false
		}
	}
	return true
}

// copyAt returns the copy of the executed event at a position; nil for -1.
func (o *interleaving) copyAt(at int32) *trace.Event {
	if at < 0 {
		return nil
	}
	return o.shared(int(at))
}

// open returns how many events of the path lead to the last state, after at least from events, that has branches to the
// right of the path; from - 1 if there is none. The next interleaving diverges there: what is remembered of later
// states would be forgotten.
func (o *interleaving) open(from int) int {
	a := len(o.path) - 2
	for a >= from && len(o.path[a].kids) == int(o.path[a+1].place)+1 {
		a--
	}
	return max(a, from-1)
}
