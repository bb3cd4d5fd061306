package checker

import (
	"testing"

	"github.com/checkmodel/checkmodel/internal/world"
	"github.com/checkmodel/checkmodel/proc"
	"pgregory.net/rapid"
)

// timeOps are those about time.
var timeOps = [][]string{
	{"timed", "timed", "timed", "receive", "take any"},
	{"timed", "timed", "timed", "cancel", "read timer", "now", "receive", "send"},
	{"timed", "timed", "sleep", "within", "now", "send", "send", "poll", "take any"},
	{"timed", "timed", "timer", "sleep", "now", "now", "insert last", "lookup", "skip", "spawn timed"},
	{"timed", "timed", "timed", "await", "insert", "send", "kill", "cancel", "take any", "choose"},
}

// drawTime draws a program about time, of which some processes may be nodes, and a budget of faults.
func drawTime(t *rapid.T) (main func(*proc.P), faults Faults) {
	ops := rapid.SampledFrom(timeOps).Draw(t, "operations")
	if !rapid.Bool().Draw(t, "with faults") {
		pr := programs(ops, 3, 5).Draw(t, "program")
		t.Logf("\n%v", pr)
		return pr.main(rapid.Bool().Draw(t, "wait")), faults
	}
	pr := programs(ops, 3, 4).Draw(t, "program")
	which := []bool{rapid.Bool().Draw(t, "node"), false, true}
	if len(pr) == 2 {
		which[1] = true
	}
	faults.Drift = rapid.SampledFrom([]int{0, 10, 33, 50}).Draw(t, "drift")
	if faults.Drift == 0 || rapid.Bool().Draw(t, "crash") {
		faults.Crashes = 1
		faults.Restarts = rapid.IntRange(0, 1).Draw(t, "restarts")
	}
	t.Logf("\n%v%v are nodes, %+v", pr, which, faults)
	return pr.nodes(which, rapid.Bool().Draw(t, "late")), faults
}

// checkTime compares the searches of a program about time with brute force; see families.
func checkTime(t *rapid.T) {
	body, faults := drawTime(t)
	main := world.NewSystem(proc.Body(body), nil)
	defer main.Close()
	main.SetDelivery(rapid.SampledFrom([]proc.Delivery{proc.Instant, proc.Instant, proc.Channel, proc.Bag}).Draw(t, "delivery"))
	main.SetFaults(faults.forSystem(false))
	checkSystem(t, main, false, 4*tooMany)
}

// TestStatesOfTime compares the search of states with the enumeration.
func TestStatesOfTime(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		main, faults := drawTime(t)
		compareStates(t, main, faults)
	})
}

// TestResumeStatesOfTime is TestResumeStates for programs about time.
func TestResumeStatesOfTime(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		main, faults := drawTime(t)
		resumeStates(t, main, faults)
	})
}
