package checker

import (
	"cmp"
	"context"
	"slices"

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
	level := *o
	return series.Bounds(o.model.known(), o.Bound.First(), o.Bound.Last(), done, func(limit int, e *series.Earlier) (*result.Record, error) {
		level.Bound, level.below = o.Bound.At(limit), e
		r, err := level.search(ctx)
		level.Resume = nil
		return r, err
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
	return series.Together(o.model.known(), alone, func(alone int) (*result.Record, states.Parting, error) {
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
	return o.Workers > 1 && o.Replay == nil && o.MaxInterleavings == 0 && (o.Observer == nil || counts) && o.Until != UntilGoals && !o.ExactStates && !o.Relation().ReceivePatterns && o.wrapped == nil
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
	from, e, trial := o.Resume.phase(), &series.Earlier{}, new(driver.Trial)
	if o.Resume != nil {
		if saved := o.Resume.Trial; saved != nil {
			trial.Weighing = *saved
		}
		var err error
		if e, err = o.Resume.earlier(phases[from]); err != nil {
			return nil, err
		}
		for i, p := range phases {
			if i != int(from) {
				p.Resume = nil
			}
		}
	}
	begun, bounded, drawn, again := phases[series.Begun], phases[series.Bounded], phases[series.Drawn], phases[series.Repeated]
	stateful, enumeration := phases[series.Stateful], phases[series.Enumerated]
	r, by, err := series.Auto{
		Known: o.model.known(), MaxInterleavings: o.MaxInterleavings, MaxEvents: o.MaxEvents, Runs: o.model.Search.Runs, Late: stateful.LateDelivery,
		Begin: func(limit int) (*result.Record, error) {
			if begun.MaxInterleavings = limit; limit == o.MaxInterleavings { // no other follows
				begun.Saving = o.Saving
			}
			return begun.search(ctx)
		},
		Bounds: func(limit int, e *series.Earlier) (*result.Record, error) {
			bounded.MaxInterleavings = limit
			return bounded.boundsAfter(ctx, e)
		},
		Draw: func(runs int, e *series.Earlier) (*result.Record, error) {
			drawn.Runs, drawn.below = runs, e
			return drawn.search(ctx)
		},
		Again: func(limit int, e *series.Earlier) (*result.Record, error) {
			again.MaxInterleavings, again.below = limit, e
			return again.search(ctx)
		},
		States: func(t *driver.Trial, e *series.Earlier) (*result.Record, error) {
			stateful.trial, stateful.below = t, e
			return stateful.search(ctx)
		},
		Enumerate: func(e *series.Earlier) (*result.Record, error) {
			enumeration.trial, enumeration.below = trial, e
			return enumeration.search(ctx)
		},
	}.Search(from, e, trial)
	given := o.Options
	o.Options = phases[by].Options
	o.MaxInterleavings, o.Workers, o.Resume = given.MaxInterleavings, given.Workers, given.Resume
	return r, err
}

// phases returns the searches of Auto, by their [series.Phase].
func (o *setup) phases() (all [series.Enumerated + 1]*setup) {
	for i := range all {
		phase := *o
		phase.phase = phaseNames[i]
		all[i] = &phase
	}
	for _, brief := range all[:series.Stateful] {
		brief.Saving, brief.work = o.Saving.unlessSpent(), series.AutoEvents
	}
	all[series.Begun].Workers, all[series.Begun].untilCut = 1, true
	all[series.Bounded].Bound = bounding.Tree(1_000).From(0) // which is never reached
	d, s := all[series.Drawn], all[series.Stateful]
	d.Algorithm, d.MaxInterleavings, d.BugDepth = Learn, 0, DefaultBugDepth
	s.Algorithm, s.LateDelivery, s.ReceivePatterns = States, o.Delivery.Delays(), !o.AnyDeliveriesRace
	return all
}

// phase returns the search of Auto that is saved; the first one if c is nil.
func (c *Checkpoint) phase() series.Phase {
	if c == nil {
		return series.Begun
	}
	return series.Phase(max(0, slices.Index(phaseNames[:], c.setting("phase"))))
}

// phaseNames are the names of the searches of Auto in a checkpoint, by their [series.Phase].
var phaseNames = [series.Enumerated + 1]string{"first", "bounds", "draws", "again", "states", "all"}

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
