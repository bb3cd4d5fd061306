package engine

import (
	"context"
	"errors"
	"fmt"

	"github.com/checkmodel/checkmodel/internal/driver"
	"github.com/checkmodel/checkmodel/internal/judge"
	"github.com/checkmodel/checkmodel/internal/stage"
	"github.com/checkmodel/checkmodel/internal/tally"
	"github.com/checkmodel/checkmodel/internal/world"
	"github.com/checkmodel/checkmodel/internal/world/guard"
	"github.com/checkmodel/checkmodel/result"
	"github.com/checkmodel/checkmodel/trace"
)

// Config configures a search.
type Config struct {
	Driver  driver.Driver
	Tally   *tally.Tally
	Judging func(*Search) judge.Config // says how the interleavings of a worker are judged
	Equip   func(*judge.Judge)         // prepares the judge of each worker; may be nil
	Begin   func(first *judge.Judge)   // is called before the first interleaving
	Trust   bool                       // the code of the model is not watched
	Draws   bool                       // the number of interleavings is given
	Run     int                        // the number of the only interleaving; 0 if there may be others
	Merges  bool                       // the world must tell its states apart

	// NewWorld returns a new world, for each worker if Another, otherwise only the first one.
	NewWorld func() trace.World
	Another  bool

	// Resume is the open part of a search that is resumed, and BoundCut how many branches it had cut; otherwise nil. Earlier says that there
	// are earlier results to save, so the search is saved even if it is stopped at once.
	Resume   *driver.Open
	BoundCut int
	Earlier  bool
	Saving   *Saving      // nil if the search is not saved
	Pool     *driver.Pool // executes units of the search; may be nil

	// Share executes a share of another search while this one waits, if one is due after so many events of this one. It returns after
	// how many events the next one is due, and whether the other search has given the result, which ends this one. It may be nil.
	Share func(events int) (next int, answers bool)
}

// Search is a running search.
type Search struct {
	driver.Target
	Config
	Strategy driver.Strategy  // of the first worker
	Stateful *driver.Stateful // the driver if the search remembers states; otherwise nil
	Unjudged bool             // no interleaving was judged, as an assumption did not hold in any

	asserted []string         // the properties that processes have asserted in the end
	visits   []trace.Visit    // outcomes of operations, in the end
	before   *result.Findings // the findings before rules were judged by graphs of states; nil if none were
	next     int              // after how many events to call Share
	saves    bool             // it is time to save the search
}

// New returns a search. The budget limits its interleavings; less than 0 is no limit.
func New(ctx context.Context, l *stage.Loop, budget int, c Config) *Search {
	s := &Search{Config: c}
	s.Stateful, _ = c.Driver.(*driver.Stateful)
	s.Target = driver.Target{Context: ctx, Loop: l, Last: c.Tally.Last(), Events: c.Tally.Events, Budget: budget, Pool: c.Pool}
	if c.Saving != nil || c.Share != nil {
		s.Due, s.Save = s.due, s.rest
	}
	if s.Stateful != nil {
		c.Tally.First = s.Stateful.Part
	}
	l.Tally, l.NewWorker = c.Tally, s.worker
	c.Driver.Prepare(&s.Target)
	return s
}

// worker returns the strategy and the judge of one more worker.
func (s *Search) worker(p *stage.Player) (stage.Strategy, stage.Judge) {
	j := judge.New(s.Judging(s), p)
	if s.Equip != nil {
		s.Equip(j)
	}
	strategy := s.Driver.Worker(j)
	if j.Strategy = strategy; s.First == nil {
		s.First, s.Strategy, j.First = j, strategy, true
	}
	return strategy, j
}

// Execute executes the search, and completes the record of the tally, except for the verdict. It returns a copy of that if workers are
// still at work, as a process or a rule does not return.
func (s *Search) Execute() (*result.Record, error) {
	if s.Trust {
		s.Loop.Watch.Trust()
	}
	r := s.Tally.Record
	err := s.Loop.Guard(s.Context, s.explore)
	if s.Loop.Abandoned() { // the strategy may wait for the model, and workers still use their result
		return s.Tally.Copy(), err
	}
	if r.Asserted = tally.Union(r.Asserted, s.asserted); r.Stop != result.NotStopped {
		r.Asserted = nil
	}
	if r.Visits = s.visits; r.Stop != result.NotStopped {
		r.Visits = nil
	}
	s.Unjudged = r.Left > 0 && r.Interleavings == r.Left+r.SleepSetBlocked
	if s.First != nil {
		r.Judged = s.assertionCounts(r.Judged)
		tally.Cover(r, s.Strategy.Coverage(), s.First.View != 0)
		s.figure()
	}
	return r, err
}

