package checker

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/checkmodel/checkmodel/bounding"
	"github.com/checkmodel/checkmodel/internal/shrink"
	"github.com/checkmodel/checkmodel/internal/tally"
	"github.com/checkmodel/checkmodel/minimize"
	"github.com/checkmodel/checkmodel/sampling"
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

// fewSchedules is how many schedules ToMinimize allows for violations that were not drawn.
const fewSchedules = 2_000

// ToMinimize returns the default settings to minimize so many violations of the result. Violations of random runs are minimized
// as far as possible. Violations of another search seldom have much that they do not need, so they are minimized Near, with at
// most 2 000 schedules together. If there are several, each keeps its kind.
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
	return strings.Join(append([]string{v.Property, v.Process}, v.After...), "\x00")
}

// Minimize returns a violation of the same kind that fewer external events, fewer faults and fewer events lead to, with
// Minimized set; see package minimize. The violation must be in the result. Minimize returns it unchanged if it violates
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
	t := &tester{
		ctx: ctx, setup: (&setup{model: r.Model, Options: r.Options}).unlimited(), workers: r.Options.Workers,
		is: func(v *Violation) bool { return fingerprint(v) == want }, first: v.Steps, near: m.Near,
		budgeted: r.Options.Replay == nil,
	}
	t.Attempts = &shrink.Attempts{Left: cmp.Or(m.Schedules, DefaultSchedules), Ends: v.Process == "", Stop: t.stopped, Long: r.Model.Search.Runs > 0}
	var first minimize.Run
	for _, st := range v.Steps {
		first = append(first, minimize.Event{Step: st})
	}
	var result *minimize.Result
	var from minimize.Run
	err := t.run(func() {
		var ok bool
		if from, ok = t.Test(minimize.Outside{}, first, 0, 0); ok {
			result = minimize.Minimize(t, from)
		}
	})
	switch {
	case t.err != nil:
		return nil, t.err
	case err != nil:
		return nil, err
	case result == nil && ctx.Err() != nil:
		return v, nil
	case result == nil:
		return nil, fmt.Errorf("model %s: the violation of %s does not happen again, so it cannot be minimized", r.Model.Name, v.Property)
	}
	minimized := &Minimized{
		Events: happened(result.Run), Externals: len(result.Run.Externals()), FromEvents: happened(from), FromExternals: len(from.Externals()),
		Claim: result.Claim, Needed: result.Needed, Stages: result.Stages, Pace: result.Pace, Schedules: t.Executed(), Original: v.Steps, From: v,
	}
	small := *v
	if minimized.Smaller() || ctx.Err() == nil { // or there is no time to tell it again
		described, err := t.describe(v, result.Run)
		if err != nil {
			return nil, err
		}
		small = *described
	}
	small.Minimized = minimized
	return &small, nil
}

// happened returns the number of events of a run, without the left-out ones.
func happened(r minimize.Run) (n int) {
	for _, e := range r {
		if !e.LeftOut {
			n++
		}
	}
	return n
}

// unlimited returns the options for an execution of schedules of the model, and for searches of all interleavings.
func (o *setup) unlimited() setup {
	return setup{model: o.model, Options: Options{
		Delivery: o.Delivery, Faults: o.Faults, Without: o.Without, MaxEvents: o.MaxEvents, Memory: o.Memory, Patience: o.Patience,
		Algorithm: Optimal, ReceivePatterns: o.ReceivePatterns, Workers: 1, Seed: o.Seed, TrustModel: o.TrustModel,
	}}
}

// tester executes schedules for package minimize.
type tester struct {
	ctx      context.Context
	setup    setup
	first    trace.NamedSchedule // of the violation
	budgeted bool                // it was found with the faults of the options, and not by a replay
	is       func(*Violation) bool
	workers  int    // that draw runs
	near     bool   // none are drawn, and nothing is explored
	draws    uint64 // the number of searches at random
	err      error

	*shrink.Attempts
}

// stopped reports whether to execute no more.
func (t *tester) stopped() bool { return t.ctx.Err() != nil || t.err != nil }

// run executes schedules in one system: f may call Test, which does so.
func (t *tester) run(f func()) error {
	o := t.setup
	o.Until = UntilEnd
	o.target = &target{is: t.is, attempts: t.Attempts, budgeted: t.budgeted}
	if !t.budgeted {
		faults := o.faults().ForSchedule(t.first)
		o.Faults = &faults
	}
	o.Algorithm, o.Strategy = Own, func() Strategy { return t.Attempts }
	return t.Attempts.Run(func() error {
		_, err := o.search(t.ctx)
		return err
	}, f)
}

