package checker_test

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/checkmodel/checkmodel/bounding"
	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/testsize"
	"github.com/checkmodel/checkmodel/models/chainrepl"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
)

// orders has an interleaving for each order of n messages. Its main process keeps what it has received, so few
// states merge. It is a declared violation if the message of the last sender is not received last.
func orders(n int) checker.Model {
	return checker.Model{Name: "orders", Violates: []string{"last"}, Main: func(p *proc.P) {
		for i := range n {
			p.Spawn("sender", func(q *proc.P) { q.Send(p.Self(), i) })
		}
		last := 0
		for range n {
			last = proc.Receive[int](p)
		}
		for range 30 { // steps that are executed again after each order
			p.Send(p.Self(), "done")
		}
		p.Assert(last == n-1, "last", "sender %d is", last)
	}}
}

// descents violates a property if at least so many of n messages come after the message of a later sender.
func descents(n, most int) checker.Model {
	return checker.Model{Name: "descents", Main: func(p *proc.P) {
		for i := range n {
			p.Spawn("sender", func(q *proc.P) { q.Send(p.Self(), i) })
		}
		last, found := 0, 0
		for range n {
			next := proc.Receive[int](p)
			if next < last {
				found++
			}
			last = next
		}
		p.Assert(found < most, "descents", "%d", found)
	}}
}

// chainReplication returns a model of Chain Replication.
func chainReplication(t *testing.T, name string) checker.Model {
	t.Helper()
	for _, m := range chainrepl.Models() {
		if m.Name == name {
			return m
		}
	}
	t.Fatalf("there is no model %s", name)
	return checker.Model{}
}

// auto searches by Auto with one worker and with several, and by the algorithm that was chosen, which must agree.
func auto(t *testing.T, m checker.Model, o checker.Options) *checker.Result {
	t.Helper()
	o.TrustModel = o.TrustModel || !testsize.Long() // the long form also looks for nondeterminism
	var results []*checker.Result
	for _, workers := range []int{1, 3} {
		o.Algorithm, o.Workers = checker.Auto, workers
		r, err := checker.Check(t.Context(), m, o)
		if err != nil {
			t.Fatal(err)
		}
		results = append(results, r)
	}
	r := results[0]
	o.Algorithm, o.LateDelivery, o.ReceivePatterns = r.Options.Algorithm, r.Options.LateDelivery, r.Options.ReceivePatterns
	if r.Options.Bound.Limits() {
		o.Bound, o.MaxInterleavings = r.Options.Bound, 1000
	}
	o.Runs = r.Options.Runs
	alone, err := checker.Check(t.Context(), m, o)
	if err != nil {
		t.Fatal(err)
	}
	if r.Chosen != results[1].Chosen {
		t.Errorf("with one worker the choice is\n%s, with three\n%s", r.Chosen, results[1].Chosen)
	}
	for _, other := range append(results[1:], alone) {
		if r.Interleavings != other.Interleavings || r.Verdict != other.Verdict || r.Violating != other.Violating || r.Stop != other.Stop || r.BoundCut != other.BoundCut {
			t.Errorf("%d interleavings, %d violating, %s %s; want %d, %d, %s %s", r.Interleavings, r.Violating, r.Verdict, r.Stop,
				other.Interleavings, other.Violating, other.Verdict, other.Stop)
		}
	}
	if alone.Chosen != "" {
		t.Errorf("%q was chosen without Auto", alone.Chosen)
	}
	return r
}

