package checker

import (
	"fmt"

	"github.com/checkmodel/checkmodel/states"
	"github.com/checkmodel/checkmodel/trace"
)

// trial is a stateful search that, after some transitions, is given up unless its states stand for many more
// interleavings than it has executed.
type trial struct {
	*states.Search
	worth         int // the ratio from which on it goes on; see worthwhile
	executed      int // up to the comparison, since it began again last
	since         int // how many transitions it had executed when it began again last
	weighed, over bool
	at            states.Progress // at the comparison
}

// of returns the strategy of a stateful search, which may be a trial.
func (t *trial) of(s *states.Search) Strategy {
	if t == nil {
		return s
	}
	t.Search = s
	return t
}

// States returns the search that is tried.
func (t *trial) States() *states.Search { return t.Search }

// Begin returns false if the trial is over.
func (t *trial) Begin() (trace.Schedule, bool) {
	if p := t.Progress(); !t.weighed && p.Transitions-t.since >= autoTransitions {
		t.weighed, t.at = true, p
		schedule, more := t.Search.Begin()
		t.over = more && p.Interleavings.Int()/t.worth < t.executed
		return schedule, more && !t.over
	}
	return t.Search.Begin()
}

// End counts the interleavings before the comparison.
func (t *trial) End(e trace.Ending) error {
	err := t.Search.End(e)
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
func (t *trial) Coverage() trace.Coverage {
	c := t.Search.Coverage()
	c.Sample = t.over
	return c
}

// String returns the numbers that were compared.
func (t *trial) String() string {
	return fmt.Sprintf("after %d transitions, the states stood for %s interleavings, and %d had been executed", t.at.Transitions-t.since, t.at.Interleavings, t.executed)
}
