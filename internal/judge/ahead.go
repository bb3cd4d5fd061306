package judge

import (
	"cmp"
	"errors"
	"sort"

	"github.com/checkmodel/checkmodel/internal/stage"
	"github.com/checkmodel/checkmodel/internal/world"
	"github.com/checkmodel/checkmodel/result"
	"github.com/checkmodel/checkmodel/trace"
)

// AtViolation reports whether the current interleaving of a replay violates a rule that needs a graph of states: it can
// repeat its last events for ever, so that this is fair, or nothing that can follow is right. It must be called once.
func (j *Judge) AtViolation() bool {
	j.ahead.known = true
	steps := trace.Schedule{}
	for _, e := range j.Player.Events() {
		steps = append(steps, e.Step())
	}
	for i := range j.Rules.List {
		var v *result.Violation
		var err error
		switch rule := &j.Rules.List[i]; {
		case rule.Eventual:
			v, err = j.lassoOf(i, steps)
		case rule.Possible:
			v, err = j.deadEndOf(i, steps)
		}
		switch {
		case err != nil && err != stage.ErrStopped: // if it is to be stopped, the replay is stopped, too
			j.ahead.err = err
			return true
		case v != nil:
			j.ahead.violations = append(j.ahead.violations, v)
		}
	}
	return len(j.ahead.violations) > 0
}

// lassoOf returns the violation of the Eventually with index i by a schedule that is replayed, nil if it is none.
func (j *Judge) lassoOf(i int, steps trace.Schedule) (v *result.Violation, err error) {
	err = j.beside(func(*world.System) {}, func(other *Judge) error {
		x := other.exploration(i)
		from, repeats, err := x.Repeats(steps)
		if err == nil && repeats {
			v, err = other.violation(i, result.Violation{LoopFrom: from + 1})
		}
		return err
	})
	return v, err
}

// beside calls the function with a judge of another world of the same program. It returns the function's error, or the model's.
func (j *Judge) beside(prepare func(*world.System), judge func(*Judge) error) error {
	return j.Loop.Recovered(func() error {
		w := j.World.Copy(stage.Twin)
		defer w.Close()
		prepare(world.Simulated(w))
		p := stage.New(w)
		other := New(j.Config, p)
		p.Back = other.Back
		err := judge(other)
		if f := other.found.Failure; f != nil {
			return f.Err
		}
		return err
	})
}

// addAhead records the violations that AtViolation has found. If nothing can move at the end of a replay, it was not called yet.
func (j *Judge) addAhead(outcome trace.Outcome) error {
	if j.Ahead > 0 && outcome == trace.Complete && !j.ahead.known {
		j.AtViolation()
	}
	j.found.Violations = append(j.found.Violations, j.ahead.violations...)
	return j.ahead.err
}

// deadEndOf returns the violation of the AlwaysPossible with index i by a schedule that is replayed, up to the first event
// after which there is no hope; nil if there is hope at its end. The continuations are explored in a system like the search's.
// If its faults do not admit the schedule, they are explored in the system of the replay.
func (j *Judge) deadEndOf(i int, steps trace.Schedule) (v *result.Violation, err error) {
	judge := func(other *Judge) error {
		var failed error
		x := other.exploration(i)
		x.MaxEvents = max(x.MaxEvents, j.Ahead) // after the schedule
		dead := func(events int) bool {
			n, err := x.DeadEnd(steps[:events])
			failed = cmp.Or(failed, err)
			return n > 0
		}
		least := len(steps)
		if !dead(least) {
			return failed
		}
		if least > 1 && dead(least-1) { // longer than any that a search finds
			least = 1 + sort.Search(least-2, func(n int) bool { return dead(n + 1) })
		}
		states, err := x.DeadEnd(steps[:least])
		if failed = cmp.Or(failed, err); failed == nil && other.found.Failure == nil {
			v, failed = other.violation(i, result.Violation{DeadEnd: states})
		}
		return failed
	}
	err = j.beside(j.AsExplored, judge)
	var impossible *stage.Difference
	if errors.As(err, &impossible) {
		err = j.beside(func(*world.System) {}, judge)
	}
	return v, err
}
