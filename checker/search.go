package checker

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/checkmodel/checkmodel/internal/driver"
	"github.com/checkmodel/checkmodel/internal/engine"
	"github.com/checkmodel/checkmodel/internal/judge"
	"github.com/checkmodel/checkmodel/internal/rules"
	"github.com/checkmodel/checkmodel/internal/stage"
	"github.com/checkmodel/checkmodel/internal/tally"
	"github.com/checkmodel/checkmodel/internal/world"
	"github.com/checkmodel/checkmodel/internal/world/guard"
	"github.com/checkmodel/checkmodel/minimize"
	"github.com/checkmodel/checkmodel/result"
)

// job is a search that a setup asks for.
type job struct {
	*engine.Search
	setup  *setup
	result *result.Record
	beside Checkpoint // the findings of units that are not in the result
}

// newJob returns a search that the driver drives.
func newJob(ctx context.Context, o *setup, d driver.Driver) *job {
	s := &job{setup: o, result: o.initialRecord()}
	c := engine.Config{
		Driver: d, Tally: tally.New(o.tallying(), s.result), Judging: s.judging, Begin: s.introduce, Trust: o.TrustModel, Draws: o.Algorithm.Traits().Draws && o.Replay == nil,
		Run: o.Run, Merges: o.Algorithm.Traits().Merges, NewWorld: s.world, Another: o.model.World != nil,
		Earlier: o.Resume != nil || o.Saving != nil && o.below.Result() != nil,
	}
	if o.target != nil {
		c.Equip = o.target.Equip
	}
	c.Pool = s.pool()
	if o.Saving != nil {
		c.Saving = &engine.Saving{Due: o.Saving.Due, Write: s.write}
	}
	if o.Resume != nil {
		c.Resume, c.BoundCut = &o.Resume.open, o.Resume.BoundCut
	}
	budget := -1
	if o.MaxInterleavings > 0 {
		budget = max(0, o.MaxInterleavings-s.result.Interleavings-o.below.Spent())
	}
	if o.beside != nil {
		c.Share = o.beside.Share
	}
	if k, replays := d.(*driver.Replaying); replays {
		s.follow(k)
	}
	s.Search = engine.New(ctx, o.loop(), budget, c)
	return s
}

// initialRecord returns the result at the beginning of a search: empty, or the findings of a search that is resumed.
func (o *setup) initialRecord() *result.Record {
	r := new(result.Record)
	for _, p := range o.model.goals() {
		r.Goals = append(r.Goals, Goal{Property: p})
	}
	for _, c := range o.model.Commuting {
		r.Claims = append(r.Claims, Claim{Property: c.Property})
	}
	if o.Resume != nil {
		r.Findings = o.Resume.Findings.Copy()
	}
	return r
}

// loop returns the loop of a search.
func (o *setup) loop() *stage.Loop {
	l := stage.NewLoop()
	l.Workers, l.MaxEvents, l.ForgetEvery, l.Patience = o.Workers, o.MaxEvents, o.forgetEvery, o.Patience
	if o.Replay != nil && o.model.rules().NeedsGraph() != nil {
		l.MaxEvents = max(l.MaxEvents, len(o.Replay)+1) // the repeated events need not be within the limit
	}
	l.KeepsValues = o.keepsEvents() || o.Algorithm.Traits().Merges // fingerprints contain numbers of values
	l.Internal = func(problem string, stack []byte) error {
		if o.model.World != nil && stack != nil {
			return fmt.Errorf("the world of the model panicked: %s\n%s", problem, stack)
		}
		return &InternalError{Problem: problem, Stack: stack}
	}
	return l
}

// keepsEvents reports whether the observer looks at events.
func (o *setup) keepsEvents() bool {
	_, counts := o.Observer.(Counting)
	return o.Observer != nil && !counts
}

// tallying says which interleavings count, and which end the search.
func (o *setup) tallying() tally.Config {
	m, t := &o.model, o.Algorithm.Traits()
	var reached []string
	for _, p := range m.Goals {
		reached = append(reached, p.Name)
	}
	c := tally.Config{
		Rules: rules.NewCommon(m.rules(), reached), Suffices: o.suffices, Budget: -1, AtCut: o.untilCut, LooksOn: o.looksOn(), Earlier: o.below.Violating(),
		Merges: t.Merges, Replays: o.Replay != nil, Afresh: o.Afresh || t.Draws, Draws: t.Draws,
	}
	if o.Replay == nil && o.target == nil {
		c.UntilGoals, c.Witness = o.Until == UntilGoals, o.Witness
	}
	if o.MaxInterleavings > 0 {
		c.Budget = max(0, o.MaxInterleavings-o.below.Spent())
	}
	if o.work > 0 {
		c.Work = max(1, o.work-o.below.Work())
	}
	if o.target != nil {
		c.Sought = func(run minimize.Run) { o.target.Run = run }
	}
	if o.Observer != nil {
		c.Show = func(number int, f *judge.Execution) {
			if classes, ok := o.Observer.(Classifying); ok {
				classes.Class(f.Class)
			}
			o.Observer.Interleaving(number, f.Outcome, f.Events)
		}
	}
	for i, rule := range c.Rules.List {
		named := func(p Property) bool { return p.Name == rule.Name }
		switch {
		case o.Resume != nil:
			c.Rules.Show(i, slices.Contains(o.Resume.Asked, rule.Name))
		case o.below.Result() != nil:
			c.Rules.Show(i, !rule.Goal && !slices.ContainsFunc(o.below.Last.Unasked, named))
		}
	}
	return c
}

