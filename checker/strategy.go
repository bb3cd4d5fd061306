package checker

import (
	"github.com/checkmodel/checkmodel/optimaldpor"
	"github.com/checkmodel/checkmodel/trace"
)

// Strategy chooses the interleavings that are explored. Its methods are called in this order for each of
// them: Begin once, Observe for each event of the beginning that the world had to execute, Choose and Observe
// in turn while an actor can move, End once.
//
// The constructor of a strategy takes everything that the strategy must know before it begins. A
// strategy may also be an [Explaining].
type Strategy interface {
	// Begin returns the beginning of the schedule of the next interleaving, or false if there is none to
	// explore.
	Begin() (prefix trace.Schedule, more bool)
	// Choose returns the next step, by an enabled actor. It returns false to abandon the interleaving, because all of them sleep.
	Choose(trace.View) (trace.Step, bool)
	// Observe is called with the event at position depth, counted from 0. Events that the interleaving
	// shares with the previous one are not observed again. An error ends the search: the event is not the
	// planned one.
	Observe(depth int, e *trace.Event) error
	// End is called at the end of the interleaving, and plans others. An error ends the search.
	End(trace.Ending) error
	// Coverage is called when the search has ended, and returns the explored part. Only a search that is
	// exhaustive can be [Verified].
	Coverage() trace.Coverage
	// Retained calls f with the events that the strategy will compare with others. These keep their values until
	// f returns; all other values are forgotten. It is called when no interleaving is being executed. Then
	// Observe is called for all events of the next interleaving of each worker.
	Retained(f func(held []*trace.Event))
}

// Explaining is a strategy that knows why it explores an interleaving.
type Explaining interface {
	// Reversal returns why the strategy explores the current interleaving, or false if the reason is not
	// known, as for the first one. It is called before End.
	Reversal() (optimaldpor.Reversal, bool)
	// Planned returns the event planned at a depth, or nil, for the error that a step is not possible.
	Planned(depth int) *trace.Event
}
