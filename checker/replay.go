package checker

import (
	"fmt"

	"github.com/checkmodel/checkmodel/bounding"
	"github.com/checkmodel/checkmodel/internal/player"
	"github.com/checkmodel/checkmodel/optimaldpor"
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

// Skipped is a step of a replayed schedule that was not executed.
type Skipped = trace.Skipped

// replay is the strategy that executes one schedule, and goes on after its end in the order in which a
// search begins.
type replay struct {
	*player.Lenient
	rest  *optimaldpor.Optimal // knows that order
	begun bool
}

func newReplay(o *Options) *replay {
	c := o.config()
	c.Bound = bounding.None()
	return &replay{Lenient: player.NewLenient(o.Replay, o.ReplayEvents), rest: optimaldpor.New(c)}
}

// Begin returns true for the one interleaving.
func (r *replay) Begin() (trace.Schedule, bool) {
	if r.begun {
		return nil, false
	}
	r.begun = true
	return r.rest.Begin()
}

// Choose returns the next step of the schedule that is possible. It abandons the interleaving if none was.
func (r *replay) Choose(v trace.View) (trace.Step, bool) {
	if step, ok := r.Lenient.Choose(v); ok || r.Stale() {
		return step, ok
	}
	return r.rest.Choose(v)
}

// Observe takes note of the event at position depth.
func (r *replay) Observe(depth int, e *trace.Event) error {
	_ = r.Lenient.Observe(depth, e) // never an error
	return r.rest.Observe(depth, e)
}

// End returns an error if no step of the schedule was possible.
func (r *replay) End(end trace.Ending) error {
	if r.Lenient.End(end); r.Stale() {
		return &StaleSchedule{Step: 1, Problem: r.Skipped()[0].Problem}
	}
	return nil
}

// Coverage returns that others were not explored.
func (r *replay) Coverage() trace.Coverage { return trace.Coverage{Sample: true} }

// Hold holds nothing: there is one interleaving.
func (r *replay) Hold(f func([]*trace.Event)) { f(nil) }

// replayed keeps the trace of the interleaving, also if it ended with an error, which is returned.
func (j *judge) replayed(err error) error {
	if j.sys.Depth() > len(j.player.Events()) {
		return err // the last step was not completed
	}
	sys := j.sys.Recorder()
	defer sys.Close()
	tr := &trace.Trace{}
	differs := j.repeater.Compare(sys, func(e *trace.Event) { tr.Entries = append(tr.Entries, sys.Entry(e)) })
	j.result.Replayed = tr
	if err == nil {
		err = differs
	}
	return err
}
