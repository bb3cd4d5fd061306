package judge

import (
	"context"
	"slices"

	"github.com/checkmodel/checkmodel/internal/rules"
	"github.com/checkmodel/checkmodel/internal/stage"
	"github.com/checkmodel/checkmodel/minimize"
	"github.com/checkmodel/checkmodel/optimaldpor"
	"github.com/checkmodel/checkmodel/result"
	"github.com/checkmodel/checkmodel/trace"
)

// Failure is an error that ends the search after an interleaving, with the events that led to it.
type Failure struct {
	Err error
	At  []*result.Violation // several only if they are to be compared
}

// Execution is the outcome of an interleaving, and of subsequent ones without findings.
type Execution struct {
	Others     int            // number of subsequent ones
	Further    int            // events that were executed in these
	Last       trace.Schedule // of the last of these
	Outcome    trace.Outcome
	Violations []*result.Violation
	Surplus    []*result.Violation // of which only the number counts, if their kind is known
	Reached    []string            // goals
	Failure    *Failure            // ends the search
	Schedule   trace.Schedule
	Beyond     bool          // it was cut at a state that the search does not leave
	Events     []trace.Event // if they are kept
	Repeated   []trace.Repetition
	Growth     []trace.Growth
	Class      uint64 // if it was drawn
	Exercised  rules.Coverage
	Exchanged  []int             // the claims by which messages were exchanged, each time
	Run        minimize.Run      // of the violation that is looked for
	Example    *result.Violation // describes it, without a property; nil if no more are wanted
	Cause      *trace.Cause      // why it was explored, if that is wanted
}

// Tally adds interleavings to the result of a search. It is common to the judges of all workers.
type Tally interface {
	stage.Tally
	// Enter adds an interleaving, in the order of a search by one worker. It reports whether the search continues.
	Enter(*Execution) bool
	// Pass adds the goals and events of an interleaving that does not count.
	Pass(*Execution)
	// EachCounts reports whether the search may end after each interleaving, also after one without findings.
	EachCounts() bool
	// Over reports whether the search has ended. more is the number of events that are not counted yet.
	Over(ctx context.Context, more int) bool
	// Knows reports whether a violation need not be described.
	Knows(*result.Violation) bool
	// KnowsLong reports whether an earlier interleaving was cut, or, if the current one is not cut, was long.
	KnowsLong(cut bool) bool
	// Loops adds an interleaving that can repeat its last events for ever.
	Loops(*result.Violation)
	// Continues adds a violation by all that can follow an interleaving, which the strategy did not count, or the failure to judge it.
	Continues(*result.Violation, *Failure) error
	// Stopped is called with an interleaving that a fault of the model has interrupted.
	Stopped([]trace.Event)
}

// Defer returns a batch that enters an execution into the result later. It is the batch before if that has room for it. Afresh
// executions share no events with the previous ones.
func Defer(t Tally, f *Execution, before optimaldpor.Batch, afresh bool) optimaldpor.Batch {
	if d, ok := before.(*pendingBatch); ok && d.add(f, afresh) {
		return d
	}
	d := &pendingBatch{tally: t, found: *f}
	d.found.Schedule, d.found.Events = slices.Clone(f.Schedule), slices.Clone(f.Events)
	return d
}

// pendingBatch is a batch that enters an execution into the result.
type pendingBatch struct {
	tally Tally
	found Execution
}

// Count implements [optimaldpor.Batch].
func (d *pendingBatch) Count() bool { return d.tally.Enter(&d.found) }

// add adds the next interleaving if it and the execution are plain.
func (d *pendingBatch) add(f *Execution, afresh bool) bool {
	if !d.found.plain() || !f.plain() || d.found.Exercised != f.Exercised || d.tally.EachCounts() {
		return false
	}
	before := d.found.Schedule
	if d.found.Others > 0 {
		before = d.found.Last
	}
	n := Common(before, f.Schedule)
	d.found.Last = append(append(d.found.Last[:0], before[:n]...), f.Schedule[n:]...)
	d.found.Others++
	if afresh {
		n = 0
	}
	d.found.Further += len(f.Schedule) - n
	return true
}

// plain reports whether an interleaving has no findings.
func (f *Execution) plain() bool {
	return f.Outcome == trace.Complete && len(f.Violations) == 0 && len(f.Reached) == 0 && f.Events == nil && f.Failure == nil && f.Repeated == nil && f.Exchanged == nil && f.Example == nil && f.Cause == nil
}

// Common returns the length of the common prefix of two schedules.
func Common(a, b trace.Schedule) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}
