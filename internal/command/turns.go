package command

import (
	"context"
	"errors"
	"time"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/progress"
	"github.com/checkmodel/checkmodel/trace"
)

// Several models are searched in turns, so that a large model does not keep the next ones waiting for ever. The first
// turn of each is short. An unfinished search is saved in memory, and goes on in longer turns. The result of a search
// does not depend on its turns.

// firstTurn is the number of interleavings in the first turn of a search. Each further turn has twice as many as the one
// before it. Tests change it.
var firstTurn = 10_000

// errTurn is the cause of a context that is done because it is the turn of another model.
var errTurn = errors.New("it is the turn of another model")

// turns are the searches of a run, in the order of the models.
type turns struct {
	run  *run
	all  []*modelSearch
	slot time.Duration // the time of each search in this round, if the run has a time limit
}

// searchAll searches all models, and reports each when all before it have been reported. It returns the gravest status so
// far, and why the report cannot be written any more. If not ok, there was nothing to report, and the run is over.
func (r *run) searchAll(ctx context.Context) (worst Status, lost error, ok bool) {
	t := &turns{run: r}
	for i := range r.items {
		t.all = append(t.all, newModelSearch(r, &r.requests[i], &r.items[i]))
	}
	for reported, round := 0, 0; ; round++ {
		t.slot = t.remainingTime() / time.Duration(max(1, t.open()))
		for _, s := range t.all {
			if s.ended {
				continue
			}
			t.take(ctx, s, firstTurn<<min(round, 40))
			if !s.ended {
				continue
			}
			ctx = memoryLeft(ctx, s.item)
			for ; reported < len(t.all) && t.all[reported].ended; reported++ {
				it := t.all[reported].item
				if isRefusal(it.Err) { // there was no search to report
					return r.env.unusable(it.Err), nil, false
				}
				worst = graver(worst, t.conclude(t.all[reported], &lost))
				if lost != nil && len(r.options.Outputs) == 0 { // the remaining reports would have no reader
					r.requests, r.items = r.requests[:reported+1], r.items[:reported+1]
					return worst, lost, true
				}
			}
		}
		if t.open() == 0 {
			return worst, lost, true
		}
	}
}

// conclude reports a search that has ended, unless lost says that no report can be written any more, and returns the
// status that follows from it.
func (t *turns) conclude(s *modelSearch, lost *error) Status {
	r, it := t.run, s.item
	r.explainUnsaved(it)
	unkept := r.keep(it) // before the report, which names the files
	if *lost == nil {
		*lost = r.report(it)
	}
	r.differences(it)
	worst := graver(r.problem(s.unsaved), r.problem(unkept))
	return graver(graver(worst, status(it, &r.options)), r.reporter)
}

// open returns the number of searches that have not ended.
func (t *turns) open() (n int) {
	for _, s := range t.all {
		if !s.ended {
			n++
		}
	}
	return n
}

// remainingTime returns the time that is left of the time limit of the run; 0 if it has none.
func (t *turns) remainingTime() time.Duration {
	if t.run.options.Timeout == 0 {
		return 0
	}
	return max(0, time.Until(t.run.deadline))
}

// take gives a search its turn: a number of interleavings or, from the second turn on if the run has a time limit, a part
// of the time. A search that cannot pause, or is the only one that has not ended, goes on to its end.
func (t *turns) take(ctx context.Context, s *modelSearch, interleavings int) {
	timed, alone := t.run.options.Timeout > 0, t.open() == 1
	if s.paused != nil && (ctx.Err() != nil || timed && t.remainingTime() == 0) {
		if ctx.Err() == nil {
			over, cancel := context.WithTimeoutCause(ctx, 0, errTimeout)
			defer cancel()
			ctx = over
		}
		s.abandon(ctx)
		return
	}
	part, cause := t.remainingTime()/time.Duration(t.open()), errTimeout
	switch pauses := s.pauses() && !alone; {
	case !pauses:
		interleavings = 0
	case timed:
		part, cause = min(t.slot, t.remainingTime()), errTurn
		if s.paused != nil {
			interleavings = 0
		}
	}
	replayed := t.run.options.Replay != nil
	if own := s.asked.Model.Search.Seconds; own > 0 && !replayed {
		rest := max(0, time.Duration(own)*time.Second-s.item.Elapsed)
		if !timed || rest < part {
			part, cause, timed = rest, errTimeout, true
		}
	}
	if timed {
		limited, cancel := context.WithTimeoutCause(ctx, part, cause)
		defer cancel()
		s.goOn(ctx, limited, interleavings)
		return
	}
	s.goOn(ctx, ctx, interleavings)
}

// turn observes a turn, shows the progress unless that is nil, and ends the turn after some interleavings.
type turn struct {
	shown *progress.Display
	left  int
	end   func()
}

// Counting implements [checker.Counting].
func (t *turn) Counting() {}

// Interleaving implements [checker.Observer].
func (t *turn) Interleaving(number int, outcome trace.Outcome, events []trace.Event) {
	if t.shown != nil {
		t.shown.Interleaving(number, outcome, events)
	}
	if t.left--; t.left == 0 {
		t.end()
	}
}

// Forecast implements [checker.Forecaster].
func (t *turn) Forecast(outlook func() checker.Estimate) {
	if t.shown != nil {
		t.shown.Forecast(outlook)
	}
}

// Judging implements [checker.Judging].
func (t *turn) Judging(states, transitions int) {
	if t.shown != nil {
		t.shown.Judging(states, transitions)
	}
}
