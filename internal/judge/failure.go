package judge

import (
	"errors"
	"slices"

	"github.com/checkmodel/checkmodel/internal/claims"
	"github.com/checkmodel/checkmodel/internal/explain"
	"github.com/checkmodel/checkmodel/internal/rules"
	"github.com/checkmodel/checkmodel/internal/stage"
	"github.com/checkmodel/checkmodel/internal/world/guard"
	"github.com/checkmodel/checkmodel/result"
	"github.com/checkmodel/checkmodel/trace"
)

// faulty records the fault of the model that evaluating the rules has found, if there is one.
func (j *Judge) faulty() error {
	f := j.rules.Fault()
	switch {
	case f == nil || j.found.Failure != nil: // the first failure counts
		return nil
	case f.Evidence == nil:
		j.found.Failure = &Failure{Err: f.Err}
		return nil
	}
	v := &result.Violation{Process: f.Process, Explanation: f.Text, Length: length(f.Evidence)}
	if err := j.describe(v, f.Evidence); err != nil {
		return err
	}
	j.found.Failure = &Failure{f.Err, []*result.Violation{v}}
	return nil
}

// Interrupted implements [stage.Judge]. It records the events that led to an invalid operation.
func (j *Judge) Interrupted(err error) {
	events := j.Player.Events()
	var fault *guard.ModelError
	if !errors.As(err, &fault) || fault.Process == "" || !j.Unfinished() {
		return // this worker did not find it by a step
	}
	j.Tally.Stopped(append(slices.Clone(events), j.System.LastEvent()))
}

// Unfinished reports whether the last step was not completed, because of a fault of the program.
func (j *Judge) Unfinished() bool {
	return j.System != nil && j.System.Depth() > len(j.Player.Events())
}

// Leads describes the events as a violation if they lead to the fault again; otherwise it returns nil.
func (j *Judge) Leads(events []trace.Event, fault *guard.ModelError) *result.Violation {
	c := explain.NewClass(events, []int{len(events) - 1})
	c.Fault = fault
	v := &result.Violation{Process: fault.Process, Explanation: rules.InProcess(fault.Process), Length: len(events)}
	if !j.recorded(v, c, c.Readable()) && !j.recorded(v, c, c.AsExecuted()) {
		return nil
	}
	return v
}

// checkClaims checks the claims of the model that messages commute on the current interleaving. It records the failure of the
// search if one is false, and shows both orders as examples.
func (j *Judge) checkClaims() error {
	if j.claims == nil || j.Trust || j.Replays {
		return nil
	}
	check := claims.Check{Player: j.Player, Schedule: j.found.Schedule, Executed: j.Repeater.Executed, Stop: j.shouldLeave, Unordered: j.Merges}
	if j.First && (j.Joined == nil || !j.Joined()) {
		check.Number = j.Earlier + j.Repeater.Interleavings
	}
	exchanged, wrong, err := j.claims.Check(check)
	j.found.Exchanged = exchanged
	if err != nil || wrong == nil {
		return err
	}
	f := &Failure{Err: wrong.Err}
	for _, order := range wrong.Orders {
		v := &result.Violation{Process: wrong.Err.Process, Length: len(order.Events), Explanation: order.Words}
		c := explain.NewClass(order.Events, order.Evidence)
		if !j.recorded(v, c, c.Readable()) && !j.recorded(v, c, c.AsExecuted()) {
			if j.shouldLeave() {
				return stage.ErrStopped
			}
			return j.Repeater.Attribute("one of the orders of two messages that commute by a claim cannot be executed again")
		}
		v.Reversal = nil
		f.At = append(f.At, v)
	}
	j.found.Failure = f
	return nil
}
