package checker

import (
	"context"
	"fmt"
	"runtime"

	"github.com/checkmodel/checkmodel/internal/problems"
	"github.com/checkmodel/checkmodel/internal/stage"
	"github.com/checkmodel/checkmodel/result"
)

// Check explores the interleavings of a model and returns the result. A violation is part of the result, not
// an error. An error says where the model or the options are wrong, and how to correct them. With an error,
// the result is nil, or describes the unfinished search, with the verdict Failed.
//
// Check blocks until the search has ended. When ctx is done it ends after the current interleaving, or before
// its end while a [Sometimes] is evaluated or Options.Memory is used up. A deadline of ctx is a limit of the
// search; see [Options].
func Check(ctx context.Context, m Model, o Options) (*Result, error) {
	s := setup{model: m, Options: o}
	if err := s.complete(ctx); err != nil {
		return nil, err
	}
	ctx, end := s.withMemory(ctx)
	defer end()
	auto := s.Algorithm == Auto
	r, err := s.search(ctx)
	if r == nil {
		return nil, err
	}
	if s.Explain && err == nil && !auto {
		r.Remedies = s.remedies(ctx, r)
	}
	return &Result{Model: m, Options: s.Options, Record: *r}, err
}

// complete sets all options, or returns an error that says which cannot be used.
func (o *setup) complete(ctx context.Context) error {
	m := &o.model
	if err := m.validate(); err != nil {
		return problems.Join(err, o.Validate(m, fieldsOf("checker.Options")))
	}
	o.Options = o.For(m)
	if err := o.Validate(m, fieldsOf("checker.Options")); err != nil {
		return err
	}
	if m.World != nil && (o.Delivery.Delays() || len(o.Without) > 0) {
		return fmt.Errorf("model %s has a World of its own, so it has no delivery or external events to choose; leave these options out", m.Name)
	}
	o.brief = !o.limited(ctx)
	if o.Examples > 0 || o.Explain || o.Witness != "" {
		o.Workers = 1 // which has all interleavings to describe
	}
	if o.Workers == 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	o.Workers = min(o.Workers, MaxWorkers)
	return nil
}

// withMemory returns a context that is done when Options.Memory is used up, and a function that must be called in the end.
func (o *setup) withMemory(ctx context.Context) (context.Context, func()) {
	if o.Memory > 0 {
		return stage.WithMemory(ctx, o.Memory)
	}
	return ctx, func() {}
}

// search searches with options that are complete.
func (o *setup) search(ctx context.Context) (*result.Record, error) {
	if o.Replay == nil {
		switch {
		case o.Resume != nil && o.Resume.Unit != nil:
			return o.exploreUnit(ctx)
		case o.Algorithm == Auto:
			return o.automatic(ctx)
		case o.Until == UntilShortest, o.Witness != "" && o.Algorithm.Traits().Merges && o.target == nil:
			return o.shortest(ctx)
		case o.Bound.Several() && o.below == nil:
			return o.eachBound(ctx)
		case o.Algorithm.Traits().Merges:
			return o.exploreStates(ctx)
		}
	}
	if err := o.Resume.fits(o); err != nil {
		return nil, err
	}
	d, err := o.driver()
	if err != nil {
		return nil, err
	}
	s := newJob(ctx, o, d)
	r, err := s.Execute()
	if o.expected != nil && s.First != nil {
		tree, _ := d.Estimate()()
		*o.expected = tree.Total
	}
	return s.checked(s.concluded(r, err))
}
