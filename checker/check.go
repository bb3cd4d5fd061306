package checker

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"

	"github.com/checkmodel/checkmodel/internal/player"
	"github.com/checkmodel/checkmodel/internal/problems"
	"github.com/checkmodel/checkmodel/optimaldpor"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
)

// Check explores the interleavings of a model and returns what that established.
// A violation is part of the result, not an error. An error says that the model
// or the options cannot be used, where that is, and what to do about it; the
// result is then nil, or says how far the search came, with the verdict Failed.
//
// Check blocks until the search has ended. When ctx is done it ends after the
// present interleaving, or without that one if it is asking a [Sometimes] about it. At the limit of
// Options.Memory it ends without that one. A deadline of ctx is a limit of the search; see [Options].
func Check(ctx context.Context, m Model, o Options) (*Result, error) {
	if err := m.validate(); err != nil {
		return nil, problems.Join(err, o.validate())
	}
	o = o.For(&m)
	if err := o.validate(); err != nil {
		return nil, err
	}
	if o.MaxEvents == 0 {
		o.MaxEvents = DefaultMaxEvents
	}
	if o.Memory > 0 {
		limited, end := withMemory(ctx, o.Memory)
		defer end()
		ctx = limited
	}
	o.StopAtFirst = o.StopAtFirst || !o.KeepGoing && !o.limited(ctx)
	if o.Examples > 0 || o.Explain {
		o.Workers = 1 // what is described is what one worker has at hand
	}
	if o.Workers == 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	o.Workers = min(o.Workers, MaxWorkers)
	if o.Bound.Several() && o.Replay == nil {
		return eachBound(ctx, m, o)
	}
	return explore(ctx, m, o)
}

// explore explores the interleavings of a model, with options that are valid and complete.
func explore(ctx context.Context, m Model, o Options) (*Result, error) {
	var strategy Strategy
	var replayed *replay
	var err error
	if o.Replay != nil {
		replayed = newReplay(&o)
		strategy = replayed
	} else if strategy, err = o.strategy(); err != nil {
		return nil, err
	}
	x := &exploration{strategy: strategy, result: &Result{Model: m, Options: o}}
	if o.Resume != nil {
		if err := o.Resume.fits(&m, &o); err != nil {
			return nil, err
		}
		if err := o.Resume.validate(&m, &o); err != nil {
			return nil, err
		}
	}
	if o.several() {
		x.share(aloneFor)
	}
	r, err := x.explore(ctx, func() *proc.System {
		sys := proc.NewWatchedSystem(m.Main, x.watch)
		sys.SetDelivery(o.Delivery)
		sys.SetOrdered(m.boards())
		if o.Explain || o.Replay != nil { // what stands where in the model is wanted, as traces say it
			defer sys.Close()
			return sys.Recorder()
		}
		return sys
	})
	if replayed != nil && !x.abandoned {
		replayed.report(r)
	}
	return r, err
}

// exploration is a search under way, as one worker sees it.
type exploration struct {
	strategy Strategy
	search   *optimaldpor.Search // what the strategies of all workers explore; nil if there is one worker
	result   *Result             // what has been established; only ledger changes it
	ledger   *ledger
	watch    *proc.Watch
	hearings *hearings
	staff    *staff
	busy     occupied // while the worker executes an interleaving
	sys      *proc.System
	player   *player.Player // of sys

	marks     []int // positions of the events that properties and goals are about
	shown     []announcement
	order     trace.Order // of an interleaving, for goals that any order may reach
	ordered   int         // which interleaving of this worker that is
	probed    []bool      // which rules have been asked about parts of what they are shown
	ends      []int       // positions of the events by which a process ended abnormally
	found     execution
	described described
	kinds     kinds // of what the present interleaving violates

	ctx       context.Context // of the search
	over      bool            // the search has ended, which showed as a goal was asked
	abandoned bool            // the model does not answer, and the search was given up
	late      int             // how many patiences have come to their end since it was to end; belongs to guarded
	silent    int             // and how many since a String method of the model was called; belongs to guarded

	interleavings int    // this worker has executed
	alone         int    // how many of these before there is company
	company       func() // calls the other workers; nil if this one cannot
	executed      int    // operations this worker has executed
	repeated      int    // the last of its interleavings that was executed again
	repeatCost    int    // how many operations were executed again
	moreCost      int    // and how many when one of the first was, more than once
	looked        int    // how often it could have looked for goroutines left behind
}

