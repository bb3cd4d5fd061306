package checker

import (
	"testing"

	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
)

// losing counts the runs in which a message is lost.
type losing struct{ after, lost int }

func (l *losing) Interleaving(number int, _ trace.Outcome, events []trace.Event) {
	for i := range events {
		if number > l.after && events[i].Fault() != trace.NoFault {
			l.lost++
			return
		}
	}
}

// TestFaultsAfterFrequentStates: faults are more likely after what was often seen, and no more likely than by a random walk while the strategy
// learns what that is.
func TestFaultsAfterFrequentStates(t *testing.T) {
	m := Model{Name: "pings", Faults: Faults{Losses: 1}, Main: func(p *proc.P) {
		node := p.Spawn("node", func(p *proc.P) {
			for {
				p.Receive()
			}
		}, proc.Daemon)
		for i := range 3 {
			p.Send(node, i)
		}
	}}
	lost := func(a Algorithm, runs, after int) int {
		l := &losing{after: after}
		if _, err := Check(t.Context(), m, Options{Algorithm: a, Runs: runs, Observer: l}); err != nil {
			t.Fatal(err)
		}
		return l.lost
	}
	walk, visited := lost(RandomWalk, 1100, 100), lost(Visited, 1100, 100)
	if walk > 300 || visited < 600 {
		t.Errorf("of 1000 runs, %d by random walks and %d by visited lose a message", walk, visited)
	}
	if walk, visited := lost(RandomWalk, 100, 0), lost(Visited, 100, 0); walk != visited {
		t.Errorf("of the first 100 runs, %d by random walks and %d by visited lose a message", walk, visited)
	}
}
