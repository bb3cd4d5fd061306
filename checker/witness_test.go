package checker

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/checkmodel/checkmodel/internal/randomprograms"
	"github.com/checkmodel/checkmodel/proc"
	"pgregory.net/rapid"
)

// TestWitness: a witness of a goal of random programs has as many events as brute force needs at least, and a replay of it reaches the
// goal. Other searches find one as well, if there is one.
func TestWitness(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		ops := rapid.SampledFrom([][]string{randomprograms.MessageOps, randomprograms.TableOps, randomprograms.AnnounceOps, randomprograms.AnnounceOps, randomprograms.LivingOps}).Draw(t, "operations")
		m := judgedInAllWays(t)
		pr := randomprograms.Programs(ops, 2, 4).Draw(t, "program")
		m.Main = pr.Main(rapid.Bool().Draw(t, "wait"))
		o := Options{
			Witness: rapid.SampledFrom(m.GoalNames()).Draw(t, "goal"), Until: UntilEnd, TrustModel: true,
			Delivery: rapid.SampledFrom(proc.Deliveries()).Draw(t, "delivery"),
		}
		want := fewestEventsTo(t, m, o)
		got := witnessOf(t, m, o, want > 0)
		if got != nil && (len(got.Trace.Entries) != want || got.Length > want) {
			t.Fatalf("\n%v\nthe witness of %q has %d events, by brute force %d", pr, o.Witness, len(got.Trace.Entries), want)
		}
		o.Algorithm = rapid.SampledFrom([]Algorithm{Optimal, Source, Naive}).Draw(t, "algorithm")
		if v := witnessOf(t, m, o, want > 0); v != nil && len(v.Trace.Entries) < want {
			t.Fatalf("\n%v\n%s finds a witness of %q with %d events, by brute force %d", pr, o.Algorithm, o.Witness, len(v.Trace.Entries), want)
		}
		compared.Add(1)
	})
}

// witnessOf returns the witness that a search finds; nil if there is none, which must be as expected. A replay must reach the goal.
func witnessOf(t *rapid.T, m Model, o Options, reached bool) *Violation {
	r, err := Check(context.Background(), m, o)
	if err != nil {
		t.Fatal(err)
	}
	if (len(r.Examples) == 1) != reached || (r.Stop == AtGoals) != reached || (r.Shortest > 0) != (reached && r.Options.Algorithm == States) {
		t.Fatalf("%s: %d witnesses, %s, shortest %d, expected one: %t", r.Options.Algorithm, len(r.Examples), r.Stop, r.Shortest, reached)
	}
	if !reached {
		return nil
	}
	v := r.Examples[0]
	again, err := Check(context.Background(), m, Options{Delivery: o.Delivery, Replay: v.Steps, MaxEvents: len(v.Steps)})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.ContainsFunc(again.Goals, func(g Goal) bool { return g.Name == o.Witness && g.Hits == 1 }) {
		t.Fatalf("a replay of the witness of %q reaches %+v", o.Witness, again.Goals)
	}
	return v
}

// fewestEventsTo returns the least number of events after which brute force reaches the goal of the witness, 0 if it never does.
func fewestEventsTo(t *rapid.T, m Model, o Options) int {
	for limit := 1; ; limit++ {
		r, err := Check(context.Background(), m, Options{
			Algorithm: Naive, Delivery: o.Delivery, Until: UntilEnd, MaxEvents: limit, MaxInterleavings: 1_000, TrustModel: true,
		})
		switch {
		case err != nil:
			t.Fatal(err)
		case slices.ContainsFunc(r.Goals, func(g Goal) bool { return g.Name == o.Witness && g.Hits > 0 }):
			return limit
		case r.Stop == OutOfBudget:
			reject(t, "too many interleavings for brute force")
		case r.DepthCut == 0:
			return 0
		}
	}
}

