package driver

import (
	"slices"

	"github.com/checkmodel/checkmodel/faults"
	"github.com/checkmodel/checkmodel/internal/judge"
	"github.com/checkmodel/checkmodel/sampling"
)

// Sampling drives a search that draws interleavings.
type Sampling struct {
	Single
	shared *sampling.Dispatcher
}

// NewSampled returns the driver of a search that draws interleavings.
func NewSampled(c sampling.Config) *Sampling { return &Sampling{shared: sampling.New(c)} }

// Prepare implements [Driver].
func (k *Sampling) Prepare(s *Target) {
	k.of = s
	s.Loop.Shared = k.shared
	s.Loop.Joins = func(executed int) bool { return executed == sampling.Preliminary }
	if s.Due != nil {
		k.shared.OnSave(s.saveIfDue)
	}
}

// Worker implements [Driver].
func (k *Sampling) Worker(j *judge.Judge) Strategy {
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
func (k *Sampling) Counts() bool { return true }

// Settled implements [Driver].
func (k *Sampling) Settled(bool) bool { return false }

// Save implements [Driver].
func (k *Sampling) Save() Open { return Open{Drawn: k.shared.Snapshot()} }

// Resume implements [Driver].
func (k *Sampling) Resume(o *Open, _ int) error {
	k.shared.Resume(o.Drawn)
	return nil
}

// Figures implements [Driver].
func (k *Sampling) Figures() Figures { return Figures{Sample: k.shared.Sample()} }

// PausesOf returns the pauses of nodes that a search may draw.
func PausesOf(nodes []faults.Node) (p sampling.Pauses) {
	for _, n := range nodes {
		p.Most += n.Pauses
	}
	p.Of = func(node string) (group, most int) {
		group = slices.IndexFunc(nodes, func(n faults.Node) bool { return n.Matches(node) })
		return group, nodes[group].Pauses
	}
	return p
}
