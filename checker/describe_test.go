package checker_test

import (
	"slices"
	"testing"

	"github.com/checkmodel/checkmodel/bounding"
	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/testsize"
	"github.com/checkmodel/checkmodel/models/corfu"
	"github.com/checkmodel/checkmodel/models/litmus"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/causality"
)

// teller compares every interleaving with the order in which it would be shown.
type teller struct {
	t             *testing.T
	model         string
	before, after int // switches
}

func (c *teller) Interleaving(number int, _ trace.Outcome, events []trace.Event) {
	explored := causality.Order{Relation: causality.Relation{ReceivePatterns: true}}
	explored.Compute(events)
	told := causality.Order{Relation: explored.Relation}
	var order []trace.Event
	for _, i := range checker.Tell(events, checker.Everything(len(events))) {
		order = append(order, events[i])
	}
	told.Compute(order)
	if len(order) != len(events) || told.Signature() != explored.Signature() {
		c.t.Fatalf("%s: interleaving %d is told as one of another class", c.model, number)
	}
	c.before += switches(events)
	c.after += switches(order)

	// The events that led to an event are exactly those that happen before it.
	last := len(events) * 2 / 3
	led := checker.Tell(events[:last+1], []int{last})
	if led[len(led)-1] != last {
		c.t.Fatalf("%s: interleaving %d: the last event is %d, not %d", c.model, number, led[len(led)-1], last)
	}
	slices.Sort(led)
	var rest []trace.Event
	for _, i := range led {
		rest = append(rest, events[i])
	}
	told.Compute(rest)
	for k, i := range led {
		if !told.Before(k, len(led)-1) {
			c.t.Fatalf("%s: interleaving %d: event %d does not lead to event %d", c.model, number, i, last)
		}
	}
	for i := range last {
		for _, j := range led {
			if i < j && !slices.Contains(led, i) && told.Relation.Dependent(&events[i], &events[j], &told) != causality.Independent {
				c.t.Fatalf("%s: interleaving %d: event %d leads to event %d, and is left out", c.model, number, i, j)
			}
		}
	}
}

// switches counts what a reader must keep in mind: switches to another process that does not take
// the message just sent, and messages that are taken later.
func switches(events []trace.Event) int {
	n := 0
	for i := range events[1:] {
		e, next := &events[i], &events[i+1]
		takes := next.Taken != trace.NoEvent
		if takes && next.Taken == e.ID() {
			continue
		}
		if takes {
			n++
		}
		if next.Actor != e.Actor {
			n++
		}
	}
	return n
}

// The order that is shown is of the explored class, and easier to follow.
func TestTraceHasFewerSwitches(t *testing.T) {
	for _, m := range append(litmus.Models(), corfu.Models()[:4]...) {
		c := &teller{t: t, model: m.Name}
		o := checker.Options{TrustModel: !testsize.Long(), Observer: c, Until: checker.UntilEnd, Bound: bounding.Tree(4), MaxInterleavings: 15}
		if _, err := checker.Check(t.Context(), m, o); err != nil {
			t.Fatal(err)
		}
		if c.before > 500 && c.after > c.before*2/3 {
			t.Errorf("%s: there are %d switches instead of %d", m.Name, c.after, c.before)
		}
	}
}

// Of several interleavings with the same violation the shortest is shown, for any
// number of workers.
func TestShortestIsShown(t *testing.T) {
	m := checker.Model{Name: "detours", Main: func(p *proc.P) {
		for range 2 - p.Choose(3) {
			p.Send(p.Self(), "detour")
		}
		p.Assert(false, "never", "it comes to this")
	}}
	for _, workers := range []int{1, 3} {
		r, err := checker.Check(t.Context(), m, checker.Options{Until: checker.UntilEnd, Workers: workers})
		if err != nil || len(r.Violations) != 1 {
			t.Fatal(r, err)
		}
		if v := r.Violations[0]; v.Interleaving != 1 || v.Count != 3 || v.Shown != 3 || len(v.Trace.Entries) != 2 {
			t.Errorf("with %d workers, the violation is %+v with %d events", workers, v, len(v.Trace.Entries))
		}
	}
}

// Examples are whole interleavings, each of which can be replayed.
func TestExamples(t *testing.T) {
	r, err := checker.Check(t.Context(), rivals, checker.Options{Examples: 2, Until: checker.UntilEnd})
	if err != nil || len(r.Examples) != 2 {
		t.Fatal(r, err)
	}
	for i, e := range r.Examples {
		again, err := checker.Check(t.Context(), rivals, checker.Options{Replay: e.Steps, Examples: 1})
		if err != nil {
			t.Fatal(err)
		}
		if e.Interleaving != i+1 || len(e.Trace.Entries) < 7 || len(again.Examples[0].Trace.Entries) != len(e.Trace.Entries) {
			t.Errorf("example %d is of interleaving %d, with %d events", i+1, e.Interleaving, len(e.Trace.Entries))
		}
	}
	if r.Examples[0].Reversal != nil || r.Examples[1].Reversal == nil {
		t.Error("the first interleaving has a reason, or the second has none")
	}
}
