package checker

import (
	"testing"

	"github.com/checkmodel/checkmodel/internal/randomprograms"
	"github.com/checkmodel/checkmodel/proc"
	"pgregory.net/rapid"
)

// Programs whose network is cut.

// drawParted draws a program with at least two nodes, and a budget of partitions.
func drawParted(t *rapid.T, delivery proc.Delivery) (main func(*proc.P), faults Faults) {
	size := rapid.SampledFrom([][2]int{{2, 2}, {2, 3}, {2, 3}, {3, 2}}).Draw(t, "size")
	pr := randomprograms.Programs(rapid.SampledFrom(randomprograms.NetworkOps).Draw(t, "operations"), size[0], size[1]).Draw(t, "program")
	which := []bool{true, rapid.Bool().Draw(t, "node"), true}
	if len(pr) == 2 {
		which[1] = true
	}
	few := rapid.SampledFrom([]int{0, 0, 0, 0, 0, 0, 1})
	faults = Faults{Partitions: rapid.SampledFrom([]int{1, 1, 1, 1, 1, 1, 2}).Draw(t, "partitions"), OneWay: rapid.IntRange(0, 3).Draw(t, "one way") == 0}
	faults.OneLink = rapid.IntRange(0, 3).Draw(t, "one link") == 0
	faults.Losses, faults.Duplicates, faults.Reorderings = few.Draw(t, "losses"), few.Draw(t, "duplicates"), few.Draw(t, "reorderings")
	if faults.Crashes = few.Draw(t, "crashes"); faults.Crashes > 0 {
		faults.Restarts = rapid.IntRange(0, 1).Draw(t, "restarts")
		faults.Connections = faults.Restarts > 0 && !pr.SendsOnce() && rapid.Bool().Draw(t, "connections")
	}
	if delivery == proc.Bag {
		faults = inBag(faults)
	}
	t.Logf("\n%v%v are nodes, %v", pr, which, faults)
	return pr.Nodes(which, rapid.Bool().Draw(t, "late")), faults
}

// checkParted compares the searches of a program whose network is cut with brute force; see families.
func checkParted(t *rapid.T) {
	delivery := randomprograms.Deliveries.Draw(t, "delivery")
	body, faults := drawParted(t, delivery)
	checkWithFaults(t, body, delivery, faults, 16*tooMany)
}

// TestStatesOfPartitions compares the stateful search with the enumeration.
func TestStatesOfPartitions(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		main, faults := drawParted(t, proc.Bag)
		compareStates(t, main, faults)
	})
}

// TestResumeStatesOfPartitions is TestResumeStates for programs whose network is cut.
func TestResumeStatesOfPartitions(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		main, faults := drawParted(t, proc.Bag)
		resumeStates(t, main, faults)
	})
}

// TestLateDeliveryAcrossPartitions is TestLateDelivery for a network that is cut.
func TestLateDeliveryAcrossPartitions(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		compareLate(t, randomprograms.DrawCorrespondents(t, false).Parted, Faults{Partitions: 1, OneWay: rapid.Bool().Draw(t, "one way")})
	})
}
