package checker

import (
	"github.com/checkmodel/checkmodel/internal/explain"
	"github.com/checkmodel/checkmodel/internal/player"
	"github.com/checkmodel/checkmodel/trace"
)

type (
	// Reversal says why an interleaving was explored.
	Reversal = trace.Reversal
	// Side is one of the two events of a [Reversal].
	Side = trace.Side
	// Cause is a pair of places in a model whose operations can come in either order, and the
	// number of interleavings explored because of that, for a search with Options.Explain.
	Cause = trace.Cause
)

// recorder returns what puts the current interleaving into words.
func (j *judge) recorder() *explain.Recorder {
	return &explain.Recorder{Player: j.player, Stop: j.hurried, Why: j.why}
}

// describe puts a violation into words that those events of the current interleaving
// show. It executes what led to them once more with new processes, in the order that reads best.
func (j *judge) describe(v *Violation, evidence []int) error {
	events := j.player.Events()[:length(evidence)]
	c := explain.NewClass(events, evidence)
	if j.result.Options.Replay == nil && j.recorded(v, c, c.Readable()) {
		return nil
	}
	if j.hurried() {
		return player.ErrStopped
	}
	// Another order should lead to the same; the present one must.
	if err := j.repeater.Again(); err != nil {
		return err
	}
	all := explain.Ordered(events, evidence)
	if !j.recorded(v, c, c.AsExecuted()) && !j.recorded(v, all, all.AsExecuted()) {
		if j.hurried() {
			return player.ErrStopped
		}
		return j.repeater.Attribute("the schedule of a violation cannot be executed again")
	}
	return nil
}

// recorded describes the violation by the events of the class in that order. It returns false if these
// cannot be executed so, or do not lead to the same end.
func (j *judge) recorded(v *Violation, c *explain.Class, order []int) bool {
	d := j.recorder().Describe(c, order, v.Process == "" && v.Property != "")
	if d == nil {
		return false
	}
	v.Trace, v.Schedule, v.Steps, v.Stack, v.Waiting = d.Trace, d.Schedule, d.Steps, d.Stack, d.Waiting
	v.Reversal = d.Reversal
	return true
}

// exemplify describes the current interleaving, if another example is asked for.
func (j *judge) exemplify() error {
	r := j.result
	if len(r.Examples) == r.Options.Examples {
		return nil
	}
	n := len(r.Examples) + 1
	v := &Violation{Interleaving: n, Count: 1, Shown: n}
	if err := j.describe(v, everything(len(j.player.Events()))); err != nil {
		return err
	}
	r.Examples = append(r.Examples, v)
	return nil
}

// attribute notes why the current interleaving is explored.
func (j *judge) attribute() {
	if !j.result.Options.Explain {
		return
	}
	why, ok := j.why()
	if !ok {
		return
	}
	j.result.addCause(j.recorder().Cause(why, j.result.Options.Relation().ReceivePatterns))
}

// addCause adds to the causes with the same places.
func (r *Result) addCause(c Cause) {
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

// samePlace reports whether the two are at the same place in the model. Events of timers and ends of
// processes have none.
func samePlace(s, t *Side) bool {
	return s.Source == t.Source && (s.Source != "" || s.Process == t.Process)
}
