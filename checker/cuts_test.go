package checker

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"
	"testing"

	"github.com/checkmodel/checkmodel/proc"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// TestCuts: a goal about states is asked about the same moments where they are exposed in any
// order as where the search explores each order, on random programs.
func TestCuts(t *testing.T) {
	t.Parallel()
	fewer := 0
	rapid.Check(t, func(t *rapid.T) {
		ops := append([]string{"expose", "expose", "expose", "choose"}, messageOps...)
		living := rapid.Bool().Draw(t, "living")
		if living {
			ops = append(ops, "kill", "signal", "exit")
		}
		pr := programs(ops, 3, 7).Draw(t, "program")
		wait := rapid.Bool().Draw(t, "wait")
		anyOrder, n := momentsOf(t, pr.main(wait), living, false)
		ordered, m := momentsOf(t, pr.main(wait), living, true)
		if n < m {
			fewer++
		}
		if diff := cmp.Diff(ordered, anyOrder); diff != "" {
			t.Fatalf("%v, living %v: the moments of all orders, and the cuts (-want +got):\n%s", pr, living, diff)
		}
	})
	if fewer == 0 && !testing.Short() {
		t.Error("no search has fewer interleavings where any order counts")
	}
}

// momentsOf returns the states that a goal is asked about, and how many interleavings that took.
// Ordered says that there is a rule for which the search explores each order.
func momentsOf(t *rapid.T, main func(*proc.P), living, ordered bool) ([]string, int) {
	var mu sync.Mutex
	seen := map[string]bool{}
	goal := Sometimes(Property{Name: "goal"}, func(states []Exposed[state]) bool {
		mu.Lock()
		defer mu.Unlock()
		if len(states) > 0 {
			seen[fmt.Sprint(states)] = true
		}
		return false
	})
	if living {
		goal = goal.Living()
	}
	m := Model{Name: "m", Main: main, Rules: []Rule{goal}, Goals: []Property{{Name: "a"}, {Name: "b"}}}
	if ordered {
		m.Rules = append(m.Rules, Always(Property{Name: "any"}, func([]Exposed[state]) error { return nil }))
	}
	r, err := Check(context.Background(), m, Options{KeepGoing: true, TrustModel: true, MaxInterleavings: 3000})
	if err != nil {
		t.Fatal(err)
	}
	if r.Stop == OutOfBudget {
		t.Skip("too many interleavings")
	}
	return slices.Sorted(maps.Keys(seen)), r.Interleavings
}

// TestSometimesCostsNothing: beside a rule about the end, a goal about the same states costs no
// interleavings.
func TestSometimesCostsNothing(t *testing.T) {
	main := func(p *proc.P) {
		for i := range 4 {
			p.Spawn("worker", func(p *proc.P) {
				for k := range 3 {
					proc.Expose(p, state{10*i + k})
				}
			})
		}
	}
	all := func(states []Exposed[state]) bool {
		return len(states) == 4 && !slices.ContainsFunc(states, func(s Exposed[state]) bool { return s.State.last%10 != 1 })
	}
	m := Model{Name: "m", Main: main, Rules: []Rule{
		Finally(Property{Name: "end"}, func(states []Exposed[state]) error { return nil }),
		Sometimes(Property{Name: "all half-way"}, all),
	}}
	r, err := Check(t.Context(), m, Options{})
	if err != nil || r.Verdict != Verified || r.Interleavings != 1 || len(r.Missed()) > 0 {
		t.Errorf("%v, %+v: %d interleavings, missed %v; want 1, none", err, r.Verdict, r.Interleavings, r.Missed())
	}
}
