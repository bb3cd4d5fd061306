package checker

import (
	"fmt"

	"github.com/checkmodel/checkmodel/bounding"
	"github.com/checkmodel/checkmodel/optimaldpor"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
)

// A StaleSchedule says that a schedule cannot be replayed, as none of its steps is
// possible: it belongs to another model.
type StaleSchedule struct {
	Step    int // counted from 1; the first one
	Problem string
}

// Error says why the first step is not possible.
func (e *StaleSchedule) Error() string {
	return fmt.Sprintf("no step of the schedule is possible; step %d is not: %s; the schedule belongs to another model, or to another delivery",
		e.Step, e.Problem)
}

// Skipped is a step of a replayed schedule that did not happen.
type Skipped struct {
	Step    int    // counted from 1
	Process string // that was to move
	Event   string // what it did when the schedule was kept; "" if that is not known
	Problem string // why it does not happen
}

// String returns it as one sentence, which begins with the step.
func (s Skipped) String() string {
	text := fmt.Sprintf("step %d of the schedule is skipped", s.Step)
	if s.Event != "" {
		text += fmt.Sprintf(" (%s: %s)", s.Process, s.Event)
	}
	return text + ": " + s.Problem
}

// replay is the strategy that executes one schedule, and goes on after its end
// in the order in which a search begins.
type replay struct {
	follower
	rest  *optimaldpor.Optimal // knows that order
	begun bool
}

func newReplay(o *Options) *replay {
	c := o.config()
	c.Bound = bounding.None()
	return &replay{
		follower: follower{steps: o.Replay, events: o.ReplayEvents, names: map[string]string{"#0": proc.FirstProcess}},
		rest:     optimaldpor.New(c),
	}
}

// Begin returns true for the one interleaving.
func (r *replay) Begin() (trace.Schedule, bool) {
	if r.begun {
		return nil, false
	}
	r.begun = true
	return r.rest.Begin()
}

// Choose returns the next step of the schedule that is possible. It abandons the
// interleaving if none was.
func (r *replay) Choose(v trace.View) (trace.Step, bool) {
	if step, ok := r.follow(v.Enabled); ok {
		return step, true
	}
	if r.stale() != nil {
		return trace.Step{}, false
	}
	return r.rest.Choose(v)
}

// Observe takes note of the event at position depth.
func (r *replay) Observe(depth int, e *trace.Event) error {
	r.observe(e)
	return r.rest.Observe(depth, e)
}

// End returns an error if no step of the schedule was possible.
func (r *replay) End(end trace.Ending) error {
	switch end.Outcome {
	case trace.Complete:
		r.follow(nil) // skips the rest, as nothing can move any more
	case trace.Cut:
		for r.next < len(r.steps) {
			r.skip("the interleaving is cut after %d events", end.Events)
		}
	}
	if stale := r.stale(); stale != nil {
		return stale
	}
	return nil
}

// Coverage returns that others were not explored.
func (r *replay) Coverage() trace.Coverage { return trace.Coverage{Sample: true} }

// Hold holds nothing: there is one interleaving.
func (r *replay) Hold(f func([]*trace.Event)) { f(nil) }

// replayed keeps the trace of an interleaving that was replayed, also if it ended
// with an error, which is returned.
func (x *exploration) replayed(err error) error {
	if x.result.Options.Replay == nil {
		return err
	}
	sys := x.sys.Recorder()
	defer sys.Close()
	tr := &trace.Trace{}
	differs := x.again(sys, len(x.events), func(e *trace.Event) {
		tr.Entries = append(tr.Entries, sys.Entry(e))
	})
	x.result.Replayed = tr
	if r, ok := x.strategy.(*replay); ok {
		x.result.Skipped, x.result.Unplanned = r.skipped, r.unplanned
	}
	if err == nil {
		err = differs
	}
	return err
}
