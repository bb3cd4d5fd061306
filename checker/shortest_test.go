package checker

import (
	"context"
	"testing"

	"github.com/checkmodel/checkmodel/internal/randomprograms"
	"github.com/checkmodel/checkmodel/proc"
	"pgregory.net/rapid"
)

// TestShortest: the shortest violation of random programs shows after as many events as brute force needs at least, which
// executes all interleavings of one event, then of two, and so on.
func TestShortest(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		ops := rapid.SampledFrom([][]string{randomprograms.MessageOps, randomprograms.ProcessOps, randomprograms.TableOps, randomprograms.AnnounceOps, randomprograms.LivingOps}).Draw(t, "operations")
		m := judgedInAllWays(t)
		pr := randomprograms.Programs(ops, 2, 4).Draw(t, "program")
		m.Main = pr.Main(rapid.Bool().Draw(t, "wait"))
		o := setup{stateBytes: rapid.SampledFrom([]int64{0, 0, 1}).Draw(t, "bytes for states"), Options: Options{
			Delivery: rapid.SampledFrom(proc.Deliveries()).Draw(t, "delivery"), Until: UntilShortest, TrustModel: true,
		}}
		got, err := checkWith(context.Background(), m, o)
		if err != nil {
			t.Fatal(err)
		}
		want := fewestEvents(t, m, o.Delivery)
		if got.Shortest != want || (want > 0) != (got.Verdict == Violated) || want == 0 && got.Verdict != Verified {
			t.Fatalf("\n%v\nthe shortest has %d events, and the model is %s; by brute force %d", pr, got.Shortest, got.Verdict, want)
		}
		compared.Add(1)
		if want == 0 {
			return
		}
		again, err := Check(context.Background(), m, Options{Delivery: o.Delivery, Replay: got.Violations[0].Steps})
		if err != nil || again.Violating == 0 {
			t.Errorf("a replay of the shortest violation: %v", err)
		}
	})
}

// fewestEvents returns the least number of events after which brute force finds a violation, 0 if it finds none.
func fewestEvents(t *rapid.T, m Model, d proc.Delivery) int {
	for limit := 1; ; limit++ {
		r, err := Check(context.Background(), m, Options{
			Algorithm: Naive, Delivery: d, Until: UntilFirst, MaxEvents: limit, MaxInterleavings: 1_000, TrustModel: true,
		})
		switch {
		case err != nil:
			t.Fatal(err)
		case r.Violating > 0:
			return limit
		case r.Stop == OutOfBudget:
			reject(t, "too many interleavings for brute force")
		case r.DepthCut == 0:
			return 0
		}
	}
}

// TestShortestOfLonger: levels rise above the first limit, and what is longer than Options.MaxEvents is not found.
func TestShortestOfLonger(t *testing.T) {
	m := Model{Name: "m", Violates: []string{"short"}, Main: func(p *proc.P) {
		detour := 10 * p.Choose(3) // the second alternative is the shortest way
		for range 20 + (detour+20)%30 {
			p.Send(p.Self(), detour)
		}
		p.Assert(false, "short", "after a detour of %d", detour)
	}}
	r, err := Check(t.Context(), m, Options{Until: UntilShortest})
	if err != nil {
		t.Fatal(err)
	}
	if r.Shortest != 22 || r.Verdict != Violated || !r.Expected || !r.OthersUnsought() || r.Violations[0].Explanation != "after a detour of 10" {
		t.Errorf("the shortest has %d events, expected %t: %+v", r.Shortest, r.Expected, r.Violations)
	}
	if r, err = Check(t.Context(), m, Options{Until: UntilShortest, MaxEvents: 21}); err != nil || r.Verdict != Bounded || r.Shortest != 0 {
		t.Errorf("within 21 events it is %s, %v", r.Verdict, err)
	}
	for _, o := range []Options{{Algorithm: Optimal}, {LateDelivery: true}, {Saving: &Saving{}}} {
		o.Until = UntilShortest
		if _, err := Check(t.Context(), m, o); err == nil {
			t.Errorf("with %+v there is no error", o)
		}
	}
}
