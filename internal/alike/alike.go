// Package alike has the questions of a stateful search to its world about actors that are alike.
package alike

import "github.com/checkmodel/checkmodel/trace"

// Symmetry knows which actors of a world are alike.
type Symmetry interface {
	// Known reports whether all of them have been met.
	Known() bool
	// Key returns fingerprints of the state after the steps, which may be nil, and of a sleep set, after some exchange; false if nothing
	// can be exchanged in the state.
	Key(steps trace.Schedule, asleep []trace.Event, inBag func(*trace.Event) bool) (state, sleep trace.Fingerprint, ok bool)
	// Images calls f with images of an event. All images of it are images of these, and so on.
	Images(e *trace.Event, f func(image *trace.Event))
	// First returns the first of the actors that are like an actor.
	First(trace.ActorID) trace.ActorID
	// Admits returns an error if no exchange is defined for what an event does.
	Admits(*trace.Event) error
}

// Of returns what the world of a state says about its actors; nil if none are alike.
func Of(state trace.State) Symmetry {
	if of, is := state.(interface{ Symmetry() any }); is {
		s, _ := of.Symmetry().(Symmetry)
		return s
	}
	return nil
}

// First returns the first of the actors that are like an actor; with nil, that is the actor.
func First(of Symmetry, a trace.ActorID) trace.ActorID {
	if of == nil {
		return a
	}
	return of.First(a)
}
