package tally

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/checkmodel/checkmodel/internal/judge"
	"github.com/checkmodel/checkmodel/internal/rules"
	"github.com/checkmodel/checkmodel/internal/stage"
	"github.com/checkmodel/checkmodel/minimize"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/result"
	"github.com/checkmodel/checkmodel/trace"
)

// Config says which interleavings count, and which end a search.
type Config struct {
	Rules *rules.Common
	// Suffices reports whether the search ends with an interleaving that has these violations.
	Suffices func([]*result.Violation) bool
	// Show is called with each interleaving that has entered the result, and its number; it may be nil.
	Show func(number int, f *judge.Execution)
	// Sought is called with the run of each violation, if violations are looked for; otherwise it is nil.
	Sought func(minimize.Run)
	// First is called when a goal is reached first in a stateful search; it may be nil.
	First func()

	UntilGoals bool   // the search ends when each goal was reached, if there are goals
	Witness    string // the goal that ends the search when it was reached, even if others were not; "" is none

	Budget int  // the number of interleavings that ends the search; less than 0 is no limit
	Work   int  // the number of executed events that ends the search as if the budget were used up; 0 is no limit
	AtCut  bool // the search ends as if the budget were used up when an interleaving is cut
	// LooksOn says that after a declared violation the search goes on for a while only. Earlier is the result of the search that this one
	// follows, if it has such violations; otherwise nil.
	LooksOn bool
	Earlier *result.Record

	Merges  bool // the strategy goes on with each state once
	Replays bool // a schedule is executed
	Afresh  bool // interleavings share no events
	Draws   bool // interleavings are drawn, so none counts after the budget is used up
}

// Tally adds the findings of all workers to the result of a search.
type Tally struct {
	Config
	Record *result.Record // only the tally changes it while workers explore

	mu      sync.Mutex
	last    trace.Schedule  // of the previous interleaving
	failed  error           // a checkpoint could not be saved, a process is stuck, or a rule has panicked
	stopped [][]trace.Event // interleavings that a fault of the model has interrupted
	saving  atomic.Bool     // a checkpoint is being saved
	surplus bool            // a violation was found of which only the number counts
}

// New returns a tally of a result that has no findings yet, but may have those of a search that is resumed.
func New(c Config, r *result.Record) *Tally { return &Tally{Config: c, Record: r} }

// Last is the interleaving that has entered the result last.
func (t *Tally) Last() *trace.Schedule { return &t.last }

// Closed implements [stage.Tally].
func (t *Tally) Closed(ctx context.Context) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	r := t.Record
	if t.failed != nil {
		return true
	}
	if r.Stop == result.NotStopped && ctx.Err() != nil {
		r.Stop = result.Canceled
		if stage.OutOfMemory(ctx) != nil {
			r.Stop = result.OutOfMemory
		}
	}
	return r.Stop != result.NotStopped || t.spent()
}

// Over implements [judge.Tally]. It reports whether the search has ended, or its context is done. It ends if it has looked on for long enough after a declared
// violation; more is the number of events that are not counted yet.
func (t *Tally) Over(ctx context.Context, more int) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if r := t.Record; r.Stop == result.NotStopped && t.lookedOn(more) {
		r.Stop = result.AtViolation
	}
	return t.failed != nil || t.Record.Stop != result.NotStopped || ctx.Err() != nil
}

// Stop ends the search for the reason, unless it has ended.
func (t *Tally) Stop(why result.Stop) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.Record.Stop = cmp.Or(t.Record.Stop, why)
}

// Events returns how many events the search has executed.
func (t *Tally) Events() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.Record.Events
}

// Fail implements [stage.Tally].
func (t *Tally) Fail(err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.failed = err
}

// Copy returns a copy of the result for a caller that does not wait for the workers.
func (t *Tally) Copy() *result.Record {
	t.mu.Lock()
	defer t.mu.Unlock()
	r := *t.Record
	return &r
}

// Failed implements [stage.Tally].
func (t *Tally) Failed() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.failed
}

// Saving implements [stage.Tally].
func (t *Tally) Saving() bool { return t.saving.Load() }

// NoteBudget notes whether the budget is used up.
func (t *Tally) NoteBudget() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.spent()
}

// spent reports whether the search has stopped, or its budget is used up.
func (t *Tally) spent() bool {
	r := t.Record
	if t.AtCut && r.DepthCut > 0 && r.Stop == result.NotStopped {
		r.Stop = result.OutOfBudget
	}
	if (t.Budget >= 0 && r.Interleavings >= t.Budget || t.Work > 0 && r.Events >= t.Work) && r.Stop == result.NotStopped {
		r.Stop = result.OutOfBudget
	}
	if r.Stop == result.NotStopped && t.lookedOn(0) {
		r.Stop = result.AtViolation
	}
	return r.Stop != result.NotStopped
}