// The choice depends on the model and on the options.
func TestAuto(t *testing.T) {
	t.Parallel()
	polling := checker.Model{Name: "polling", Main: func(p *proc.P) {
		proc.Loop(p, 0, func(*int) bool {
			_, ok := proc.ReceiveTimeout[string](p)
			return !ok
		})
	}}
	early := checker.Model{Name: "early", Main: func(p *proc.P) { // one departure at the beginning
		for i := range 12 {
			p.Spawn("sender", func(q *proc.P) { q.Send(p.Self(), i) })
		}
		first := proc.Receive[int](p)
		for range 11 {
			proc.Receive[int](p)
		}
		p.Assert(first < 11, "first", "the last")
	}}
	for name, c := range map[string]struct {
		model  checker.Model
		o      checker.Options
		want   checker.Algorithm
		late   bool
		reason string
	}{
		"small":       {orders(3), checker.Options{Until: checker.UntilEnd}, checker.Optimal, false, ""},
		"violation":   {orders(9), checker.Options{}, checker.Optimal, false, ""},
		"budget":      {orders(9), checker.Options{Until: checker.UntilEnd, MaxInterleavings: 500}, checker.Optimal, false, ""},
		"history":     {orders(9), checker.Options{Until: checker.UntilEnd, MaxInterleavings: 15_000, TrustModel: true}, checker.Optimal, false, "optimal DPOR, because a stateful search saves little: after "},
		"cut":         {polling, checker.Options{MaxEvents: 50}, checker.States, false, "a stateful search, because optimal DPOR had cut an interleaving after 50 events, and neither 1000 interleavings within bounds nor 4000 drawn ones had decided. It ended within 200000 transitions."},
		"bound":       {orders(4), checker.Options{Until: checker.UntilEnd, Bound: bounding.Tree(1)}, checker.Optimal, false, "optimal DPOR, because a stateful search cannot have a bound."},
		"bounds":      {orders(4), checker.Options{Until: checker.UntilEnd, Bound: bounding.Tree(2).From(0)}, checker.Optimal, false, "optimal DPOR, because a stateful search cannot have a bound."},
		"preemptions": {orders(4), checker.Options{Until: checker.UntilEnd, Bound: bounding.Preemption(1)}, checker.Source, false, "source-DPOR, because a stateful search cannot have a bound."},
		"explained":   {orders(4), checker.Options{Until: checker.UntilEnd, Explain: true}, checker.Optimal, false, "does not know what each interleaving is for."},
		"chain":       {chainReplication(t, "repair-two-writers"), checker.Options{TrustModel: true, AnyDeliveriesRace: true}, checker.States, false, "It went on because after 2"},
		"departures":  {early, checker.Options{}, checker.Optimal, false, "optimal DPOR within increasing bounds, because optimal DPOR had not ended after 2000 interleavings."},
		"drawn":       {descents(14, 7), checker.Options{}, checker.Learn, false, "a portfolio with feedback, because optimal DPOR had not ended after 2000 interleavings."},
		"late":        {chainReplication(t, "repair-two-writers"), checker.Options{Delivery: proc.Channel, TrustModel: true}, checker.States, true, "a stateful search with late delivery, because optimal DPOR had not ended after 2000 interleavings, and neither 1000 interleavings within bounds nor 4000 drawn ones had decided."},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if testsize.Sample(0, 1) == 0 && strings.Contains("history late chain", name) || testing.Short() && name == "chain" {
				t.Skip("the choice needs 200000 transitions, which take minutes with the race detector; -long")
			}
			r := auto(t, c.model, c.o)
			if r.Options.Algorithm != c.want || r.Options.LateDelivery != c.late || strings.HasPrefix(r.Chosen, "Chosen automatically: ") != (c.reason != "") || !strings.Contains(r.Chosen, c.reason) {
				t.Errorf("%s, late delivery %v: %s\nwant %s, %v: %s", r.Options.Algorithm, r.Options.LateDelivery, r.Chosen, c.want, c.late, c.reason)
			}
			if (r.Merged != nil) != (c.want == checker.States) {
				t.Errorf("by %s, it explored the states %+v", c.want, r.Merged)
			}
		})
	}
}

// canceling ends one of the searches, after some interleavings.
type canceling struct {
	search, after int
	cancel        func()
	searches      int
}

func (c *canceling) Counting() {}

func (c *canceling) Inspect(checker.World) {
	if c.searches++; c.searches == c.search && c.after == 0 {
		c.cancel()
	}
}

func (c *canceling) Interleaving(number int, _ trace.Outcome, _ []trace.Event) {
	if c.searches == c.search && number == c.after {
		c.cancel()
	}
}

// A violation that the first search has found stays if another one is stopped before it finds it.
func TestAutoKeepsViolations(t *testing.T) {
	t.Parallel()
	m := orders(9)
	stopped := map[checker.Algorithm]int{} // searches
	for search := 2; stopped[checker.States] == 0; search++ {
		ctx, cancel := context.WithCancel(t.Context())
		observer := &canceling{search: search, after: min(search-2, 1), cancel: cancel} // the second one before its first interleaving
		r, err := checker.Check(ctx, m, checker.Options{Algorithm: checker.Auto, Until: checker.UntilEnd, MaxInterleavings: 2_500, TrustModel: true, Observer: observer, Workers: 1})
		cancel()
		if err != nil {
			t.Fatal(err)
		}
		if r.Verdict != checker.Violated || r.Stop != checker.Canceled || len(r.Violations) == 0 || observer.searches != search {
			t.Fatalf("search %d of %d is stopped after %d interleavings: %s, %s, %d violations by %s", search, observer.searches, observer.after,
				r.Verdict, r.Stop, len(r.Violations), r.Options.Algorithm)
		}
		stopped[r.Options.Algorithm]++
	}
	if stopped[checker.Learn]+stopped[checker.Optimal] < 3 {
		t.Errorf("stopped searches: %v", stopped)
	}
}

// executed counts the interleavings of all searches.
type executed int

func (n *executed) Counting() {}

func (n *executed) Interleaving(int, trace.Outcome, []trace.Event) { *n++ }

