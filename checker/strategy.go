package checker

import "github.com/checkmodel/checkmodel/trace"

// Strategy decides; the world executes. Everything that explores a model is a
// strategy. For each interleaving its methods are called in this order: Begin
// once, Observe for each event of the beginning that the world had to execute,
// Choose and Observe in turn while an actor can move, End once.
//
// A strategy may have more methods, which are called where there are some: Blocked is
// told, before End, who waits for a row; Reversal says why the interleaving is explored,
// Planned what was planned for a step, Outlook how far the search is; Prefer lets actors
// go first that have a higher rank. All of them are those of optimaldpor.Optimal.
type Strategy interface {
	// Begin returns the beginning of the schedule of the next interleaving, or
	// false if there is none to explore.
	Begin() (trace.Schedule, bool)
	// Choose returns the next step, by one of the enabled actors, of which there
	// is at least one; they are given in the order of their creation. It returns
	// false to abandon the interleaving, because all of them sleep.
	Choose(enabled []trace.Pending) (trace.Step, bool)
	// Observe takes note of the event at position depth, counted from 0. What
	// the interleaving shares with the one before it is not observed again. An
	// error ends the search: the event is not what had been planned.
	Observe(depth int, e *trace.Event) error
	// End is told how many events the interleaving had, and how it ended. An
	// error ends the search.
	End(events int, outcome trace.Outcome) error
	// BoundCut returns how many branches were not explored because of the bound.
	BoundCut() int
}
