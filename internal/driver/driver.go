// Package driver drives searches: it says which strategies the workers of a search have, what these share, and what is open when the
// search is saved. There is a driver for each kind of search: the workers share an exploration tree, the states that they remember,
// or the drawing of interleavings; or there is one worker, whose strategy may execute a schedule.
package driver

import (
	"context"

	"github.com/checkmodel/checkmodel/internal/judge"
	"github.com/checkmodel/checkmodel/internal/lenient"
	"github.com/checkmodel/checkmodel/internal/stage"
	"github.com/checkmodel/checkmodel/optimaldpor"
	"github.com/checkmodel/checkmodel/sampling"
	"github.com/checkmodel/checkmodel/states"
	"github.com/checkmodel/checkmodel/trace"
)

// Driver drives a search.
type Driver interface {
	// Prepare prepares the loop of the search.
	Prepare(*Target)
	// Worker returns the strategy of one more worker, which has the judge.
	Worker(*judge.Judge) Strategy
	// Counts reports whether the strategies enter interleavings into the result. Otherwise the judge does so.
	Counts() bool
	// Begin is called when the first worker has its world, before the first interleaving.
	Begin() error
	// Ended is called after the last interleaving, with the error of the loop, and returns the error of the search.
	Ended(error) error
	// Finished reports whether everything was explored, even if a worker has noticed later that the search should stop.
	Finished() bool
	// Settled reports whether there is nothing to save. judging says that rules are judged by graphs of states, which comes last.
	Settled(judging bool) bool
	// Save returns the open part of the search, and Resume restores it.
	Save() Open
	Resume(o *Open, boundCut int) error
	// BoundCut returns how many branches the bound has cut so far, if the search can be saved.
	BoundCut() int
	// Events returns the number of events that one worker would have executed, from the numbers of executed events and transitions.
	Events(executed, transitions int) int
	// Figures returns the figures of this kind of driver.
	Figures() Figures
	// Estimate returns a function that estimates the size of the search, or nil if there is no estimate.
	Estimate() func() (optimaldpor.Estimate, *states.Progress)
}

// Strategy is a strategy of a worker; see checker.Strategy.
type Strategy interface {
	stage.Strategy
	Coverage() trace.Coverage
}

// Target is the search that a driver drives.
type Target struct {
	Context context.Context
	Loop    *stage.Loop
	First   *judge.Judge    // of the first worker, once it has its world
	Last    *trace.Schedule // the interleaving that has entered the result last
	Events  func() int      // how many events were executed
	Budget  int             // how many interleavings may be executed; less than 0 is no limit
	Due     func() bool     // reports whether to call Save now; nil if never
	Save    func()          // saves the search, or does something else while it waits
	Pool    *Pool           // executes units of the search elsewhere; nil if nobody does
}

// saveIfDue calls Save if it is time. No interleaving may enter the result during the call.
func (s *Target) saveIfDue() {
	if s.Due() {
		s.Save()
	}
}

// Open is the open part of a search that is saved.
type Open struct {
	Shared int                // number of steps that the next interleaving shares with the last one
	Tree   []Branch           // the open branches, and those around them
	Unit   *Unit              `json:",omitempty"` // of a unit, which is a part of a search; its result has no Tree if nothing is open
	Memo   *Memo              `json:",omitempty"` // of a search that remembers states, which has no Tree
	Drawn  *sampling.Snapshot `json:",omitempty"` // of an algorithm that draws interleavings, which has no Tree
	Trial  *Weighing          `json:",omitempty"` // of a search that remembers states, if it is tried
}

// Empty reports whether nothing is open.
func (o *Open) Empty() bool {
	return len(o.Tree) == 0 && o.Unit == nil && o.Memo == nil && o.Drawn == nil
}

// Figures are the figures of a search that only one driver knows.
type Figures struct {
	Sample   *sampling.Sample // of interleavings that were drawn
	Followed *lenient.Lenient // how a schedule was followed
	Executed *trace.Trace     // of the schedule
}

// Single drives a search that has one worker.
type Single struct {
	Strategy Strategy
	of       *Target
}

// Prepare implements [Driver].
func (k *Single) Prepare(s *Target) { k.of = s }

// Worker implements [Driver].
func (k *Single) Worker(*judge.Judge) Strategy { return k.Strategy }

// Counts implements [Driver].
func (k *Single) Counts() bool { return false }

// Begin implements [Driver].
func (k *Single) Begin() error { return nil }

// Ended implements [Driver].
func (k *Single) Ended(err error) error { return err }

// Finished implements [Driver].
func (k *Single) Finished() bool { return false }

// Settled implements [Driver].
func (k *Single) Settled(bool) bool { return true }

// Save implements [Driver].
func (k *Single) Save() Open { return Open{} }

// Resume implements [Driver].
func (k *Single) Resume(*Open, int) error { return nil }

// BoundCut implements [Driver].
func (k *Single) BoundCut() int { return 0 }

// Events implements [Driver].
func (k *Single) Events(executed, _ int) int { return executed }

// Figures implements [Driver].
func (k *Single) Figures() Figures { return Figures{} }

// Estimate implements [Driver].
func (k *Single) Estimate() func() (optimaldpor.Estimate, *states.Progress) { return nil }
