package optimaldpor

import (
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/causality"
)

// unchanged remembers the results of the races of the last interleaving. Two interleavings mostly share a long beginning, and
// with it most races. If the same events do not happen after the first event of such a race, its wakeup sequence is the same
// again. It need not be built then: it is asleep again, or the tree covers it, or the bound does not admit it again.
//
// This holds as long as the path does not change up to the branch beside which the sequence is inserted. The sleepers
// there stay the same then. To the right of the branch there are only more branches than before, and nothing there is
// finished. So an explorer forgets all results when it leaves a task, whose tree may be discarded.
//
// The sequence in which an event comes before an event that prevents it leaves out more. It is the same if, besides, the same events
// happen after the events that it leaves out. The event itself may have been at another position: an event that prevents it after that
// position happens after the first event, as all changes of a row that an Await finds by a name are found by that name.
type unchanged struct {
	results   []result    // of the first races
	prevented []prevented // by the position of the event that prevents another
	rests     []rest      // by the position of an event
	round     int
}

// prevented holds the results of the sequences in which other events come before the event at a position.
type prevented struct {
	results map[trace.EventID]result
	round   int // the last round in which they were asked for
}

// result records the result of planning a sequence: of a race, or of an event that another one prevents.
type result struct {
	known      bool    // of a race
	impossible bool    // whether the second event cannot come before the first one
	cut        int     // whether the bound does not admit the sequence
	noted      *wakeup // a copy of the sequence, if it belongs outside of the tree of a task
	round      int     // when this was known last, if the first event prevents the second one
}

// rest is the events that do not happen after one.
type rest struct {
	events []*trace.Event // copies
	round  int            // when they were set
	same   bool           // whether they were the same in the round before
}

// begin begins the next round, with an interleaving whose first races, as many as given, belong to the previous interleaving.
func (u *unchanged) begin(races int) {
	u.results = u.results[:min(races, len(u.results))]
	u.round++
}

// set sets the result of the race at the given place. The results of all earlier races must be set.
func (u *unchanged) set(place int, r result) {
	u.results = grown(u.results, place+1)
	u.results[place] = r
}

// forget forgets all results.
func (u *unchanged) forget() { u.results, u.prevented = u.results[:0], u.prevented[:0] }

// unchanged returns the result of the race at the given place if the sequence is known to be the same again; otherwise nil.
func (o *interleaving) unchanged(place int, r causality.Race) *result {
	u := &o.last
	if place >= len(u.results) || !u.results[place].known || !o.sameRest(int(r.First)) {
		return nil
	}
	if r.Observed {
		events, _ := o.order.Kept()
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
	all, kept, ok := o.order.NotAfterAgain(i)
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
	return e.Actor == executed.Actor && e.Index == executed.Index && (e == o.shared(int(at)) || causality.Identical(e, executed))
}

// ofPrevented returns the results of the sequences in which others come before the event at position i. It forgets all of them if
// that is another event now, if other events do not happen after it, or if it was not asked in the previous round.
func ofPrevented(o *interleaving, i int) map[trace.EventID]result {
	u := &o.last
	u.prevented = grown(u.prevented, i+1)
	p := &u.prevented[i]
	if p.round == u.round {
		return p.results
	}
	events, _ := o.order.Kept()
	if p.results == nil {
		p.results = map[trace.EventID]result{}
	}
	if same := o.sameRest(i); !same || i >= events || p.round != u.round-1 {
		clear(p.results)
	}
	p.round = u.round
	return p.results
}

// leavesOutTheSame reports whether the same events as in the previous round happen after each event that the sequence leaves out. It
// does not look at events that happen after the event at position i: the sequence has none of them anyway.
func leavesOutTheSame(o *interleaving, i int) bool {
	events, _ := o.order.Kept()
	same := true
	for _, y := range o.seq.preventers.left {
		if k := int(y); k < len(o.trace) && !o.order.Before(i, k) {
			again := o.sameRest(k) // also if it makes no difference now: for the next round
			same = same && again && k < events
		}
	}
	return same
}
