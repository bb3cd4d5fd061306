package judge

import (
	"github.com/checkmodel/checkmodel/internal/explain"
	"github.com/checkmodel/checkmodel/internal/rules"
	"github.com/checkmodel/checkmodel/internal/stage"
	"github.com/checkmodel/checkmodel/optimaldpor"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/result"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

func (j *Judge) recorder() *explain.Recorder {
	return &explain.Recorder{Player: j.Player, Likenesses: j.Likenesses, Stop: j.shouldLeave, Why: j.why}
}

// describe describes a violation, which the evidence in the current interleaving shows. It executes the
// events that led there once more with new processes, in an order that is easy to follow.
func (j *Judge) describe(v *result.Violation, evidence []int) error {
	events := j.Player.Events()[:length(evidence)]
	c := explain.NewClass(events, evidence)
	if r := j.Rules.Named(v.Property); r != nil && r.Ends != nil && v.Process != "" || v.Property == proc.NoRace {
		c.KeepLast()
	}
	if (!j.Replays || j.Readable) && j.recorded(v, c, c.Readable()) {
		return nil
	}
	if j.shouldLeave() {
		return stage.ErrStopped
	}
	// Another order should lead to the violation, too; the present order must.
	if err := j.Repeater.Again(); err != nil {
		return err
	}
	all := explain.PastClass(events, evidence)
	if !j.recorded(v, c, c.AsExecuted()) && !j.recorded(v, all, all.AsExecuted()) {
		if j.shouldLeave() {
			return stage.ErrStopped
		}
		return j.Repeater.Attribute("the schedule of a violation cannot be executed again")
	}
	return nil
}

// setHistory sets the history of a violation of a rule about operations to the history of an order of its events. It returns
// false if these do not violate the rule.
func (j *Judge) setHistory(v *result.Violation, c *explain.Class, order []int) bool {
	rule := j.Rules.Named(v.Property)
	if rule == nil || rule.History == nil || v.Process == "" {
		return true
	}
	var announced []rules.Observation
	for k, i := range order {
		if e := c.Event(i); e.Kind.Is(kind.Shows) && j.World.Value(e.Key) == rule.Board {
			announced = append(announced, rules.Observation{Process: j.World.Actor(e.Actor).Name, Event: j.World.Value(e.Value), Number: k + 1})
		}
	}
	v.History = rule.History(announced)
	return v.History != nil
}

// recorded describes the violation by the events in the given order. It returns false if this order does not
// lead to the violation.
func (j *Judge) recorded(v *result.Violation, c *explain.Class, order []int) bool {
	if !j.setHistory(v, c, order) {
		return false
	}
	return j.recorder().Describe(v, c, order, v.Process == "" && v.Property != "" && v.LoopFrom == 0 && v.DeadEnd == 0)
}

// exemplify describes the current interleaving if more examples are wanted.
func (j *Judge) exemplify() error {
	if j.examples == j.Examples || j.found.Example != nil { // a witness
		return nil
	}
	j.examples++
	v := new(result.Violation)
	if err := j.describe(v, rules.Everything(len(j.Player.Events()))); err != nil {
		return err
	}
	j.found.Example = v
	return nil
}

// showLoop describes the current interleaving if it can repeat its last events for ever.
func (j *Judge) showLoop() error {
	of, is := j.Strategy.(Looping)
	if !is {
		return nil
	}
	from, ok := of.Loop()
	if !ok {
		return nil
	}
	v := &result.Violation{Length: len(j.Player.Events()), LoopFrom: from + 1, Viewed: j.View != 0}
	if err := j.Repeater.Again(); err != nil {
		return err
	}
	err := j.describeOrder(v)
	if err == nil {
		j.Tally.Loops(v)
	}
	return err
}

// attribute records the reason of the current interleaving, if that is wanted.
func (j *Judge) attribute() {
	if !j.Causes {
		return
	}
	if why, ok := j.why(); ok {
		c := j.recorder().Cause(why, j.Patterns)
		if c.First.Source > c.Second.Source && !c.Ends {
			c.First, c.Second = c.Second, c.First
		}
		j.found.Cause = &c
	}
}

// longEvents is the number of events from which an interleaving probably repeats something without effect. A
// process that polls may keep a search busy before an interleaving is cut.
const longEvents = 1000

// long records the operations that the current interleaving repeats. It does so for the first interleaving that
// is cut and, before that, for the first with longEvents events. In a stateful search it also records the
// growing things in the interleaving that is cut.
func (j *Judge) long(outcome trace.Outcome) {
	cut := outcome == trace.Cut
	if (cut || len(j.Player.Events()) >= longEvents) && !j.Tally.KnowsLong(cut) {
		j.found.Repeated = explain.Repetitions(j.Player)
		if cut && j.Merges && j.System != nil {
			j.found.Growth = j.System.Growth(j.Player.Events())
		}
	}
}

// task returns the task of the current interleaving; see [Sharing].
func (j *Judge) task() int {
	if s, ok := j.Strategy.(Sharing); ok {
		return s.Task()
	}
	return 0
}

// why returns why the current interleaving is explored, or false if that is not known.
func (j *Judge) why() (optimaldpor.Reversal, bool) {
	if e, ok := j.Strategy.(Explaining); ok {
		return e.Reversal()
	}
	return optimaldpor.Reversal{}, false
}

// describeOrder describes the current interleaving, which goes on, in the order of its events.
func (j *Judge) describeOrder(v *result.Violation) error {
	events := j.Player.Events()
	if all := explain.PastClass(events, rules.Everything(len(events))); !j.recorded(v, all, all.AsExecuted()) {
		if j.shouldLeave() {
			return stage.ErrStopped
		}
		return j.Repeater.Attribute("the schedule of an infinite interleaving cannot be executed again")
	}
	return nil
}
