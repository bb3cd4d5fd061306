package checker

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/checkmodel/checkmodel/internal/rules"
	"github.com/checkmodel/checkmodel/internal/stage"
	"github.com/checkmodel/checkmodel/optimaldpor"
	"github.com/checkmodel/checkmodel/trace"
)

// tally adds the findings of all workers to the result.
type tally struct {
	mu     sync.Mutex
	setup  *setup
	result *Result
	last   trace.Schedule // of the previous interleaving
	rules  *rules.Common

	failed  error           // a checkpoint could not be saved, a process is stuck, or a rule has panicked
	stopped [][]trace.Event // interleavings that a fault of the model has interrupted
	saving  atomic.Bool     // a checkpoint is being saved
	// unforeseen is called when a goal is reached first in a stateful search; it may be nil.
	unforeseen func()
}

// execution is the outcome of an interleaving, and of subsequent ones without findings.
type execution struct {
	others     int            // number of subsequent ones
	further    int            // events that were executed in these
	last       trace.Schedule // of the last of these
	outcome    trace.Outcome
	violations []*Violation
	surplus    []*Violation // see kinds.add
	reached    []string     // goals
	failure    *failure     // ends the search
	schedule   trace.Schedule
	beyond     bool          // it was cut by Model.Within
	events     []trace.Event // if there is an observer
	repeated   []Repeated    // see judge.long
	growth     []Growth      // the same
	class      uint64        // if it was drawn
	exercised  rules.Exercised
	exchanged  []int // the claims by which messages were exchanged, each time
}

func newTally(o *setup, r *Result) *tally {
	for _, p := range r.Model.goals() {
		r.Goals = append(r.Goals, Goal{Property: p})
	}
	for _, c := range r.Model.Commuting {
		r.Claims = append(r.Claims, Claim{Property: c.Property})
	}
	var reached []string
	for _, p := range r.Model.Goals {
		reached = append(reached, p.Name)
	}
	return &tally{setup: o, result: r, rules: rules.NewCommon(r.Model.rules(), reached)}
}

// Closed implements [stage.Tally].
func (t *tally) Closed(ctx context.Context) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	r := t.result
	if t.failed != nil {
		return true
	}
	if r.Stop == NotStopped && ctx.Err() != nil {
		r.Stop = Canceled
		if stage.OutOfMemory(ctx) != nil {
			r.Stop = OutOfMemory
		}
	}
	return r.Stop != NotStopped || t.spent()
}

// over reports whether the search has ended, or its context is done. It ends if it has looked on for long enough after a declared
// violation; more is the number of events that are not counted yet.
func (t *tally) over(ctx context.Context, more int) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if r := t.result; r.Stop == NotStopped && t.lookedOn(more) {
		r.Stop = AtViolation
	}
	return t.failed != nil || t.result.Stop != NotStopped || ctx.Err() != nil
}

// Fail implements [stage.Tally].
func (t *tally) Fail(err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.failed = err
}

// copied returns a copy of the result for a caller that does not wait for the workers.
func (t *tally) copied() *Result {
	t.mu.Lock()
	defer t.mu.Unlock()
	r := *t.result
	return &r
}

// Failed implements [stage.Tally].
func (t *tally) Failed() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.failed
}

// Saving implements [stage.Tally].
func (t *tally) Saving() bool { return t.saving.Load() }

// exhausted notes whether the budget is used up.
func (t *tally) exhausted() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.spent()
}

// spent reports whether the search has stopped, or its budget is used up.
func (t *tally) spent() bool {
	r := t.result
	if t.setup.untilCut && r.DepthCut > 0 && r.Stop == NotStopped {
		r.Stop = OutOfBudget
	}
	if budget := r.Options.MaxInterleavings; budget > 0 && r.Interleavings+t.setup.below.spent() >= budget && r.Stop == NotStopped {
		r.Stop = OutOfBudget
	}
	if r.Stop == NotStopped && t.lookedOn(0) {
		r.Stop = AtViolation
	}
	return r.Stop != NotStopped
}

