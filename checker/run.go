package checker

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/checkmodel/checkmodel/internal/driver"
	"github.com/checkmodel/checkmodel/internal/judge"
	"github.com/checkmodel/checkmodel/internal/stage"
	"github.com/checkmodel/checkmodel/internal/world"
	"github.com/checkmodel/checkmodel/internal/world/guard"
	"github.com/checkmodel/checkmodel/trace"
)

// newSearch returns a search that the driver drives.
func newSearch(ctx context.Context, o *setup, d driver.Driver) *search {
	s := &search{setup: o, driver: d, result: &Result{Model: o.model, Options: o.Options}}
	s.stateful, _ = d.(*driver.Stateful)
	s.tally = newTally(o, s.result)
	s.Search = driver.Search{Context: ctx, Loop: stage.NewLoop(), Last: &s.tally.last, Events: func() int { return s.result.Events }, Budget: -1}
	if o.Saving != nil {
		s.Due, s.Save = s.due, s.save
	}
	_, counts := o.Observer.(Counting)
	e := s.Loop
	e.Tally, e.Workers = s.tally, o.Workers
	e.MaxEvents, e.ForgetEvery = o.MaxEvents, o.forgetEvery
	e.KeepsValues = o.Observer != nil && !counts || o.Algorithm.Traits().Merges // fingerprints contain numbers of values
	e.Patience = o.Patience
	e.Internal = func(problem string, stack []byte) error {
		if o.model.World != nil && stack != nil {
			return fmt.Errorf("the world of the model panicked: %s\n%s", problem, stack)
		}
		return &InternalError{Problem: strings.TrimPrefix(problem, "checkmodel internal error: "), Stack: stack}
	}
	e.Equip = func(p *stage.Player) (stage.Strategy, stage.Judge) {
		j := judge.New(s.judging(), p)
		if o.target != nil {
			o.target.equip(j)
		}
		strategy := d.Worker(j)
		if j.Strategy = strategy; s.First == nil {
			s.First, s.strategy, j.First = j, strategy, true
		}
		return strategy, j
	}
	if k, replays := d.(*driver.Replaying); replays {
		s.follow(k)
	}
	if s.stateful != nil {
		s.tally.unforeseen = s.stateful.Part
	}
	d.Equip(&s.Search)
	if o.below != nil && o.below.last != nil {
		s.tally.follow(o.below.last)
	}
	if o.Resume != nil {
		s.establish(o.Resume)
	}
	if o.MaxInterleavings > 0 {
		s.Budget = max(0, o.MaxInterleavings-s.result.Interleavings-o.below.spent())
	}
	return s
}

// follow prepares the replay of a schedule.
func (s *search) follow(k *driver.Replaying) {
	k.Ends = func() bool { return s.First.AtViolation() }
	if l := s.setup.look; l != nil {
		k.Ends = func() bool { return !l.On }
		k.Look = func(complete bool) error { return l.look(&s.setup.model, s.First, complete) }
	}
	if s.setup.model.rules().Graphed() != nil {
		s.Loop.MaxEvents = max(s.Loop.MaxEvents, len(s.setup.Replay)+1) // the repeated events need not be within the limit
	}
}

// run executes the search, in a new world.
func (s *search) run(newWorld func() trace.World) (*Result, error) {
	if s.setup.TrustModel {
		s.Loop.Watch.Trust()
	}
	s.newWorld = newWorld
	err := s.Loop.Guard(s.Context, s.explore)
	r, nothing := s.result, false
	if s.Loop.Abandoned() { // the strategy may wait for the model, and workers still use their result
		r = s.tally.copied()
	} else {
		r.asserted(s.asserted)
		nothing = r.Left > 0 && r.Interleavings == r.Left+r.SleepSetBlocked
		if s.First != nil {
			r.Judged = timesJudged(s)
			r.covered(s.strategy.Coverage())
			r.figure(s.driver)
		}
	}
	if err != nil && r.Options.Resume != nil {
		err = contradicted(err)
	}
	if err != nil {
		r.Verdict = Failed
		return r, fmt.Errorf("model %s: %w", r.Model.Name, err)
	}
	if r.DepthCut == 0 && (!r.Cut() || r.Stop == Replayed) {
		r.Repeated = nil // only reported for a search that was cut
	}
	r.conclude()
	s.tally.vacuous()
	if nothing && (r.Complete() || r.Stop == SampleDrawn) && s.setup.target == nil {
		r.Verdict, r.Expected = Failed, false
		return r, fmt.Errorf("model %s: nothing was judged: in each of the interleavings an assumption does not hold (proc.P.Assume); correct its condition, or leave it out", r.Model.Name)
	}
	return r, nil
}

