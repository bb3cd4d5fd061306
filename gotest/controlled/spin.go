package controlled

import "github.com/checkmodel/checkmodel/internal/goroutine"

// Spin is a loop whose turns change nothing: its condition only reads, and its body only yields or sleeps.
type Spin struct{ read goroutine.Reading }

// Spinning begins a loop.
func Spinning() *Spin { return new(Spin) }

// Turn returns true when the condition of the loop can be evaluated: at once, and later when something that it has read has changed. A turn without a
// change would find what the previous turn has found.
func (s *Spin) Turn() bool {
	here("a loop that reads").Reread(s.read)
	return true
}

// Again is given the condition, and returns it.
func (s *Spin) Again(condition bool) bool {
	s.read = here("a loop that reads").Reading()
	return condition
}