// Explore implements [minimize.Tester]. Runs are drawn by a random walk, and then half as many by the portfolio: violations
// that are rare with one strategy are often frequent with the other.
func (t *tester) Explore(s minimize.Search, wanted func(minimize.Run) bool) (minimize.Run, bool, bool) {
	if t.near {
		return nil, false, false
	}
	if s.Draws == 0 {
		return t.explore(s, Optimal, wanted)
	}
	run, found, _ := t.explore(s, RandomWalk, wanted)
	if s.Draws /= 2; !found && s.Draws > sampling.Preliminary && !t.Spent() { // no more than these are random walks as well
		run, found, _ = t.explore(s, Portfolio, wanted)
	}
	return run, found, false
}

func (t *tester) explore(s minimize.Search, by Algorithm, wanted func(minimize.Run) bool) (run minimize.Run, found, complete bool) {
	o := t.setup
	o.Without, o.smaller = tally.Union(o.Without, s.Without), s.Smaller
	happened := map[string]int{s.Fewer: -1}
	for _, e := range s.Near {
		happened[e.Fault]++
	}
	faults := o.faults().AtMost(happened)
	o.Faults = &faults
	o.Algorithm, o.Until = by, UntilFirst
	t.limit(&o, s)
	o.target = &target{is: t.is, wanted: wanted}
	r, err := o.search(t.ctx)
	if r != nil {
		t.Count(r.Interleavings)
	}
	if stale := (*StaleSchedule)(nil); errors.As(err, &stale) || t.ctx.Err() != nil {
		return nil, false, false
	}
	if err != nil {
		t.err = err
		return nil, false, false
	}
	if len(r.Violations) == 0 {
		return nil, false, s.Draws == 0 && r.Complete()
	}
	steps := o.target.run
	for i := range steps {
		steps[i].Label, steps[i].Kind = 0, 0 // another system numbers operations in another way
	}
	run, ok := t.Test(s.Outside, steps, 0, 0)
	return run, ok && wanted(run), false
}

// limit sets the options of the exploration, and its limits.
func (t *tester) limit(o *setup, s minimize.Search) {
	left := t.Left - t.Executed()
	if s.Draws > 0 {
		t.draws++
		o.Runs, o.Seed, o.Workers = min(s.Draws, max(1, left/4)), o.Seed+t.draws, t.workers
		if usual := t.setup.model.Search.Runs; usual > 0 {
			o.Runs = min(o.Runs, max(1, usual/runsForDraw))
		}
		o.MaxEvents = min(o.MaxEvents, len(s.Near)+longerBy)
		return
	}
	o.MaxInterleavings = max(1, left/4)
	o.MaxEvents = min(o.MaxEvents, longerProof*len(s.Near)+longerBy) // many models do not end, and long interleavings have many races
	if s.Departures >= 0 {
		o.MaxEvents = min(o.MaxEvents, len(s.Near)+longerBy)
		o.Bound = bounding.Tree(s.Departures)
		o.MaxInterleavings = min(o.MaxInterleavings, nearBudget)
	}
	for _, e := range s.Near {
		if !e.LeftOut {
			o.Around = append(o.Around, e.Step)
		}
	}
}

// runsForDraw is how many of SearchDefaults.Runs a model must have for one draw at a time.
const runsForDraw = 50

// An interleaving near a run is cut when it has longerBy events more than the run; one that may prove that there is no
// other is longerProof times as long before.
const longerBy, longerProof = 50, 4

// nearBudget is the maximal number of interleavings that are explored near a run.
const nearBudget = 2_000

// describe returns the violation with the trace of the run.
func (t *tester) describe(v *Violation, run minimize.Run) (*Violation, error) {
	o := t.setup
	o.readable, o.Until = true, UntilEnd
	for _, e := range run {
		o.Replay = append(o.Replay, e.Step)
	}
	r, err := o.replay(context.WithoutCancel(t.ctx)) // the findings so far must not be lost
	if err != nil {
		return nil, err
	}
	for _, w := range r.Violations {
		if t.is(w) {
			w.Interleaving, w.Count, w.Shown = v.Interleaving, v.Count, v.Shown
			return w, nil
		}
	}
	return nil, fmt.Errorf("model %s: the minimized violation of %s does not happen again", t.setup.model.Name, v.Property)
}