// explore searches with a system that it closes in the end.
func (x *exploration) explore(ctx context.Context, newSystem func() *proc.System) (*Result, error) {
	x.watch, x.hearings, x.staff = new(proc.Watch), new(hearings), newStaff()
	if x.result.Options.TrustModel {
		x.watch.Trust()
	}
	x.ledger = newLedger(x.result)
	x.ledger.workers = []*exploration{x}
	var asserted []string
	err := x.guarded(ctx, func() error {
		if !x.saved() && x.ledger.closed(ctx) { // the model is not even started
			return nil
		}
		x.play(newSystem())
		defer x.sys.Close()
		x.introduce()
		if c := x.result.Options.Resume; c != nil {
			if err := x.resume(c); err != nil {
				return err
			}
		}
		err := x.work(ctx)
		if x.result.Options.Replay != nil {
			err = x.replayed(err)
		}
		asserted = x.sys.Asserted()
		if err != nil {
			x.showFault(err)
			return err
		}
		return x.saveRest()
	})
	if !x.abandoned { // else the strategy may be what waits for the model
		x.result.asserted(asserted)
		x.result.covered(x.strategy.Coverage())
	}
	if err != nil && x.result.Options.Resume != nil {
		err = contradicted(err)
	}
	if err != nil {
		x.result.Verdict = Failed
		return x.result, fmt.Errorf("model %s: %w", x.result.Model.Name, err)
	}
	if r := x.result; r.DepthCut == 0 && (!r.Cut() || r.Stop == Replayed) {
		r.Repeated = nil // an interleaving may be long
	}
	if x.result.conclude(); x.result.Complete() {
		x.result.Unasserted = x.result.unasserted()
		x.result.Unasked = x.ledger.asked.unasked(&x.result.Model)
		if len(x.result.Unasked) > 0 && x.sys != nil {
			x.result.Shown = x.sys.Shown()
		}
	}
	return x.result, nil
}

// play lets the worker execute interleavings in the system.
func (x *exploration) play(sys *proc.System) {
	o := &x.result.Options
	x.sys, x.player = sys, player.New(sys)
	x.player.Limit, x.player.Afresh, x.player.Back = o.MaxEvents, o.Afresh, x.steppedBack
	x.player.Stop = func() bool { return x.hurried() || outOfMemory(x.ctx) != nil } // one interleaving may need much
}

// run explores one interleaving after the other.
func (x *exploration) run(ctx context.Context) error {
	err := recovered(func() error { return x.loop(ctx) })
	x.interrupted(err)
	return err
}

// loop is found by its name in the traceback of a worker's goroutine.
//
//go:noinline
func (x *exploration) loop(ctx context.Context) error {
	x.ctx = ctx
	x.staff.join(x)
	defer x.staff.leave(x)
	for {
		if x.interleavings == x.alone && x.company != nil {
			x.company()
		}
		prefix, more := x.strategy.Begin()
		if !more || x.ledger.closed(ctx) {
			return nil
		}
		switch err := x.execute(prefix); {
		case err == errOver:
			x.ledger.closed(ctx)
			return nil
		case err != nil:
			return err
		}
		if x.forgets() {
			x.forget()
		}
	}
}

// interleaving executes one interleaving that begins with the prefix and goes on as the strategy chooses.
func (x *exploration) interleaving(prefix trace.Schedule) error {
	outcome, err := x.player.Play(prefix, x)
	if err != nil {
		return x.unplayed(err)
	}
	return x.end(outcome)
}

// unplayed returns why an interleaving was not executed to its end.
func (x *exploration) unplayed(err error) error {
	if err == player.ErrStopped {
		return errOver
	}
	if different := (*player.Difference)(nil); errors.As(err, &different) {
		return x.impossible(different)
	}
	return err
}

