package sampled

import (
	"math"
	"testing"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/checktest"
	"github.com/checkmodel/checkmodel/internal/testsize"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

func TestModels(t *testing.T) { checktest.RunAll(t, Models()) }

// observer looks at each interleaving.
type observer func(trace.Outcome, []trace.Event)

func (o observer) Interleaving(_ int, outcome trace.Outcome, events []trace.Event) {
	o(outcome, events)
}

// explored returns how many classes of interleavings a program has, and how many of them have the bug.
func explored(t *testing.T, m checker.Model) (all, wrong int) {
	t.Helper()
	r, err := checker.Check(t.Context(), m, checker.Options{Until: checker.UntilEnd, Observer: observer(func(o trace.Outcome, _ []trace.Event) {
		if all++; o == trace.Violated {
			wrong++
		}
	})})
	if err != nil || r.Stop != checker.NotStopped {
		t.Fatal(r.Stop, err)
	}
	return all, wrong
}

// TestClasses: only the orders of messages to one node differ, and as many of them show the bug as should.
func TestClasses(t *testing.T) {
	for _, c := range []struct {
		model      checker.Model
		all, wrong int
	}{
		{Distant(3), 2, 1},
		{DistantHandled(3), 2, 1},
		{Between(), 3, 1},        // ABC, ACB, CAB
		{Chains(2, 1, 3), 6, 1},  // 3!
		{Chains(2, 2, 1), 90, 1}, // 6!/(2!)³
		{Chains(3, 2, 0), 90, 2}, // BCCB and BCBC after AA
		{Chains(2, 3, 0), 1680, 1},
		{Chains(3, 3, 0), 1680, 27}, // 12 that begin with AAA, and 15 with the first of C among AAA
	} {
		if all, wrong := explored(t, c.model); all != c.all || wrong != c.wrong {
			t.Errorf("%s has %d classes, %d of them with the bug; want %d and %d", c.model.Name, all, wrong, c.all, c.wrong)
		}
	}
}

// TestEventsBeforeA: in an interleaving with the bug, node 1 has as many events after A can come and before it does as
// should.
func TestEventsBeforeA(t *testing.T) {
	for n := 2; n <= 20; n++ {
		for _, c := range []struct {
			model checker.Model
			want  int
		}{{Distant(n), n + 1}, {DistantHandled(n), 2 * n}} {
			got := 0
			_, err := checker.Check(t.Context(), c.model, checker.Options{Until: checker.UntilEnd, Observer: observer(func(o trace.Outcome, events []trace.Event) {
				if o != trace.Violated {
					return
				}
				for _, e := range events {
					if e.Actor == events[0].Actor && e.Kind != kind.Exit {
						if got++; e.Kind == kind.Spawn {
							got = 0
						}
					}
				}
			})})
			if err != nil || got != c.want {
				t.Errorf("%s has %d events of node 1 before A; want %d; %v", c.model.Name, got, c.want, err)
			}
		}
	}
}

// TestDrawnFairly: if a strategy favours no chain, one of six runs has the order A, B, C.
func TestDrawnFairly(t *testing.T) {
	for _, c := range []struct {
		algorithm checker.Algorithm
		model     checker.Model
	}{
		{checker.RandomWalk, Chains(2, 1, 9)}, {checker.POS, Chains(2, 1, 9)}, {checker.SURW, Chains(2, 1, 9)},
		{checker.RAPOS, Chains(2, 1, 9)}, // a chain that is asked first must not keep out the others
		{checker.PCT, Chains(2, 5, 3)},   // a chain of messages must stay in one of the chains that it draws
		{checker.TaPCT, Chains(2, 5, 3)},
	} {
		runs := testsize.Sample(1_000, 3_000)
		r, err := checker.Check(t.Context(), c.model, checker.Options{Algorithm: c.algorithm, BugDepth: depthOf(c.algorithm), Runs: runs, Until: checker.UntilEnd})
		if err != nil {
			t.Fatal(err)
		}
		if far := math.Abs(float64(r.Violating) - float64(runs)/6); far > 5*math.Sqrt(float64(runs)*5/36) {
			t.Errorf("%s hits the bug of %s in %d of %d runs, want about a sixth", c.algorithm, c.model.Name, r.Violating, runs)
		}
	}
}

// depthOf returns the depth of bugs for which an algorithm makes no event late, if it can.
func depthOf(a checker.Algorithm) int {
	if a.Traits().Deep {
		return 1
	}
	return 0
}

// TestRacyEvents: only the messages to one node race, and not the start of a chain with what it waits for.
func TestRacyEvents(t *testing.T) {
	for _, c := range []struct {
		model checker.Model
		racy  int
	}{{Distant(3), 2}, {Between(), 3}, {Chains(2, 3, 3), 9}} {
		r, err := checker.Check(t.Context(), c.model, checker.Options{Algorithm: checker.TaPCT, Until: checker.UntilEnd, Runs: 200})
		if err != nil || r.Sample.Racy != c.racy {
			t.Errorf("%s has %d events that race, want %d; %v", c.model.Name, r.Sample.Racy, c.racy, err)
		}
	}
}
