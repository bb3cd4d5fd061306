package driver

import (
	"fmt"

	"github.com/checkmodel/checkmodel/states"
	"github.com/checkmodel/checkmodel/trace"
)

// TrialTransitions is how many transitions a [Trial] executes before it compares.
const TrialTransitions = 200_000

// Trial is a stateful search that, after some transitions, is given up if its states stand for no more interleavings than it
// has executed. The ratio grows later, because the last steps of interleavings are explored first: it is 1 to 30 at this point in
// models of CORFU and Chain Replication, and over 1000 in the end. Where a state has everything that was received, it is at most 1.
type Trial struct {
	*states.Explorer
	Weighing
	over bool
}

// Weighing is the part of a [Trial] that is saved.
type Weighing struct {
	Executed int    // interleavings up to the comparison, since the search began again last
	Since    int    // how many transitions it had executed when it began again last
	Compared string // the numbers that were compared, in words; "" before the comparison
}

// Of returns the strategy of a stateful search, which may be a trial.
func (t *Trial) Of(s *states.Explorer) Strategy {
	if t == nil {
		return s
	}
	t.Explorer = s
	return t
}

// States returns the search that is tried.
func (t *Trial) States() *states.Explorer { return t.Explorer }

// Begin returns false if the trial is over.
func (t *Trial) Begin() (trace.Schedule, bool) {
	p := t.Progress()
	if transitions := p.Transitions - t.Since; t.Compared == "" && transitions >= TrialTransitions {
		t.Compared = fmt.Sprintf("after %d transitions, the states stood for %s interleavings, and %d had been executed", transitions, p.Interleavings, t.Executed)
		schedule, more := t.Explorer.Begin()
		t.over = more && p.Interleavings.Int() <= t.Executed
		return schedule, more && !t.over
	}
	return t.Explorer.Begin()
}

// End counts the interleavings before the comparison.
func (t *Trial) End(e trace.Ending) error {
	err := t.Explorer.End(e)
	p := t.Progress()
	switch {
	case t.Compared != "":
	case p.Interleavings == trace.Count{}: // it begins again
		t.Executed, t.Since = 0, p.Transitions
	default:
		t.Executed++
	}
	return err
}

// Coverage says that a trial that was given up has explored only a part.
func (t *Trial) Coverage() trace.Coverage {
	c := t.Explorer.Coverage()
	c.Sample = t.over
	return c
}

// Over reports whether the search was given up.
func (t *Trial) Over() bool { return t.over }
