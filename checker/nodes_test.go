package checker

import (
	"slices"
	"testing"

	"github.com/checkmodel/checkmodel/internal/randomprograms"
	"github.com/checkmodel/checkmodel/proc"
	"pgregory.net/rapid"
)

// drawNodes draws a program with nodes, also of more operations, and a budget of faults.
func drawNodes(t *rapid.T, more ...string) (main func(*proc.P), faults Faults) {
	ops := slices.Concat(rapid.SampledFrom(randomprograms.NodesOps).Draw(t, "operations"), more)
	pr := randomprograms.Programs(ops, 3, 4).Draw(t, "program")
	which := []bool{rapid.Bool().Draw(t, "node"), rapid.Bool().Draw(t, "node"), true}
	if len(pr) == 2 {
		which[1] = true
	}
	faults = Faults{Crashes: rapid.IntRange(1, 2).Draw(t, "crashes"), CrashesOfNode: rapid.IntRange(0, 1).Draw(t, "of a node")}
	faults.Restarts = rapid.SampledFrom([]int{0, 1, faults.Crashes, faults.Crashes, AfterEachCrash}).Draw(t, "restarts")
	if rapid.IntRange(0, 3).Draw(t, "by name") == 0 {
		n := Node{Name: rapid.SampledFrom([]string{"p2", "p1", "p[12]"}).Draw(t, "name"), Crashes: rapid.IntRange(0, 2).Draw(t, "crashes"), SyncFailures: rapid.IntRange(0, 1).Draw(t, "sync failures")}
		if n.Crashes > 0 && faults.Restarts != AfterEachCrash {
			n.Restarts = rapid.SampledFrom([]int{0, 1, n.Crashes, AfterEachCrash}).Draw(t, "restarts")
		}
		faults.Nodes, faults.Crashes = []Node{n}, rapid.IntRange(0, 1).Draw(t, "crashes of others")
		if n.Crashes == 0 {
			faults.Crashes = 1
		}
	}
	comeBack := slices.ContainsFunc(faults.AllNodes(), func(n Node) bool { return n.Restarts != 0 })
	faults.Connections = comeBack && !pr.SendsOnce() && rapid.Bool().Draw(t, "connections")
	faults.Disk = rapid.SampledFrom([]DiskPolicy{DiskSynced, DiskPrefix, DiskTorn, DiskSubset}).Draw(t, "disk")
	faults.SyncFailures = rapid.SampledFrom([]int{0, 0, 1, 2}).Draw(t, "sync failures")
	t.Logf("\n%v%v are nodes, %+v", pr, which, faults)
	return pr.Nodes(which, rapid.Bool().Draw(t, "late")), faults
}

// checkNodes compares the searches of a program with nodes with brute force; see families.
func checkNodes(t *rapid.T, more ...string) {
	body, faults := drawNodes(t, more...)
	delivery := rapid.SampledFrom([]proc.Delivery{proc.Instant, proc.Instant, proc.Channel, proc.Bag}).Draw(t, "delivery")
	checkWithFaults(t, body, delivery, faults, 4*tooMany)
}

// TestStatesOfNodes compares the stateful search with the enumeration.
func TestStatesOfNodes(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		main, faults := drawNodes(t)
		compareStates(t, main, faults)
	})
}

// TestResumeStatesOfNodes is TestResumeStates for programs with nodes.
func TestResumeStatesOfNodes(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		main, faults := drawNodes(t)
		resumeStates(t, main, faults)
	})
}

// TestLateDeliveryToNodes is TestLateDelivery for processes that crash and are restarted.
func TestLateDeliveryToNodes(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		faults := Faults{Crashes: 1, Restarts: rapid.IntRange(0, 1).Draw(t, "restarts")}
		faults.Connections = faults.Restarts > 0 && rapid.Bool().Draw(t, "connections")
		compareLate(t, randomprograms.DrawCorrespondents(t, false).Nodes, faults)
	})
}