// Choose implements [player.Guide].
func (x *exploration) Choose(v trace.View) (trace.Step, bool) { return x.strategy.Choose(v) }

// Observe implements [player.Guide].
func (x *exploration) Observe(depth int, e *trace.Event) error {
	x.executed++
	if e.Kind == trace.Exit && x.sys.ExitReason(e).Property != "" {
		x.ends = append(x.ends, depth)
	}
	x.mark(e, depth)
	return x.explain(x.strategy.Observe(depth, e))
}

// steppedBack drops what was noted of the events from depth on.
func (x *exploration) steppedBack(depth int) {
	x.ends, x.marks = upTo(depth, x.ends), upTo(depth, x.marks)
}

// upTo returns those of the positions, which ascend, that are before depth.
func upTo(depth int, positions []int) []int {
	for len(positions) > 0 && positions[len(positions)-1] >= depth {
		positions = positions[:len(positions)-1]
	}
	return positions
}

// end judges the interleaving and hands it over.
func (x *exploration) end(outcome trace.Outcome) error {
	x.interleavings++
	clear(x.kinds)
	x.found = execution{outcome: outcome, schedule: x.found.schedule[:0]}
	if _, counts := x.result.Options.Observer.(Counting); x.result.Options.Observer != nil && !counts {
		x.found.events = x.player.Events()
	}
	for i := range x.player.Events() {
		x.found.schedule = append(x.found.schedule, x.player.Events()[i].Step())
	}
	if err := x.repeat(x.allowance()); err != nil {
		return err
	}
	if outcome != trace.Abandoned { // else another interleaving has all of it
		if err := x.judge(outcome == trace.Complete); err != nil {
			return err
		}
	}
	x.long(outcome)
	x.attribute()
	if err := x.exemplify(); err != nil {
		return err
	}
	if x.search == nil {
		x.now()
	}
	return x.explain(x.strategy.End(x.player.End(x.found.outcome)))
}

// judge records what the present interleaving violates, and which goals it reaches.
func (x *exploration) judge(complete bool) error {
	crashed := len(x.crashes()) > 0
	blocked := complete && !crashed && x.sys.Blocked()
	if err := x.apply(x.result.Model.Rules, complete && !crashed && !blocked); err != nil {
		return err
	}
	if err := x.violated(); err != nil {
		return err
	}
	if blocked {
		x.found.outcome = trace.Deadlocked
		return x.deadlocked()
	}
	if complete && len(x.found.violations) > 0 {
		x.found.outcome = trace.Violated
	}
	return nil
}

// deadlocked records the violation of an interleaving at whose end a process
// waits for ever.
func (x *exploration) deadlocked() error {
	v := &Violation{Property: proc.NoDeadlock}
	for _, w := range x.sys.Waiting() {
		if w.Daemon {
			continue
		}
		if v.Explanation != "" {
			v.Explanation += "; "
		}
		v.Explanation += fmt.Sprintf("process %s waits for ever for %s", w.Process, w.Kind)
	}
	return x.record(v, everything(len(x.player.Events())))
}

// record keeps a violation that those events of the present interleaving show, whose
// positions ascend; in words if it is the first of its kind or the shortest.
func (x *exploration) record(v *Violation, evidence []int) error {
	v.Explanation = strings.ToValidUTF8(v.Explanation, "\uFFFD") // it must be the same in a checkpoint
	v.Length = length(evidence)
	beyond, told := x.kinds.note(v)
	if beyond {
		x.found.beyond = append(x.found.beyond, v)
		return nil
	}
	x.found.violations = append(x.found.violations, v)
	if told || x.ledger.knows(v) || x.described.knows(x.task(), v) {
		return nil
	}
	if err := x.repeat(freeRepeats); err != nil { // a violation must be beyond doubt
		return err
	}
	return x.describe(v, evidence)
}

// task returns which part of the tree the worker explores before its turn, 0 if that
// has come.
func (x *exploration) task() int {
	if s, ok := x.strategy.(sharing); ok {
		return s.Task()
	}
	return 0
}
