package states

import "github.com/checkmodel/checkmodel/trace"

// Progress says how far a search is.
type Progress struct {
	States, Transitions int // explored so far; those that were explored again count again
	// Interleavings is how many interleavings the explored part of the states stands for. It is 0 again when the
	// search begins again.
	Interleavings trace.Count
}

// Progress returns how far the search is. It takes no time to speak of. It must not be called at the same time as
// another method.
func (s *Search) Progress() Progress {
	return Progress{s.memo.states, s.transitions, s.explored.interleavings}
}
