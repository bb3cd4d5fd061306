package driver

import (
	"slices"

	"github.com/checkmodel/checkmodel/faults"
	"github.com/checkmodel/checkmodel/internal/judge"
	"github.com/checkmodel/checkmodel/internal/stage"
	"github.com/checkmodel/checkmodel/sampling"
)

// Sampling drives a search that draws interleavings.
type Sampling struct {
	Single
	Earlier *Sampling // of an earlier unit of the same search; nil if there is none

	shared *sampling.Dispatcher
	unit   bool // it is a unit
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

// Begin implements [Driver].
func (k *Sampling) Begin() error {
	p := k.of.Pool
	if p == nil {
		return nil
	}
	k.shared.HandOut(&sampling.Elsewhere{Room: p.Room, Hand: func(r *sampling.Range) {
		runs := r.Last - r.First + 1
		o := Open{Drawn: r.Snapshot(), Unit: &Unit{Interleavings: runs}}
		r.Recall = p.Hand(o, func() bool { return k.shared.Wanted(r) }, func(x *Outcome) { k.shared.Deliver(r, k.found(runs, x)) })
	}})
	return nil
}

// found returns the record of a range of so many runs; nil if there is none.
func (k *Sampling) found(runs int, x *Outcome) *sampling.Record {
	if x == nil || !x.Drawn.Valid() || x.Drawn.Sample.Runs != x.Interleavings || x.End == nil && x.Interleavings != runs {
		return nil
	}
	return &sampling.Record{Snapshot: x.Drawn, Violating: x.End != nil, Enter: func() bool {
		if len(x.Violations) == 0 {
			return x.Enter(nil, nil)
		}
		w := k.of.First.World.Copy(stage.Partner)
		defer w.Close()
		err := k.of.Loop.Recovered(func() error { return setSchedules(stage.New(w), x.Violations) })
		return err == nil && x.Enter(nil, nil)
	}}
}

// Counts implements [Driver].
func (k *Sampling) Counts() bool { return true }

// Settled implements [Driver].
func (k *Sampling) Settled(bool) bool { return false }

// Save implements [Driver].
func (k *Sampling) Save() (o Open) {
	if o.Drawn = k.shared.Snapshot(); k.unit {
		o.Unit = &Unit{}
	}
	return o
}

// Resume implements [Driver].
func (k *Sampling) Resume(o *Open, _ int) error {
	if k.shared.Resume(o.Drawn); o.Unit != nil {
		k.unit = true
	}
	if k.Earlier != nil {
		k.shared.Learn(k.Earlier.shared)
		k.Earlier = nil // or all units before would be kept
	}
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