// knows reports whether a violation of the kind that is not longer was found before, or the kind will not be
// kept.
func (t *tally) knows(v *Violation) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	w := t.result.find(v)
	return w != nil && w.Length <= v.Length || w == nil && t.result.full(v)
}

func (r *Result) find(v *Violation) *Violation {
	k := v.kind()
	if i := slices.IndexFunc(r.Violations, func(w *Violation) bool { return w.kind() == k }); i >= 0 {
		return r.Violations[i]
	}
	return nil
}

// full reports whether a violation of a new kind is not kept.
func (r *Result) full(v *Violation) bool {
	return len(r.Violations) >= manyKinds &&
		slices.ContainsFunc(r.Violations, func(w *Violation) bool { return w.Property == v.Property })
}

// enter adds an interleaving to the result, in the order of a search by one worker. It reports whether the
// search continues.
func (t *tally) enter(f *execution) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	r := t.result
	if t.failed != nil || t.spent() && !r.Stop.late() {
		return false
	}
	r.Events += len(f.schedule) - t.inCommon(f.schedule)
	t.count(f)
	if len(f.violations) > 0 {
		t.violating(f.violations, f.surplus)
	}
	t.reaching(f.reached)
	t.exchanging(f)
	t.show(f)
	if f.failure != nil {
		t.failing(f.failure)
		return false
	}
	if f.others > 0 {
		t.last = append(t.last[:0], f.last...)
		r.Events += f.further
	}
	for range f.others {
		t.count(f)
		t.show(f)
	}
	switch {
	case r.suffices(f.violations):
		r.Stop = AtViolation
	case r.Options.Replay != nil:
		r.Stop = Replayed
	}
	return r.Stop == NotStopped || r.Stop.late()
}

// pass adds the goals and events of an interleaving that does not count.
func (t *tally) pass(f *execution) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.result.Events += len(f.schedule) - t.inCommon(f.schedule)
	t.rules.Pass(f.exercised)
	t.reaching(f.reached)
	t.exchanging(f)
}

// exchanging counts the messages that were exchanged.
func (t *tally) exchanging(f *execution) {
	for _, claim := range f.exchanged {
		t.result.Claims[claim].Exchanged++
	}
}

// looped records an interleaving that can repeat its last events for ever.
func (t *tally) looped(v *Violation) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.result.Loop = v
}

// repeats adds a violation by an infinite interleaving, which the strategy did not count, or the failure to judge it.
func (t *tally) repeats(v *Violation, f *failure) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	r := t.result
	r.Interleavings++
	if f != nil {
		t.failing(f)
		return f.err
	}
	t.violating([]*Violation{v}, nil)
	if r.suffices([]*Violation{v}) {
		r.Stop = AtViolation
	}
	return nil
}

