package checker

import (
	"cmp"
	"slices"

	"github.com/checkmodel/checkmodel/internal/explain"
	"github.com/checkmodel/checkmodel/internal/player"
)

// Reversal says why an interleaving was explored: in an earlier one Second came
// after First, and in this one it comes before it.
type Reversal struct {
	First, Second Side
	// Choice says that the two are one event, a choice that turns out differently.
	Choice bool
	// Ends says that Second ends the process of First, which in the earlier interleaving
	// had gone further by then. First is that end.
	Ends bool
}

// Side is one of the two events of a [Reversal].
type Side struct {
	Process   string
	Operation string
	Source    string
	Number    int // in the trace, 0 if it is not there
}

// recorder returns what puts the present interleaving into words.
func (j *judge) recorder() *explain.Recorder {
	return &explain.Recorder{Player: j.player, Stop: j.hurried, Why: j.why}
}

// describe puts a violation into words that those events of the present interleaving
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
	if r := d.Reversal; r != nil {
		v.Reversal = &Reversal{Side(r.First), Side(r.Second), r.Choice, r.Ends}
	}
	return true
}

// exemplify describes the present interleaving, if another example is asked for.
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

// Cause is a pair of places in a model whose operations can come in either order,
// and how many interleavings were explored because of that. It is known of a
// search with Options.Explain.
type Cause struct {
	Count         int
	First, Second Side   // of one of these interleavings; Number is 0
	Choice        bool   // the two are one, a choice
	Ends          bool   // Second ends the process of First, which may have gone further by then
	Table         string // that both work on, or ""
	Mailbox       string // the process to which both send a message, or ""
	Receive       *Side  // that takes one of the messages, if there is such a one
	// Unseen: no receive can tell which of the messages came first. Only a search
	// without receive patterns explores both orders.
	Unseen bool
	// Shown: both show something to the rules of the model, one of which can tell which
	// came first; Living: one of the two is the end of a process that has exposed a
	// state, which a rule of the living (see [Rule.Living]) can tell.
	Shown, Living bool
	// Repeated is how often one process comes to one of the places in an
	// interleaving, at most.
	Repeated int
}

// attribute notes why the present interleaving is explored.
func (j *judge) attribute() {
	if !j.result.Options.Explain {
		return
	}
	why, ok := j.why()
	if !ok {
		return
	}
	c := j.recorder().Cause(why, j.result.Options.Relation().ReceivePatterns)
	j.result.addCause(Cause{
		Count: 1, First: Side(c.First), Second: Side(c.Second), Choice: c.Choice, Ends: c.Ends, Table: c.Table,
		Mailbox: c.Mailbox, Receive: (*Side)(c.Receive), Unseen: c.Unseen, Shown: c.Shown, Living: c.Living, Repeated: c.Repeated,
	})
}

// addCause adds to the causes with the same places.
func (r *Result) addCause(c Cause) {
	if c.First.Source > c.Second.Source && !c.Ends {
		c.First, c.Second = c.Second, c.First
	}
	for i := range r.Causes {
		d := &r.Causes[i]
		if d.First.same(&c.First) && d.Second.same(&c.Second) && d.Unseen == c.Unseen && d.Choice == c.Choice && d.Ends == c.Ends && d.Shown == c.Shown {
			d.Count++
			d.Repeated = max(d.Repeated, c.Repeated)
			return
		}
	}
	r.Causes = append(r.Causes, c)
}

// same reports whether the two are at the same place in the model. What a timer does, or
// the end of a process, is at none.
func (s *Side) same(t *Side) bool {
	return s.Source == t.Source && (s.Source != "" || s.Process == t.Process)
}

// rankCauses puts the causes of the most interleavings first.
func (r *Result) rankCauses() {
	slices.SortStableFunc(r.Causes, func(a, b Cause) int { return cmp.Compare(b.Count, a.Count) })
}