// Knows implements [judge.Tally]. It reports whether a violation of the kind that is not longer was found before, or the kind will not be
// kept.
func (t *Tally) Knows(v *result.Violation) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	w := find(t.Record, judge.KindOf(v))
	return w != nil && w.Length <= v.Length || w == nil && full(t.Record, v.Property)
}

func find(r *result.Record, k judge.Kind) *result.Violation {
	if i := slices.IndexFunc(r.Violations, func(w *result.Violation) bool { return judge.KindOf(w) == k }); i >= 0 {
		return r.Violations[i]
	}
	return nil
}

// full reports whether a violation of a new kind is not kept.
func full(r *result.Record, property string) bool {
	return len(r.Violations) >= judge.ManyKinds &&
		slices.ContainsFunc(r.Violations, func(w *result.Violation) bool { return w.Property == property })
}

// Enter implements [judge.Tally]. It adds an interleaving to the result, in the order of a search by one worker. It reports whether the
// search continues.
func (t *Tally) Enter(f *judge.Execution) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	r := t.Record
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
	t.surplus = t.surplus || len(f.Surplus) > 0
	suffices := len(f.Violations) > 0 && t.violating(f.Violations, f.Surplus)
	if t.Sought != nil && len(f.Violations) > 0 {
		t.Sought(f.Run)
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
		r.Stop = result.AtViolation
	case t.Replays:
		r.Stop = result.Replayed
	}
	if t.noteGoals(); t.Draws {
		t.spent()
	}
	return r.Stop == result.NotStopped || r.Stop.Late()
}

// Pass implements [judge.Tally]. It adds the goals and events of an interleaving that does not count. A failure ends the search.
func (t *Tally) Pass(f *judge.Execution) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.Record.Events += len(f.Schedule) - t.inCommon(f.Schedule)
	t.Rules.Pass(f.Exercised)
	if f.Example != nil {
		t.exemplify(f.Example, t.Record.Interleavings+1)
	}
	t.reaching(f.Reached)
	t.exchanging(f)
	if f.Failure != nil {
		t.failing(f.Failure)
		return
	}
	t.noteGoals()
}

// noteGoals ends the search if each goal was reached, or the goal of the witness, and that suffices.
func (t *Tally) noteGoals() {
	missed := func(g result.Goal) bool { return g.Hits == 0 && (t.Witness == "" || t.Witness == g.Name) }
	if r := t.Record; (t.UntilGoals || t.Witness != "") && r.Stop == result.NotStopped && len(r.Goals) > 0 && !slices.ContainsFunc(r.Goals, missed) {
		r.Stop = result.AtGoals
	}
}

// exchanging counts the messages that were exchanged.
func (t *Tally) exchanging(f *judge.Execution) {
	for _, claim := range f.Exchanged {
		t.Record.Claims[claim].Exchanged++
	}
}

// Loops implements [judge.Tally]. It records an interleaving that can repeat its last events for ever.
func (t *Tally) Loops(v *result.Violation) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.Record.Loop = v
}

// Continues implements [judge.Tally]. It adds a violation by an infinite interleaving, which the strategy did not count, or the failure to judge it.
func (t *Tally) Continues(v *result.Violation, f *judge.Failure) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	r := t.Record
	r.Interleavings++
	if f != nil {
		t.failing(f)
		return f.Err
	}
	if t.violating([]*result.Violation{v}, nil) {
		r.Stop = result.AtViolation
	}
	return nil
}

