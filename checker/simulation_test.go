package checker

import (
	"context"

	"github.com/checkmodel/checkmodel/internal/driver"
	"github.com/checkmodel/checkmodel/internal/world"
	"github.com/checkmodel/checkmodel/states"
	"github.com/checkmodel/checkmodel/trace"
)

// searchWith returns a search of the model with the strategy, or if it is nil with the workers that the options ask for.
func searchWith(ctx context.Context, m Model, o Options, strategy Strategy) *search {
	return setupWith(ctx, m, setup{Options: o}, strategy)
}

// setupWith is searchWith with what a setup adds to options.
func setupWith(ctx context.Context, m Model, o setup, strategy Strategy) *search {
	o.model = m
	var d driver.Driver = &driver.Single{Strategy: strategy}
	switch s := strategy.(type) {
	case nil:
		if d = o.tree(); o.Algorithm.Traits().Draws {
			d = driver.NewSampled(o.sampling())
		}
	case *states.Search:
		d = o.stateful(s)
	}
	return newSearch(ctx, &o, d)
}

// checkWith is Check with what a setup adds to options.
func checkWith(ctx context.Context, m Model, o setup) (*Result, error) {
	o.model = m
	if err := o.complete(ctx); err != nil {
		return nil, err
	}
	return o.search(ctx)
}

// simulate executes the search, in a new system.
func (s *search) simulate(newSystem func() *world.System) (*Result, error) {
	return s.run(func() trace.World { return world.Simulation{System: newSystem(), Afresh: s.result.Options.Afresh} })
}
