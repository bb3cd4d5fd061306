package checker

import (
	"github.com/checkmodel/checkmodel/optimaldpor"
	"github.com/checkmodel/checkmodel/states"
	"github.com/checkmodel/checkmodel/trace"
)

// Observer observes every interleaving. It may also be a [Counting], an [Inspector], a [Forecaster], a [Judging]
// or a [Classifying].
type Observer interface {
	// Interleaving is called after each interleaving, numbered from 1. The events must not be kept or
	// changed. Equal values have the same number in all interleavings of a search, so the search keeps all
	// values. With several bounds (bounding.Bound.From), each search begins with number 1.
	Interleaving(number int, outcome trace.Outcome, events []trace.Event)
}

// Counting is an Observer that does not look at the events. It gets none, which saves time and memory.
type Counting interface {
	Observer
	Counting()
}

// Inspector is an Observer that looks up the actors and values of events.
type Inspector interface {
	Observer
	// Inspect is called before the first interleaving of each search. The world is valid until the next
	// search begins, or Check returns.
	Inspect(World)
}

// World returns the actors and values to which the numbers in the events of a search refer.
type World interface {
	// Actor returns the identity of an actor.
	Actor(trace.ActorID) *trace.Actor
	// Value returns a copy of a value that was sent or stored, nil for NoValue.
	Value(trace.ValueID) any
	// ExitReason returns why a process ended, for the event that ended it.
	ExitReason(*trace.Event) trace.Reason
}

// Forecaster is an Observer that asks how large the search is, and how much of it is done.
type Forecaster interface {
	Observer
	// Forecast is called before the first interleaving of each search, if the algorithm can tell: Optimal and
	// States can. Only Interleaving may call the function.
	Forecast(func() Estimate)
}

// Judging is an Observer that follows how the rules of [Eventually] are judged after the last interleaving.
type Judging interface {
	Observer
	// Judging is called before the steps from each state are explored, with the numbers of states and transitions so
	// far; see [Cycles].
	Judging(states, transitions int)
}

// Classifying is an Observer that asks for the equivalence class of each interleaving that an algorithm draws.
type Classifying interface {
	Observer
	// Class is called before each call of Interleaving, with a hash of the class. It is the same for two interleavings of
	// one class in every run, and 0 for an algorithm that does not draw. Messages that commute by a claim of the model
	// (see [Commutes]) may be handled in any order in a class.
	Class(hash uint64)
}

// Estimate says how large a search is, and how much of it is done.
type Estimate struct {
	optimaldpor.Estimate                  // zero for a stateful search
	States               *states.Progress // nil unless it is a stateful search
}
