package checker

import (
	"cmp"
	"context"

	"github.com/checkmodel/checkmodel/bounding"
	"github.com/checkmodel/checkmodel/internal/driver"
	"github.com/checkmodel/checkmodel/internal/series"
	"github.com/checkmodel/checkmodel/result"
	"github.com/checkmodel/checkmodel/states"
)

// eachBound searches with increasing bounds, or resumes such a search. Options.MaxInterleavings is the limit for all searches together.
func (o *setup) eachBound(ctx context.Context) (*result.Record, error) {
	done, err := o.Resume.earlier(o)
	if err != nil {
		return nil, err
	}
	return o.boundsAfter(ctx, done)
}

// boundsAfter searches with increasing bounds, after earlier searches.
func (o *setup) boundsAfter(ctx context.Context, done *series.Earlier) (*result.Record, error) {
	resumed := o.Resume
	return series.Bounds(known(&o.model), o.Bound.First(), o.Bound.Last(), done, func(limit int, e *series.Earlier) (*result.Record, error) {
		level := *o // units of an earlier search may still refer to its own
		level.Bound, level.below, level.Resume = o.Bound.At(limit), e, resumed
		resumed = nil
		return level.search(ctx)
	})
}

// shortest looks for the violation that shows after the fewest events, or for the way to a goal.
func (o *setup) shortest(ctx context.Context) (*result.Record, error) {
	until, shows := o.Until, func(r *result.Record) bool { return r.Stop == AtGoals }
	if o.Witness == "" {
		until, shows = UntilFirst, func(r *result.Record) bool { return r.Violating > 0 }
	}
	return series.Shortest(o.MaxEvents, shows, func(limit int) (*result.Record, error) {
		level := *o
		level.Until, level.MaxEvents, level.Workers = until, limit, 1 // several workers would part at the first interleaving that is cut
		return level.exploreStates(ctx)
	})
}

// exploreStates is search by a stateful search.
func (o *setup) exploreStates(ctx context.Context) (*result.Record, error) {
	alone := cmp.Or(o.alone, series.Alone)
	if o.Resume != nil && o.Resume.Memo != nil {
		alone = o.Resume.Memo.Alone
	}
	again := false
	return series.Together(known(&o.model), alone, func(alone int) (*result.Record, states.Parting, error) {
		if again {
			if o.Resume = nil; o.trial != nil {
				*o.trial = driver.Trial{}
			}
		}
		again = true
		if err := o.Resume.fits(o); err != nil {
			return nil, states.Together, err
		}
		strategy, err := o.strategy()
		if err != nil {
			return nil, states.Together, err
		}
		o.alone = alone
		k := o.stateful(strategy)
		s := newJob(ctx, o, k)
		r, err := s.checked(s.concluded(s.Execute()))
		return r, k.Parting(), err
	})
}

// stateful returns the driver of a stateful search.
func (o *setup) stateful(strategy Strategy) *driver.Stateful {
	k := driver.NewStateful(strategy)
	k.Alone, k.Shares, k.Resumes = o.alone, o.sharesStates(), o.Resume != nil
	return k
}

// sharesStates reports whether several workers may share a stateful search. One that shows its interleavings or
// may end after some of them has an order, and only one worker can keep whole states, or know which messages
// are tied.
func (o *setup) sharesStates() bool {
	_, counts := o.Observer.(Counting)
	return o.Workers > 1 && o.Replay == nil && o.MaxInterleavings == 0 && (o.Observer == nil || counts) && o.Until != UntilGoals && !o.ExactStates && !o.Relation().ReceivePatterns && len(o.model.Symmetric) == 0 && o.wrapped == nil
}