// End notes that the search ends early.
func (t *Tally) End(ctx context.Context) {
	if t.Closed(ctx); t.Failed() != nil {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.Record.Stop == result.NotStopped {
		t.Record.Stop = result.Canceled
	}
}

func (t *Tally) count(f *judge.Execution) {
	r := t.Record
	r.Interleavings++
	t.Rules.Count(f.Exercised)
	switch f.Outcome {
	case trace.Abandoned:
		if !t.Replays { // otherwise its schedule does not fit
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

func (t *Tally) show(f *judge.Execution) {
	if t.Show != nil {
		t.Show(t.Record.Interleavings, f)
	}
}

// inCommon returns the number of events that the interleaving shares with the previous one, which were not
// executed again.
func (t *Tally) inCommon(schedule trace.Schedule) int {
	n := judge.Common(t.last, schedule)
	t.last = append(t.last[:n], schedule[n:]...)
	if t.Afresh {
		return 0
	}
	return n
}

// violating adds the violations of an interleaving, and reports whether they end the search. Surplus ones count if their kind is known.
func (t *Tally) violating(found, surplus []*result.Violation) (suffices bool) {
	r := t.Record
	r.Violating++
	if r.FirstViolation == 0 {
		r.FirstViolation, r.Before = r.Interleavings, work(r)
	}
	unlisted := false
	for i, v := range found {
		v.Interleaving, v.Count, v.Shown = r.Interleavings, 1, r.Interleavings
		w := find(r, judge.KindOf(v))
		if w == nil {
			if full(r, v.Property) {
				unlisted = true
			} else {
				r.Violations = append(r.Violations, v)
			}
			continue
		}
		v.Interleaving, v.Count = w.Interleaving, w.Count
		if !hasKind(found[:i], v) { // otherwise this interleaving has counted
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
		if w := find(r, judge.KindOf(v)); w != nil && !hasKind(surplus[:i], v) {
			w.Count++
		}
	}
	return t.suffices(found)
}

// suffices reports whether the search ends with an interleaving that has these violations. After a data race it always does: what
// comes later may depend on what a search cannot see.
func (t *Tally) suffices(found []*result.Violation) bool {
	race := slices.ContainsFunc(found, func(v *result.Violation) bool { return v.Property == proc.NoRace })
	return race && !t.Replays || t.Suffices(found)
}

// hasKind reports whether the list has a violation of the kind of v.
func hasKind(among []*result.Violation, v *result.Violation) bool {
	return slices.ContainsFunc(among, func(w *result.Violation) bool { return judge.KindOf(w) == judge.KindOf(v) })
}

// failing ends the search with an error, and adds the interleaving that led to it to the examples.
func (t *Tally) failing(f *judge.Failure) {
	r := t.Record
	t.failed = f.Err
	if n := len(r.Examples); n > 0 && r.Examples[n-1].Interleaving == r.Interleavings { // the same interleaving
		r.Examples = r.Examples[:n-1]
	}
	for _, v := range f.At {
		t.exemplify(v, r.Interleavings)
	}
}

// exemplify adds an interleaving with that number to the examples.
func (t *Tally) exemplify(v *result.Violation, number int) {
	v.Interleaving, v.Count, v.Shown = number, 1, number
	t.Record.Examples = append(t.Record.Examples, v)
}

func (t *Tally) reaching(goals []string) {
	r := t.Record
	for i := range r.Goals {
		if g := &r.Goals[i]; slices.Contains(goals, g.Name) {
			switch {
			case !t.Merges:
				g.Hits++
			case g.Hits == 0: // how often depends on the order of the search
				g.Hits = 1
				if t.First != nil {
					t.First()
				}
			}
			if g.First == 0 {
				g.First = r.Interleavings
			}
		}
	}
}

// EachCounts implements [judge.Tally].
func (t *Tally) EachCounts() bool { return t.LooksOn }

// KnowsLong implements [judge.Tally].
func (t *Tally) KnowsLong(cut bool) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.Record.DepthCut > 0 || !cut && t.Record.Repeated != nil
}

// Stopped implements [judge.Tally].
func (t *Tally) Stopped(events []trace.Event) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.stopped = append(t.stopped, events)
}

// AddGraph adds the states of a graph to the result.
func (t *Tally) AddGraph(g *judge.Graph) {
	r := t.Record
	c := r.Cycles
	c.States, c.Transitions, c.Cut, c.Beyond = c.States+g.States(), c.Transitions+g.Transitions(), c.Cut+g.Cut, c.Beyond+g.Beyond
	if len(r.Growth) == 0 {
		r.Growth = g.Growth
	}
}

// attribute adds the reason of an interleaving to the causes.
func (t *Tally) attribute(c *trace.Cause) {
	r := t.Record
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
func samePlace(s, t *trace.Side) bool {
	return s.Source == t.Source && (s.Source != "" || s.Process == t.Process)
}

// lookedOn reports whether the search ends because it has looked on for long enough after a declared violation, and then
// records for how many events. more is the number of events that are not counted yet.
func (t *Tally) lookedOn(more int) bool {
	r, earlier := t.Record, t.Earlier
	if !t.LooksOn || r.FirstViolation == 0 && earlier == nil {
		return false
	}
	after, before := work(r)-r.Before, r.Before // the first violation
	if earlier != nil {
		after, before = work(r), work(earlier) // a search that follows another one goes on after the violations of that
	}
	if after += more; after < max(before, lookOn) {
		return false
	}
	r.Further = after
	return true
}

// Saves says that a checkpoint is being saved, or no longer.
func (t *Tally) Saves(now bool) { t.saving.Store(now) }

// Findings returns a copy of the findings so far, and why the search has stopped.
func (t *Tally) Findings() (result.Findings, result.Stop) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.Record.Findings.Copy(), t.Record.Stop
}

// Blame adds an interleaving that leads to a fault of the model to the examples. lead describes an interleaving that a fault has
// interrupted; it returns nil if the events do not lead there again.
func (t *Tally) Blame(lead func([]trace.Event) *result.Violation) {
	for _, events := range t.stopped {
		if v := lead(events); v != nil {
			t.mu.Lock()
			defer t.mu.Unlock()
			t.exemplify(v, t.Record.Interleavings+1)
			return
		}
	}
}
