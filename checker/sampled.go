package checker

import (
	"github.com/checkmodel/checkmodel/internal/judge"
	"github.com/checkmodel/checkmodel/internal/stage"
	"github.com/checkmodel/checkmodel/sampling"
)

// sampled drives a search that draws interleavings.
type sampled struct {
	single
	shared *sampling.Search
}

func newSampled(o *setup) *sampled {
	return &sampled{shared: sampling.New(sampling.Config{
		Strategy: o.Algorithm.Traits().sampling, Relation: o.Relation(), Seed: o.Seed, Runs: o.Runs, Budget: o.MaxInterleavings, Only: o.Run, Depth: o.BugDepth,
		Unclassified: o.target != nil, Pauses: o.faults().pauses(),
	})}
}

func (k *sampled) equip(s *search) {
	k.of = s
	s.engine.Shared = k.shared
	s.engine.Joins = func(executed int) bool { return executed == sampling.Preliminary }
	if s.setup.Saving != nil {
		k.shared.Between(s.saveIfDue)
	}
}

func (k *sampled) worker(j *judge.Judge) Strategy {
	count := func() bool {
		j.Classify()
		return j.Enter()
	}
	countInTurn := func() sampling.Batch {
		j.Classify()
		return j.Later(nil)
	}
	return k.shared.Explorer(count, countInTurn, j.Commutation())
}

func (k *sampled) counts() bool             { return true }
func (k *sampled) settled() bool            { return false }
func (k *sampled) begin(*stage.World) error { return nil }
func (k *sampled) save(c *Checkpoint)       { c.Drawn = k.shared.Saved() }

// resume restores the drawn interleavings from the checkpoint.
func (k *sampled) resume(c *Checkpoint) error {
	if c != nil {
		k.shared.Resume(c.Drawn)
	}
	return nil
}

// ended notes whether the budget is used up.
func (k *sampled) ended(err error) error {
	k.of.tally.exhausted()
	return err
}

// conclude adds the coverage of the sample to the result.
func (k *sampled) conclude(r *Result) {
	r.Sample = k.shared.Sample()
	if n := r.Options.Run; n > 0 { // the only one
		for _, v := range r.Violations {
			v.Interleaving, v.Shown = n, n
		}
		for i := range r.Goals {
			r.Goals[i].First *= n
		}
		r.FirstViolation *= n
	}
}
