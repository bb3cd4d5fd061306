package checker

import (
	"fmt"

	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/causality"
)

// local executes two operations that are enabled in a state of an interleaving in both orders, and
// then the rest. If they are independent, both stay enabled, and no result changes. (Receive
// patterns need a whole interleaving; exchange tests them.)
func (c *commutation) local(events []trace.Event) {
	if c.relation.ReceivePatterns {
		return
	}
	c.sys.StepBack(0)
	depth := c.random.IntN(len(events) + 1)
	for i := range depth {
		c.sys.Step(events[i].Step())
	}
	enabled := c.sys.Enabled(nil)
	if len(enabled) < 2 {
		return
	}
	p := c.random.IntN(len(enabled))
	q := (p + 1 + c.random.IntN(len(enabled)-1)) % len(enabled)
	steps := []trace.Step{{Actor: enabled[p].Actor}, {Actor: enabled[q].Actor}}
	alone := c.sys.Step(steps[1])
	c.sys.StepBack(depth)
	first := c.sys.Step(steps[0])
	d := c.relation.Dependent(&first, &alone, nil)
	kinds := kindsOf(&first, &alone)
	problem := c.exchanged(depth, first, steps)
	switch {
	case d != causality.Independent:
		c.trials[kinds]++
		if problem != "" {
			c.different[kinds]++
		}
	case problem != "":
		c.t.Errorf("%v\nafter the first %d events, %v of actor %d and %v of actor %d are independent: %s\n%s", c.scene,
			depth, first.Kind, first.Actor, alone.Kind, alone.Actor, problem, listing(events))
	}
}

// exchanged returns the first difference if the first of two steps, which has been executed, comes
// second.
func (c *commutation) exchanged(depth int, first trace.Event, steps []trace.Step) string {
	if !c.sys.CanStep(steps[1]) {
		return "the second is not possible behind the first"
	}
	all := []trace.Event{first, c.sys.Step(steps[1])}
	for enabled := c.sys.Enabled(nil); len(enabled) > 0; enabled = c.sys.Enabled(nil) {
		all = append(all, c.sys.Step(trace.Step{Actor: enabled[0].Actor}))
	}
	c.sys.StepBack(depth)
	all[0], all[1] = all[1], all[0]
	for i := range all {
		if !c.sys.CanStep(all[i].Step()) {
			return fmt.Sprintf("%v of actor %d is not possible in the other order", all[i].Kind, all[i].Actor)
		}
		if got := c.sys.Step(all[i].Step()); differs(&all[i], &got) != "" {
			return differs(&all[i], &got)
		}
	}
	if len(c.sys.Enabled(nil)) > 0 {
		return "it does not end there in the other order"
	}
	return ""
}
