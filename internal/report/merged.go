package report

import "github.com/checkmodel/checkmodel/trace"

// Merged says what a search of states explored.
type Merged struct {
	States      int `json:"states"`
	Pairs       int `json:"pairs"`       // of a state and a sleep set
	Transitions int `json:"transitions"` // steps that were executed from them
	// Interleavings is the number of interleavings that the states stand for, in decimal: it may be
	// beyond what a number of JSON can be. Violating is how many of them have a violation.
	Interleavings string `json:"interleavings"`
	Violating     string `json:"violating"`
	// Endless is how often an interleaving came back to a state on its own path.
	Endless int `json:"endless"`
	// CollisionOdds is the greatest probability that two different states were taken for one.
	CollisionOdds float64 `json:"collision_odds"`
}

func mergedOf(m *trace.Merged) *Merged {
	if m == nil {
		return nil
	}
	return &Merged{m.States, m.Pairs, m.Transitions, m.Interleavings.String(), m.Violating.String(), m.Endless, m.CollisionOdds()}
}