// explore executes the workers, the first of them in the new world, and saves the search if it was stopped.
func (s *Search) explore() (err error) {
	if !s.Earlier && s.Tally.Closed(s.Context) { // before the model starts
		return nil
	}
	var another func() trace.World
	if s.Another {
		another = s.NewWorld
	}
	w := stage.Of(s.NewWorld(), another)
	defer w.Close()
	if _, tells := w.World.(stage.States); s.Merges && !tells {
		return fmt.Errorf("a stateful search cannot explore the world of the model, a %T; it cannot tell its states apart; use another algorithm", w.World)
	}
	first := s.Loop.Worker(w)
	if err = s.Driver.Begin(); err == nil {
		s.Begin(s.First)
		if s.Resume != nil {
			err = s.Driver.Resume(s.Resume, s.BoundCut)
		}
	}
	if err == nil {
		s.share() // the rest of a share in which the search was stopped
		err = s.finish(s.Loop.Run(s.Context, first))
	}
	if sys := world.Simulated(w); sys != nil {
		s.asserted, s.visits = sys.Assertions(), sys.Covered.Visits(s.Tally.Record.Visits)
	}
	if err != nil {
		s.showFault(err)
		return err
	}
	return s.saveRest()
}

// showFault adds an interleaving that leads to the fault of the model again to the examples, so that a reader sees the events before it.
func (s *Search) showFault(err error) {
	var fault *guard.ModelError
	if !errors.As(err, &fault) {
		return
	}
	s.Tally.Blame(func(events []trace.Event) (shown *result.Violation) {
		s.Loop.Watch.WithoutFault(func() { // ignore other faults of the model
			_ = s.Loop.Recovered(func() error { shown = s.First.Leads(events, fault); return nil })
		})
		return shown
	})
}

// finish finishes a search whose loop has ended with the error.
func (s *Search) finish(err error) error {
	err = s.Driver.Ended(err)
	if s.Draws {
		s.Tally.NoteBudget()
	}
	if r := s.Tally.Record; r.Stop.Late() && s.Driver.Finished() {
		r.Stop = result.NotStopped
	}
	if err == nil && s.Stateful != nil {
		err = s.judgeGraphs()
	}
	return err
}

// judgeGraphs judges the rules that need a graph of states. The stateful search has ended.
func (s *Search) judgeGraphs() error {
	r := s.Tally.Record
	for i := range s.Tally.Rules.List {
		if s.Tally.Rules.List[i].Graph() == "" {
			continue
		}
		if s.before == nil {
			r.Events = s.Driver.Events(r.Events, s.Strategy.Coverage().Merged.Transitions) // as for one worker
			before := r.Findings.Copy()
			s.before = &before
		}
		if s.Tally.Over(s.Context, 0) {
			s.Tally.End(s.Context)
			return nil
		}
		if r.Cycles == nil {
			r.Cycles = new(result.Cycles)
		}
		err := s.Loop.Recovered(func() error {
			g := s.First.Explore(i)
			s.Tally.AddGraph(g)
			return g.Judge()
		})
		s.First.Interrupted(err)
		switch {
		case err == stage.ErrStopped:
			s.Tally.End(s.Context)
			return nil
		case err != nil:
			return s.First.Explain(err)
		}
	}
	return nil
}

// figure adds the figures that only the driver has.
func (s *Search) figure() {
	r, f := s.Tally.Record, s.Driver.Figures()
	r.Sample, r.Replayed = f.Sample, f.Executed
	if l := f.Followed; l != nil {
		r.Exact, r.Similar, r.Skipped, r.Unplanned = l.Exact(), l.Similar(), l.Skipped(), l.Unplanned()
	}
	if r.Merged != nil {
		r.Events = s.Driver.Events(r.Events, r.Merged.Transitions)
	}
	if n := s.Run; n > 0 && f.Sample != nil { // the only one
		for _, v := range r.Violations {
			v.Interleaving, v.Shown = n, n
		}
		for i := range r.Goals {
			r.Goals[i].First *= n
		}
		r.FirstViolation *= n
	}
}

// assertionCounts returns the numbers of interleavings in which properties were asserted, or rules had something to judge: the earlier and the
// counts since.
func (s *Search) assertionCounts(earlier map[string]int) map[string]int {
	if s.Merges {
		return nil
	}
	return s.Tally.Rules.AddJudged(earlier, func(number int) string { return s.First.System.AssertedBy(number) })
}
