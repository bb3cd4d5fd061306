package checker

import (
	"github.com/checkmodel/checkmodel/internal/world"
	"github.com/checkmodel/checkmodel/optimaldpor"
	"github.com/checkmodel/checkmodel/trace"
)

// Observer observes every interleaving. It may ask for more, or for less, by being a
// [Counting], an [Inspector] or a [Forecaster], too.
type Observer interface {
	// Interleaving is called after each interleaving, numbered from 1. The
	// events must not be kept or changed. Equal values have the same number in all
	// interleavings of a search, for which it keeps every value that it meets. Where there is one search after the other
	// (bounding.Bound.From), each begins again with 1.
	Interleaving(number int, outcome trace.Outcome, events []trace.Event)
}

// Counting is an Observer that does not look at the events; it is given none, and
// so costs less, also of memory.
type Counting interface {
	Observer
	Counting()
}

// Inspector is an Observer that looks into the events.
type Inspector interface {
	Observer
	// Inspect is called before the first interleaving of each search. The world is there
	// until the next search begins, or Check returns.
	Inspect(World)
}

// World says what the numbers in the events of a search stand for.
type World interface {
	// Actor returns the identity of an actor.
	Actor(trace.ActorID) *trace.Actor
	// Value returns a copy of a value that was sent or stored, nil for NoValue.
	Value(trace.ValueID) any
	// ExitReason returns why a process ended, for an event that ended it.
	ExitReason(*trace.Event) world.Reason
}

// Forecaster is an Observer that wants to know how far the search is.
type Forecaster interface {
	Observer
	// Forecast is called before the first interleaving of each search, if the algorithm can
	// tell. The function may be called by Interleaving only.
	Forecast(func() Estimate)
}

// Estimate is how far a search is.
type Estimate = optimaldpor.Estimate

// introduce shows an observer what it asks for before the first interleaving.
func (s *search) introduce() {
	observer := s.result.Options.Observer
	if i, ok := observer.(Inspector); ok {
		i.Inspect(s.first.sys)
	}
	f, wants := observer.(Forecaster)
	strategy, can := s.first.strategy.(sharing)
	if wants && can {
		f.Forecast(strategy.Estimate)
	}
}
