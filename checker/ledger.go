package checker

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/checkmodel/checkmodel/optimaldpor"
	"github.com/checkmodel/checkmodel/trace"
)

// ledger is the book of a search: it turns what the workers find into the
// result, one interleaving after the other.
type ledger struct {
	mu     sync.Mutex
	result *Result
	last   trace.Schedule // of the interleaving before
	asked  asked          // of the rules
	// changing are the rules that were found to change what they are given.
	changing []atomic.Bool
	failed   error // a checkpoint could not be saved, a process is stuck, or a rule has panicked
	// stopped are the interleavings in which workers have stopped, as the model is at fault.
	stopped [][]trace.Event
	workers []*exploration
	saving  atomic.Bool // a checkpoint is being saved
}

// execution is what is to be said of an interleaving, or of several of which there is
// little to say.
type execution struct {
	others     int            // how many come behind the first, one after the other
	further    int            // events that were executed in these
	last       trace.Schedule // of the last of these
	outcome    trace.Outcome
	violations []*Violation
	beyond     []*Violation // of kinds behind enough others
	reached    []string     // goals
	failure    *failure     // the search ends behind it
	schedule   trace.Schedule
	events     []trace.Event // if there is an observer
	repeated   []Repeated    // if it was cut, or long, and may be the first that was
}

func newLedger(r *Result) *ledger {
	for _, p := range r.Model.goals() {
		r.Goals = append(r.Goals, Goal{Property: p})
	}
	return &ledger{result: r, asked: make(asked, len(r.Model.Rules)), changing: make([]atomic.Bool, len(r.Model.Rules))}
}

// employ notes that there is one more worker.
func (l *ledger) employ(x *exploration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.workers = append(l.workers, x)
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

// closed reports whether there shall be no further interleaving.
func (l *ledger) closed(ctx context.Context) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	r := l.result
	if l.failed != nil {
		return true
	}
	if r.Stop == NotStopped && ctx.Err() != nil {
		r.Stop = Canceled
		if outOfMemory(ctx) != nil {
			r.Stop = OutOfMemory
		}
	}
	return r.Stop != NotStopped || l.spent()
}

// over reports whether an interleaving that is being looked at can be left: nothing more will
// enter the result, or the context is done.
func (l *ledger) over(ctx context.Context) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.failed != nil || l.result.Stop != NotStopped || ctx.Err() != nil
}

// fail lets nothing more enter the result.
func (l *ledger) fail(err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.failed = err
}

// spent reports whether the budget does not allow another interleaving, which
// there is.
func (l *ledger) spent() bool {
	r := l.result
	if budget := r.Options.MaxInterleavings; budget > 0 && r.Interleavings+r.Options.below.spent() >= budget && r.Stop == NotStopped {
		r.Stop = OutOfBudget
	}
	return r.Stop != NotStopped
}

// knows reports whether such a violation has been found before, in an interleaving
// that was not longer, or is of a kind that will not be kept.
func (l *ledger) knows(v *Violation) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	w := l.result.find(v)
	return w != nil && w.Length <= v.Length || w == nil && l.result.full(v)
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

// enter accounts for an interleaving, and returns whether there shall be more. It
// is called for one after the other, in the order of a search by one worker.
func (l *ledger) enter(f *execution) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	r := l.result
	if l.failed != nil || l.spent() && !r.Stop.late() {
		return false
	}
	r.Events += len(f.schedule) - l.inCommon(f.schedule)
	l.count(f)
	if len(f.violations) > 0 {
		l.violating(f.violations, f.beyond)
	}
	l.reaching(f.reached)
	l.show(f)
	if f.failure != nil {
		l.failing(f.failure)
		return false
	}
	if f.others > 0 {
		l.last = append(l.last[:0], f.last...)
		r.Events += f.further
	}
	for range f.others {
		l.count(f)
		l.show(f)
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
// so, and is accounted for only now.
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
func (l *ledger) count(f *execution) {
	r := l.result
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
func (l *ledger) show(f *execution) {
	if o := l.result.Options.Observer; o != nil {
		o.Interleaving(l.result.Interleavings, f.outcome, f.events)
	}
}

// inCommon returns how many events the interleaving has in common with the one
// before, which need not be executed again.
func (l *ledger) inCommon(schedule trace.Schedule) int {
	n := common(l.last, schedule)
	l.last = append(l.last[:n], schedule[n:]...)
	if l.result.Options.Afresh {
		return 0
	}
	return n
}

// violating accounts for an interleaving with violations, and with those beyond, which are
// of too many kinds: they count where theirs is known.
func (l *ledger) violating(violations, beyond []*Violation) {
	r := l.result
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
func (l *ledger) failing(f *failure) {
	r := l.result
	l.failed = f.err
	f.at.Interleaving, f.at.Shown = r.Interleavings, r.Interleavings
	if n := len(r.Examples); n > 0 && r.Examples[n-1].Interleaving == r.Interleavings { // an example has all of it
		r.Examples = r.Examples[:n-1]
	}
	r.Examples = append(r.Examples, f.at)
}

// reaching accounts for an interleaving that reaches goals.
func (l *ledger) reaching(goals []string) {
	r := l.result
	for i := range r.Goals {
		if g := &r.Goals[i]; slices.Contains(goals, g.Name) {
			g.Hits++
			if g.First == 0 {
				g.First = r.Interleavings
			}
		}
	}
}

// now accounts for the present interleaving.
func (x *exploration) now() bool { return x.ledger.enter(&x.found) }

// later returns what accounts for the present interleaving when the worker has
// gone on.
func (x *exploration) later(before optimaldpor.Account) optimaldpor.Account {
	if a, ok := before.(*account); ok && a.add(&x.found, x.result.Options.Afresh) {
		return a
	}
	a := &account{ledger: x.ledger, found: x.found}
	a.found.schedule = slices.Clone(a.found.schedule)
	if a.found.events != nil {
		a.found.events = slices.Clone(x.player.Events())
	}
	return a
}

// account is what is to be said of interleavings when it is their turn.
type account struct {
	ledger *ledger
	found  execution
}

// Settle implements [optimaldpor.Account].
func (a *account) Settle() bool { return a.ledger.enter(&a.found) }

// add adds what was found in the interleaving behind them, if there is little to say
// of it and of them.
func (a *account) add(f *execution, afresh bool) bool {
	if !a.found.plain() || !f.plain() {
		return false
	}
	before := a.found.schedule
	if a.found.others > 0 {
		before = a.found.last
	}
	n := common(before, f.schedule)
	a.found.last = append(append(a.found.last[:0], before[:n]...), f.schedule[n:]...)
	a.found.others++
	if afresh {
		n = 0
	}
	a.found.further += len(f.schedule) - n
	return true
}

// plain reports whether there is nothing to be said of an interleaving but that it
// was explored.
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
