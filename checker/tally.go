package checker

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/checkmodel/checkmodel/internal/judge"
	"github.com/checkmodel/checkmodel/internal/rules"
	"github.com/checkmodel/checkmodel/internal/stage"
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

// Over implements [judge.Tally]. It reports whether the search has ended, or its context is done. It ends if it has looked on for long enough after a declared
// violation; more is the number of events that are not counted yet.
func (t *tally) Over(ctx context.Context, more int) bool {
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

// Knows implements [judge.Tally]. It reports whether a violation of the kind that is not longer was found before, or the kind will not be
// kept.
func (t *tally) Knows(v *Violation) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	w := t.result.find(judge.KindOf(v))
	return w != nil && w.Length <= v.Length || w == nil && t.result.full(v.Property)
}

func (r *Result) find(k judge.Kind) *Violation {
	if i := slices.IndexFunc(r.Violations, func(w *Violation) bool { return judge.KindOf(w) == k }); i >= 0 {
		return r.Violations[i]
	}
	return nil
}

// full reports whether a violation of a new kind is not kept.
func (r *Result) full(property string) bool {
	return len(r.Violations) >= judge.ManyKinds &&
		slices.ContainsFunc(r.Violations, func(w *Violation) bool { return w.Property == property })
}

// Enter implements [judge.Tally]. It adds an interleaving to the result, in the order of a search by one worker. It reports whether the
// search continues.
func (t *tally) Enter(f *judge.Execution) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	r := t.result
	if t.failed != nil || t.spent() && !r.Stop.Late() {
		return false
	}
	r.Events += len(f.Schedule) - t.inCommon(f.Schedule)
	t.count(f)
	if f.Example != nil {
		t.exemplify(f.Example, len(r.Examples)+1)
	}
	if f.Cause != nil {
		t.attribute(f.Cause)
	}
	suffices := len(f.Violations) > 0 && t.violating(f.Violations, f.Surplus)
	if t.setup.target != nil && len(f.Violations) > 0 {
		t.setup.target.run = f.Run
	}
	t.reaching(f.Reached)
	t.exchanging(f)
	t.show(f)
	if f.Failure != nil {
		t.failing(f.Failure)
		return false
	}
	if f.Others > 0 {
		t.last = append(t.last[:0], f.Last...)
		r.Events += f.Further
	}
	for range f.Others {
		t.count(f)
		t.show(f)
	}
	switch {
	case suffices:
		r.Stop = AtViolation
	case r.Options.Replay != nil:
		r.Stop = Replayed
	}
	return r.Stop == NotStopped || r.Stop.Late()
}

// Pass implements [judge.Tally]. It adds the goals and events of an interleaving that does not count.
func (t *tally) Pass(f *judge.Execution) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.result.Events += len(f.Schedule) - t.inCommon(f.Schedule)
	t.rules.Pass(f.Exercised)
	t.reaching(f.Reached)
	t.exchanging(f)
}

// exchanging counts the messages that were exchanged.
func (t *tally) exchanging(f *judge.Execution) {
	for _, claim := range f.Exchanged {
		t.result.Claims[claim].Exchanged++
	}
}

// Loops implements [judge.Tally]. It records an interleaving that can repeat its last events for ever.
func (t *tally) Loops(v *Violation) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.result.Loop = v
}

