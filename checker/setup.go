package checker

import (
	"cmp"
	"context"
	"errors"

	"github.com/checkmodel/checkmodel/bounding"
	"github.com/checkmodel/checkmodel/internal/driver"
	"github.com/checkmodel/checkmodel/internal/judge"
	"github.com/checkmodel/checkmodel/internal/series"
	"github.com/checkmodel/checkmodel/internal/shrink"
	"github.com/checkmodel/checkmodel/internal/world"
	"github.com/checkmodel/checkmodel/internal/world/program"
	"github.com/checkmodel/checkmodel/optimaldpor"
	"github.com/checkmodel/checkmodel/optimaldpor/backtrack"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/sampling"
	"github.com/checkmodel/checkmodel/states"
	"github.com/checkmodel/checkmodel/trace"
)

// setup says how a search runs: the model, the options, and what the searches of the checker add to these.
type setup struct {
	model Model
	Options

	brief    bool               // the search has no limit, and looks on for a while only after a declared violation; see Until
	below    *series.Earlier    // the result of lower bounds, or of an earlier search; nil if there is none
	work     int                // how many executed events use up the budget of the search; 0 is no limit
	phase    string             // the name of the search among those of Auto; "" if it is none of them
	untilCut bool               // stop as if the budget were used up after an interleaving that is cut
	expected *float64           // where a search by Optimal stores an estimate of its interleavings; nil stores none
	trial    *driver.Trial      // of a stateful search by Auto; otherwise nil
	beside   *series.Auto       // whose draws go on beside the search; otherwise nil
	drawn    *setup             // of the draws of Auto, for a search that follows them
	kept     *Checkpoint        // then: what they have drawn so far
	alone    int                // how many transitions one worker of a stateful search executes before others join it; 0 is the usual number
	readable bool               // a replay is shown in an equivalent order that is easy to follow
	smaller  map[string][]int32 // the payloads of external events that are replaced; see program.Outside
	look     *looking           // of Look; otherwise nil
	asked    Faults             // of the exploration of a search, which a replay need not have
	target   *shrink.Target     // the violations that are looked for, by Minimize; nil are all

	// For tests.
	wrapped     func(Strategy) Strategy // changes the strategy of a search that has one worker
	forgetEvery int                     // forget values after so many interleavings; 0 when there are many
	stateBytes  int64                   // for the states of a stateful search; 0 is half of Memory
}

// driver returns the driver of the search that the options ask for.
func (o *setup) driver() (driver.Driver, error) {
	t := o.Algorithm.Traits()
	switch {
	case o.Replay != nil:
		return o.replaying(), nil
	case t.Draws:
		return driver.NewSampled(o.sampling()), nil
	case t.Parallel && !t.Merges: // a single worker searches in the same way, so that the counts do not depend on the number of workers
		return o.tree(), nil
	}
	strategy, err := o.strategy()
	if err != nil || !t.Merges {
		return &driver.Single{Strategy: strategy}, err
	}
	return o.stateful(strategy), nil
}

// tree returns the driver of a search whose workers share a tree.
func (o *setup) tree() *driver.Tree {
	k := driver.NewTree(o.config())
	if o.Around != nil {
		k.Around = &driver.Around{Config: o.config(), Steps: o.Around, Events: o.AroundEvents}
	}
	return k
}

func (o *setup) sampling() sampling.Config {
	return sampling.Config{
		Strategy: o.Algorithm.Traits().sampling, Relation: o.Relation(), Seed: o.Seed, Runs: o.Runs, Budget: o.MaxInterleavings, Only: o.Run, Depth: o.BugDepth,
		Unclassified: o.target != nil, Pauses: driver.PausesOf(o.faults().AllNodes()),
	}
}

// limited reports whether the search may end before everything is explored.
func (o *setup) limited(ctx context.Context) bool {
	_, timed := ctx.Deadline()
	return o.Bound.Limits() || o.MaxInterleavings > 0 || timed
}

func (o *setup) config() optimaldpor.Config {
	return optimaldpor.Config{Relation: o.Relation(), Bound: o.Bound, Seed: o.Seed, MaxEvents: o.MaxEvents}
}

// strategy returns the strategy of a search that has one.
func (o *setup) strategy() (s Strategy, err error) {
	switch c, b := o.config(), (backtrack.Config{Bound: o.Bound, Seed: o.Seed, MaxEvents: o.MaxEvents}); o.Algorithm {
	case Own:
		if s = o.Strategy(); s == nil {
			err = errors.New("the function checker.Options.Strategy has returned nil; it must return a strategy")
		}
	case Optimal, "":
		s = optimaldpor.New(c)
	case Source:
		if s = backtrack.NewSource(b); o.Bound.Kind() == bounding.ByPreemption {
			s = backtrack.NewBPOR(b)
		}
	case Naive:
		s = backtrack.NewNaive(b)
	case States:
		s = o.trial.Of(states.New(states.Config{
			MaxEvents:       o.MaxEvents,
			MaxBytes:        cmp.Or(o.stateBytes, o.Memory/2), // the rest is for the world and the collector
			LateDelivery:    o.LateDelivery,
			Exact:           o.ExactStates,
			ReceivePatterns: c.Relation.ReceivePatterns,
			Bags:            o.Delivery == proc.Bag,
			Endless:         !o.model.rules().JudgeEnds(),
		}))
	}
	if o.wrapped != nil {
		s = o.wrapped(s)
	}
	return s, err
}

// scheduled reports whether schedules are executed, which may leave out external events and have any faults.
func (o *setup) scheduled() bool { return o.target != nil && o.target.Attempts != nil }

// equip gives a world its faults and external events. A schedule that is given may need more than the options admit.
func (o *setup) equip(sys *world.System, f *Faults, given bool) {
	sys.SetFaults(*f, given && (o.target == nil || !o.target.Budgeted))
	sys.SetOutside(program.Outside{Without: o.Without, Smaller: o.smaller, Optional: given || o.look != nil && o.look.Kept, Shrink: o.model.Shrink})
}

// world returns a new world for a search.
func (s *job) world() trace.World {
	o, m := s.setup, &s.setup.model
	if m.World != nil {
		return m.World(o.faults())
	}
	sys := world.NewSystem(proc.Body(m.Main), s.Loop.Watch)
	sys.SetDelivery(o.Delivery)
	faults := o.faults()
	o.equip(sys, &faults, o.Replay != nil && o.look == nil || o.scheduled())
	if o.ExactStates {
		sys.KeepWhole()
	}
	sys.SetIntervals(m.rules().Intervals())
	sys.SetOrdered(m.rules().Boards())
	if m.View != nil && (o.Algorithm.Traits().Merges || o.Replay != nil) {
		sys.SetView((&judge.Views{Calls: s.Loop.Calls}).View(m.View))
	}
	groups, _ := o.exchanged(m)
	sys.SetSymmetric(groups)
	if o.Explain || o.Replay != nil { // traces need the places in the model
		defer sys.Close()
		sys = sys.Recorder()
	}
	return world.Simulation{System: sys, Afresh: o.Afresh}
}
