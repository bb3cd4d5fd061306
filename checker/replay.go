package checker

import (
	"context"

	"github.com/checkmodel/checkmodel/internal/driver"
	"github.com/checkmodel/checkmodel/internal/world"
	"github.com/checkmodel/checkmodel/result"
	"github.com/checkmodel/checkmodel/trace"
)

// replay completes the options, and executes their schedule.
func (o *setup) replay(ctx context.Context) (*result.Record, error) {
	if err := o.complete(ctx); err != nil {
		return nil, err
	}
	ctx, end := o.withMemory(ctx)
	defer end()
	return o.search(ctx)
}

// replaying returns the driver of a search that executes one schedule.
func (o *setup) replaying() *driver.Replaying {
	if o.asked = o.faults(); o.look == nil {
		faults := o.Faults.ForSchedule(o.Replay)
		o.Faults = &faults
	}
	return driver.NewReplaying(o.config(), o.Replay, o.ReplayEvents)
}

// asExplored prepares a system for the exploration of a search, during a replay, which admits more.
func (o *setup) asExplored(sys *world.System) {
	o.equip(sys, &o.asked, false)
	sys.Restart() // the first process may be at an external event that is no longer optional
}

// Look executes the schedule in Options.Replay and describes where it leads to. It differs from a replay: it stops at the end
// of the schedule, unless l.On is set, and it uses the faults of the options, not the schedule's; see [Faults.ForSchedule].
// Steps that are not possible are skipped. Options of the exploration have no effect.
//
// Look starts from the beginning each time, and blocks until it has executed the events. Its errors are the same as
// for [Check].
func Look(ctx context.Context, m Model, o Options, l Looking) (*Place, error) {
	if o.Replay == nil {
		o.Replay = trace.NamedSchedule{}
	}
	o.Examples, o.Until, o.Witness = 1, UntilEnd, ""
	looking := &looking{Looking: l}
	r, err := (&setup{model: m, Options: o, look: looking}).replay(ctx)
	switch {
	case err != nil:
		return nil, err
	case r.Stop == Canceled || r.Stop == OutOfMemory || len(r.Examples) == 0:
		return nil, context.Cause(ctx)
	}
	p := &looking.place
	p.Interleaving, p.Violations, p.Skipped = r.Examples[0], r.Violations, r.Skipped
	return p, nil
}

// Looking has the options of [Look], beyond executing a schedule.
type Looking struct {
	// On executes more events after the schedule, as the first interleaving of a search does, up to
	// Options.MaxEvents.
	On bool
	// Peek executes each possible next step as well, and steps back, so that Place.Moves has the resulting events. It tries at most
	// [MaxPeeked] alternatives of one operation. Code of the model may fail there, and Look then fails, too.
	Peek bool
	// Kept says that the schedule is of another run, which may have been minimized: external events may be left out,
	// and have smaller payloads.
	Kept bool
}

// MaxPeeked is the maximal number of alternatives of one operation that Looking.Peek tries.
const MaxPeeked = 40

type (
	// Place is where a schedule leads to.
	Place = result.Place
	// Judgment says how a property stands in the middle of an interleaving.
	Judgment = result.Judgment
	// Standing is how a property stands.
	Standing = result.Standing
)

// Broken is the Standing of a property that is violated. Package result has the others.
const Broken = result.Broken

// looking is a Look while it executes.
type looking struct {
	Looking
	place Place
}
