package checker

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"

	"github.com/checkmodel/checkmodel/internal/problems"
	"github.com/checkmodel/checkmodel/internal/stage"
	"github.com/checkmodel/checkmodel/internal/world"
	"github.com/checkmodel/checkmodel/optimaldpor"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/sampling"
	"github.com/checkmodel/checkmodel/states"
	"github.com/checkmodel/checkmodel/trace"
)

// Check explores the interleavings of a model and returns the result. A violation is part of the result, not
// an error. An error says where the model or the options are wrong, and how to put it right. The result is
// then nil, or says how far the search got, with the verdict Failed.
//
// Check blocks until the search has ended. When ctx is done it ends after the current interleaving, or before
// its end while a [Sometimes] is evaluated or Options.Memory is used up. A deadline of ctx is a limit of the
// search; see [Options].
func Check(ctx context.Context, m Model, o Options) (*Result, error) {
	if err := m.validate(); err != nil {
		return nil, problems.Join(err, o.Validate(fieldsOf("checker.Options")))
	}
	o = o.For(&m)
	if err := o.Validate(fieldsOf("checker.Options")); err != nil {
		return nil, err
	}
	if f := o.faults(); m.World != nil && (o.Delivery.Delays() || !f.None() || len(o.Without) > 0) {
		return nil, fmt.Errorf("model %s has a World of its own, so it has no delivery, faults or external events to choose; leave these options out", m.Name)
	}
	if o.Memory > 0 {
		limited, end := stage.WithMemory(ctx, o.Memory)
		defer end()
		ctx = limited
	}
	o.brief = !o.limited(ctx)
	if o.Examples > 0 || o.Explain {
		o.Workers = 1 // which has all interleavings to describe
	}
	if o.Workers == 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	o.Workers = min(o.Workers, MaxWorkers)
	if o.Algorithm == Auto && o.Replay == nil {
		return automatic(ctx, m, o)
	}
	r, err := within(ctx, m, o)
	if o.Explain && err == nil {
		r.Remedies = remedies(ctx, m, o, r)
	}
	return r, err
}

// within is Check by one algorithm, with options that are valid and complete.
func within(ctx context.Context, m Model, o Options) (*Result, error) {
	if o.Until == UntilShortest && o.Replay == nil {
		return shortest(ctx, m, o)
	}
	if o.Bound.Several() && o.Replay == nil {
		return eachBound(ctx, m, o)
	}
	return explore(ctx, m, o)
}

// explore is Check with one bound, with options that are valid and complete.
func explore(ctx context.Context, m Model, o Options) (*Result, error) {
	if o.Algorithm.Traits().Merges {
		return exploreStates(ctx, m, o)
	}
	r, _, err := attempt(ctx, m, o)
	return r, err
}