// TestAutoEvents: the first searches also end after a number of events, so that a model with infinite executions does not wait for them.
func TestAutoEvents(t *testing.T) {
	t.Parallel()
	n := executed(0)
	m := checker.Model{Name: "forever", Main: func(p *proc.P) {
		for {
			p.Send(p.Self(), 1)
			p.Receive()
		}
	}}
	r, err := checker.Check(t.Context(), m, checker.Options{Observer: &n, TrustModel: true})
	if most := 2_000_000/checker.DefaultMaxEvents + 10; err != nil || r.Options.Algorithm != checker.States || int(n) < most/2 || int(n) > most {
		t.Errorf("%d interleavings, the last by %s, want at most %d; %v", n, r.Options.Algorithm, most, err)
	}
}

// TestAutoIsSaved: whichever search is stopped, it is saved and resumed, and the result is that of a search that was never stopped.
func TestAutoIsSaved(t *testing.T) {
	t.Parallel()
	m := chainReplication(t, "repair-two-writers")
	check := func(ctx context.Context, o checker.Options) *checker.Result {
		t.Helper()
		o.Workers, o.TrustModel = 1, true
		r, err := checker.Check(ctx, m, o)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	searches := &canceling{}
	whole := check(t.Context(), checker.Options{Observer: searches})
	stopped := map[string]int{}
	for search := 1; search <= searches.searches; search++ {
		if last := searches.searches; !testsize.Long() && search != last-2 && search != last {
			continue // by optimal
		}
		ctx, cancel := context.WithCancel(t.Context())
		var saved bytes.Buffer
		r := check(ctx, checker.Options{
			Observer: &canceling{search: search, after: 1, cancel: cancel},
			Saving:   &checker.Saving{Save: func(c *checker.Checkpoint) error { saved.Reset(); return c.EncodeTo(&saved) }},
		})
		cancel()
		c, err := checker.ReadCheckpoint(&saved)
		if err != nil || r.Stop != checker.Canceled {
			t.Fatalf("search %d of %d: %s, %v", search, searches.searches, r.Stop, err)
		}
		stopped[fmt.Sprint(r.Options.Algorithm, r.Options.Bound.Limits())]++
		r = check(t.Context(), checker.Options{Resume: c})
		if r.Verdict != whole.Verdict || r.Interleavings != whole.Interleavings || r.Merged == nil || r.Merged.States != whole.Merged.States || r.Events != whole.Events {
			t.Errorf("search %d, resumed: %s, %d interleavings, %+v; want %s, %d, %+v", search, r.Verdict, r.Interleavings, r.Merged, whole.Verdict, whole.Interleavings, whole.Merged)
		}
		if r.Chosen != whole.Chosen {
			t.Errorf("search %d, resumed, says %q, want %q", search, r.Chosen, whole.Chosen)
		}
	}
	for _, kind := range []string{"optimalfalse", "learnfalse", "statesfalse", "optimaltrue"} {
		if stopped[kind] == 0 && (!strings.HasPrefix(kind, "optimal") || testsize.Long()) {
			t.Errorf("no search was %s: %v", kind, stopped)
		}
	}
}

// TestTrialIsSaved: a stateful search that is stopped before it is compared with enumeration is compared after it was resumed.
func TestTrialIsSaved(t *testing.T) {
	t.Parallel()
	if testsize.Sample(0, 1) == 0 {
		t.Skip("the comparison needs 200000 transitions, which take minutes with the race detector; -long")
	}
	m, o := orders(9), checker.Options{Algorithm: checker.Auto, Until: checker.UntilEnd, MaxInterleavings: 15_000, TrustModel: true, Workers: 1}
	whole, err := checker.Check(t.Context(), m, o)
	if err != nil {
		t.Fatal(err)
	}
	searches := &canceling{}
	o.Observer = searches
	if _, err := checker.Check(t.Context(), m, o); err != nil {
		t.Fatal(err)
	}
	for search := searches.searches - 1; search <= searches.searches; search++ { // the trial, and the enumeration
		ctx, cancel := context.WithCancel(t.Context())
		stopped := o
		var saved bytes.Buffer
		stopped.Observer = &canceling{search: search, after: 1_000, cancel: cancel}
		stopped.Saving = &checker.Saving{Save: func(c *checker.Checkpoint) error { saved.Reset(); return c.EncodeTo(&saved) }}
		r, err := checker.Check(ctx, m, stopped)
		cancel()
		if err != nil || r.Stop != checker.Canceled {
			t.Fatalf("search %d of %d: %s, %v", search, searches.searches, r.Stop, err)
		}
		c, err := checker.ReadCheckpoint(&saved)
		if err != nil {
			t.Fatal(err)
		}
		resumed := o
		resumed.Observer, resumed.Resume = nil, c
		r, err = checker.Check(t.Context(), m, resumed)
		if err != nil || r.Chosen != whole.Chosen || r.Interleavings != whole.Interleavings || r.Options.Algorithm != checker.Optimal {
			t.Errorf("search %d, resumed: %d interleavings, %s, %v; want %d, %s", search, r.Interleavings, r.Chosen, err, whole.Interleavings, whole.Chosen)
		}
	}
}
