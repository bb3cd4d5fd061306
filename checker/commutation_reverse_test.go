package checker

import (
	"fmt"

	"github.com/checkmodel/checkmodel/internal/effects"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/causality"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// reverse removes an event from an interleaving, and all events that happen after it. The rest must
// still be possible with the same results. After the rest, an event that was in a race with the
// removed one must be possible; one that needed it must not.
func (c *commutation) reverse(order *causality.Order, events []trace.Event) {
	if len(events) < 2 {
		return
	}
	for j := range events {
		if i := order.Position(events[j].Told); i >= 0 {
			c.tryWithout(order, events, i, j)
		}
	}
	races := order.Races()
	for range 3 {
		if len(races) > 0 && c.random.IntN(2) == 0 {
			r := races[c.random.IntN(len(races))]
			c.reversed++
			c.report(events, int(r.First), int(r.Second), c.race(order, events, r))
			continue
		}
		i := c.random.IntN(len(events))
		for j := i + 1; j < len(events); j++ {
			c.tryWithout(order, events, i, j)
		}
	}
}

// tryWithout tries to execute event j without event i, if the relation says that it needs that.
func (c *commutation) tryWithout(order *causality.Order, events []trace.Event, i, j int) {
	if a, b := &events[i], &events[j]; a.Actor != b.Actor && c.relation.Dependent(a, b, order) == causality.Irreversible {
		c.report(events, i, j, c.need(order, events, i, j))
	}
}

func (c *commutation) report(events []trace.Event, i, j int, problem string) {
	if problem != "" {
		c.t.Errorf("%v\nwithout event %d (%v of actor %d), and with %d (%v of actor %d) behind the rest, receive patterns %v: %s\n%s", c.scene,
			i, events[i].Kind, events[i].Actor, j, events[j].Kind, events[j].Actor, c.relation.ReceivePatterns, problem, listing(events))
	}
}

// race executes the later event of a race without the earlier one.
func (c *commutation) race(order *causality.Order, events []trace.Event, r causality.Race) string {
	if problem := c.without(order, events, int(r.First), int(r.Second)); problem != "" {
		return problem
	}
	e := &events[r.Second]
	if e.Told == events[r.First].ID() && e.Instead != nil {
		// It is the next operation of the process, which may have to wait.
		if c.sys.CanStep(e.Step()) {
			if got := c.sys.Step(e.Step()); !got.Same(e.Instead) {
				return "the process does not go on with what it was about to do"
			}
		} else if !blocks(e.Instead.Kind) {
			return "the process cannot go on"
		}
		return ""
	}
	step := e.Step()
	if e.Fault() != trace.NoFault && !c.sys.CanStep(step) {
		step.Alternative = 0 // there may be no message now that could have the fault
	}
	if _, timed := effects.DeadlineOf(e); !c.sys.CanStep(step) && (blocks(e.Kind) || timed) {
		return "" // it may have waited for the event
	}
	if !c.sys.CanStep(step) {
		return "the reversal of a race is not possible"
	}
	if got := c.sys.Step(step); !got.Same(&e.Op) {
		return "the reversal of a race is another operation"
	}
	return ""
}

func blocks(k kind.Kind) bool { return k == kind.Receive || k == kind.Collect || k == kind.TableAwait }

// need tries to execute an event without one that it needs, as the relation says. If that one told its process to end, this cannot do
// anything else either.
func (c *commutation) need(order *causality.Order, events []trace.Event, i, j int) string {
	if problem := c.without(order, events, i, j); problem != "" {
		return problem
	}
	if e := &events[j]; c.sys.CanStep(e.Step()) {
		if e.Told == events[i].ID() {
			return "the process can go on without the event"
		}
		if got := c.sys.Step(e.Step()); got.ID() == e.ID() && got.Same(&e.Op) && got.Taken == e.Taken && got.Set.Same(e.Set) {
			return "it does not need the event"
		}
	}
	return ""
}

// without executes the events that do not happen after event i, except j.
func (c *commutation) without(order *causality.Order, events []trace.Event, i, j int) string {
	c.sys.StepBack(0)
	for k := range events {
		if k == j || k >= i && order.Before(i, k) {
			continue
		}
		if !c.sys.CanStep(events[k].Step()) {
			return fmt.Sprintf("event %d does not happen after it, but is not possible", k)
		}
		if got := c.sys.Step(events[k].Step()); differs(&events[k], &got) != "" {
			return fmt.Sprintf("event %d does not happen after it, but %s", k, differs(&events[k], &got))
		}
	}
	return ""
}
