package checker

import (
	"context"
	"fmt"

	"github.com/checkmodel/checkmodel/bounding"
	"github.com/checkmodel/checkmodel/internal/judge"
	"github.com/checkmodel/checkmodel/internal/lenient"
	"github.com/checkmodel/checkmodel/internal/stage"
	"github.com/checkmodel/checkmodel/internal/world"
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
		return &StaleSchedule{Step: 1, Problem: r.Skipped()[0].Problem}
	}
	return nil
}

func (r *replay) Coverage() trace.Coverage { return trace.Coverage{Sample: true} }

func (r *replay) Hold(f func([]*trace.Event)) { f(nil) }

// replay completes the options, and executes their schedule.
func (o *setup) replay(ctx context.Context) (*Result, error) {
	if err := o.complete(ctx); err != nil {
		return nil, err
	}
	ctx, end := o.withMemory(ctx)
	defer end()
	return o.search(ctx)
}

// replaying drives a search that executes one schedule.
type replaying struct {
	single
	replay *replay
	asked  Faults // of the exploration of a search, which a replay need not have
}

func newReplaying(o *setup) *replaying {
	asked := o.faults()
	if o.look == nil {
		faults := o.Faults.ForSchedule(o.Replay)
		o.Faults = &faults
	}
	r := newReplay(o.config(), o.Replay, o.ReplayEvents)
	return &replaying{single: single{strategy: r}, replay: r, asked: asked}
}

func (k *replaying) equip(s *search) {
	k.single.equip(s)
	k.replay.ends = func() bool { return s.first.AtViolation() }
	if l := s.setup.look; l != nil {
		k.replay.ends = func() bool { return !l.On }
		k.replay.look = func(complete bool) error { return l.look(&s.setup.model, s.first, complete) }
	}
	if s.setup.model.rules().Graphed() != nil {
		s.engine.MaxEvents = max(s.engine.MaxEvents, len(s.setup.Replay)+1) // the repeated events need not be within the limit
	}
}

func (k *replaying) worker(j *judge.Judge) Strategy {
	k.replay.Likenesses = j.Likenesses
	return k.replay
}

func (k *replaying) judging(c *judge.Config) {
	c.AsExplored = k.asExplored
	if k.of.setup.look == nil {
		c.Ahead = DefaultMaxEvents
	}
}

// asExplored prepares a system for the exploration of a search, during a replay, which admits more.
func (k *replaying) asExplored(sys *world.System) {
	k.of.setup.equip(sys, &k.asked, false)
	sys.Restart() // the first process may be at an external event that is no longer optional
}

// ended adds the trace of the interleaving to the result. It returns err, or the error that the model is not
// deterministic.
func (k *replaying) ended(err error) error {
	j := k.of.first
	if j.Unfinished() {
		return err // the last step was not completed
	}
	w := j.World.Copy(stage.Recorder)
	defer w.Close()
	tr := &trace.Trace{}
	differs := j.Repeater.Compare(w, func(e *trace.Event) { tr.Entries = append(tr.Entries, w.Detailed(e)) })
	k.of.result.Replayed = tr
	if err == nil {
		err = differs
	}
	return err
}

// conclude records how the schedule was followed.
func (k *replaying) conclude(r *Result) { r.follows(k.replay.Lenient) }
