package explicit_test

import (
	"context"
	"flag"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/checkmodel/checkmodel/bounding"
	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/effects"
	"github.com/checkmodel/checkmodel/internal/testsize"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
	"pgregory.net/rapid"
)

// A program with more states, or more interleavings in a search, is too large to be compared.
const (
	tooManyStates        = 20_000
	tooManyInterleavings = 1_000
)

// How many programs were compared, how many of these by brute force as well, and how many were too large.
var compared, byBruteForce, tooLarge atomic.Int64

// TestMain gives rapid its seed and the number of programs, and prints what came of it.
func TestMain(m *testing.M) {
	testsize.Draw(1)
	fmt.Printf("random programs: -rapid.checks=%s -rapid.seed=%s\n", flag.Lookup("rapid.checks").Value, flag.Lookup("rapid.seed").Value)
	status := m.Run()
	fmt.Printf("random programs: %d compared with an exploration of their states, %d of them by brute force as well; %d too large\n",
		compared.Load(), byBruteForce.Load(), tooLarge.Load())
	os.Exit(status)
}

// TestExplicit: a search of the interleavings of a program finds exactly what an exploration of its
// states finds.
func TestExplicit(t *testing.T) {
	testPrograms(t, func(t *rapid.T, _ proc.Delivery) program { return programs(families, 6).Draw(t, "program") })
}

// TestExplicitFaults is TestExplicit for programs with faults.
func TestExplicitFaults(t *testing.T) {
	testPrograms(t, func(t *rapid.T, d proc.Delivery) program {
		return drawFaulty(t, d)
	})
}

func testPrograms(t *testing.T, draw func(*rapid.T, proc.Delivery) program) {
	deliveries := append([]proc.Delivery{mixed}, proc.Deliveries()...)
	for _, d := range deliveries[:testsize.Sample(2, len(deliveries))] {
		t.Run(string(d), func(t *testing.T) {
			t.Parallel()
			rapid.Check(t, func(t *rapid.T) {
				pr := draw(t, d)
				ruled := rapid.Bool().Draw(t, "rules")
				t.Logf("rules %v\n%s", ruled, pr)
				compare(t, pr, d, ruled)
			})
		})
	}
}

// compare compares all searches of a program with its states. For a program that is too large,
// rapid draws another one, and fails if it has to do so for most of them.
func compare(t *rapid.T, pr program, d proc.Delivery, ruled bool) {
	limit := tooManyStates
	switch {
	case pr.faults.Restarts > 0 || pr.faults.Always || pr.faults.Drift > 0 || pr.faults.Offset > 0 || pr.faults.Jump > 0:
		limit /= 50
	case pr.faults.several():
		limit /= 20
	case pr.faults != (budget{}):
		limit /= 4
	}
	truth := explore(pr, d, min(limit, testsize.Sample(1_000, tooManyStates)))
	if truth == nil {
		tooLarge.Add(1)
		t.Skip("too many states")
	}
	for _, o := range searches {
		o.Delivery = d
		f := search(t, pr, o, ruled)
		switch {
		case f != nil:
			f.hold(t, o, truth, ruled)
		case o.Algorithm != checker.Naive:
			tooLarge.Add(1)
			t.Skip("too many interleavings")
		}
		if o.Algorithm == checker.Naive && f != nil {
			byBruteForce.Add(1)
		}
	}
	compared.Add(1)
}

// searches are the ways of searching that are compared.
var searches = []checker.Options{
	{Workers: 1},
	{Workers: 1, AnyDeliveriesRace: true},
	{Workers: 1, Algorithm: checker.Source},
	{Workers: 2, Seed: 3},
	{Workers: 1, Bound: bounding.Tree(1000)},
	{Workers: 1, Algorithm: checker.States},
	{Workers: 1, Algorithm: checker.Naive},
}

// findings are the results of a search.
type findings struct {
	world      checker.World
	outcomes   map[string]bool
	violations map[string]bool
	seen       *views
	mu         sync.Mutex // guards seen: several workers may call the rules
}

