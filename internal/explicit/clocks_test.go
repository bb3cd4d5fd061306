package explicit_test

import (
	"testing"

	"github.com/checkmodel/checkmodel/proc"
	"pgregory.net/rapid"
)

// Clocks of nodes that are slow or fast.

// How a node starts if its clock is not exact.
const (
	slow fate = "slow"
	fast fate = "fast"
)

// clocks returns how the clock of a process may go, which is a node or not.
func (x *interpreter) clocks(node bool) []fate {
	if x.faults.Drift == 0 || !node {
		return []fate{usual}
	}
	return []fate{usual, slow, fast}
}

// tick returns how long a tick of a clock takes. While an exact clock has 100 ticks, a slow one has so many fewer as
// the drift says, and a fast one so many more. The unit of time is a part of each of the three ticks.
func (x *interpreter) tick(how fate) int {
	few, many := 100-x.faults.Drift, 100+x.faults.Drift
	switch how {
	case slow:
		return 100 * many
	case fast:
		return 100 * few
	}
	return few * many
}

// tickOf returns how long a tick takes for a process: that of its node, or an exact one.
func (x *interpreter) tickOf(s state, name string) int {
	if home := s.Processes[name].Home; home != "" {
		return x.tick(s.Processes[home].Clock)
	}
	return x.tick(usual)
}

// times are phrases about time.
var times = [][]string{
	{"timed", "timed, now", "receive, now", "now", "timed, receive, now"},
	{"timed", "timed, receive", "timed, poll", "receive, now", "spawn"},
}

// TestExplicitClocks is TestExplicit for programs with nodes whose clocks may be slow or fast.
func TestExplicitClocks(t *testing.T) {
	testPrograms(t, func(t *rapid.T, _ proc.Delivery) program {
		pr := programs(times, 3).Draw(t, "program")
		n := min(2, len(pr.peers))
		pr.peers, pr.ties = pr.peers[:n], pr.ties[:n]
		for range pr.peers {
			pr.nodes = append(pr.nodes, len(pr.nodes) == 0 || rapid.IntRange(0, 2).Draw(t, "another node") == 0)
		}
		pr.faults = budget{Drift: rapid.SampledFrom([]int{10, 25, 50}).Draw(t, "drift")}
		if rapid.IntRange(0, 3).Draw(t, "crash") == 0 {
			pr.faults.Crashes, pr.faults.Restarts = 1, rapid.IntRange(0, 1).Draw(t, "restarts")
		}
		return pr
	})
}
