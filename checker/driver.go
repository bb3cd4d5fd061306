package checker

import (
	"github.com/checkmodel/checkmodel/internal/judge"
	"github.com/checkmodel/checkmodel/internal/stage"
)

// driver drives a search: it says which strategies the workers have, what they share, and what there is to save. There is one for
// each kind of search.
type driver interface {
	// equip prepares the loop of the search.
	equip(*search)
	// judging adds to how interleavings are judged.
	judging(*judge.Config)
	// worker returns the strategy of one more worker, which has the judge.
	worker(*judge.Judge) Strategy
	// counts reports whether the strategies enter interleavings into the result. Otherwise the judge does so.
	counts() bool
	// begin is called when the first worker has its world, before the first interleaving.
	begin(*stage.World) error
	// ended is called after the last interleaving, with the error of the loop, and returns the error of the search.
	ended(error) error
	// conclude adds to the result the figures that only this driver has.
	conclude(*Result)
	// settled reports whether there is nothing to save.
	settled() bool
	// save adds the open part of the search to a checkpoint, and resume restores it, unless it is nil.
	save(*Checkpoint)
	resume(*Checkpoint) error
	// estimate returns a function that says how large the search is; nil if that is not known.
	estimate() func() Estimate
}

// driver returns the driver of the search that the options ask for.
func (o *setup) driver() (driver, error) {
	t := o.Algorithm.Traits()
	switch {
	case o.Replay != nil:
		return newReplaying(o), nil
	case t.Draws:
		return newSampled(o), nil
	case t.Parallel && !t.Merges: // a single worker searches in the same way, so that the counts do not depend on the number of workers
		return newTree(o), nil
	}
	strategy, err := o.strategy()
	if err != nil || !t.Merges {
		return &single{strategy: strategy}, err
	}
	return newStateful(strategy), nil
}

// single drives a search that has one worker.
type single struct {
	of       *search
	strategy Strategy
}

func (k *single) equip(s *search)              { k.of = s }
func (k *single) worker(*judge.Judge) Strategy { return k.strategy }
func (k *single) judging(*judge.Config)        {}
func (k *single) counts() bool                 { return false }
func (k *single) begin(*stage.World) error     { return nil }
func (k *single) ended(err error) error        { return err }
func (k *single) conclude(*Result)             {}
func (k *single) settled() bool                { return true }
func (k *single) save(*Checkpoint)             {}
func (k *single) resume(*Checkpoint) error     { return nil }
func (k *single) estimate() func() Estimate    { return nil }
