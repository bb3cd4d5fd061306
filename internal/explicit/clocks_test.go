package explicit_test

import (
	"strings"
	"testing"

	"github.com/checkmodel/checkmodel/proc"
	"pgregory.net/rapid"
)

// Clocks of nodes that are slow or fast, ahead or behind, or jump.

// How a node starts if its clock is not exact. A clock may be two of these.
const (
	slow   fate = "slow"
	fast   fate = "fast"
	ahead  fate = "ahead"
	behind fate = "behind"
)

// clocks returns how the clock of a process may go, which is a node or not.
func (x *interpreter) clocks(node bool) []fate {
	rates, shifts := []fate{usual}, []fate{usual}
	if x.faults.Drift > 0 && node {
		rates = append(rates, slow, fast)
	}
	if x.faults.Offset > 0 && node {
		shifts = append(shifts, ahead, behind)
	}
	var all []fate
	for _, rate := range rates {
		for _, shift := range shifts {
			all = append(all, rate+shift)
		}
	}
	return all
}

// shows returns what the clock of a process shows: that of its node, or an exact one.
func (x *interpreter) shows(s state, name string) int {
	shown := s.Time["now"]/x.tickOf(s, name) + s.Processes[s.Processes[name].Home].Jumped
	switch clock := string(s.Processes[s.Processes[name].Home].Clock); {
	case strings.Contains(clock, string(ahead)):
		return shown + x.faults.Offset
	case strings.Contains(clock, string(behind)):
		return shown - x.faults.Offset
	}
	return shown
}

// tick returns how long a tick of a clock takes. While an exact clock has 100 ticks, a slow one has so many fewer as
// the drift says, and a fast one so many more. The unit of time is a part of each of the three ticks.
func (x *interpreter) tick(how fate) int {
	few, many := 100-x.faults.Drift, 100+x.faults.Drift
	switch {
	case strings.Contains(string(how), string(slow)):
		return 100 * many
	case strings.Contains(string(how), string(fast)):
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

// TestExplicitClocks is TestExplicit for programs with nodes whose clocks may be wrong.
func TestExplicitClocks(t *testing.T) {
	testPrograms(t, func(t *rapid.T, _ proc.Delivery) program {
		pr := programs(times, 3).Draw(t, "program")
		n := min(2, len(pr.peers))
		pr.peers, pr.ties = pr.peers[:n], pr.ties[:n]
		for range pr.peers {
			pr.nodes = append(pr.nodes, len(pr.nodes) == 0 || rapid.IntRange(0, 2).Draw(t, "another node") == 0)
		}
		pr.faults = budget{Drift: rapid.SampledFrom([]int{0, 10, 25, 50}).Draw(t, "drift"), Offset: rapid.SampledFrom([]int{0, 1, 3}).Draw(t, "offset"), Jump: rapid.SampledFrom([]int{0, 0, 0, 2, 5}).Draw(t, "jump")}
		if pr.faults.Jump > 0 {
			pr.faults.Drift, pr.faults.Offset = 0, 0
		}
		if rapid.IntRange(0, 3).Draw(t, "crash") == 0 {
			pr.faults.Crashes, pr.faults.Restarts = 1, rapid.IntRange(0, 1).Draw(t, "restarts")
		}
		return pr
	})
}
