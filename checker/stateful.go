package checker

import (
	"context"
	"errors"

	"github.com/checkmodel/checkmodel/internal/judge"
	"github.com/checkmodel/checkmodel/internal/stage"
	"github.com/checkmodel/checkmodel/internal/world"
	"github.com/checkmodel/checkmodel/states"
)

// Workers of a stateful search explore in an order that depends on their speed. Their findings do not, unless they
// part (see package states). Then the search is executed again, by one worker for longer, or by one only. So the result
// is always the same as with one worker.
const (
	// statesAlone is how many transitions one worker executes before others join it. Small searches do not need several
	// workers, and a search learns mostly early.
	statesAlone = 200_000
	// longerAlone is how many times more one worker executes after workers have learned something new.
	longerAlone = 8
	// allAlone is more than any search executes.
	allAlone = 1 << 60
)

// exploreStates is explore by a stateful search.
func (o setup) exploreStates(ctx context.Context) (*Result, error) {
	if o.alone == 0 {
		o.alone = statesAlone
	}
	if o.Resume != nil && o.Resume.Memo != nil {
		o.alone = o.Resume.Memo.Alone
	}
	r, parted, err := o.attempt(ctx)
	for parted != states.Together && err == nil && !r.Stop.late() {
		if o.alone = min(longerAlone*o.alone, allAlone); parted == states.Ordered {
			o.alone = allAlone
		}
		o.again()
		earlier := r
		if r, parted, err = o.attempt(ctx); r != nil && r.Stop.late() {
			r, err = r.after(earlier, err)
		}
	}
	return r, err
}

// attempt executes a stateful search with workers that may part. Then it returns why, and the result counts only
// if the search was stopped.
func (o setup) attempt(ctx context.Context) (*Result, states.Parting, error) {
	if err := o.Resume.fits(&o.model, &o.Options); err != nil {
		return nil, states.Together, err
	}
	strategy, err := o.strategy()
	if err != nil {
		return nil, states.Together, err
	}
	k := newStateful(strategy)
	s := newSearch(ctx, &o, k)
	r, err := s.checked(s.run(s.world))
	return r, k.shared.Parted(), err
}

// sharesStates reports whether several workers may share a stateful search. One that shows its interleavings or
// may end after some of them has an order, and only one worker can keep whole states, or know which messages
// are tied.
func (o *setup) sharesStates() bool {
	_, counts := o.Observer.(Counting)
	return o.Workers > 1 && o.Replay == nil && o.MaxInterleavings == 0 && (o.Observer == nil || counts) && !o.ExactStates && !o.Relation().ReceivePatterns && o.wrapped == nil
}

// again prepares for a search that begins again.
func (o *setup) again() {
	o.Resume = nil
	if o.trial != nil {
		*o.trial = trial{worth: o.trial.worth}
	}
}

// stateful drives a search that remembers states.
type stateful struct {
	single
	shared *states.Search
	joined bool        // workers share the search
	others int         // then: how many events were executed that are not among its transitions
	judged *Checkpoint // the result before rules were judged by graphs of states; nil if none were
}

// newStateful returns the driver of a search with the strategy, which is a states.Search or made of one.
func newStateful(strategy Strategy) *stateful {
	k := &stateful{single: single{strategy: strategy}}
	switch s := strategy.(type) {
	case *states.Search:
		k.shared = s
	case interface{ States() *states.Search }:
		k.shared = s.States()
	}
	return k
}

func (k *stateful) equip(s *search) {
	k.of = s
	if s.setup.Saving != nil {
		s.engine.Due, s.engine.Between = s.due, s.save
	}
	s.tally.unforeseen = k.shared.Part
	if s.setup.sharesStates() {
		k.shared.Alone = s.setup.alone
		s.engine.Shared = k.shared
		s.engine.Joins = func(int) bool { return k.join() }
	}
}

// join reports whether several workers can share the search by now.
func (k *stateful) join() bool {
	if !k.joined && k.shared.Shared() {
		k.joined, k.others = true, k.of.result.Events-k.shared.Progress().Transitions
	}
	return k.joined
}

func (k *stateful) judging(c *judge.Config) {
	c.Joined = func() bool { return k.joined }
	if o, wants := k.of.setup.Observer.(Judging); wants {
		c.Progress = func(states, transitions int) {
			before := k.of.result.Cycles
			o.Judging(before.States+states, before.Transitions+transitions)
		}
	}
}

func (k *stateful) worker(*judge.Judge) Strategy {
	if k.of.first == nil {
		return k.strategy
	}
	return k.shared.Join()
}

func (k *stateful) begin(w *stage.World) error {
	if o := k.of.setup; world.Simulated(w) == nil && (o.Saving != nil || o.Resume != nil) {
		return errors.New("a stateful search of a World of your own cannot be saved or resumed; use another algorithm")
	}
	return nil
}

func (k *stateful) ended(err error) error {
	if r := k.of.result; k.joined && r.Stop.late() && k.shared.Complete() { // a worker has found out too late that the search is to be stopped
		r.Stop = NotStopped
	}
	if err != nil {
		return err
	}
	return k.judgeGraphs()
}

func (k *stateful) conclude(r *Result) {
	if r.Merged != nil {
		r.Events = k.events(r.Merged.Transitions)
	}
}

// settled reports whether all was explored and judged, or the workers have parted, so that the search begins again.
func (k *stateful) settled() bool {
	return k.shared.Complete() && k.judged == nil || k.shared.Parted() != states.Together
}

func (k *stateful) save(c *Checkpoint) {
	c.Memo = k.memo()
	c.Events = k.events(c.Memo.Search.Transitions)
}

// events returns how many events one worker would have executed when the search has executed so many transitions.
func (k *stateful) events(transitions int) int {
	if k.joined {
		return k.others + transitions
	}
	return k.of.result.Events
}

func (k *stateful) estimate() func() Estimate {
	return func() Estimate {
		p := k.shared.Progress()
		return Estimate{States: &p}
	}
}

// judgeGraphs judges the rules that need a graph of states. The stateful search has ended.
func (k *stateful) judgeGraphs() error {
	s := k.of
	for i := range s.tally.rules.List {
		if s.tally.rules.List[i].Graph() == "" {
			continue
		}
		if k.judged == nil {
			s.result.Events = k.events(s.strategy.Coverage().Merged.Transitions) // as for one worker
			k.judged = &Checkpoint{Findings: s.result.Findings.copied()}
		}
		if s.tally.Over(s.ctx, 0) {
			s.tally.end(s.ctx)
			return nil
		}
		if s.result.Cycles == nil {
			s.result.Cycles = new(Cycles)
		}
		err := s.engine.Recovered(func() error {
			g := s.first.Explore(i)
			s.tally.explored(g)
			return g.Judge()
		})
		s.first.Interrupted(err)
		switch {
		case err == stage.ErrStopped:
			s.tally.end(s.ctx)
			return nil
		case err != nil:
			return s.first.Explain(err)
		}
	}
	return nil
}