// attempt is explore for a search of states with workers that may part. Then it returns why, and the result counts only
// if the search was stopped.
func attempt(ctx context.Context, m Model, o Options) (*Result, states.Parting, error) {
	if o.Resume != nil {
		if err := o.Resume.fits(&m, &o); err != nil {
			return nil, states.Together, err
		}
	}
	var strategy Strategy
	var replayed *replay
	var err error
	equip := func(sys *world.System, f *Faults, given bool) {
		sys.SetFaults(f.forSystem(given && (o.sought == nil || !o.sought.budgeted)))
		world.SetOutside(sys, world.Outside{Without: o.Without, Smaller: o.smaller, Optional: given || o.look != nil && o.look.Kept, Shrink: m.Shrink})
	}
	asked := o.faults()
	switch {
	case o.Replay != nil:
		if o.look == nil {
			faults := o.Faults.ForSchedule(o.Replay)
			o.Faults = &faults
		}
		replayed = newReplay(&o, o.Replay, o.ReplayEvents)
		strategy = replayed
	case !o.shared():
		if strategy, err = o.strategy(); err != nil {
			return nil, states.Together, err
		}
	}
	s := newSearch(ctx, m, o, strategy)
	if replayed != nil {
		replayed.ends = func() bool { return graphs{s.first}.atViolation() }
		if l := o.look; l != nil {
			replayed.ends = func() bool { return !l.On }
		} else {
			s.asked = func(sys *world.System) {
				equip(sys, &asked, false)
				sys.Restart() // the first process may be at an external event that is no longer optional
			}
		}
	}
	r, err := s.run(func() trace.World {
		if m.World != nil {
			return m.World()
		}
		sys := world.NewSystem(proc.Body(m.Main), s.engine.Watch)
		sys.SetDelivery(o.Delivery)
		given := o.Replay != nil && o.look == nil || o.sought != nil && o.sought.optional
		faults := o.faults()
		equip(sys, &faults, given)
		if o.ExactStates {
			sys.KeepWhole()
		}
		world.SetIntervals(sys, m.intervals())
		sys.SetOrdered(m.boards())
		if m.View != nil && (o.Algorithm.Traits().Merges || o.Replay != nil) {
			world.SetView(sys, viewsOf(s).view(m.View))
		}
		if o.Explain || o.Replay != nil { // traces need the places in the model
			defer sys.Close()
			sys = sys.Recorder()
		}
		return world.Simulation{System: sys, Afresh: o.Afresh}
	})
	if err == nil && o.sought == nil && m.World == nil { // the sought property may be a part of the model
		err = s.checkUse()
	}
	if replayed != nil && !s.engine.Abandoned() {
		r.follows(replayed.Lenient)
	}
	return r, s.parted(), err
}

// checkUse returns an error if faults, links or external events that the model or the options name do not exist.
func (s *search) checkUse() error {
	for _, check := range []func() error{s.checkFaults, s.checkDelivery, s.checkWithout} {
		if err := check(); err != nil {
			return err
		}
	}
	return nil
}

// search is a running search.
type search struct {
	result *Result // only tally changes it while workers explore
	tally  *tally
	engine *stage.Loop
	ctx    context.Context
	first  *judge              // of the first worker
	tree   *optimaldpor.Search // shared by workers that explore a tree; otherwise nil
	states *states.Search      // the strategy, if it remembers states; otherwise nil
	draws  *sampling.Search    // shared by workers that draw interleavings; otherwise nil
	joined bool                // workers share the search of states
	others int                 // then: how many events were executed that are not among its transitions
	// asked prepares a system for the exploration of a search, during a replay, which admits more; otherwise it is nil.
	asked func(*world.System)
	ended *Checkpoint // the result of a search of states before its end was judged by an Eventually; nil if it was not
}

// aloneFor is the number of interleavings that the first worker executes before the others begin. Small
// searches do not need several workers, and errors of a model mostly show early.
const aloneFor = 100

// newSearch returns a search with the strategy, or with workers that share a tree if it is nil.
func newSearch(ctx context.Context, m Model, o Options, strategy Strategy) *search {
	s := &search{ctx: ctx, result: &Result{Model: m, Options: o}, engine: stage.NewLoop()}
	s.tally = newTally(s.result)
	_, counts := o.Observer.(Counting)
	e := s.engine
	e.Tally, e.Workers = s.tally, o.Workers
	e.MaxEvents, e.ForgetEvery = o.MaxEvents, o.forgetEvery
	if o.Replay != nil && m.graphed() != nil {
		e.MaxEvents = max(o.MaxEvents, len(o.Replay)+1) // the repeated events need not be within the limit
	}
	e.KeepsValues = o.Observer != nil && !counts || o.Algorithm.Traits().Merges // fingerprints contain numbers of values
	e.Patience = o.Patience
	e.Internal = func(problem string, stack []byte) error {
		if m.World != nil && stack != nil {
			return fmt.Errorf("the world of the model panicked: %s\n%s", problem, stack)
		}
		return &InternalError{Problem: strings.TrimPrefix(problem, "checkmodel internal error: "), Stack: stack}
	}
	if strategy == nil && o.Algorithm.Traits().Draws {
		s.equipDraws()
	} else if strategy == nil {
		s.tree = optimaldpor.NewSearch(o.config())
		e.Shared = s.tree
		e.Joins = func(executed int) bool { return executed == aloneFor }
		if o.Saving != nil {
			s.tree.Between(func() {
				if s.due() {
					s.save()
				}
			})
		}
	} else if s.states = statesOf(strategy); s.states != nil {
		s.equipStates()
	}
	e.Equip = func(p *stage.Player) (stage.Strategy, stage.Judge) {
		j := s.newJudge(p)
		switch j.strategy = strategy; {
		case s.draws != nil:
			j.strategy = s.draws.Explorer(drawer{j}.today, drawer{j}.tomorrow, j.commutation())
		case strategy == nil:
			j.strategy = s.tree.Explorer(j.now, j.later)
		case s.first != nil:
			j.strategy = s.states.Join()
		}
		if s.first == nil {
			s.first = j
		}
		if r, is := strategy.(*replay); is {
			r.Likenesses = j.likenesses
		}
		return j.strategy, j
	}
	if o.below != nil && o.below.last != nil {
		s.tally.follow(o.below.last)
	}
	if o.Resume != nil {
		s.establish(o.Resume)
	}
	return s
}

