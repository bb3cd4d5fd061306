package checker

import (
	"fmt"
	"slices"
	"testing"

	"github.com/checkmodel/checkmodel/internal/randomprograms"
	"github.com/checkmodel/checkmodel/internal/testsize"
	"github.com/checkmodel/checkmodel/proc"
	"pgregory.net/rapid"
)

// TestRandomEventually: the search finds an interleaving that ends without the condition, and a fair one that goes on for ever
// without it, exactly if there is one, and what it shows is one.
func TestRandomEventually(t *testing.T) {
	for _, delivery := range proc.Deliveries() {
		t.Run(string(delivery), func(t *testing.T) {
			var kinds turnersKinds
			checkMany(t, func(t *rapid.T) { compareEventually(t, randomprograms.DrawEndless(t), delivery, &kinds) })
			if min(kinds.lassos, kinds.ends, kinds.cut, kinds.unfair) == 0 && !testing.Short() { // then there are few programs
				t.Errorf("some kinds of programs were not compared: %+v", kinds)
			}
		})
	}
}

// turnersKinds counts programs that have a lasso, an end without the condition, states that were cut, and cycles none of
// which is fair.
type turnersKinds struct{ lassos, ends, cut, unfair int }

func compareEventually(t *rapid.T, ts randomprograms.Endless, delivery proc.Delivery, kinds *turnersKinds) {
	m := Model{Name: "turners", Main: ts.Main, Rules: []Rule{ruleOf(ts)}}
	g, o := drawLiveGraph(t, m, ts, delivery, 400)
	defer g.sys.Close()
	r, err := Check(t.Context(), m, o)
	if err != nil {
		t.Fatal(err)
	}
	compareCycles(t, g, r)
	nearest, ends, lassos := g.nearest(), false, 0
	for _, v := range r.Violations {
		switch {
		case v.Property != "some time":
		case v.LoopFrom == 0:
			ends = true
			if held := g.after(v.Schedule).held; held || len(g.enabled()) > 0 {
				t.Fatalf("%v does not end without the condition: held %t, enabled %d", v.Steps, held, len(g.enabled()))
			}
		default:
			lassos++
			if wrong := g.wrongLasso(v.Schedule, v.LoopFrom-1); wrong != "" || v.LoopFrom-1 != nearest {
				t.Fatalf("%v from %d is no fair lasso with a stem of %d events: %s", v.Steps, v.LoopFrom, nearest, wrong)
			}
			compareReplay(t, m, o, v)
		}
	}
	if r.DepthCut == 0 && ends != g.ends() {
		t.Fatalf("an interleaving ends without the condition: %t, want %t", ends, g.ends())
	}
	if found, want := lassos > 0, nearest >= 0; found != want || lassos > 1 {
		t.Fatalf("%d lassos; the nearest of them is after %d events", lassos, nearest)
	}
	compared.Add(1)
	kinds.lassos += lassos
	if ends {
		kinds.ends++
	}
	if g.cut > 0 {
		kinds.cut++
	}
	if lassos == 0 && r.Merged.Endless > 0 {
		kinds.unfair++
	}
}

// compareCycles compares what was explored, and the verdict.
func compareCycles(t *rapid.T, g *liveGraph, r *Result) {
	states := 0
	for i := range g.nodes {
		if !g.nodes[i].held {
			states++
		}
	}
	if c := r.Cycles; c == nil || c.States != states || c.Cut != g.cut {
		t.Fatalf("%+v; want %d states, %d of them not left", c, states, g.cut)
	}
	if r.Verdict == Verified && (g.cut > 0 || g.ends()) || g.cut > 0 && r.Complete() {
		t.Fatalf("%s, although %d states were not left, and an interleaving ends without the condition: %t", r.Verdict, g.cut, g.ends())
	}
}

// compareReplay replays a lasso.
func compareReplay(t *rapid.T, m Model, o Options, v *Violation) {
	r, err := Check(t.Context(), m, Options{TrustModel: !testsize.Long(), Delivery: o.Delivery, MaxEvents: o.MaxEvents, Replay: v.Steps})
	if err != nil {
		t.Fatal(err)
	}
	if r.Verdict != Violated || len(r.Skipped) > 0 || len(r.Violations) != 1 || r.Violations[0].LoopFrom != v.LoopFrom ||
		!slices.Equal(r.Violations[0].Schedule, v.Schedule) || r.Violations[0].Explanation != v.Explanation {
		t.Fatalf("the replay of %v is %s: %+v", v.Steps, r.Verdict, r.Violations)
	}
}

// rule is that of the program.
func ruleOf(ts randomprograms.Endless) Rule {
	kind := Eventually[randomprograms.Mark]
	if ts.Stays {
		kind = AlwaysPossible[randomprograms.Mark]
	}
	r := kind(Property{Name: "some time"}, func(shown []Exposed[randomprograms.Mark]) error {
		n := 0
		for _, s := range shown {
			if s.State.N == ts.Number {
				n++
			}
		}
		if n < ts.Enough {
			return fmt.Errorf("too few show %d", ts.Number)
		}
		return nil
	})
	if ts.Living {
		return r.Living()
	}
	return r
}
