package driver

import (
	"github.com/checkmodel/checkmodel/bounding"
	"github.com/checkmodel/checkmodel/internal/judge"
	"github.com/checkmodel/checkmodel/internal/lenient"
	"github.com/checkmodel/checkmodel/internal/stage"
	"github.com/checkmodel/checkmodel/optimaldpor"
	"github.com/checkmodel/checkmodel/result"
	"github.com/checkmodel/checkmodel/trace"
)

// replay is the strategy that executes one schedule, and continues as the first interleaving of a search.
type replay struct {
	*lenient.Lenient
	rest  *optimaldpor.Optimal // chooses after the end of the schedule
	begun bool
	// ends is called at the end of the schedule, and reports whether the interleaving need not go on from there.
	ends  func() bool
	ended bool // it was called
	// look is called at the end of the interleaving, unless it is nil. complete says that no step is possible.
	look func(complete bool) error
}

// newReplay returns the strategy for a schedule, and for the events of its steps as far as they are known.
func newReplay(c optimaldpor.Config, steps trace.NamedSchedule, events []string) *replay {
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
	if r.look != nil {
		if err := r.look(end.Outcome != trace.Cut); err != nil {
			return err
		}
	}
	if r.Lenient.End(end); r.Stale() {
		return &result.StaleSchedule{Step: 1, Problem: r.Skipped()[0].Problem}
	}
	return nil
}

func (r *replay) Coverage() trace.Coverage { return trace.Coverage{Sample: true} }

func (r *replay) Retained(f func([]*trace.Event)) { f(nil) }

// Replaying drives a search that executes one schedule.
type Replaying struct {
	Single
	// Ends is called at the end of the schedule, and reports whether the interleaving need not go on from there.
	Ends func() bool
	// Look is called at the end of the interleaving, unless it is nil. complete says that no step is possible.
	Look func(complete bool) error

	replay   *replay
	executed *trace.Trace
}

// NewReplaying returns the driver for a schedule, and for the events of its steps as far as they are known.
func NewReplaying(c optimaldpor.Config, steps trace.NamedSchedule, events []string) *Replaying {
	r := newReplay(c, steps, events)
	return &Replaying{Single: Single{Strategy: r}, replay: r}
}

// Worker implements [Driver].
func (k *Replaying) Worker(j *judge.Judge) Strategy {
	k.replay.Likenesses, k.replay.ends, k.replay.look = j.Likenesses, k.Ends, k.Look
	return k.replay
}

// Ended implements [Driver]. It executes the interleaving again for its trace. It returns err, or the error that the model is not
// deterministic.
func (k *Replaying) Ended(err error) error {
	j := k.of.First
	if j.Unfinished() {
		return err // the last step was not completed
	}
	w := j.World.Copy(stage.Recorder)
	defer w.Close()
	tr := &trace.Trace{}
	differs := j.Repeater.Compare(w, func(e *trace.Event) { tr.Entries = append(tr.Entries, w.Detailed(e)) })
	k.executed = tr
	if err == nil {
		err = differs
	}
	return err
}

// Figures implements [Driver].
func (k *Replaying) Figures() Figures {
	return Figures{Followed: k.replay.Lenient, Executed: k.executed}
}