// run executes the search, in a new world.
func (s *search) run(newWorld func() trace.World) (*Result, error) {
	if s.result.Options.TrustModel {
		s.engine.Watch.Trust()
	}
	var asserted []string
	err := s.engine.Guard(s.ctx, func() error {
		if !s.saved() && s.tally.Closed(s.ctx) { // before the model starts
			return nil
		}
		w := stage.Of(newWorld(), s.result.Model.World)
		defer w.Close()
		err := s.explore(w)
		if sys := world.Simulated(w); sys != nil {
			asserted = sys.Asserted()
		}
		if err != nil {
			s.showFault(err)
			return err
		}
		return s.saveRest()
	})
	r, nothing := s.result, false
	if s.engine.Abandoned() { // the strategy may wait for the model, and workers still use their result
		r = s.tally.copied()
	} else {
		r.asserted(asserted)
		nothing = r.Left > 0 && r.Interleavings == r.Left+r.SleepSetBlocked
		if s.first != nil {
			r.Judged = oftenJudged(s)
			r.covered(s.first.strategy.Coverage())
			s.drawn()
			if r.Merged != nil {
				r.Events = s.events(r.Merged.Transitions)
			}
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
	if nothing && (r.Complete() || r.Stop == SampleDrawn) && r.Options.sought == nil {
		r.Verdict, r.Expected = Failed, false
		return r, fmt.Errorf("model %s: nothing was judged: in each of the interleavings an assumption does not hold (proc.P.Assume); correct its condition, or leave it out", r.Model.Name)
	}
	return r, nil
}

// explore executes the workers, the first of them in the world.
func (s *search) explore(w *stage.World) error {
	o := &s.result.Options
	if _, tells := w.World.(stage.States); o.Algorithm.Traits().Merges && !tells {
		return fmt.Errorf("a search of states cannot explore the world of the model, a %T; it cannot tell its states apart; use another algorithm", w.World)
	}
	if s.states != nil && world.Simulated(w) == nil && (o.Saving != nil || o.Resume != nil) {
		return errors.New("a stateful search of a World of your own cannot be saved or resumed; use another algorithm")
	}
	first := s.engine.Worker(w)
	s.introduce()
	if o.Around != nil {
		if err := s.follow(); err != nil {
			return err
		}
	}
	if o.Resume != nil {
		if err := s.resume(o.Resume); err != nil {
			return err
		}
	}
	if o.MaxInterleavings > 0 && s.tree != nil {
		s.tree.SetBudget(max(0, o.MaxInterleavings-s.result.Interleavings-o.below.spent()))
	}
	err := s.engine.Run(s.ctx, first)
	if s.joined && s.result.Stop.late() && s.states.Complete() { // a worker has found out too late that the search is to be stopped
		s.result.Stop = NotStopped
	}
	if s.draws != nil {
		s.tally.drawn()
	}
	switch {
	case o.Replay != nil:
		return s.first.replayed(err)
	case err != nil || s.states == nil:
		return err
	}
	return s.judgeGraphs()
}