// search searches the interleavings of a program. It returns nil if there are too many.
func search(t rapid.TB, pr program, o checker.Options, ruled bool) *findings {
	t.Helper()
	f := &findings{outcomes: map[string]bool{}, violations: map[string]bool{}, seen: newViews()}
	m := checker.Model{Name: "random", Main: pr.body()}
	if ruled {
		m.Rules = []checker.Rule{
			checker.Always(checker.Property{Name: "all"}, f.look(f.seen.all)),
			checker.Always(checker.Property{Name: "living"}, f.look(f.seen.living)).Living(),
		}
	}
	o.Until, o.TrustModel, o.Observer = checker.UntilEnd, true, f // the rules are not pure: they record what they see
	o.MaxInterleavings, o.Faults = tooManyInterleavings, pr.faults.faults()
	r, err := checker.Check(context.Background(), m, o)
	switch {
	case err != nil:
		t.Fatal(err)
	case r.Stop == checker.OutOfBudget:
		return nil
	case !r.Complete():
		t.Fatalf("%s: the search is not complete: %+v", name(o), r)
	}
	for _, v := range r.Violations {
		f.violations[violation(v.Property, v.Process)] = true
	}
	return f
}

// look returns a rule that records what it sees.
func (f *findings) look(seen map[string]bool) func([]checker.Exposed[shown]) error {
	return func(states []checker.Exposed[shown]) error {
		f.mu.Lock()
		defer f.mu.Unlock()
		var view []string
		for _, e := range states {
			view = append(view, fmt.Sprintf("%s shows %d", e.Process, e.State.Last))
		}
		seen[strings.Join(view, ", ")] = true
		return nil
	}
}

// Inspect implements checker.Inspector.
func (f *findings) Inspect(w checker.World) { f.world = w }

// Interleaving records how an interleaving ends.
func (f *findings) Interleaving(_ int, outcome trace.Outcome, events []trace.Event) {
	if outcome == trace.Abandoned {
		return
	}
	logs, reasons, left := map[string]string{"main": ""}, map[string]string{}, map[string]map[trace.EventID]string{}
	for i := range events {
		e := &events[i]
		who := f.world.Actor(e.Actor).Name
		switch e.Kind {
		case kind.Spawn:
			logs[f.world.Actor(trace.ActorID(e.Object)).Name] = ""
		case kind.Announce:
			if said, ok := f.world.Value(e.Value).(learnt); ok {
				logs[who] += " " + string(said)
			}
		case kind.Restart:
			node := f.world.Actor(trace.ActorID(e.Object)).Name
			logs[node] += restarted
			delete(reasons, node)
			delete(left, node)
		case kind.Exit:
			reasons[who] = f.world.ExitReason(e).Value.(string)
		}
		delete(left[who], e.Taken)
		if e.Delivers() && !effects.Flushed(e) {
			to := f.world.Actor(e.To).Name
			if left[to] == nil {
				left[to] = map[trace.EventID]string{}
			}
			left[to][e.Message] = text(f.world.Value(e.Value))
		}
	}
	var b strings.Builder
	for _, who := range slices.Sorted(maps.Keys(logs)) {
		b.WriteString(describe(who, logs[who], reasons[who], slices.Collect(maps.Values(left[who]))))
	}
	f.outcomes[b.String()] = true
}

// hold compares the findings with the truth.
func (f *findings) hold(t rapid.TB, o checker.Options, truth *truth, ruled bool) {
	t.Helper()
	if o.Algorithm != checker.States { // which does not execute each interleaving
		same(t, name(o), "outcome", truth.outcomes, f.outcomes)
	}
	if ruled {
		same(t, name(o), "view", truth.seen.all, f.seen.all)
		same(t, name(o), "view of the living", truth.seen.living, f.seen.living)
	}
	for what, sure := range truth.violations {
		if sure && !f.violations[what] {
			t.Fatalf("%s: there is a violation that is missed: %s", name(o), what)
		}
	}
	for what := range f.violations {
		if _, ok := truth.violations[what]; !ok {
			t.Fatalf("%s: a violation was found that there is not: %s", name(o), what)
		}
	}
}

// same fails if a search misses something, or finds something that is not in the truth.
func same(t rapid.TB, search, what string, truth, found map[string]bool) {
	t.Helper()
	for _, one := range slices.Sorted(maps.Keys(truth)) {
		if !found[one] {
			t.Fatalf("%s: of %d, there is an %s that is missed:\n%s", search, len(truth), what, one)
		}
	}
	for _, one := range slices.Sorted(maps.Keys(found)) {
		if !truth[one] {
			t.Fatalf("%s: beside %d, an %s was found that there is not:\n%s", search, len(truth), what, one)
		}
	}
}

// name returns the name of a search.
func name(o checker.Options) string {
	return fmt.Sprintf("algorithm %q, any deliveries race %v, %d workers, seed %d, bound %v, delivery %s",
		o.Algorithm, o.AnyDeliveriesRace, o.Workers, o.Seed, o.Bound, o.Delivery)
}
