package checker

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/checkmodel/checkmodel/internal/explorer"
	"github.com/checkmodel/checkmodel/optimaldpor"
	"github.com/checkmodel/checkmodel/trace"
)

// tally turns what the workers of a search find into the result, one interleaving after the other.
type tally struct {
	mu     sync.Mutex
	result *Result
	last   trace.Schedule // of the interleaving before
	asked  asked          // of the rules
	// changing are the rules that were found to change what they are given.
	changing []atomic.Bool
	failed   error // a checkpoint could not be saved, a process is stuck, or a rule has panicked
	// stopped are the interleavings in which workers have stopped, as the model is at fault.
	stopped [][]trace.Event
	saving  atomic.Bool // a checkpoint is being saved
}

// execution is what was found in an interleaving, or in several in which there was little to find.
type execution struct {
	others     int            // how many come after the first, one after the other
	further    int            // events that were executed in these
	last       trace.Schedule // of the last of these
	outcome    trace.Outcome
	violations []*Violation
	beyond     []*Violation // of kinds after enough others
	reached    []string     // goals
	failure    *failure     // the search ends after it
	schedule   trace.Schedule
	events     []trace.Event // if there is an observer
	repeated   []Repeated    // if it was cut, or long, and may be the first that was
}

func newTally(r *Result) *tally {
	for _, p := range r.Model.goals() {
		r.Goals = append(r.Goals, Goal{Property: p})
	}
	return &tally{result: r, asked: make(asked, len(r.Model.Rules)), changing: make([]atomic.Bool, len(r.Model.Rules))}
}

// asked says of each rule whether anything was shown to it, in any interleaving. All
// workers write to it.
type asked []atomic.Bool

func (a asked) note(i int) {
	if !a[i].Load() {
		a[i].Store(true)
	}
}

// names returns the rules of the model to which something was shown.
func (a asked) names(m *Model) (names []string) {
	for i := range a {
		if a[i].Load() {
			names = append(names, m.Rules[i].Name)
		}
	}
	return names
}

// unasked returns the rules that must hold, and to which nothing was shown.
func (a asked) unasked(m *Model) (rules []Rule) {
	for i, r := range m.Rules {
		if !a[i].Load() && !r.goal {
			rules = append(rules, r)
		}
	}
	return rules
}

// Closed reports whether there shall be no further interleaving.
func (t *tally) Closed(ctx context.Context) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	r := t.result
	if t.failed != nil {
		return true
	}
	if r.Stop == NotStopped && ctx.Err() != nil {
		r.Stop = Canceled
		if explorer.OutOfMemory(ctx) != nil {
			r.Stop = OutOfMemory
		}
	}
	return r.Stop != NotStopped || t.spent()
}

// over reports whether an interleaving that is being looked at can be left: nothing more will
// enter the result, or the context is done.
func (t *tally) over(ctx context.Context) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.failed != nil || t.result.Stop != NotStopped || ctx.Err() != nil
}

// Fail lets nothing more enter the result.
func (t *tally) Fail(err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.failed = err
}

// Failed returns the error that nothing more enters the result because of, or nil.
func (t *tally) Failed() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.failed
}

// Saving reports whether a checkpoint is being saved.
func (t *tally) Saving() bool { return t.saving.Load() }

// spent reports whether the budget does not allow another interleaving, which
// there is.
func (t *tally) spent() bool {
	r := t.result
	if budget := r.Options.MaxInterleavings; budget > 0 && r.Interleavings+r.Options.below.spent() >= budget && r.Stop == NotStopped {
		r.Stop = OutOfBudget
	}
	return r.Stop != NotStopped
}

// knows reports whether such a violation has been found before, in an interleaving
// that was not longer, or is of a kind that will not be kept.
func (t *tally) knows(v *Violation) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	w := t.result.find(v)
	return w != nil && w.Length <= v.Length || w == nil && t.result.full(v)
}

// find returns the violation of the same kind, or nil.
func (r *Result) find(v *Violation) *Violation {
	k := v.kind()
	if i := slices.IndexFunc(r.Violations, func(w *Violation) bool { return w.kind() == k }); i >= 0 {
		return r.Violations[i]
	}
	return nil
}

// full reports whether a violation of a new kind is not kept.
func (r *Result) full(v *Violation) bool {
	return full(v.Property, len(r.Violations), func(yield func(string) bool) {
		for _, w := range r.Violations {
			if !yield(w.Property) {
				return
			}
		}
	})
}

