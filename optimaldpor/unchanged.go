package optimaldpor

import (
	"math"

	"github.com/checkmodel/checkmodel/trace"
)

// unchanged remembers what came of the races of the last interleaving. Two interleavings mostly share a long beginning, and
// with it most races. If the same events do not happen after the first event of such a race, its wakeup sequence is the same
// again. It need not be built then: it is asleep again, or the tree covers it, or the bound does not admit it again.
//
// This holds as long as the path does not change up to the branch beside which the sequence is inserted. What sleeps
// there stays the same then. To the right of the branch there are only more branches than before, and nothing there is
// finished. So an explorer forgets all results when it leaves a task, whose tree may be discarded.
//
// The sequences of an event that others prevent leave out more. They are the same if, besides, the same events do not happen
// after those that are left out.
type unchanged struct {
	results   []result // of the first races
	prevented []prevented
	rests     []rest // by the position of an event
	round     int
}

// prevented is what came of the sequences in which the event at one position comes before others that prevent it.
type prevented struct {
	results []preventedBy // in the order in which the sequences are built
	round   int           // when they were set
	next    int           // the next of them in this round
	asked   int           // how many of the events that are left out were asked whether the same events follow
	upTo    int           // how many of the results may be the same again
}

// preventedBy is a result, and the position of the event that prevents the other.
type preventedBy struct {
	first int
	result
}

// result is what came of a race whose sequence was built.
type result struct {
	known      bool
	impossible bool    // whether the second event cannot come before the first one
	cut        int     // whether the bound does not admit the sequence
	noted      *wakeup // a copy of the sequence, if it belongs outside of the tree of a task
}

// rest is the events that do not happen after one.
type rest struct {
	events []*trace.Event // copies
	round  int            // when they were set
	same   bool           // whether they were the same in the round before
}

// begin begins the next round, with an interleaving of which so many races are those of the one before.
func (u *unchanged) begin(races int) {
	u.results = u.results[:min(races, len(u.results))]
	u.round++
}

// set sets what came of the race at the given place. That of each earlier race must be set.
func (u *unchanged) set(place int, r result) {
	u.results = grown(u.results, place+1)
	u.results[place] = r
}

// forget forgets what came of all races.
func (u *unchanged) forget() { u.results, u.prevented = u.results[:0], u.prevented[:0] }

// unchanged returns what came of the race at the given place if the sequence is known to be the same again; otherwise nil.
func (o *interleaving) unchanged(place int, r trace.Race) *result {
	u := &o.last
	if place >= len(u.results) || !u.results[place].known || !o.sameRest(int(r.First)) {
		return nil
	}
	if r.Observed {
		events, _ := trace.Kept(&o.order)
		if w := o.order.TakerPosition(&o.trace[r.First]); w >= events || !o.sameRest(w) {
			return nil
		}
	}
	return &u.results[place]
}

// sameRest reports whether the events that do not happen after the one at position i, which the interleaving before had
// there, are the same as they were.
func (o *interleaving) sameRest(i int) bool {
	u := &o.last
	u.rests = grown(u.rests, i+1)
	r := &u.rests[i]
	if r.round == u.round {
		return r.same
	}
	all, kept, ok := trace.NotAfterAgain(&o.order, i)
	if !ok {
		return false
	}
	if r.round != u.round-1 {
		kept, r.events = 0, r.events[:0]
	}
	r.same = r.round == u.round-1 && o.areAt(r.events[kept:], all[kept:])
	r.round = u.round
	if !r.same {
		r.events = r.events[:kept]
		for _, at := range all[kept:] {
			r.events = append(r.events, o.shared(int(at)))
		}
	}
	return r.same
}

// areAt reports whether the events are those at the positions.
func (o *interleaving) areAt(events []*trace.Event, positions []int32) bool {
	if len(events) != len(positions) {
		return false
	}
	for i, e := range events {
		if !o.isAt(e, positions[i]) {
			return false
		}
	}
	return true
}

// isAt reports whether the event is the executed one at the position.
func (o *interleaving) isAt(e *trace.Event, at int32) bool {
	executed := &o.trace[at]
	return e.Actor == executed.Actor && e.Index == executed.Index && (e == o.shared(int(at)) || e.Identical(executed))
}

// preventedBefore returns what is known of the sequences in which the event at position j comes before others that prevent it:
// nothing if it was not executed, or its process was told to end.
func (o *interleaving) preventedBefore(j int) *prevented {
	u := &o.last
	u.prevented = grown(u.prevented, j+1)
	p := &u.prevented[j]
	events, _ := trace.Kept(&o.order)
	p.results, p.upTo = p.results[:p.next], p.next
	if p.round != u.round-1 || j >= events {
		p.upTo = 0
	}
	p.round, p.next, p.asked = u.round, 0, 0
	if j == len(o.trace) || o.trace[j].Told != trace.NoEvent {
		p.upTo, p.asked = 0, math.MaxInt
	}
	return p
}

// known returns what came of the next sequence, in which the event comes before the one at position i, if the sequence is known to be
// the same again; otherwise nil.
func (p *prevented) known(o *interleaving, i int) *result {
	for left := o.seq.preventers.left; p.asked < len(left); p.asked++ {
		if !o.sameRest(int(left[p.asked])) {
			p.upTo = p.next
		}
	}
	if p.next >= p.upTo || p.results[p.next].first != i {
		p.upTo = p.next
		return nil
	}
	p.next++
	return &p.results[p.next-1].result
}

// set sets what came of the next sequence.
func (p *prevented) set(i int, r result) {
	p.results = append(p.results[:p.next], preventedBy{i, r})
	p.next++
}