// follow prepares the replay of a schedule.
func (s *job) follow(k *driver.Replaying) {
	k.Ends = func() bool { return s.First.AtViolation() }
	if l := s.setup.look; l != nil {
		k.Ends = func() bool { return !l.On }
		k.Look = func(complete bool) (err error) {
			m, peek := &s.setup.model, 0
			if l.Peek {
				peek = MaxPeeked
			}
			l.place, err = s.First.Place(judge.Properties{Asserted: m.Properties, Rules: m.ruleProperties(), Goals: m.Goals}, complete, peek)
			return err
		}
	}
}

// judging says how the interleavings of the search are judged.
func (s *job) judging(of *engine.Search) judge.Config {
	o, m := s.setup, &s.setup.model
	c := judge.Config{
		Context: of.Context, Loop: of.Loop, Tally: of.Tally, Rules: of.Tally.Rules, Claims: m.claims(), Fingerprint: m.Fingerprint,
		MaxEvents: o.MaxEvents, Trust: o.TrustModel, Exact: o.ExactStates, Merges: of.Merges, Own: o.Algorithm == Own, Afresh: o.Afresh,
		Replays: o.Replay != nil, Readable: o.readable, Partial: o.scheduled() || o.look != nil, Counts: of.Driver.Counts(),
		Unordered: o.AnyDeliveriesRace, Patterns: o.Relation().ReceivePatterns, Keeps: o.keepsEvents(), Causes: o.Explain, Examples: o.Examples, Witness: o.Witness,
	}
	if m.View != nil {
		c.View = guard.Entry(m.View)
	}
	if m.Within != nil {
		views := &judge.Views{Calls: of.Loop.Calls}
		c.Within = func(w *stage.World) bool { return views.Within(m.Within, world.Simulated(w).StateValues()) }
	}
	if o.Resume != nil {
		c.Earlier = o.Resume.Interleavings
	}
	if o.Replay != nil {
		c.AsExplored = o.asExplored
		if o.look == nil {
			c.Ahead = DefaultMaxEvents
		}
	}
	if of.Stateful != nil {
		c.Joined = of.Stateful.Joined
	}
	if observer, wants := o.Observer.(Judging); wants && of.Stateful != nil {
		c.Progress = func(states, transitions int) {
			before := s.result.Cycles
			observer.Judging(before.States+states, before.Transitions+transitions)
		}
	}
	return c
}

// introduce calls the optional methods of the observer before the first interleaving.
func (s *job) introduce(first *judge.Judge) {
	if i, ok := s.setup.Observer.(Inspector); ok {
		i.Inspect(first.World)
	}
	f, wants := s.setup.Observer.(Forecaster)
	if !wants {
		return
	}
	if estimate := s.Driver.Estimate(); estimate != nil {
		f.Forecast(func() Estimate {
			tree, states := estimate()
			return Estimate{tree, states}
		})
	}
}

// concluded sets the verdict of the search, which has ended with the error.
func (s *job) concluded(r *result.Record, err error) (*result.Record, error) {
	m := &s.setup.model
	if err != nil && s.setup.Resume != nil {
		err = resumeError(err)
	}
	if err != nil {
		r.Verdict = Failed
		return r, &Failure{Model: m.Name, Cause: err}
	}
	if r.DepthCut == 0 && (!r.Cut() || r.Stop == Replayed) {
		r.Repeated = nil // only reported for a search that was cut
	}
	known(m).Conclude(r)
	s.setup.vacuous(r, s.Tally.Rules)
	if s.Unjudged && (r.Complete() || r.Sample != nil && !r.Stop.Late()) && s.setup.target == nil {
		r.Verdict, r.Expected = Failed, false
		return r, &Failure{Model: m.Name, Cause: errors.New("nothing was judged: in each of the interleavings an assumption does not hold (proc.P.Assume); correct its condition, or leave it out")}
	}
	return r, nil
}

// checked adds to the end of a search an error if faults, links or external events that the model or the options name do not exist.
func (s *job) checked(r *result.Record, err error) (*result.Record, error) {
	if err != nil || s.setup.target != nil || s.setup.model.World != nil { // the target property may be a part of the model
		return r, err
	}
	if problem := s.Unmet(s.names()); problem != "" {
		r.Verdict, err = Failed, &Failure{Model: s.setup.model.Name, Cause: errors.New(problem)}
	}
	return r, err
}

// names are the names that the search must come to.
func (s *job) names() engine.Names {
	o, m := s.setup, &s.setup.model
	n := engine.Names{Own: m.Faults, Links: o.Delivery == m.Delivery && o.Replay == nil && o.Resume == nil && s.beside.Interleavings == 0, Without: o.Without}
	if o.Replay == nil {
		n.Faults = o.faults()
	}
	n.Externals, n.CanFail = s.beside.Externals, s.beside.CanFail
	if c := o.Resume; c != nil {
		n.Externals, n.CanFail = tally.Union(n.Externals, c.Externals), tally.Union(n.CanFail, c.CanFail)
	}
	return n
}

// resumeError returns the error of a search that was resumed. An internal error may be due to another model.
func resumeError(err error) error {
	var internal *InternalError
	if !errors.As(err, &internal) {
		return err
	}
	return &StaleCheckpoint{Problem: "the checkpoint contradicts the model: " + internal.Problem +
		". The model is another one, or the checker is wrong. Start the search again; if that happens again, please report it with the model"}
}
