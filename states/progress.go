package states

import "github.com/checkmodel/checkmodel/trace"

// Progress says how far a search is.
type Progress struct {
	States, Transitions int // explored so far; those that were explored again count again
	// Interleavings is how many interleavings the explored part of the states stands for. It is 0 again when the
	// search begins again.
	Interleavings trace.Count
}

// Moved returns a number that is another one when the search has gone on. If workers share it, it is about the first.
func (s *Search) Moved() int { return s.transitions }

// Progress returns how far the search is. It takes no time to speak of. It must not be called at the same time as
// another method, unless workers share the search.
func (s *Search) Progress() Progress {
	if t := s.team; t != nil {
		t.mu.Lock()
		defer t.mu.Unlock()
		return Progress{s.memo.states(), int(t.executed.Load()), t.first}
	}
	return Progress{s.memo.states(), s.transitions, s.explored.interleavings}
}
