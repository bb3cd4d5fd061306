package states_test

import (
	"testing"

	"github.com/checkmodel/checkmodel/states"
)

// A search that forgets states explores more, and counts the same.
func TestForgetting(t *testing.T) {
	var found [2]struct{ states, transitions int }
	for i, budget := range []int64{0, 50_000} {
		c := &counters{make([]int, 3), []int{10, 10, 10}}
		s := states.New(states.Config{MaxBytes: budget})
		c.explore(s)
		m := s.Coverage().Merged
		if m.Interleavings.String() != "5550996791340" || (m.Forgotten > 0) != (budget > 0) {
			t.Errorf("with %d bytes it has found %+v", budget, m)
		}
		found[i].states, found[i].transitions = m.States, m.Transitions
	}
	if found[1].states <= found[0].states || found[1].transitions <= found[0].transitions {
		t.Errorf("without a budget, and with one, it has found %v", found)
	}
}
