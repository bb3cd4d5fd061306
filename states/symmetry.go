package states

import "github.com/checkmodel/checkmodel/trace"

// Actors may be alike: an exchange of such actors turns a state into one with the same future, up to the exchange. Then the key of a
// state and a sleep set is the one after some exchange, so of the pairs that exchanges turn into each other, few are explored, at best
// one. As many interleavings begin in each of them, in whatever order the steps are explored, so the counts are the same as without. The
// search meets no state that it has not come to by steps, so nothing need be exchanged back in an interleaving. See Clarke,
// Emerson, Jha and Sistla, "Symmetry Reductions in Model Checking", for the quotient of a state space.
//
// Whatever an actor does below a pair that is not explored, one that is like it does below the pair that is. So what the search learns
// from an event, it learns from all images of the event: who uses what (persistent.go), and whose messages are delivered late
// (lazydelivery.go). While an actor that is like others has not been met, nothing is exchanged, and the search then begins again.

// symmetry is what a world says about actors that are alike.
type symmetry interface {
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

// look finds out whether actors are alike. Once they have all been met, the search begins again: what it has learned before is about
// single actors.
func (s *Explorer) look(state trace.State) {
	if s.looked {
		return
	}
	var alike symmetry
	if of, is := state.(interface{ Symmetry() any }); is {
		alike, _ = of.Symmetry().(symmetry)
	}
	if s.looked = alike == nil || alike.Known(); s.looked && alike != nil {
		resumed := s.alike != nil // its knowledge is about all of them
		if s.alike, s.uses.alike, s.late.alike = alike, alike, alike; !resumed {
			s.forgetActors()
			s.again = len(s.path) > 0 || s.transitions > s.since
		}
	}
}
