package states

import (
	"github.com/checkmodel/checkmodel/internal/alike"
	"github.com/checkmodel/checkmodel/trace"
)

// Actors may be alike: an exchange of such actors turns a state into one with the same future, up to the exchange. Then the key of a
// state and a sleep set is the one after some exchange, so of the pairs that exchanges turn into each other, few are explored, at best
// one. As many interleavings begin in each of them, in whatever order the steps are explored, so the counts are the same as without. The
// search meets no state that it has not come to by steps, so nothing need be exchanged back in an interleaving. See Clarke,
// Emerson, Jha and Sistla, "Symmetry Reductions in Model Checking", for the quotient of a state space.
//
// Whatever an actor does below a pair that is not explored, one that is like it does below the pair that is. So what the search learns
// from an event, it learns from all images of the event: who uses what (persistent.go), and whose messages are delivered late
// (package late). While an actor that is like others has not been met, nothing is exchanged, and the search then begins again.

// look finds out whether actors are alike. Once they have all been met, the search begins again: what it has learned before is about
// single actors.
func (s *Explorer) look(state trace.State) {
	if s.looked {
		return
	}
	found := alike.Of(state)
	if s.looked = found == nil || found.Known(); s.looked && found != nil {
		resumed := s.alike != nil // its knowledge is about all of them
		if s.alike, s.uses.alike, s.late.Alike = found, found, found; !resumed {
			s.forgetActors()
			s.again = len(s.path) > 0 || s.transitions > s.since
		}
	}
}
