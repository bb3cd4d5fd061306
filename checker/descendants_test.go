package checker

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/checkmodel/checkmodel/faults"
	"github.com/checkmodel/checkmodel/internal/randomprograms"
	"github.com/checkmodel/checkmodel/internal/testsize"
	"github.com/checkmodel/checkmodel/internal/world"
	"github.com/checkmodel/checkmodel/optimaldpor/backtrack"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
	"pgregory.net/rapid"
)

// drawDescendants draws a program and a budget of faults for it.
func drawDescendants(t *rapid.T, delivery proc.Delivery) (main func(*proc.P), faults Faults) {
	ops := append([]string{"start", "start"}, rapid.SampledFrom(randomprograms.DescendantOps).Draw(t, "operations")...)
	root := randomprograms.DrawDescendant(t, ops)
	faults = drawFaults(t, delivery)
	faults.Connections = faults.Connections && !slices.Contains(ops, "send once")
	t.Logf("\n%v%v, delivery %s", root, faults, delivery)
	return root.Main, faults
}

// drawFaults draws a budget of every kind of fault, most of which are none.
func drawFaults(t *rapid.T, delivery proc.Delivery) (f Faults) {
	few := rapid.SampledFrom([]int{0, 0, 0, 0, 1, 2})
	f.Crashes = rapid.SampledFrom([]int{0, 1, 1, 1, 2, 3}).Draw(t, "crashes")
	if f.Crashes > 0 {
		f.Restarts = min(f.Crashes, few.Draw(t, "restarts"))
		f.CrashesOfNode = few.Draw(t, "of a node")
		f.Connections = f.Restarts > 0 && rapid.Bool().Draw(t, "connections")
		f.Disk = rapid.SampledFrom(faults.DiskPolicies()).Draw(t, "disk")
	}
	f.SyncFailures = few.Draw(t, "sync failures")
	f.Drift = rapid.SampledFrom([]int{0, 0, 0, 0, 0, 50}).Draw(t, "drift")
	f.Offset = rapid.SampledFrom([]int{0, 0, 0, 0, 0, 2}).Draw(t, "offset")
	f.Jump = rapid.SampledFrom([]int{0, 0, 0, 0, 0, 3}).Draw(t, "jump")
	f.Partitions = few.Draw(t, "partitions")
	f.OneWay = f.Partitions > 0 && rapid.Bool().Draw(t, "one way")
	f.OneLink = f.Partitions > 0 && rapid.Bool().Draw(t, "one link")
	f.Losses, f.Duplicates = few.Draw(t, "losses"), few.Draw(t, "duplicates")
	if delivery != proc.Bag {
		f.Reorderings = few.Draw(t, "reorderings")
	}
	return f
}

// checkDescendants compares the searches of such a program with brute force; see families.
func checkDescendants(t *rapid.T) {
	delivery := randomprograms.Deliveries.Draw(t, "delivery")
	body, faults := drawDescendants(t, delivery)
	checkWithFaults(t, body, delivery, faults, 2*tooMany)
}

// TestStatesOfDescendants compares the stateful search with the enumeration.
func TestStatesOfDescendants(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		delivery := randomprograms.Deliveries.Draw(t, "delivery")
		main, faults := drawDescendants(t, delivery)
		compareStatesBy(t, main, faults, []proc.Delivery{delivery})
	})
}

// TestThreeSearches compares optimal DPOR and the stateful search with the naive search, on 200 programs, 2 000 in
// .ci/run, or with -long 100 000: the verdict and the violations of a model must be the same, whatever the search.
//
// The programs are drawn in parts, which are tests of their own, so that several processors share the work.
func TestThreeSearches(t *testing.T) {
	t.Parallel()
	for part := range testsize.Sample(200, max(1, 100_000/checks())) {
		t.Run(fmt.Sprint(part), func(t *testing.T) {
			t.Parallel()
			rapid.Check(t, func(t *rapid.T) {
				for range part { // or each part would draw the same programs
					rapid.Uint64().Draw(t, "skipped")
				}
				compareThree(t)
			})
		})
	}
}

// compareThree draws a program and compares the three searches.
func compareThree(t *rapid.T) {
	delivery := randomprograms.Deliveries.Draw(t, "delivery")
	m := judgedInAllWays(t)
	faults := Faults{}
	for m.Main == nil {
		main, f := drawAny(t, delivery)
		if isSmall(t, m, main, f, delivery) {
			m.Main, faults = main, f
		}
	}
	o := Options{Until: UntilEnd, Delivery: delivery, Workers: 1, TrustModel: true, Faults: &faults, Algorithm: Naive}
	want, err := Check(context.Background(), m, o)
	if err != nil {
		t.Fatal(err)
	}
	compared.Add(1)
	for _, by := range []Options{{Algorithm: Optimal}, {Algorithm: Optimal, Seed: 1 + rapid.Uint64Max(8).Draw(t, "seed")}, {Algorithm: States}} {
		o.Algorithm, o.Seed = by.Algorithm, by.Seed
		got, err := Check(context.Background(), m, o)
		if err != nil {
			t.Fatal(err)
		}
		if got.Verdict != want.Verdict {
			t.Fatalf("%s, seed %d: %s; the naive search: %s", by.Algorithm, by.Seed, got.Verdict, want.Verdict)
		}
		sameFindings(t, got, want)
	}
}

// isSmall reports whether brute force is possible: to execute more, in vain or also judged, would take most of the time.
func isSmall(t *rapid.T, m Model, main func(*proc.P), faults Faults, delivery proc.Delivery) bool {
	sys := trustedSystem(main)
	defer sys.Close()
	sys.SetDelivery(delivery)
	sys.SetFaults(faults, false)
	sys.SetOrdered(m.rules().Boards())
	const most = 200
	if choices(sys) <= 20*most && look(t, sys, Options{MaxInterleavings: most}, backtrack.NewNaive(backtrack.Config{})).Stop == NotStopped {
		return true
	}
	rejected.Add(1)
	return false
}

// choices returns the product of the numbers of steps among which the events of one interleaving are chosen: about the number
// of interleavings.
func choices(sys *world.System) int {
	product := 1
	for {
		enabled := sys.Enabled(nil)
		if len(enabled) == 0 {
			sys.StepBack(0)
			return product
		}
		steps := 0
		for _, p := range enabled {
			steps += max(1, int(p.Op.Alternatives))
		}
		product = min(product*steps, 1<<32)
		sys.Step(trace.Step{Actor: enabled[0].Actor})
	}
}

// drawAny draws a program of any family with faults, most often one of descendants.
func drawAny(t *rapid.T, delivery proc.Delivery) (main func(*proc.P), faults Faults) {
	switch rapid.IntRange(0, 9).Draw(t, "kind") {
	case 0:
		return drawNodes(t)
	case 1:
		return drawNetwork(t, delivery)
	case 2:
		return drawTime(t)
	case 3:
		return drawParted(t, delivery)
	}
	return drawDescendants(t, delivery)
}
