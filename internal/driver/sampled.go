package driver

import (
	"github.com/checkmodel/checkmodel/internal/judge"
	"github.com/checkmodel/checkmodel/sampling"
)

// Sampled drives a search that draws interleavings.
type Sampled struct {
	Single
	shared *sampling.Search
}

// NewSampled returns the driver of a search that draws interleavings.
func NewSampled(c sampling.Config) *Sampled { return &Sampled{shared: sampling.New(c)} }

// Equip implements [Driver].
func (k *Sampled) Equip(s *Search) {
	k.of = s
	s.Loop.Shared = k.shared
	s.Loop.Joins = func(executed int) bool { return executed == sampling.Preliminary }
	if s.Due != nil {
		k.shared.Between(s.saveIfDue)
	}
}

// Worker implements [Driver].
func (k *Sampled) Worker(j *judge.Judge) Strategy {
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

// Counts implements [Driver].
func (k *Sampled) Counts() bool { return true }

// Settled implements [Driver].
func (k *Sampled) Settled(bool) bool { return false }

// Save implements [Driver].
func (k *Sampled) Save() Open { return Open{Drawn: k.shared.Saved()} }

// Resume implements [Driver].
func (k *Sampled) Resume(o *Open, _ int) error {
	k.shared.Resume(o.Drawn)
	return nil
}

// Figures implements [Driver].
func (k *Sampled) Figures() Figures { return Figures{Sample: k.shared.Sample()} }
