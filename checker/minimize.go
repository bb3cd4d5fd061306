package checker

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/checkmodel/checkmodel/bounding"
	"github.com/checkmodel/checkmodel/internal/shrink"
	"github.com/checkmodel/checkmodel/internal/tally"
	"github.com/checkmodel/checkmodel/minimize"
	"github.com/checkmodel/checkmodel/result"
	"github.com/checkmodel/checkmodel/trace"
)

// Minimizing says how [Minimize] works.
type Minimizing struct {
	// Schedules is the maximal number of schedules and interleavings that are executed; 0 is DefaultSchedules.
	Schedules int
	// Fingerprint tells violations apart: the result has the same one as the given violation. It should say as little
	// as possible, so that another way to the same fault counts. Nil is the property and the process. Several goroutines may call it.
	Fingerprint func(*Violation) string
	// Near says to execute only parts of the violation's run, which costs little: no runs are drawn, nothing is explored, and
	// so nothing is proved.
	Near bool
}

// DefaultSchedules is the value of Minimizing.Schedules if no other is given.
const DefaultSchedules = 40_000

// fewSchedules is the number of schedules that ToMinimize allows for violations of an exhaustive search.
const fewSchedules = 2_000

// ToMinimize returns the default settings to minimize the given number of violations of the result. Violations of random runs are
// minimized as far as possible. Violations of other searches seldom have many irrelevant events, so they are minimized Near, with
// at most 2 000 schedules together. If there are several violations, each keeps its kind.
func (r *Result) ToMinimize(violations int) Minimizing {
	m := Minimizing{Schedules: fewSchedules / max(1, violations), Near: true}
	if r.Sample != nil {
		m = Minimizing{Schedules: DefaultSchedules / max(1, violations)}
	}
	if len(r.Violations) > 1 {
		m.Fingerprint = func(v *Violation) string { return strings.Join([]string{fingerprintOf(v), v.Kind}, "\x00") }
	}
	return m
}

// fingerprintOf is the Fingerprint of Minimizing if no other is given.
func fingerprintOf(v *Violation) string {
	return strings.Join(append([]string{v.Property, v.Process, v.Reaches}, v.After...), "\x00")
}

// Minimize returns a violation of the same kind, or a witness of the same goal, that fewer external events, fewer faults and fewer
// events lead to, with Minimized set; see package minimize. The violation must be in the result. Minimize returns it unchanged if it violates
// an [Eventually] by events that repeat for ever, or an [AlwaysPossible].
//
// Runs are drawn by as many workers as the search had; everything else has one. Whatever their number, Minimize is
// deterministic as long as ctx is not done; then it returns the best violation so far. It blocks until it has ended. The error
// comes from a search, or says that the violation does not happen again.
func Minimize(ctx context.Context, r *Result, v *Violation, m Minimizing) (*Violation, error) {
	if v.LoopFrom > 0 || v.DeadEnd > 0 {
		return v, nil
	}
	fingerprint := m.Fingerprint
	if fingerprint == nil {
		fingerprint = fingerprintOf
	}
	want := fingerprint(v)
	s := &searches{
		ctx: ctx, setup: (&setup{model: r.Model, Options: r.Options}).unlimited(), workers: r.Options.Workers,
		is: func(v *Violation) bool { return fingerprint(v) == want }, first: v.Steps, budgeted: r.Options.Replay == nil,
	}
	t := shrink.NewTester(s, cmp.Or(m.Schedules, DefaultSchedules), v.Process == "", func() bool { return ctx.Err() != nil })
	t.MaxEvents, t.Near, t.Usual = s.setup.MaxEvents, m.Near, r.Model.Search.Runs
	minimized, run, err := t.Minimize(v)
	switch {
	case err != nil:
		return nil, err
	case minimized == nil && ctx.Err() != nil:
		return v, nil
	case minimized == nil:
		return nil, &Failure{Model: r.Model.Name, Cause: fmt.Errorf("the violation of %s does not happen again, so it cannot be minimized", v.Property)}
	}
	small := *v
	if minimized.Smaller() || ctx.Err() == nil { // or there is no time to tell it again
		described, err := s.describe(v, run)
		if err != nil {
			return nil, err
		}
		small = *described
	}
	small.Minimized = minimized
	return &small, nil
}

