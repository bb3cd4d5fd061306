package checker

import (
	"cmp"
	"slices"

	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
)

// An interleaving stands for its class: all orders of the same events with the
// same happens-before relation. The one that a search comes upon is as good as
// any to the search, but not to a reader, who wants to follow one process, or a
// message, as far as possible before something else begins. So violations are
// shown in the order with the fewest switches that is found, and without the
// events that do not happen before the violation.

// story is a class of interleavings, from which an order is chosen. Events are
// called by their positions in one of them.
type story struct {
	events []trace.Event
	order  trace.Order
	fault  *proc.ModelError // that of the model, which the last event leads to; else nil
	kept   []bool
	rank   []int   // of each event kept, how many of its actor come before it
	before [][]int // of each event those that must come before it, but for those that must come before one of these
	after  [][]int // the same the other way round, of those kept
}

// newStory returns the story of what led to some of the events, whose positions are the
// evidence, ascending. What is left out may have been what showed an order, such as a receive
// behind two messages; so it is looked again what led there among the rest.
func newStory(events []trace.Event, evidence []int) *story {
	for {
		s := ordered(events, evidence)
		left := s.asExecuted()
		if len(left) == len(events) {
			return s
		}
		events, evidence = make([]trace.Event, len(left)), slices.Clone(evidence)
		for k, i := range left {
			events[k] = s.events[i]
		}
		for k, i := range evidence {
			evidence[k], _ = slices.BinarySearch(left, i)
		}
	}
}

// ordered returns the story of what happens before the evidence.
func ordered(events []trace.Event, evidence []int) *story {
	s := &story{
		events: events,
		order:  trace.Order{Relation: trace.Relation{ReceivePatterns: true}},
		kept:   make([]bool, len(events)),
		rank:   make([]int, len(events)),
		before: make([][]int, len(events)),
		after:  make([][]int, len(events)),
	}
	s.order.Compute(events)
	for j := range events {
		behind, _ := slices.BinarySearch(evidence, j)
		s.kept[j] = slices.ContainsFunc(evidence[behind:], func(i int) bool { return s.order.Before(j, i) })
		s.before[j] = s.order.Predecessors(j)
		for _, i := range s.before[j] {
			if s.kept[j] {
				s.after[i] = append(s.after[i], j)
			}
		}
	}
	return s
}

// asExecuted returns the order in which the events were executed.
func (s *story) asExecuted() []int {
	var told []int
	for i := range s.events {
		if s.kept[i] {
			told = append(told, i)
		}
	}
	return told
}

// draft is the end of an order, of which the beginning is still to be chosen.
type draft struct {
	left     []int // how many events of each actor are still to be told
	first    int   // the event with which the draft begins, -1 if it is empty
	then     *draft
	switches int
}

// tell returns the order that reads best. To find the best of all would take too
// long; a few of the best drafts are kept while they grow, one event at a time,
// from the last to the first: a message is then sent as late as possible, when
// somebody is about to take it.
func (s *story) tell() []int {
	var ofActor [][]int
	n := 0
	for i := range s.events {
		for int(s.events[i].Actor) >= len(ofActor) {
			ofActor = append(ofActor, nil)
		}
		if s.kept[i] {
			a := s.events[i].Actor
			s.rank[i] = len(ofActor[a])
			ofActor[a] = append(ofActor[a], i)
			n++
		}
	}
	empty := &draft{first: -1}
	for _, list := range ofActor {
		empty.left = append(empty.left, len(list))
	}
	drafts := []*draft{empty}
	for range n {
		drafts = s.grow(drafts, ofActor, max(1, min(64, 100_000/n)))
	}
	var told []int
	for d := drafts[0]; d.first >= 0; d = d.then {
		told = append(told, d.first)
	}
	return told
}

// grow puts an event in front of each draft, in all ways there are, and returns
// the best of what results.
func (s *story) grow(drafts []*draft, ofActor [][]int, keep int) []*draft {
	var grown []*draft
	for _, d := range drafts {
		for a, list := range ofActor {
			if d.left[a] == 0 {
				continue
			}
			i := list[d.left[a]-1]
			if slices.ContainsFunc(s.after[i], func(j int) bool { return !s.in(d, j) }) {
				continue
			}
			left := slices.Clone(d.left)
			left[a]--
			grown = append(grown, &draft{left, i, d, d.switches + s.switches(i, d.first)})
		}
	}
	slices.SortStableFunc(grown, func(a, b *draft) int {
		// Of several as good, one that leaves the events in their order.
		return cmp.Or(a.switches-b.switches, b.first-a.first)
	})
	var best []*draft
	for _, d := range grown {
		same := func(e *draft) bool { return e.first == d.first && slices.Equal(e.left, d.left) }
		if len(best) < keep && !slices.ContainsFunc(best, same) {
			best = append(best, d)
		}
	}
	return best
}

// in reports whether the draft has the event. Of each actor it has the last ones.
func (s *story) in(d *draft, j int) bool { return s.rank[j] >= d.left[s.events[j].Actor] }

// switches says what it costs the reader that event i comes right in front of
// next: nothing if that is the same process, or takes the message of i.
func (s *story) switches(i, next int) int {
	if next < 0 {
		return 0
	}
	e, n := &s.events[i], &s.events[next]
	switch {
	case n.Taken != trace.NoEvent && n.Taken == e.Message && (e.Delivers() || e.Kind == trace.Send):
		return 0
	case n.Cause != trace.NoEvent && n.Cause == e.ID():
		return 0
	}
	cost := 0
	if n.Actor != e.Actor {
		cost++
	}
	if n.Taken != trace.NoEvent || n.Cause != trace.NoEvent { // the reader must remember what that was
		cost++
	}
	return cost
}
