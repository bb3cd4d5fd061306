package checker

import (
	"github.com/checkmodel/checkmodel/optimaldpor"
	"github.com/checkmodel/checkmodel/trace"
)

// Strategy decides; the world executes. Everything that explores a model is a
// strategy. For each interleaving its methods are called in this order: Begin
// once, Observe for each event of the beginning that the world had to execute,
// Choose and Observe in turn while an actor can move, End once.
//
// A strategy may have more methods, which are called where there are some. They are
// in the interfaces below, and optimaldpor.Optimal has them all.
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

// awaiting is a strategy that wants to know who waits for a row in the end. One that
// reverses races must: an Await that never happened has no event, and so no race.
type awaiting interface {
	// Blocked is told so once for each interleaving, before End.
	Blocked(awaits []trace.Pending)
}

// preferring is a strategy that can let some actors go first where nothing is
// planned; without it, Options.Seed changes nothing.
type preferring interface {
	// Prefer is called once, before the first interleaving, if there is a seed. Actors
	// of a higher rank go first.
	Prefer(rank func(trace.ActorID) uint64)
}

// limited is a strategy that shares out the events that an interleaving may have among
// the actors, where some could go on for ever.
type limited interface {
	// Limit is called once, before the first interleaving.
	Limit(events int)
}

// motivated is a strategy that knows why it explores an interleaving, for the account
// of a violation and for Options.Explain.
type motivated interface {
	// Reversal returns why it explores the present one, or false if for no reason, as
	// the first one. It is called before End.
	Reversal() (optimaldpor.Reversal, bool)
}

// planner is a strategy that knows what it has planned for a step, for the error that
// says that the step is not possible.
type planner interface {
	// Planned returns the event planned at a depth, or nil.
	Planned(depth int) *trace.Event
}

// foreseeing is a strategy that knows how far the search is, for a [Forecaster].
type foreseeing interface {
	// Outlook is called while an interleaving is accounted for.
	Outlook() Outlook
}

// holding is a strategy that tells which events it will compare with others, so that the
// values of all others can be forgotten. Without it, none are.
type holding interface {
	// Hold calls f with these events, which stay as they are until f returns. It is called
	// when no interleaving is being executed. After it, Observe is called for all events of
	// each worker's next interleaving.
	Hold(f func(held []*trace.Event))
}

// hasty is a strategy that may explore parts of the tree before their turn, as one
// of several workers.
type hasty interface {
	// Task returns which part the present interleaving is of, 0 if its turn has come.
	// What is found in one part is settled in the order in which it was found, or not
	// at all.
	Task() int
}