// enter counts an interleaving, and returns whether there shall be more. It
// is called for one after the other, in the order of a search by one worker.
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
		t.violating(f.violations, f.beyond)
	}
	t.reaching(f.reached)
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

// late reports whether an interleaving counts that was executed before the search was stopped
// so, and enters the result only now.
func (s Stop) late() bool { return s == Canceled || s == OutOfMemory }

// suffices reports whether the search ends with an interleaving that has these violations.
// A replay has no other interleaving.
func (r *Result) suffices(violations []*Violation) bool {
	o := &r.Options
	if len(violations) == 0 || o.KeepGoing {
		return false
	}
	undeclared := func(v *Violation) bool { return !r.Model.expects(v.Property) }
	return o.StopAtFirst || o.Replay != nil || slices.ContainsFunc(violations, undeclared)
}

// count counts one more interleaving.
func (t *tally) count(f *execution) {
	r := t.result
	r.Interleavings++
	switch f.outcome {
	case trace.Abandoned:
		if r.Options.Replay == nil { // else its schedule does not fit, and sleep sets have nothing to do with that
			r.SleepSetBlocked++
		}
	case trace.Cut:
		if r.DepthCut++; r.DepthCut == 1 {
			r.Repeated = f.repeated
		}
		return
	}
	if r.Repeated == nil && r.DepthCut == 0 {
		r.Repeated = f.repeated
	}
}

// show shows the interleaving to the observer, if there is one.
func (t *tally) show(f *execution) {
	if o := t.result.Options.Observer; o != nil {
		o.Interleaving(t.result.Interleavings, f.outcome, f.events)
	}
}

// inCommon returns how many events the interleaving has in common with the one
// before, which need not be executed again.
func (t *tally) inCommon(schedule trace.Schedule) int {
	n := common(t.last, schedule)
	t.last = append(t.last[:n], schedule[n:]...)
	if t.result.Options.Afresh {
		return 0
	}
	return n
}

// violating counts an interleaving with violations, and with those beyond, which are
// of too many kinds: they count where theirs is known.
func (t *tally) violating(violations, beyond []*Violation) {
	r := t.result
	r.Violating++
	if r.FirstViolation == 0 {
		r.FirstViolation = r.Interleavings
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
		if !slices.ContainsFunc(violations[:i], v.alike) { // else two processes see it in one interleaving
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
	for i, v := range beyond {
		if w := r.find(v); w != nil && !slices.ContainsFunc(beyond[:i], v.alike) {
			w.Count++
		}
	}
}

// failing ends the search with an error, and shows where it comes from.
func (t *tally) failing(f *failure) {
	r := t.result
	t.failed = f.err
	f.at.Interleaving, f.at.Shown = r.Interleavings, r.Interleavings
	if n := len(r.Examples); n > 0 && r.Examples[n-1].Interleaving == r.Interleavings { // an example has all of it
		r.Examples = r.Examples[:n-1]
	}
	r.Examples = append(r.Examples, f.at)
}

// reaching counts an interleaving that reaches goals.
func (t *tally) reaching(goals []string) {
	r := t.result
	for i := range r.Goals {
		if g := &r.Goals[i]; slices.Contains(goals, g.Name) {
			g.Hits++
			if g.First == 0 {
				g.First = r.Interleavings
			}
		}
	}
}

// now enters the present interleaving.
func (j *judge) now() bool { return j.tally.enter(&j.found) }

// later returns what enters the present interleaving when the worker has gone on.
func (j *judge) later(before optimaldpor.Account) optimaldpor.Account {
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

// deferred is what enters the result when it is the turn of some interleavings.
type deferred struct {
	tally *tally
	found execution
}

// Settle implements [optimaldpor.Account].
func (d *deferred) Settle() bool { return d.tally.enter(&d.found) }

// add adds what was found in the interleaving after them, if there is little to say
// of it and of them.
func (d *deferred) add(f *execution, afresh bool) bool {
	if !d.found.plain() || !f.plain() {
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

// plain reports whether nothing was found in an interleaving.
func (f *execution) plain() bool {
	return f.outcome == trace.Complete && len(f.violations) == 0 && len(f.reached) == 0 && f.events == nil && f.failure == nil && f.repeated == nil
}

// common returns how many steps two schedules begin with that are the same.
func common(a, b trace.Schedule) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}