// explore executes the workers, the first of them in the new world, and saves the search if it was stopped.
func (s *search) explore() (err error) {
	if !s.saved() && s.tally.Closed(s.Context) { // before the model starts
		return nil
	}
	var another func() trace.World
	if s.setup.model.World != nil {
		another = s.newWorld
	}
	w := stage.Of(s.newWorld(), another)
	defer w.Close()
	if _, tells := w.World.(stage.States); s.setup.Algorithm.Traits().Merges && !tells {
		return fmt.Errorf("a stateful search cannot explore the world of the model, a %T; it cannot tell its states apart; use another algorithm", w.World)
	}
	first := s.Loop.Worker(w)
	if err = s.driver.Begin(); err == nil {
		s.introduce()
		if c := s.setup.Resume; c != nil {
			err = s.driver.Resume(&c.open, c.BoundCut)
		}
	}
	if err == nil {
		err = s.finish(s.Loop.Run(s.Context, first))
	}
	err = stale(err)
	if sys := world.Simulated(w); sys != nil {
		s.asserted = sys.Asserted()
	}
	if err != nil {
		s.showFault(err)
		return err
	}
	return s.saveRest()
}

// An invalid operation of a process ends the search in the middle of a step. The result shows the
// interleaving as an example, so that a reader sees the events before the operation.

// showFault adds an interleaving that leads to the fault again to the examples.
func (s *search) showFault(err error) {
	var fault *guard.ModelError
	if !errors.As(err, &fault) {
		return
	}
	for _, events := range s.tally.stopped {
		var shown *Violation
		s.Loop.Watch.WithoutFault(func() { // ignore other faults of the model
			_ = s.Loop.Recovered(func() error { shown = s.First.Leads(events, fault); return nil })
		})
		if shown != nil {
			s.tally.mu.Lock()
			defer s.tally.mu.Unlock()
			s.tally.exemplify(shown, s.result.Interleavings+1)
			return
		}
	}
}

