package checker

import (
	"context"
	"fmt"

	"github.com/checkmodel/checkmodel/internal/driver"
	"github.com/checkmodel/checkmodel/internal/lenient"
	"github.com/checkmodel/checkmodel/internal/world"
)

// StaleSchedule is the error that no step of a schedule is possible: the schedule belongs to another
// model.
type StaleSchedule struct {
	Step    int // counted from 1; the first one
	Problem string
}

// Error implements error.
func (e *StaleSchedule) Error() string {
	return fmt.Sprintf("no step of the schedule is possible; step %d is not: %s; the schedule belongs to another model, or to another delivery",
		e.Step, e.Problem)
}

// follows records how the schedule was followed.
func (r *Result) follows(f *lenient.Lenient) {
	r.Exact, r.Similar, r.Skipped, r.Unplanned = f.Exact(), f.Similar(), f.Skipped(), f.Unplanned()
}

// replay completes the options, and executes their schedule.
func (o *setup) replay(ctx context.Context) (*Result, error) {
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
