package command

import (
	"bytes"
	"context"
	"fmt"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/printable"
	"github.com/checkmodel/checkmodel/internal/progress"
	"github.com/checkmodel/checkmodel/internal/report/document"
	"github.com/checkmodel/checkmodel/internal/unreached"
	"github.com/checkmodel/checkmodel/result"
)

// modelSearch is the search of a model, which may pause.
type modelSearch struct {
	run     *run
	asked   *document.Request
	item    *document.Item
	shown   *progress.Display // nil until it begins, or if none is shown
	ended   bool              // the item has the result
	unsaved error             // why a search that was stopped could not be saved

	paused   []byte               // the search as a checkpoint, while it waits for its next turn; nil if it does not
	examples []*checker.Violation // Result.Examples, which a checkpoint does not have
}

// newModelSearch returns the search that a request asks for. The item gets its result.
func newModelSearch(r *run, asked *document.Request, it *document.Item) *modelSearch {
	it.Name, it.Package, it.Command = asked.Name, asked.Package, asked.Command
	return &modelSearch{run: r, asked: asked, item: it}
}

// pauses reports whether the search can pause. One that the user saves does not, because files are named by the order in
// which searches stop.
func (s *modelSearch) pauses() bool {
	o := s.asked.Options.For(&s.asked.Model)
	return !s.run.options.saves() && !o.Explain && o.Unsavable(s.run.options.flag) == ""
}

// goOn begins the search, or goes on with it, until it has ended or its turn is over: after that number of interleavings,
// unless it is 0, or when limited is done with the cause errTurn. Limited may have a limit that ctx does not have.
func (s *modelSearch) goOn(ctx, limited context.Context, interleavings int) {
	r, it, asked := s.run, s.item, *s.asked
	r.limit(ctx, &asked.Options)
	if s.shown == nil && r.env.Progress != nil && !r.options.JSON {
		s.shown = &progress.Display{Name: it.Name, Out: r.env.Progress, Now: r.env.Now, Lines: !r.env.OnTerminal, Width: r.env.ProgressWidth}
		s.shown.Begin()
	}
	defer s.shown.Rest()
	within, end := context.WithCancelCause(limited)
	defer end(nil)
	if s.shown != nil {
		asked.Options.Observer = s.shown
	}
	if interleavings > 0 {
		asked.Options.Observer = &turn{shown: s.shown, left: interleavings, end: func() { end(errTurn) }}
	}
	if r.env.Begins != nil {
		r.env.Begins(it.Name)
	}
	start := r.env.Now()
	err := r.options.unfit(&asked.Model, &asked.Options)
	if err == nil && s.paused != nil {
		asked.Options.Resume, err = checker.ReadCheckpoint(bytes.NewReader(s.paused))
	}
	saving := r.saves(within, it.Name, start, s.shown, &asked.Model, &asked.Options)
	if saving != nil {
		saving.resumed = s.asked.Options.Resume // of which the user knows
		if r.env.Units != nil {
			r.env.Units.Serve(it.Name, asked.Options.Saving)
			defer r.env.Units.Rest()
		}
	}
	var found *checker.Result
	if err == nil {
		found, err = unreached.Check(within, asked.Model, asked.Options)
	}
	it.Elapsed = before(&asked.Options) + r.env.Now().Sub(start)
	if found == nil { // the search did not begin
		found = &checker.Result{Model: asked.Model, Options: asked.Options.For(&asked.Model), Record: result.Record{Verdict: checker.Failed}}
	}
	s.describe(found, err)
	// They refer to the whole search; free its memory for the next one.
	found.Options.Observer, found.Options.Saving = nil, nil
	found.Options.Resume = s.asked.Options.Resume
	it.Result = found
	if err == nil && found.Stop == checker.Canceled && context.Cause(within) == errTurn {
		switch {
		case saving != nil && saving.paused != nil:
			s.paused = saving.paused
			return
		case limited.Err() == nil: // it was not at a point at which it can pause
			s.goOn(ctx, limited, 2*interleavings)
			return
		}
	}
	if err == nil {
		err = found.Vacuous()
	}
	s.paused, s.ended, s.unsaved = nil, true, saving.end(found)
	s.finish(ctx, within, err)
	s.shown = nil
}

// describe gives the result the interleavings that were described in an earlier turn: the first ones.
func (s *modelSearch) describe(result *checker.Result, err error) {
	switch n := len(s.examples); {
	case n == 0:
		s.examples = result.Examples
	case err != nil && len(result.Examples) > 0: // the last one shows why the model failed
		result.Examples = append(s.examples[:n:n], result.Examples[len(result.Examples)-1])
	default:
		result.Examples = s.examples
	}
}

// finish completes the result of a search that has ended, with that error. What has canceled it is the cause of within,
// or else ctx.
func (s *modelSearch) finish(ctx, within context.Context, err error) {
	r, it, result, cut := s.run, s.item, s.item.Result, false
	if err == nil {
		limited, cancel := ctx, func() {}
		if r.options.Timeout > 0 {
			limited, cancel = context.WithDeadlineCause(ctx, r.deadline, errTimeout)
		}
		if cut, err = r.minimize(limited, result); cut {
			it.Canceled = canceled(limited)
		}
		cancel()
	}
	if f := flags(err); f != "" {
		err = fmt.Errorf("%w. The search that was saved had %s", err, f)
	}
	it.Err = err
	if f := r.options.keptFailure(); err == nil {
		it.Kept = document.Fate(result, f.Property(result.Model.Name), f.FailedIn())
	}
	if err != nil {
		result.Verdict, result.Expected = checker.Failed, false
	}
	if result.Stop == checker.Canceled {
		it.Canceled = canceled(within)
	}
	if cut {
		s.shown.Clear()
		fmt.Fprintf(r.env.Stderr, "checkmodel: %s while the violations of %s were made smaller; what is shown may not be as small as it can be\n",
			it.Canceled, printable.OneLine(it.Name))
	}
}

// canceled returns the cause that canceled ctx, as in [report.Item].
func canceled(ctx context.Context) string {
	switch context.Cause(ctx) {
	case errTimeout, errTurn:
		return document.TimedOut
	case errNoMemory:
		return document.NoMemory
	}
	return document.Interrupted
}

// abandon ends a search that waits for its next turn, because ctx is done. It has the result of its last turn.
func (s *modelSearch) abandon(ctx context.Context) {
	c, err := checker.ReadCheckpoint(bytes.NewReader(s.paused))
	if err == nil {
		saving := &saving{run: s.run, ctx: ctx, name: s.item.Name, paused: s.paused}
		err = saving.save(c)
		s.unsaved = saving.failed
	}
	s.paused, s.ended, s.item.Canceled = nil, true, canceled(ctx)
	s.item.Err = err
}
