// Package explain describes interleavings in words, in an order that is easy to follow, and says why they were
// explored.
package explain

import (
	"slices"

	"github.com/checkmodel/checkmodel/internal/world/guard"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/causality"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// Class is the equivalence class of an interleaving: all orders of its events with the same happens-before
// relation. A reader wants to follow one process, or a message, as far as possible. So a violation is shown in
// an order with few switches, without the events that do not happen before it. Events are identified by their
// positions in the interleaving.
type Class struct {
	// Fault is the error of the model to which the last event leads; nil if there is none.
	Fault *guard.ModelError

	last   bool // the last event ends each order
	events []trace.Event
	order  causality.Order
	kept   []bool
	rank   []int   // the number of kept events of the same actor before each event
	before [][]int // the direct predecessors of each event
	after  [][]int // the direct successors of each event that are kept
}

// NewClass returns the class of the events that led to the evidence, which holds the positions of events in
// ascending order.
func NewClass(events []trace.Event, evidence []int) *Class {
	c := Past(events, evidence)
	c.link()
	return c
}

// KeepLast makes the last of the evidence the end of a readable order, also if it does not depend on others before it.
func (c *Class) KeepLast() { c.last = true }

// Past is NewClass for callers that need the events only as they were executed; it is faster. An event that is left out may have
// ordered others, as a receive does with two messages, so the remaining events are reduced again.
func Past(events []trace.Event, evidence []int) *Class {
	for {
		c := past(events, evidence)
		left := c.AsExecuted()
		if len(left) == len(events) {
			return c
		}
		events, evidence = make([]trace.Event, len(left)), slices.Clone(evidence)
		for k, i := range left {
			events[k] = c.events[i]
		}
		for k, i := range evidence {
			evidence[k], _ = slices.BinarySearch(left, i)
		}
	}
}

// PastClass returns the class of all events that happen before the evidence.
func PastClass(events []trace.Event, evidence []int) *Class {
	c := past(events, evidence)
	c.link()
	return c
}

// past keeps the events that happen before the evidence.
func past(events []trace.Event, evidence []int) *Class {
	c := &Class{events: events, order: causality.Order{Relation: causality.Relation{ReceivePatterns: true}}, kept: make([]bool, len(events))}
	c.order.Compute(events)
	for j := range events {
		next, _ := slices.BinarySearch(evidence, j)
		c.kept[j] = slices.ContainsFunc(evidence[next:], func(i int) bool { return c.order.Before(j, i) })
	}
	return c
}

// link finds the direct predecessors and successors of the events.
func (c *Class) link() {
	n := len(c.events)
	c.rank, c.before, c.after = make([]int, n), make([][]int, n), make([][]int, n)
	for j := range c.events {
		c.before[j] = c.order.Predecessors(j)
		for _, i := range c.before[j] {
			if c.kept[j] {
				c.after[i] = append(c.after[i], j)
			}
		}
	}
}

// AsExecuted returns the order in which the events were executed.
func (c *Class) AsExecuted() []int {
	var order []int
	for i := range c.events {
		if c.kept[i] {
			order = append(order, i)
		}
	}
	return order
}

// draft is the end of an order.
type draft struct {
	left     []int // the number of events of each actor that are not in the draft
	first    int   // the first event, -1 if the draft is empty
	then     *draft
	switches int
}

// Readable returns an order that is easy to follow. Drafts grow by one event at a time, from the last to the first,
// so that messages are sent shortly before they are taken. Only the best drafts are kept, as finding the best order
// of all would take too long.
func (c *Class) Readable() []int {
	var ofActor [][]int
	n := 0
	for i := range c.events {
		for int(c.events[i].Actor) >= len(ofActor) {
			ofActor = append(ofActor, nil)
		}
		if c.kept[i] {
			a := c.events[i].Actor
			c.rank[i] = len(ofActor[a])
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
		drafts = c.grow(drafts, ofActor, max(1, min(mostDrafts, 30_000_000/(n*n))))
	}
	var order []int
	for d := drafts[0]; d.first >= 0; d = d.then {
		order = append(order, d.first)
	}
	return order
}

// mostDrafts is how many drafts are kept at most.
const mostDrafts = 64

// grow puts each possible event before each draft, and returns the best results.
func (c *Class) grow(drafts []*draft, ofActor [][]int, keep int) []*draft {
	var grown []int // of each result: its switches, how late its first event comes, and the draft, as one number, as there are many
	events := len(c.events)
	for k, d := range drafts {
		for a, left := range d.left {
			if left == 0 {
				continue
			}
			i := ofActor[a][left-1]
			if c.last && d.first < 0 && i != len(c.events)-1 {
				continue
			}
			if slices.ContainsFunc(c.after[i], func(j int) bool { return !c.in(d, j) }) {
				continue
			}
			switches := d.switches + c.switches(i, d.first)
			grown = append(grown, (switches*events+events-1-i)*mostDrafts+k)
		}
	}
	slices.Sort(grown) // with equally many switches, the order as executed comes first
	var best []*draft
	for _, g := range grown {
		if len(best) == keep {
			break
		}
		then, first, switches := drafts[g%mostDrafts], events-1-g/mostDrafts%events, g/mostDrafts/events
		// Drafts with the same first event have the same events if they had the same before.
		same := func(e *draft) bool { return e.first == first && slices.Equal(e.then.left, then.left) }
		if !slices.ContainsFunc(best, same) {
			best = append(best, &draft{first: first, then: then, switches: switches})
		}
	}
	for _, d := range best {
		d.left = slices.Clone(d.then.left)
		d.left[c.events[d.first].Actor]--
	}
	return best
}

func (c *Class) in(d *draft, j int) bool { return c.rank[j] >= d.left[c.events[j].Actor] }

// switches returns the cost for the reader if event i comes right before next.
func (c *Class) switches(i, next int) int {
	if next < 0 {
		return 0
	}
	e, n := &c.events[i], &c.events[next]
	switch {
	case n.Taken != trace.NoEvent && n.Takes(e.Message) && (e.Delivers() || e.Kind == kind.Send):
		return 0
	case n.Cause != trace.NoEvent && n.Cause == e.ID():
		return 0
	case n.Kind == kind.Exit && e.Fatal == n.Actor, n.Kind == kind.Restart && n.Actor == e.Actor: // as after a crash
		return 0
	}
	cost := 0
	if n.Actor != e.Actor {
		cost++
	}
	if n.Taken != trace.NoEvent || n.Cause != trace.NoEvent { // the reader must remember that event
		cost++
	}
	return cost
}

// Event returns the event at a position of an order.
func (c *Class) Event(i int) *trace.Event { return &c.events[i] }
