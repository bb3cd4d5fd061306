package optimaldpor

import (
	"github.com/checkmodel/checkmodel/internal/turns"
	"github.com/checkmodel/checkmodel/trace"
)

// Follow makes a search begin with an interleaving, the guide, and stay near it: where nothing is planned, the actor
// moves whose next step comes first in the guide. So the first branch of each state is the branch most like the
// guide, and a bound counts how often an interleaving departs from it. Actors that have done all their steps of the
// guide move when no others can, in the usual order. Without a bound, the search explores the same classes as without
// a guide. The guide may have steps that are not possible; they wait.
//
// Follow must be called before any explorer has begun. A search that is resumed must have the same guide again.
func (s *Dispatcher) Follow(guide trace.Schedule) {
	s.guide = nil
	for at, st := range guide {
		for int(st.Actor) >= len(s.guide) {
			s.guide = append(s.guide, nil)
		}
		s.guide[st.Actor] = append(s.guide[st.Actor], turns.GuideStep{At: at, Alternative: st.Alternative})
	}
}