// automatic is search by Auto. The options say in the end which algorithm has given the result.
func (o *setup) automatic(ctx context.Context) (*result.Record, error) {
	if graphed := o.model.rules().NeedsGraph(); graphed != nil {
		o.Algorithm, o.LateDelivery = States, o.Delivery.Delays()
		r, err := o.search(ctx)
		return series.SetChoice(r, "a stateful search, because no other can judge the rule %q.", graphed.Name), err
	}
	o.Algorithm = Optimal
	if why := o.mustEnumerate(); why != "" {
		if o.Bound.Kind() == bounding.ByPreemption {
			o.Algorithm = Source
		}
		r, err := o.search(ctx)
		return series.SetChoice(r, "%s, because %s.", o.Algorithm.Traits().Title, why), err
	}
	phases := o.phases()
	auto := &series.Auto{Known: known(&o.model), MaxInterleavings: o.MaxInterleavings, MaxEvents: o.MaxEvents, Runs: o.model.Search.Runs}
	auto.Late, auto.Trial = phases[series.Stateful].LateDelivery, new(driver.Trial)
	drawn, e := phases[series.Drawn], &series.Earlier{}
	phases[series.Begun].expected = &auto.Expected
	for _, last := range phases[series.Stateful:] {
		last.trial, last.beside = auto.Trial, auto
	}
	from := series.Begun
	if c := o.Resume; c != nil {
		from = series.PhaseOf(c.setting("phase"))
		if c.Trial != nil {
			auto.Trial.Weighing = *c.Trial
		}
		var err error
		if e, err = c.earlier(phases[from]); err != nil {
			return nil, err
		}
		phases[from].Resume = c
		if saved := c.Beside; saved != nil {
			if drawn.below, err = saved.earlier(drawn); err != nil {
				return nil, err
			}
			drawn.kept, auto.Beside.Drawn = saved, &result.Record{Findings: saved.Findings}
		}
	}
	auto.Execute = func(p series.Phase, interleavings, events int, e *series.Earlier) (*result.Record, error) {
		s := phases[p]
		s.MaxInterleavings, s.work = interleavings, events
		switch {
		case e == nil:
			s.Resume, s.Saving, s.Observer = s.kept, &Saving{Identity: s.kept.Identity, Save: s.keep}, nil
			return s.search(ctx)
		case p == series.Begun && interleavings == o.MaxInterleavings: // no other follows
			s.Saving = o.Saving
		}
		if s.below = e; p == series.Bounded {
			return s.boundsAfter(ctx, e)
		}
		return s.search(ctx)
	}
	r, by, err := auto.Search(from, e)
	given := o.Options
	o.Options = phases[by].Options
	o.MaxInterleavings, o.Workers, o.Resume, o.Saving, o.Observer = given.MaxInterleavings, given.Workers, given.Resume, given.Saving, given.Observer
	if by == series.Drawn && r != nil {
		o.Runs = r.Interleavings
	}
	return r, err
}

// phases returns the searches of Auto, by their [series.Phase].
func (o *setup) phases() (all [series.Enumerated + 1]*setup) {
	for i := range all {
		phase := *o
		phase.phase, phase.Resume = series.Phase(i).Name(), nil
		all[i] = &phase
	}
	d, s := all[series.Drawn], all[series.Stateful]
	for _, brief := range all[:series.Stateful] {
		brief.Saving = o.Saving.unlessSpent(nil)
	}
	d.Saving = o.Saving.unlessSpent(d.keep)
	for _, later := range all[series.Repeated:] {
		later.drawn = d
	}
	all[series.Begun].Workers, all[series.Begun].untilCut = 1, true
	all[series.Bounded].Bound = bounding.Tree(1_000).From(0) // which is never reached
	d.Algorithm, d.Runs, d.BugDepth = Learn, 0, DefaultBugDepth
	s.Algorithm, s.LateDelivery = States, o.Delivery.Delays()
	if groups, _ := s.exchanged(&o.model); groups == nil {
		s.ReceivePatterns = !o.AnyDeliveriesRace
	}
	return all
}

// keep keeps a checkpoint in memory.
func (o *setup) keep(c *Checkpoint) error {
	o.kept = c
	return nil
}

// mustEnumerate returns why Auto cannot search states, "" if it can.
func (o *setup) mustEnumerate() string {
	switch {
	case o.model.World != nil:
		return "a stateful search needs a world that tells its states apart"
	case o.Bound.Limits():
		return "a stateful search cannot have a bound"
	case o.Around != nil:
		return "a stateful search cannot begin with a given interleaving"
	case o.Explain:
		return "a stateful search does not know what each interleaving is for"
	}
	return ""
}

// remedies tries changes of a model whose search has the given result, with the options. It returns the changes that leave
// fewer interleavings. Each search has at most as many interleavings as the given one.
func (o setup) remedies(ctx context.Context, r *result.Record) (all []Remedy) {
	if r.Stop != NotStopped && r.Stop != OutOfBudget || o.Replay != nil || o.Bound.Several() || r.Interleavings < 2 {
		return nil
	}
	o.Explain, o.Examples, o.Witness, o.Observer, o.Saving, o.Resume = false, 0, "", nil, nil, nil
	o.Until, o.MaxInterleavings = UntilEnd, r.Interleavings
	return series.Remedies(series.Variants(o.model.rules(), o.AnyDeliveriesRace, o.faults()), r.Interleavings, func(v *series.Variant) (*result.Record, error) {
		changed := o
		switch {
		case v.Faults != nil:
			changed.Faults = v.Faults
		case v.Patterns:
			changed.AnyDeliveriesRace = false
		default:
			changed.model.Rules = nil
			for _, r := range v.Rules {
				changed.model.Rules = append(changed.model.Rules, Rule{Property{Name: r.Name}, r})
			}
		}
		return changed.search(ctx)
	})
}
