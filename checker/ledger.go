package checker

import (
	"context"
	"slices"
	"sync"

	"github.com/checkmodel/checkmodel/trace"
)

// ledger is the account of a search: it turns what the workers find into the
// result, one interleaving after the other.
type ledger struct {
	mu     sync.Mutex
	result *Result
	last   trace.Schedule // of the interleaving before
	failed error          // a checkpoint could not be saved, or a process is stuck
}

// finding is what is to be said of an interleaving.
type finding struct {
	outcome    trace.Outcome
	violations []*Violation
	reached    []string // goals
	schedule   trace.Schedule
	events     []trace.Event // if there is an observer
}

func newLedger(r *Result) *ledger {
	for _, p := range r.Model.goals() {
		r.Goals = append(r.Goals, Goal{Property: p})
	}
	return &ledger{result: r}
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
	}
	return r.Stop != NotStopped || l.spent()
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
	if budget := r.Options.MaxInterleavings; budget > 0 && r.Interleavings >= budget && r.Stop == NotStopped {
		r.Stop = OutOfBudget
	}
	return r.Stop != NotStopped
}

// knows reports whether such a violation has been found before, in an interleaving
// that was not longer.
func (l *ledger) knows(v *Violation) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	w := l.find(v)
	return w != nil && w.Length <= v.Length
}

func (l *ledger) find(v *Violation) *Violation {
	for _, w := range l.result.Violations {
		if w.Property == v.Property && w.Explanation == v.Explanation {
			return w
		}
	}
	return nil
}

// enter accounts for an interleaving, and returns whether there shall be more. It
// is called for one after the other, in the order of a search by one worker.
func (l *ledger) enter(f *finding) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	r := l.result
	if l.failed != nil || l.spent() && r.Stop != Canceled {
		return false
	}
	r.Interleavings++
	r.Events += len(f.schedule) - l.shared(f.schedule)
	switch f.outcome {
	case trace.Abandoned:
		r.SleepSetBlocked++
	case trace.Cut:
		r.DepthCut++
	}
	if len(f.violations) > 0 {
		l.violating(f.violations)
	}
	l.reaching(f.reached)
	if r.Options.Observer != nil {
		r.Options.Observer.Interleaving(r.Interleavings, f.outcome, f.events)
	}
	switch {
	case r.Violating > 0 && !r.Options.KeepGoing:
		r.Stop = AtViolation
	case r.Options.Replay != nil:
		r.Stop = Replayed
	}
	return r.Stop == NotStopped || r.Stop == Canceled // what was executed counts
}

// shared returns how many events the interleaving has in common with the one
// before, which need not be executed again.
func (l *ledger) shared(schedule trace.Schedule) int {
	n := 0
	for n < len(schedule) && n < len(l.last) && schedule[n] == l.last[n] {
		n++
	}
	l.last = append(l.last[:n], schedule[n:]...)
	if l.result.Options.Afresh {
		return 0
	}
	return n
}

// violating accounts for an interleaving with violations.
func (l *ledger) violating(violations []*Violation) {
	r := l.result
	r.Violating++
	if r.FirstViolation == 0 {
		r.FirstViolation = r.Interleavings
	}
	for _, v := range violations {
		v.Interleaving, v.Count, v.Shown = r.Interleavings, 1, r.Interleavings
		if w := l.find(v); w == nil {
			r.Violations = append(r.Violations, v)
		} else {
			v.Interleaving, v.Count = w.Interleaving, w.Count+1
			if v.Length < w.Length {
				*w = *v
			}
			w.Count = v.Count
		}
	}
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
func (x *exploration) later() func() bool {
	found := x.found
	found.schedule = slices.Clone(found.schedule)
	if found.events != nil {
		found.events = slices.Clone(x.events)
	}
	return func() bool { return x.ledger.enter(&found) }
}
