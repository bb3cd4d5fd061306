package driver

import (
	"errors"

	"github.com/checkmodel/checkmodel/internal/judge"
	"github.com/checkmodel/checkmodel/optimaldpor"
	"github.com/checkmodel/checkmodel/states"
)

// Stateful drives a search that remembers states.
type Stateful struct {
	Single
	Alone   int  // how many transitions one worker executes before others join it
	Shares  bool // several workers may share the search
	Resumes bool // the search is resumed

	shared *states.Explorer
	joined bool // workers share the search
	others int  // then: how many events were executed that are not among its transitions
}

// NewStateful returns the driver of a search with the strategy, which is a states.Search or made of one.
func NewStateful(strategy Strategy) *Stateful {
	k := &Stateful{Single: Single{Strategy: strategy}}
	switch s := strategy.(type) {
	case *states.Explorer:
		k.shared = s
	case interface{ States() *states.Explorer }:
		k.shared = s.States()
	}
	return k
}

// Prepare implements [Driver].
func (k *Stateful) Prepare(s *Target) {
	k.of = s
	if s.Due != nil {
		s.Loop.Due, s.Loop.Between = s.Due, s.Save
	}
	if k.Shares {
		k.shared.Alone = k.Alone
		s.Loop.Shared = k.shared
		s.Loop.Joins = func(int) bool { return k.join() }
	}
}

// join reports whether several workers can share the search by now.
func (k *Stateful) join() bool {
	if !k.joined && k.shared.Shared() {
		k.joined, k.others = true, k.of.Events()-k.shared.Progress().Transitions
	}
	return k.joined
}

// Joined reports whether several workers share the search by now.
func (k *Stateful) Joined() bool { return k.joined }

// Parting returns why the workers have parted, if they have.
func (k *Stateful) Parting() states.Parting { return k.shared.Parting() }

// Part is called when the order of the search matters.
func (k *Stateful) Part() { k.shared.Part() }

// Worker implements [Driver].
func (k *Stateful) Worker(*judge.Judge) Strategy {
	if k.of.First == nil {
		return k.Strategy
	}
	return k.shared.Join()
}

// Begin implements [Driver].
func (k *Stateful) Begin() error {
	if k.of.First.System == nil && (k.of.Due != nil || k.Resumes) {
		return errors.New("a stateful search of a World of your own cannot be saved or resumed; use another algorithm")
	}
	return nil
}

// Finished implements [Driver].
func (k *Stateful) Finished() bool { return k.joined && k.shared.Complete() }

// Settled implements [Driver]. If the workers have parted, the search begins again.
func (k *Stateful) Settled(judging bool) bool {
	return k.shared.Complete() && !judging || k.shared.Parting() != states.Together
}

// Events implements [Driver].
func (k *Stateful) Events(executed, transitions int) int {
	if k.joined {
		return k.others + transitions
	}
	return executed
}

// Estimate implements [Driver].
func (k *Stateful) Estimate() func() (optimaldpor.Estimate, *states.Progress) {
	return func() (optimaldpor.Estimate, *states.Progress) {
		p := k.shared.Progress()
		return optimaldpor.Estimate{}, &p
	}
}