// wanders is a model in which a process takes steps before it reaches a goal. A run at random takes many that are of no use.
func wanders() Model {
	return Model{Name: "wanders", Goals: []Property{{Name: "there"}, {Name: "never"}}, Main: func(p *proc.P) {
		for range 12 {
			if p.Choose(2) == 0 {
				p.Send(p.Self(), 0)
			}
		}
		p.Spawn("other", func(p *proc.P) { p.Send(p.Self(), 0) })
		p.Reach("there")
	}}
}

// TestWitnessOfStates: what several processes have exposed belongs to the way to a goal about all of them, even if the interleaving
// that was explored never has these states at the same time.
func TestWitnessOfStates(t *testing.T) {
	both := func(states []Exposed[int]) bool { return len(states) == 2 && states[0].State+states[1].State == 2 }
	m := Model{Name: "both", Rules: []Rule{Sometimes(Property{Name: "both"}, both)}, Main: func(p *proc.P) {
		for range 2 {
			p.Spawn("exposes", func(p *proc.P) {
				for i := range 3 {
					proc.Expose(p, i)
				}
			})
		}
	}}
	for _, a := range []Algorithm{"", Optimal, Naive} {
		r, err := Check(t.Context(), m, Options{Witness: "both", Algorithm: a})
		if err != nil || len(r.Examples) != 1 {
			t.Fatalf("%s: %v, %v", a, r, err)
		}
		v := r.Examples[0]
		again, err := Check(t.Context(), m, Options{Replay: v.Steps, MaxEvents: len(v.Steps)})
		if err != nil || again.Goals[0].Hits != 1 {
			t.Errorf("%s: a replay of %v: %v, %v", a, v.Steps, again, err)
		}
		if n := len(v.Trace.Entries); n < 6 || a == "" && (n != 6 || r.Shortest != 6) {
			t.Errorf("%s: a witness with %d events, none with fewer than %d", a, n, r.Shortest)
		}
	}
}

// TestWitnessMinimized: Minimize makes the witness of a drawn run smaller.
func TestWitnessMinimized(t *testing.T) {
	m := wanders()
	r, err := Check(t.Context(), m, Options{Witness: "there", Runs: 10, Seed: 3})
	if err != nil || r.Stop != AtGoals || r.Shortest != 0 {
		t.Fatalf("%v, %v", r.Stop, err)
	}
	v, err := Minimize(t.Context(), r, r.Examples[0], r.ToMinimize(1))
	if err != nil {
		t.Fatal(err)
	}
	if n, was := len(v.Trace.Entries), len(r.Examples[0].Trace.Entries); v.Reaches != "there" || n != 14 || was <= n || v.Minimized == nil {
		t.Errorf("a witness of %q with %d events, after %d; minimized %v", v.Reaches, n, was, v.Minimized)
	}
}

// TestWitnessNeeds: what does not go with a witness is an error, which helps.
func TestWitnessNeeds(t *testing.T) {
	for _, c := range []struct {
		o    Options
		want string
	}{
		{Options{Witness: "their"}, `is "their", which is no goal of the model; the goals are "there", "never"; did you mean "there"?`},
		{Options{Witness: "there", Until: UntilShortest}, "checker.Options.Witness and checker.Options.Until shortest exclude each other"},
		{Options{Witness: "there", Algorithm: Auto}, "does not go with checker.Options.Algorithm auto"},
		{Options{Witness: "there", LateDelivery: true}, "which put events off"},
		{Options{Witness: "there", Saving: &Saving{}}, "a search with checker.Options.Witness is not saved"},
	} {
		if _, err := Check(t.Context(), wanders(), c.o); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v", c.o, err)
		}
	}
	if r, err := Check(t.Context(), wanders(), Options{Witness: "never"}); err != nil || r.Verdict != Verified || r.Expected || len(r.Examples) > 0 {
		t.Errorf("a goal that is never reached: %v %v, %v", r.Verdict, r.Expected, err)
	}
}