// unlimited returns the options for an execution of schedules of the model, and for searches of all interleavings.
func (o *setup) unlimited() setup {
	return setup{model: o.model, Options: Options{
		Delivery: o.Delivery, Faults: o.Faults, Without: o.Without, Witness: o.Witness, MaxEvents: o.MaxEvents, Memory: o.Memory, Patience: o.Patience,
		Algorithm: Optimal, ReceivePatterns: o.ReceivePatterns, Workers: 1, Seed: o.Seed, TrustModel: o.TrustModel,
	}}
}

// searches executes the searches that make a violation smaller. It implements [shrink.Searches].
type searches struct {
	ctx      context.Context
	setup    setup
	first    trace.NamedSchedule // of the violation
	budgeted bool                // it was found with the faults of the options, and not by a replay
	is       func(*Violation) bool
	workers  int // that draw runs
}

// Schedules implements [shrink.Searches].
func (s *searches) Schedules(a *shrink.Attempts) error {
	o := s.setup
	o.Until = UntilEnd
	o.target = &shrink.Target{Is: s.is, Attempts: a, Budgeted: s.budgeted}
	if !s.budgeted {
		faults := o.faults().ForSchedule(s.first)
		o.Faults = &faults
	}
	o.Algorithm, o.Strategy = Own, func() Strategy { return a }
	_, err := o.search(s.ctx)
	return err
}

// Search implements [shrink.Searches].
func (s *searches) Search(e shrink.Exploration) (*result.Record, minimize.Run, error) {
	o, happened := s.setup, map[string]int{e.Fewer: -1}
	for _, event := range e.Near {
		happened[event.Fault]++
	}
	faults := o.faults().AtMost(happened)
	o.Faults, o.Without, o.smaller = &faults, tally.Union(o.Without, e.Without), e.Smaller
	o.Until, o.MaxEvents, o.MaxInterleavings = UntilFirst, e.MaxEvents, e.MaxInterleavings
	switch {
	case e.Runs > 0:
		if o.Algorithm = RandomWalk; e.Portfolio {
			o.Algorithm = Portfolio
		}
		o.Runs, o.Seed, o.Workers = e.Runs, o.Seed+e.Seed, s.workers
	default:
		if e.Departures >= 0 {
			o.Bound = bounding.Tree(e.Departures)
		}
		for _, event := range e.Near {
			if !event.LeftOut {
				o.Around = append(o.Around, event.Step)
			}
		}
	}
	o.target = &shrink.Target{Is: s.is, Wanted: e.Wanted}
	r, err := o.search(s.ctx)
	if stale := (*StaleSchedule)(nil); errors.As(err, &stale) {
		err = shrink.ErrImpossible
	}
	return r, o.target.Run, err
}

// describe returns the violation with the trace of the run.
func (s *searches) describe(v *Violation, run minimize.Run) (*Violation, error) {
	o := s.setup
	o.readable, o.Until = true, UntilEnd
	for _, e := range run {
		o.Replay = append(o.Replay, e.Step)
	}
	r, err := o.replay(context.WithoutCancel(s.ctx)) // the findings so far must not be lost
	if err != nil {
		return nil, err
	}
	for _, w := range slices.Concat(r.Violations, r.Examples) {
		if s.is(w) {
			w.Interleaving, w.Count, w.Shown = v.Interleaving, v.Count, v.Shown
			return w, nil
		}
	}
	return nil, &Failure{Model: s.setup.model.Name, Cause: fmt.Errorf("the minimized violation of %s does not happen again", v.Property)}
}
