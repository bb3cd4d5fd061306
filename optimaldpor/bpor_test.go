package optimaldpor_test

import (
	"slices"
	"testing"

	"github.com/checkmodel/checkmodel/bounding"
	"github.com/checkmodel/checkmodel/optimaldpor/backtrack"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/causality"
	"pgregory.net/rapid"
)

// preemptions counts those of an interleaving of the program.
func preemptions(pr program, events []trace.Event) (n int) {
	w := newWorld(pr)
	for i, e := range events {
		continues := func(p trace.Pending) bool { return i > 0 && p.Actor == events[i-1].Actor }
		if i > 0 && e.Actor != events[i-1].Actor && slices.ContainsFunc(w.enabled(), continues) {
			n++
		}
		w.step(e.Step())
	}
	return n
}

// cheapest returns of each class how many preemptions the interleaving has that has the fewest.
func cheapest(pr program, traces [][]trace.Event) map[causality.Signature]int {
	least := map[causality.Signature]int{}
	o := causality.Order{Relation: anyRace}
	for _, events := range traces {
		o.Compute(events)
		s, n := o.Signature(), preemptions(pr, events)
		if before, ok := least[s]; !ok || n < before {
			least[s] = n
		}
	}
	return least
}

// holdPreemptions compares what is explored within each bound on preemptions with brute force:
// those classes that have an interleaving within the bound, and no interleaving beyond it.
func holdPreemptions(t rapid.TB, pr program, limit int) (interleavings, needed int, ok bool) {
	all, err := explore(pr, backtrack.NewNaive(backtrack.Config{}), limit)
	if err != nil {
		t.Fatal(err)
	}
	if len(all.all) == limit {
		return 0, 0, false
	}
	truth := cheapest(pr, all.traces)
	for n := 0; ; n++ {
		bound := backtrack.Config{Bound: bounding.Preemption(n)}
		naive, err := explore(pr, backtrack.NewNaive(bound), 0)
		if err != nil {
			t.Fatal(err)
		}
		x, err := explore(pr, backtrack.NewBPOR(bound), 0)
		if err != nil {
			t.Fatalf("%v\nin %s", err, pr)
		}
		for name, search := range map[string]*explored{"naive": naive, "BPOR": x} {
			got := cheapest(pr, search.traces)
			for class, least := range truth {
				if _, found := got[class]; found != (least <= n) {
					t.Fatalf("%s: within %d preemptions, a class that needs %d: found is %v\n%s", name, n, least, found, pr)
				}
			}
			for _, events := range search.traces {
				if p := preemptions(pr, events); p > n {
					t.Fatalf("%s: an interleaving within %d preemptions has %d: %s\n%s", name, n, p, written(pr, events), pr)
				}
			}
			if len(got) < len(truth) && search.boundCut == 0 {
				t.Fatalf("%s: within %d preemptions nothing is cut, and %d of %d classes are missing\n%s", name, n, len(truth)-len(got), len(truth), pr)
			}
		}
		interleavings, needed = interleavings+len(x.all), needed+len(cheapest(pr, x.traces))
		if x.boundCut == 0 && naive.boundCut == 0 {
			return interleavings, needed, true
		}
	}
}

// TestPreemptions explores random programs within each bound on preemptions.
func TestPreemptions(t *testing.T) {
	drawn, explored, needed := 0, 0, 0
	rapid.Check(t, func(t *rapid.T) {
		pr := programs(t)
		e, n, ok := holdPreemptions(t, pr, 3000)
		if !ok {
			t.Skip("too many interleavings for brute force")
		}
		drawn, explored, needed = drawn+1, explored+e, needed+n
	})
	t.Logf("%d programs, %d interleavings, %d classes", drawn, explored, needed)
}

// TestGoldenPreemptions explores programs that are known to break a search that is not quite
// right.
func TestGoldenPreemptions(t *testing.T) {
	for _, g := range golden {
		t.Run(g.name, func(t *testing.T) { holdPreemptions(t, g.program, 10_000) })
	}
	for name, pr := range map[string]program{
		// Where p2 waits for the message of p0, it is left for free. So the step that sends it, and
		// sleeps there, must be taken: to take it first makes that a preemption.
		"what would enable an actor does not sleep where that is left": {
			{send(0, 1), send(0, 1), send(2, 1), send(0, 1)}, {}, {send(0, 1), receive(1), send(0, 1)},
		},
		// The second message of p0 races with nothing. Before it, p1 waits for it and is left to p2
		// for free; after it, that would be a second preemption.
		"what enables an actor is a reason to backtrack": {
			{send(1, 2), send(1, 1), write(1, 3)}, {receive(2), write(1, 1), receive(1), write(2, 1)}, {write(1, 2), read(2)},
		},
	} {
		t.Run(name, func(t *testing.T) { holdPreemptions(t, pr, 10_000) })
	}
}
