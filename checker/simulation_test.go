package checker

import (
	"context"

	"github.com/checkmodel/checkmodel/internal/driver"
	"github.com/checkmodel/checkmodel/internal/world"
	"github.com/checkmodel/checkmodel/states"
	"github.com/checkmodel/checkmodel/trace"
)

// searchWith returns a search of the model with the strategy, or if it is nil with the workers that the options ask for.
func searchWith(ctx context.Context, m Model, o Options, strategy Strategy) *job {
	return setupWith(ctx, m, setup{Options: o}, strategy)
}

// setupWith is searchWith with what a setup adds to options.
func setupWith(ctx context.Context, m Model, o setup, strategy Strategy) *job {
	o.model = m
	var d driver.Driver = &driver.Single{Strategy: strategy}
	switch s := strategy.(type) {
	case nil:
		if d = o.tree(); o.Algorithm.Traits().Draws {
			d = driver.NewSampled(o.sampling())
		}
	case *states.Explorer:
		d = o.stateful(s)
	}
	return newJob(ctx, &o, d)
}

// checkWith is Check with what a setup adds to options.
func checkWith(ctx context.Context, m Model, o setup) (*Result, error) {
	o.model = m
	if err := o.complete(ctx); err != nil {
		return nil, err
	}
	r, err := o.search(ctx)
	if r == nil {
		return nil, err
	}
	return &Result{Model: o.model, Options: o.Options, Record: *r}, err
}

// simulate executes the search, in a new system.
func (s *job) simulate(newSystem func() *world.System) (*Result, error) {
	s.NewWorld = func() trace.World { return world.Simulation{System: newSystem(), Afresh: s.setup.Afresh} }
	r, err := s.concluded(s.Execute())
	return &Result{Model: s.setup.model, Options: s.setup.Options, Record: *r}, err
}
