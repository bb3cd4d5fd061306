package states

import "github.com/checkmodel/checkmodel/trace"

// Progress says how much a search has explored.
type Progress struct {
	States, Transitions int // explored so far; those that were explored again count again
	// Interleavings is how many interleavings the explored part of the states stands for. It is 0 again when the
	// search begins again.
	Interleavings trace.Count
}

// Progress returns how much the search has explored. It is cheap. It must not be called at the same time as
// another method.
func (s *Search) Progress() Progress {
	return Progress{s.memo.states, s.transitions, s.explored.interleavings}
}
