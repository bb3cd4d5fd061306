package checker

import (
	"github.com/checkmodel/checkmodel/optimaldpor"
	"github.com/checkmodel/checkmodel/trace"
)

// Strategy decides; the world executes. Everything that explores a model is a strategy. For each
// interleaving its methods are called in this order: Begin once, Observe for each event of the
// beginning that the world had to execute, Choose and Observe in turn while an actor can move,
// End once.
//
// What a strategy needs to know before it begins is given to its constructor. A strategy may also be
// explaining or sharing; optimaldpor.Optimal is both.
type Strategy interface {
	// Begin returns the beginning of the schedule of the next interleaving, or
	// false if there is none to explore.
	Begin() (prefix trace.Schedule, more bool)
	// Choose returns the next step, by one of the enabled actors. It returns false to abandon the
	// interleaving, because all of them sleep.
	Choose(trace.View) (trace.Step, bool)
	// Observe takes note of the event at position depth, counted from 0. What
	// the interleaving shares with the one before it is not observed again. An
	// error ends the search: the event is not what had been planned.
	Observe(depth int, e *trace.Event) error
	// End is given how the interleaving ended, and plans. An error ends the search.
	End(trace.Ending) error
	// Coverage returns what was explored so far. It is called when the search has ended. Only a
	// search that is exhaustive can be [Verified].
	Coverage() trace.Coverage
	// Hold calls f with the events that the strategy will compare with others, which stay as they are
	// until f returns; the values of all others are forgotten. It is called when no interleaving
	// is being executed. After it, Observe is called for all events of each worker's next interleaving.
	Hold(f func(held []*trace.Event))
}

// explaining is a strategy that knows why it explores an interleaving.
type explaining interface {
	// Reversal returns why it explores the present one, or false if for no reason, as
	// the first one. It is called before End.
	Reversal() (optimaldpor.Reversal, bool)
	// Planned returns the event planned at a depth, or nil. The error that a step is not possible
	// shows it.
	Planned(depth int) *trace.Event
}

// sharing is a strategy of which several workers explore one tree, parts of it before their turn.
type sharing interface {
	// Task returns which part the current interleaving is of, 0 if its turn has come.
	// What is found in one part is counted in the order in which it was found, or not
	// at all.
	Task() int
	// Estimate returns how far the search is, for a [Forecaster]. It is called while an interleaving
	// enters the result.
	Estimate() Estimate
}