// Continues implements [judge.Tally]. It adds a violation by an infinite interleaving, which the strategy did not count, or the failure to judge it.
func (t *tally) Continues(v *Violation, f *judge.Failure) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	r := t.result
	r.Interleavings++
	if f != nil {
		t.failing(f)
		return f.Err
	}
	if t.violating([]*Violation{v}, nil) {
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

func (t *tally) count(f *judge.Execution) {
	r := t.result
	r.Interleavings++
	t.rules.Count(f.Exercised)
	switch f.Outcome {
	case trace.Abandoned:
		if r.Options.Replay == nil { // otherwise its schedule does not fit
			r.SleepSetBlocked++
		}
	case trace.Irrelevant:
		r.Left++
	case trace.Cut:
		if f.Beyond {
			r.Beyond++
			return
		}
		if r.DepthCut++; r.DepthCut == 1 {
			r.Repeated, r.Growth = f.Repeated, f.Growth
		}
		return
	}
	if r.Repeated == nil && r.DepthCut == 0 {
		r.Repeated = f.Repeated
	}
}

func (t *tally) show(f *judge.Execution) {
	o := t.result.Options.Observer
	if c, ok := o.(Classifying); ok {
		c.Class(f.Class)
	}
	if o != nil {
		o.Interleaving(t.result.Interleavings, f.Outcome, f.Events)
	}
}

// inCommon returns the number of events that the interleaving shares with the previous one, which were not
// executed again.
func (t *tally) inCommon(schedule trace.Schedule) int {
	n := judge.Common(t.last, schedule)
	t.last = append(t.last[:n], schedule[n:]...)
	if t.result.Options.Afresh || t.result.Options.Algorithm.Traits().Draws {
		return 0
	}
	return n
}

// violating adds the violations of an interleaving, and reports whether they end the search. Surplus ones count if their kind is known.
func (t *tally) violating(found, surplus []*Violation) (suffices bool) {
	r := t.result
	r.Violating++
	if r.FirstViolation == 0 {
		r.FirstViolation, r.Before = r.Interleavings, r.work()
	}
	unlisted := false
	for i, v := range found {
		v.Interleaving, v.Count, v.Shown = r.Interleavings, 1, r.Interleavings
		w := r.find(judge.KindOf(v))
		if w == nil {
			if r.full(v.Property) {
				unlisted = true
			} else {
				r.Violations = append(r.Violations, v)
			}
			continue
		}
		v.Interleaving, v.Count = w.Interleaving, w.Count
		if !known(found[:i], v) { // otherwise this interleaving has counted
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
		if w := r.find(judge.KindOf(v)); w != nil && !known(surplus[:i], v) {
			w.Count++
		}
	}
	return r.suffices(found)
}

// known reports whether a violation of the kind is among others.
func known(among []*Violation, v *Violation) bool {
	return slices.ContainsFunc(among, func(w *Violation) bool { return judge.KindOf(w) == judge.KindOf(v) })
}

// failing ends the search with an error, and adds the interleaving that led to it to the examples.
func (t *tally) failing(f *judge.Failure) {
	r := t.result
	t.failed = f.Err
	if n := len(r.Examples); n > 0 && r.Examples[n-1].Interleaving == r.Interleavings { // the same interleaving
		r.Examples = r.Examples[:n-1]
	}
	for _, v := range f.At {
		t.exemplify(v, r.Interleavings)
	}
}

// exemplify adds an interleaving with that number to the examples.
func (t *tally) exemplify(v *Violation, number int) {
	v.Interleaving, v.Count, v.Shown = number, 1, number
	t.result.Examples = append(t.result.Examples, v)
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

// EachCounts implements [judge.Tally].
func (t *tally) EachCounts() bool { return t.setup.mayLookOn() }

// KnowsLong implements [judge.Tally].
func (t *tally) KnowsLong(cut bool) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.result.DepthCut > 0 || !cut && t.result.Repeated != nil
}

// Stopped implements [judge.Tally].
func (t *tally) Stopped(events []trace.Event) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.stopped = append(t.stopped, events)
}

// explored adds the states of a graph to the result.
func (t *tally) explored(g *judge.Graph) {
	r := t.result
	c := r.Cycles
	c.States, c.Transitions, c.Cut, c.Beyond = c.States+g.States(), c.Transitions+g.Transitions(), c.Cut+g.Cut, c.Beyond+g.Beyond
	if len(r.Growth) == 0 {
		r.Growth = g.Growth
	}
}

// attribute adds the reason of an interleaving to the causes.
func (t *tally) attribute(c *Cause) {
	r := t.result
	for i := range r.Causes {
		d := &r.Causes[i]
		if samePlace(&d.First, &c.First) && samePlace(&d.Second, &c.Second) && d.Unseen == c.Unseen && d.Choice == c.Choice && d.Ends == c.Ends && d.Shown == c.Shown {
			d.Count++
			d.Repeated = max(d.Repeated, c.Repeated)
			return
		}
	}
	r.Causes = append(r.Causes, *c)
}

// samePlace reports whether both events are at one place in the model. Events of timers and ends of processes
// have no place.
func samePlace(s, t *Side) bool {
	return s.Source == t.Source && (s.Source != "" || s.Process == t.Process)
}

// lookedOn reports whether the search ends because it has looked on for long enough after a declared violation, and then
// records for how many events. more is the number of events that are not counted yet.
func (t *tally) lookedOn(more int) bool {
	r, earlier := t.result, t.setup.below.violating()
	if !t.setup.mayLookOn() || r.FirstViolation == 0 && earlier == nil {
		return false
	}
	after, before := r.work()-r.Before, r.Before // the first violation
	if earlier != nil {
		after, before = r.work(), earlier.work() // a search that follows another one goes on after the violations of that
	}
	if after += more; after < max(before, lookOn) {
		return false
	}
	r.Further = after
	return true
}
