package checker

import (
	"fmt"

	"github.com/checkmodel/checkmodel/bounding"
	"github.com/checkmodel/checkmodel/internal/lenient"
	"github.com/checkmodel/checkmodel/internal/stage"
	"github.com/checkmodel/checkmodel/optimaldpor"
	"github.com/checkmodel/checkmodel/trace"
)

// StaleSchedule is the error that no step of a schedule is possible: the schedule belongs to another
// model.
type StaleSchedule struct {
	Step    int // counted from 1; the first one
	Problem string
}

// Error implements error.
func (e *StaleSchedule) Error() string {
	return fmt.Sprintf("no step of the schedule is possible; step %d is not: %s; the schedule belongs to another model, or to another delivery",
		e.Step, e.Problem)
}

// Skipped is a step of a replayed schedule that was not executed.
type Skipped = trace.Skipped

// Similar is a step of a replayed schedule for which a similar operation was executed.
type Similar = trace.Similar

// follows records how the schedule was followed.
func (r *Result) follows(f *lenient.Lenient) {
	r.Exact, r.Similar, r.Skipped, r.Unplanned = f.Exact(), f.Similar(), f.Skipped(), f.Unplanned()
}

// replay is the strategy that executes one schedule, and continues as the first interleaving of a search.
type replay struct {
	*lenient.Lenient
	rest  *optimaldpor.Optimal // chooses after the end of the schedule
	begun bool
	// ends is called at the end of the schedule, and reports whether the interleaving need not go on from there.
	ends  func() bool
	ended bool // it was called
}

// newReplay returns the strategy for a schedule, and for the events of its steps as far as they are known.
func newReplay(o *Options, steps trace.NamedSchedule, events []string) *replay {
	c := o.config()
	c.Bound = bounding.None()
	return &replay{Lenient: lenient.NewLenient(steps, events), rest: optimaldpor.New(c), ends: func() bool { return false }}
}

func (r *replay) Begin() (trace.Schedule, bool) {
	if r.begun {
		return nil, false
	}
	r.begun = true
	return r.rest.Begin()
}

// Choose returns the next possible step of the schedule. It returns false if no step was possible, or at the end of a
// schedule that is repeated for ever.
func (r *replay) Choose(v trace.View) (trace.Step, bool) {
	if step, ok := r.Lenient.Choose(v); ok || r.Stale() {
		return step, ok
	}
	if !r.ended {
		if r.ended = true; r.ends() {
			return trace.Step{}, false
		}
	}
	return r.rest.Choose(v)
}

func (r *replay) Observe(depth int, e *trace.Event) error {
	_ = r.Lenient.Observe(depth, e) // never an error
	return r.rest.Observe(depth, e)
}

// End implements [Strategy]. It returns an error if no step of the schedule was possible.
func (r *replay) End(end trace.Ending) error {
	if r.Lenient.End(end); r.Stale() {
		return &StaleSchedule{Step: 1, Problem: r.Skipped()[0].Problem}
	}
	return nil
}

func (r *replay) Coverage() trace.Coverage { return trace.Coverage{Sample: true} }

func (r *replay) Hold(f func([]*trace.Event)) { f(nil) }

// replayed adds the trace of the interleaving to the result. It returns err, or the error that the model is not
// deterministic.
func (j *judge) replayed(err error) error {
	if j.interrupted() {
		return err // the last step was not completed
	}
	w := j.world.Copy(stage.Recorder)
	defer w.Close()
	tr := &trace.Trace{}
	differs := j.repeater.Compare(w, func(e *trace.Event) { tr.Entries = append(tr.Entries, w.Detailed(e)) })
	j.result.Replayed = tr
	if err == nil {
		err = differs
	}
	return err
}