// judging says how the interleavings of the search are judged.
func (s *search) judging() judge.Config {
	o, m := s.setup, &s.setup.model
	t := o.Algorithm.Traits()
	_, counts := o.Observer.(Counting)
	c := judge.Config{
		Context: s.Context, Loop: s.Loop, Tally: s.tally, Rules: s.tally.rules, Claims: m.claims(), Fingerprint: m.Fingerprint,
		MaxEvents: o.MaxEvents, Trust: o.TrustModel, Exact: o.ExactStates, Merges: t.Merges, Own: o.Algorithm == Own, Afresh: o.Afresh,
		Replays: o.Replay != nil, Readable: o.readable, Partial: o.scheduled() || o.look != nil, Counts: s.driver.Counts(),
		Unordered: o.AnyDeliveriesRace, Patterns: o.Relation().ReceivePatterns, Keeps: o.Observer != nil && !counts, Causes: o.Explain, Examples: o.Examples,
	}
	if m.View != nil {
		c.View = guard.Entry(m.View)
	}
	if m.Within != nil {
		views := &judge.Views{Calls: s.Loop.Calls}
		c.Within = func(w *stage.World) bool { return views.Within(m.Within, world.Values(world.Simulated(w))) }
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
	if s.stateful != nil {
		c.Joined = s.stateful.Joined
	}
	if observer, wants := o.Observer.(Judging); wants && s.stateful != nil {
		c.Progress = func(states, transitions int) {
			before := s.result.Cycles
			observer.Judging(before.States+states, before.Transitions+transitions)
		}
	}
	return c
}

// finish finishes a search whose loop has ended with the error.
func (s *search) finish(err error) error {
	err = s.driver.Ended(err)
	if s.setup.Algorithm.Traits().Draws && s.setup.Replay == nil {
		s.tally.exhausted()
	}
	if r := s.result; r.Stop.Late() && s.driver.Finished() {
		r.Stop = NotStopped
	}
	if err == nil && s.stateful != nil {
		err = s.judgeGraphs()
	}
	return err
}

// figure adds the figures that only the driver has.
func (r *Result) figure(d driver.Driver) {
	f := d.Figures()
	r.Sample, r.Replayed = f.Sample, f.Executed
	if f.Followed != nil {
		r.follows(f.Followed)
	}
	if r.Merged != nil {
		r.Events = d.Events(r.Events, r.Merged.Transitions)
	}
	if n := r.Options.Run; n > 0 && f.Sample != nil { // the only one
		for _, v := range r.Violations {
			v.Interleaving, v.Shown = n, n
		}
		for i := range r.Goals {
			r.Goals[i].First *= n
		}
		r.FirstViolation *= n
	}
}

// introduce calls the optional methods of the observer before the first interleaving.
func (s *search) introduce() {
	observer := s.result.Options.Observer
	if i, ok := observer.(Inspector); ok {
		i.Inspect(s.First.World)
	}
	f, wants := observer.(Forecaster)
	if !wants {
		return
	}
	if estimate := s.driver.Estimate(); estimate != nil {
		f.Forecast(func() Estimate {
			tree, states := estimate()
			return Estimate{tree, states}
		})
	}
}

// judgeGraphs judges the rules that need a graph of states. The stateful search has ended.
func (s *search) judgeGraphs() error {
	for i := range s.tally.rules.List {
		if s.tally.rules.List[i].Graph() == "" {
			continue
		}
		if s.judged == nil {
			s.result.Events = s.driver.Events(s.result.Events, s.strategy.Coverage().Merged.Transitions) // as for one worker
			s.judged = &Checkpoint{Findings: s.result.Findings.Copy()}
		}
		if s.tally.Over(s.Context, 0) {
			s.tally.end(s.Context)
			return nil
		}
		if s.result.Cycles == nil {
			s.result.Cycles = new(Cycles)
		}
		err := s.Loop.Recovered(func() error {
			g := s.First.Explore(i)
			s.tally.explored(g)
			return g.Judge()
		})
		s.First.Interrupted(err)
		switch {
		case err == stage.ErrStopped:
			s.tally.end(s.Context)
			return nil
		case err != nil:
			return s.First.Explain(err)
		}
	}
	return nil
}

// timesJudged returns the present [Result.Judged]: the counts of the resumed search, and the counts since.
func timesJudged(s *search) map[string]int {
	if s.result.Options.Algorithm.Traits().Merges {
		return nil
	}
	return s.tally.rules.Judged(s.result.Judged, func(number int) string { return s.First.System.AssertedBy(number) })
}

// stale returns the error of a driver in the form in which Check returns it.
func stale(err error) error {
	var open *driver.Stale
	var schedule *driver.Impossible
	switch {
	case errors.As(err, &open):
		return &StaleCheckpoint{Problem: open.Problem}
	case errors.As(err, &schedule):
		return &StaleSchedule{Step: 1, Problem: schedule.Problem}
	}
	return err
}

// contradicted returns the error of a search that was resumed. An internal error may be due to another model.
func contradicted(err error) error {
	var internal *InternalError
	if !errors.As(err, &internal) {
		return err
	}
	return &StaleCheckpoint{Problem: "the checkpoint contradicts the model: " + internal.Problem +
		". The model is another one, or the checker is wrong. Start the search again; if that happens again, please report it with the model"}
}
