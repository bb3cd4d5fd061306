package states

import "github.com/checkmodel/checkmodel/trace"

// Progress says how much a search has explored.
type Progress struct {
	States, Transitions int // explored so far; states and transitions that were explored again count again
	// Interleavings is how many interleavings the explored part of the states stands for. It is 0 again when the
	// search begins again.
	Interleavings trace.Count
}

// Version returns a number that changes when the search goes on.
func (s *Explorer) Version() int {
	if s.team != nil {
		return int(s.team.executed.Load())
	}
	return s.transitions
}

// Progress returns how much the search has explored. It is cheap. It must not be called at the same time as
// another method, unless workers share the search.
func (s *Explorer) Progress() Progress {
	if t := s.team; t != nil {
		t.mu.Lock()
		defer t.mu.Unlock()
		return Progress{s.memo.states(), int(t.executed.Load()), t.first}
	}
	return Progress{s.memo.states(), s.transitions, s.explored.interleavings}
}