// end notes that the search ends early.
func (t *tally) end(ctx context.Context) {
	if t.Closed(ctx); t.Failed() != nil {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.result.Stop == NotStopped {
		t.result.Stop = Canceled
	}
}

// late reports whether interleavings that were executed before this stop enter the result after it.
func (s Stop) late() bool { return s == Canceled || s == OutOfMemory }

func (t *tally) count(f *execution) {
	r := t.result
	r.Interleavings++
	t.rules.Count(f.exercised)
	switch f.outcome {
	case trace.Abandoned:
		if r.Options.Replay == nil { // otherwise its schedule does not fit
			r.SleepSetBlocked++
		}
	case trace.Irrelevant:
		r.Left++
	case trace.Cut:
		if f.beyond {
			r.Beyond++
			return
		}
		if r.DepthCut++; r.DepthCut == 1 {
			r.Repeated, r.Growth = f.repeated, f.growth
		}
		return
	}
	if r.Repeated == nil && r.DepthCut == 0 {
		r.Repeated = f.repeated
	}
}

func (t *tally) show(f *execution) {
	o := t.result.Options.Observer
	if c, ok := o.(Classifying); ok {
		c.Class(f.class)
	}
	if o != nil {
		o.Interleaving(t.result.Interleavings, f.outcome, f.events)
	}
}

// inCommon returns the number of events that the interleaving shares with the previous one, which were not
// executed again.
func (t *tally) inCommon(schedule trace.Schedule) int {
	n := common(t.last, schedule)
	t.last = append(t.last[:n], schedule[n:]...)
	if t.result.Options.Afresh || t.result.Options.Algorithm.Traits().Draws {
		return 0
	}
	return n
}

// violating adds the violations of an interleaving. Surplus ones count if their kind is known.
func (t *tally) violating(violations, surplus []*Violation) {
	r := t.result
	r.Violating++
	if r.FirstViolation == 0 {
		r.FirstViolation, r.Before = r.Interleavings, r.work()
	}
	unlisted := false
	for i, v := range violations {
		v.Interleaving, v.Count, v.Shown = r.Interleavings, 1, r.Interleavings
		w := r.find(v)
		if w == nil {
			if r.full(v) {
				unlisted = true
			} else {
				r.Violations = append(r.Violations, v)
			}
			continue
		}
		v.Interleaving, v.Count = w.Interleaving, w.Count
		if !slices.ContainsFunc(violations[:i], v.alike) { // otherwise this interleaving has counted
			v.Count++
		}
		if v.Length < w.Length {
			*w = *v
		}
		w.Count = v.Count
	}
	if unlisted {
		r.Unlisted++
	}
	for i, v := range surplus {
		if w := r.find(v); w != nil && !slices.ContainsFunc(surplus[:i], v.alike) {
			w.Count++
		}
	}
}

// failing ends the search with an error, and adds the interleaving that led to it to the examples.
func (t *tally) failing(f *failure) {
	r := t.result
	t.failed = f.err
	for _, v := range f.at {
		v.Interleaving, v.Shown = r.Interleavings, r.Interleavings
	}
	if n := len(r.Examples); n > 0 && r.Examples[n-1].Interleaving == r.Interleavings { // the same interleaving
		r.Examples = r.Examples[:n-1]
	}
	r.Examples = append(r.Examples, f.at...)
}

func (t *tally) reaching(goals []string) {
	r := t.result
	for i := range r.Goals {
		if g := &r.Goals[i]; slices.Contains(goals, g.Name) {
			switch {
			case !r.Options.Algorithm.Traits().Merges:
				g.Hits++
			case g.Hits == 0: // how often depends on the order of the search
				g.Hits = 1
				if t.unforeseen != nil {
					t.unforeseen()
				}
			}
			if g.First == 0 {
				g.First = r.Interleavings
			}
		}
	}
}

func (j *judge) now() bool { return j.tally.enter(&j.found) }

// later returns a batch that enters the current interleaving into the result later.
func (j *judge) later(before optimaldpor.Batch) optimaldpor.Batch {
	if d, ok := before.(*deferred); ok && d.add(&j.found, j.result.Options.Afresh) {
		return d
	}
	d := &deferred{tally: j.tally, found: j.found}
	d.found.schedule = slices.Clone(d.found.schedule)
	if d.found.events != nil {
		d.found.events = slices.Clone(j.player.Events())
	}
	return d
}

// deferred is a batch that enters an execution into the result.
type deferred struct {
	tally *tally
	found execution
}

// Count implements [optimaldpor.Batch].
func (d *deferred) Count() bool { return d.tally.enter(&d.found) }

// add adds the next interleaving if it and the execution are plain.
func (d *deferred) add(f *execution, afresh bool) bool {
	if !d.found.plain() || !f.plain() || d.found.exercised != f.exercised || d.tally.setup.mayLookOn() {
		return false
	}
	before := d.found.schedule
	if d.found.others > 0 {
		before = d.found.last
	}
	n := common(before, f.schedule)
	d.found.last = append(append(d.found.last[:0], before[:n]...), f.schedule[n:]...)
	d.found.others++
	if afresh {
		n = 0
	}
	d.found.further += len(f.schedule) - n
	return true
}

// plain reports whether an interleaving has no findings.
func (f *execution) plain() bool {
	return f.outcome == trace.Complete && len(f.violations) == 0 && len(f.reached) == 0 && f.events == nil && f.failure == nil && f.repeated == nil && f.exchanged == nil
}

// common returns the length of the common prefix of two schedules.
func common(a, b trace.Schedule) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}
