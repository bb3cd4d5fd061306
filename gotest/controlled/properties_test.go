package controlled

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/testsize"
)

// TestLinearizable: each search finds out whether a drawn counter is linearizable that adds in one step or in two, and also with operations that do not return.
func TestLinearizable(t *testing.T) {
	violated := 0
	rapid.Check(t, func(t *rapid.T) {
		one := rapid.SampledFrom([]string{"add", "add in two", "read", "read twice", "read before", "wait"})
		goroutines := rapid.SliceOfN(rapid.SliceOfN(one, 1, testsize.Sample(1, 2)), 2, testsize.Sample(2, 3)).Draw(t, "goroutines")
		m := Model("counter", func(t *T) {
			n, never := Born(new(Int64)), Make[*Chan[int64]]()
			do := Linearizable(t, 0, func(sum int64, call int) (int64, int64) { return sum + int64(call), sum + int64(call) })
			each := func(all []string) func() {
				return func() {
					for _, what := range all {
						switch what {
						case "add":
							do(1, func() int64 { return n.Add(1) })
						case "add in two":
							do(1, func() int64 { v := n.Load() + 1; n.Store(v); return v })
						case "read":
							do(0, n.Load)
						case "read twice":
							do(0, func() int64 { n.Load(); return n.Load() })
						case "read before":
							do(0, func() int64 { return 0 })
						case "wait":
							do(1, func() int64 { n.Add(1); return From(never) })
						}
					}
				}
			}
			for _, all := range goroutines[1:] {
				Go("g", each(all))
			}
			each(goroutines[0])()
		})
		verdicts := map[checker.Algorithm]map[string]bool{}
		for _, by := range []checker.Algorithm{checker.Naive, checker.Optimal, checker.Source} {
			r, err := checker.Check(t.Context(), m, checker.Options{Algorithm: by, Until: checker.UntilEnd, Workers: 1, MaxInterleavings: testsize.Sample(1000, 10_000)})
			if err != nil {
				t.Fatal(err)
			}
			if by == checker.Naive && r.Stop != "" {
				t.Skip("there are too many interleavings")
			}
			verdicts[by] = map[string]bool{}
			for _, v := range r.Violations {
				verdicts[by][v.Property] = true
			}
		}
		for by, found := range verdicts {
			if found[NoFailure] != verdicts[checker.Naive][NoFailure] {
				t.Errorf("%s finds %v, brute force %v, of %v", by, found, verdicts[checker.Naive], goroutines)
			}
		}
		if verdicts[checker.Naive][NoFailure] {
			violated++
		}
	})
	if violated == 0 {
		t.Error("no counter violates it")
	}
}

// TestReach: goals are reached in some interleavings, and a search ends when all are.
func TestReach(t *testing.T) {
	m := Model("m", func(t *T) {
		n := Born(new(Int64))
		Go("g", func() { n.Add(1) })
		if n.Load() == 1 {
			Reach("later")
		} else if n.Load() == 1 {
			Reach("between")
		}
		if n.Load() == 2 {
			Reach("never")
		}
	}, "later", "between", "never")
	r, err := checker.Check(t.Context(), m, checker.Options{Witness: "between"})
	if err != nil || len(r.Examples) != 1 || r.Examples[0].Reaches != "between" {
		t.Errorf("the way to a goal is not shown: %v", err)
	}
	r, err = checker.Check(t.Context(), m, checker.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i, hits := range []int{1, 1, 0} {
		if g := r.Goals[i]; g.Hits != hits {
			t.Errorf("the goal %q is reached %d times, want %d", g.Name, g.Hits, hits)
		}
	}
}

// TestNegative: a counter becomes negative in the last of calls that commute, and the searches agree that there is one class.
func TestNegative(t *testing.T) {
	m := Model("m", func(*T) {
		group := Born(new(WaitGroup))
		group.Add(1)
		for range 2 {
			Go("g", group.Done)
		}
	})
	for _, by := range []checker.Algorithm{checker.Naive, checker.Optimal, checker.Source} {
		r, err := checker.Check(t.Context(), m, checker.Options{Algorithm: by, Until: checker.UntilEnd, Workers: 1})
		if err != nil || r.Violating != r.Interleavings || by != checker.Naive && r.Interleavings != 1 {
			t.Errorf("%s: %d of %d interleavings violate it, %v", by, r.Violating, r.Interleavings, err)
		}
	}
}
