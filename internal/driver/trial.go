package driver

import (
	"fmt"

	"github.com/checkmodel/checkmodel/states"
	"github.com/checkmodel/checkmodel/trace"
)

// TrialTransitions is how many transitions a [Trial] executes before it compares.
const TrialTransitions = 200_000

// Trial is a stateful search that, after some transitions, is given up unless its states stand for many more
// interleavings than it has executed.
type Trial struct {
	*states.Explorer
	Worth         int // the ratio of both from which on it goes on
	executed      int // up to the comparison, since it began again last
	since         int // how many transitions it had executed when it began again last
	weighed, over bool
	at            states.Progress // at the comparison
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
	if p := t.Progress(); !t.weighed && p.Transitions-t.since >= TrialTransitions {
		t.weighed, t.at = true, p
		schedule, more := t.Explorer.Begin()
		t.over = more && p.Interleavings.Int()/t.Worth < t.executed
		return schedule, more && !t.over
	}
	return t.Explorer.Begin()
}

// End counts the interleavings before the comparison.
func (t *Trial) End(e trace.Ending) error {
	err := t.Explorer.End(e)
	p := t.Progress()
	switch {
	case t.weighed:
	case p.Interleavings == trace.Count{}: // it begins again
		t.executed, t.since = 0, p.Transitions
	default:
		t.executed++
	}
	return err
}

// Coverage says that a trial that was given up has explored only a part.
func (t *Trial) Coverage() trace.Coverage {
	c := t.Explorer.Coverage()
	c.Sample = t.over
	return c
}

// String returns the numbers that were compared.
func (t *Trial) String() string {
	return fmt.Sprintf("after %d transitions, the states stood for %s interleavings, and %d had been executed", t.at.Transitions-t.since, t.at.Interleavings, t.executed)
}

// Compared reports whether the two searches were compared.
func (t *Trial) Compared() bool { return t.weighed }

// Over reports whether the search was given up.
func (t *Trial) Over() bool { return t.over }
