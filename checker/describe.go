package checker

import (
	"github.com/checkmodel/checkmodel/internal/explain"
	"github.com/checkmodel/checkmodel/internal/rules"
	"github.com/checkmodel/checkmodel/internal/stage"
	"github.com/checkmodel/checkmodel/internal/world"
	"github.com/checkmodel/checkmodel/trace"
)

func (j *judge) recorder() *explain.Recorder {
	return &explain.Recorder{Player: j.player, Likenesses: j.likenesses, Stop: j.hurried, Why: j.why}
}

// describe describes a violation, which the evidence in the current interleaving shows. It executes the
// events that led there once more with new processes, in an order that is easy to follow.
func (j *judge) describe(v *Violation, evidence []int) error {
	events := j.player.Events()[:length(evidence)]
	c := explain.NewClass(events, evidence)
	if r := j.tally.rules.Named(v.Property); r != nil && r.Ends != nil && v.Process != "" {
		c.KeepLast()
	}
	if (j.result.Options.Replay == nil || j.search.setup.readable) && j.recorded(v, c, c.Readable()) {
		return nil
	}
	if j.hurried() {
		return stage.ErrStopped
	}
	// Another order should lead to the violation, too; the present order must.
	if err := j.repeater.Again(); err != nil {
		return err
	}
	all := explain.Ordered(events, evidence)
	if !j.recorded(v, c, c.AsExecuted()) && !j.recorded(v, all, all.AsExecuted()) {
		if j.hurried() {
			return stage.ErrStopped
		}
		return j.repeater.Attribute("the schedule of a violation cannot be executed again")
	}
	return nil
}

// operated sets the history of a violation of a rule about operations to the history of an order of its events. It returns
// false if these do not violate the rule.
func (j *judge) operated(v *Violation, c *explain.Class, order []int) bool {
	rule := j.tally.rules.Named(v.Property)
	if rule == nil || rule.History == nil || v.Process == "" {
		return true
	}
	var announced []rules.Announced
	for k, i := range order {
		if e := c.Event(i); e.Kind.Is(trace.Shows) && j.world.Value(e.Key) == rule.Board {
			announced = append(announced, rules.Announced{Process: j.world.Actor(e.Actor).Name, Event: j.world.Value(e.Value), Number: k + 1})
		}
	}
	v.History = nil
	for _, o := range rule.History(announced) {
		v.History = append(v.History, Operated(o))
	}
	return v.History != nil
}

// recorded describes the violation by the events in the given order. It returns false if this order does not
// lead to the violation.
func (j *judge) recorded(v *Violation, c *explain.Class, order []int) bool {
	if !j.operated(v, c, order) {
		return false
	}
	d := j.recorder().Describe(c, order, v.Process == "" && v.Property != "" && v.LoopFrom == 0 && v.DeadEnd == 0)
	if d == nil {
		return false
	}
	v.Trace, v.Schedule, v.Steps, v.Stack, v.Waiting = d.Trace, d.Schedule, d.Steps, d.Stack, d.Waiting
	v.Reversal = d.Reversal
	return true
}

// exemplify adds the current interleaving to the examples if more are wanted.
func (j *judge) exemplify() error {
	r := j.result
	if len(r.Examples) == r.Options.Examples {
		return nil
	}
	n := len(r.Examples) + 1
	v := &Violation{Interleaving: n, Count: 1, Shown: n}
	if err := j.describe(v, rules.Everything(len(j.player.Events()))); err != nil {
		return err
	}
	r.Examples = append(r.Examples, v)
	return nil
}

// showLoop describes the current interleaving if it can repeat its last events for ever.
func (j *judge) showLoop() error {
	of, is := j.strategy.(looping)
	if !is {
		return nil
	}
	from, ok := of.Loop()
	if !ok {
		return nil
	}
	v := &Violation{Length: len(j.player.Events()), LoopFrom: from + 1, Viewed: j.result.Model.View != nil}
	if err := j.repeater.Again(); err != nil {
		return err
	}
	err := graphs{j}.describeOrder(v)
	if err == nil {
		j.tally.looped(v)
	}
	return err
}

// attribute adds the reason of the current interleaving to the causes.
func (j *judge) attribute() {
	r := j.result
	if !r.Options.Explain {
		return
	}
	why, ok := j.why()
	if !ok {
		return
	}
	c := j.recorder().Cause(why, r.Options.Relation().ReceivePatterns)
	if c.First.Source > c.Second.Source && !c.Ends {
		c.First, c.Second = c.Second, c.First
	}
	for i := range r.Causes {
		d := &r.Causes[i]
		if samePlace(&d.First, &c.First) && samePlace(&d.Second, &c.Second) && d.Unseen == c.Unseen && d.Choice == c.Choice && d.Ends == c.Ends && d.Shown == c.Shown {
			d.Count++
			d.Repeated = max(d.Repeated, c.Repeated)
			return
		}
	}
	r.Causes = append(r.Causes, c)
}

// samePlace reports whether both events are at one place in the model. Events of timers and ends of processes
// have no place.
func samePlace(s, t *Side) bool {
	return s.Source == t.Source && (s.Source != "" || s.Process == t.Process)
}

// longEvents is the number of events from which an interleaving probably repeats something without effect. A
// process that polls may keep a search busy before an interleaving is cut.
const longEvents = 1000

// long records the operations that the current interleaving repeats. It does so for the first interleaving that
// is cut and, before that, for the first with longEvents events. In a stateful search it also records the
// growing things in the interleaving that is cut.
func (j *judge) long(outcome trace.Outcome) {
	cut := outcome == trace.Cut
	if (cut || len(j.player.Events()) >= longEvents) && !j.tally.knowsLong(cut) {
		j.found.repeated = explain.Repetitions(j.player)
		if cut && j.merges && j.sys != nil {
			j.found.growth = world.Growth(j.sys, j.player.Events())
		}
	}
}

// knowsLong reports whether an earlier interleaving was cut, or, if the current one is not cut, was
// long.
func (t *tally) knowsLong(cut bool) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.result.DepthCut > 0 || !cut && t.result.Repeated != nil
}
