package checker

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/checkmodel/checkmodel/bounding"
	"github.com/checkmodel/checkmodel/internal/judge"
	"github.com/checkmodel/checkmodel/internal/randomprograms"
	"github.com/checkmodel/checkmodel/internal/testsize"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// TestDeepening searches with increasing bounds, until no bound cuts.
func TestDeepening(t *testing.T) {
	m := Model{Name: "writers", Main: writers(4)}
	all, err := Check(t.Context(), m, Options{TrustModel: !testsize.Long()})
	if err != nil {
		t.Fatal(err)
	}
	for _, kind := range []bounding.Bound{bounding.Tree(50), bounding.Delay(50)} {
		for _, from := range []int{0, 2, 50} {
			t.Run(fmt.Sprintf("%s from %d", kind.Kind(), from), func(t *testing.T) {
				r, err := Check(t.Context(), m, Options{TrustModel: !testsize.Long(), Bound: kind.From(from)})
				if err != nil {
					t.Fatal(err)
				}
				if r.Verdict != Verified || r.Interleavings != all.Interleavings {
					t.Errorf("%s: %d interleavings; want verified, %d", r.Verdict, r.Interleavings, all.Interleavings)
				}
				for i, l := range r.Levels {
					if last := i == len(r.Levels)-1; l.Bound != from+i || last != (l.BoundCut == 0) {
						t.Errorf("level %d is %+v, from %d", i, l, from)
					}
				}
			})
		}
	}
}

// TestDeepeningFindsTheLowestBound compares a search with several bounds with those with one bound,
// on random programs: it shows the violations of the lowest bound that has any; with UntilEnd
// those of the last bound, and further ones of the earlier bounds.
func TestDeepeningFindsTheLowestBound(t *testing.T) {
	t.Parallel()
	violated := 0
	rapid.Check(t, func(t *rapid.T) {
		pr := randomprograms.Programs([]string{"send", "receive", "poll", "insert", "lookup", "take", "signal", "exit", "link"}, 4, 8).Draw(t, "program")
		m := Model{Name: "random", Main: pr.Main(rapid.Bool().Draw(t, "wait"))}
		o := Options{
			Algorithm: rapid.SampledFrom(enumerating()).Draw(t, "algorithm"), Until: rapid.SampledFrom(endings).Draw(t, "until"),
			MaxInterleavings: rapid.SampledFrom([]int{0, 0, 50}).Draw(t, "budget"), Workers: rapid.IntRange(1, 2).Draw(t, "workers"),
		}
		kind := rapid.SampledFrom([]bounding.Bound{bounding.Tree(4), bounding.Delay(4)}).Draw(t, "kind")
		from := rapid.IntRange(0, 2).Draw(t, "from")
		o.Bound = kind.From(from)
		got, _ := summaryOf(t, m, o)
		left := o.MaxInterleavings
		var before []*Violation
		violating, first := 0, 0
		for limit := from; ; limit++ {
			o.Bound = kind.At(limit)
			o.MaxInterleavings = left
			want, r := summaryOf(t, m, o)
			if want.Violating > 0 {
				violated++
			}
			if left > 0 {
				left -= want.Interleavings
			}
			for _, v := range before {
				if !slices.ContainsFunc(r.Violations, func(w *Violation) bool { return judge.KindOf(v) == judge.KindOf(w) }) {
					r.Violations = append(r.Violations, v)
					want.Violations, want.Verdict = append(want.Violations, inWords(v)), Violated
				}
			}
			if before = r.Violations; want.FirstViolation == 0 && len(before) > 0 {
				want.FirstViolation = first
			}
			violating = max(violating, want.Violating)
			want.Violating, first = violating, want.FirstViolation
			through := want.Stop == NotStopped && want.BoundCut > 0 && limit < kind.Limit()
			if through && (o.MaxInterleavings == 0 || left > 0) {
				continue
			}
			if through {
				want.Stop = OutOfBudget
				if want.Verdict == Bounded {
					want.Verdict = Incomplete
				}
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Fatalf("%v\nthe search from bound %d to %d shows something else than that with bound %d (-want +got):\n%s",
					pr, from, kind.Limit(), limit, diff)
			}
			return
		}
	})
	if violated == 0 && checksMany() {
		t.Error("no program violates anything")
	}
}

// summary holds the violations of a search.
type summary struct {
	Verdict                                                     Verdict
	Stop                                                        Stop
	Interleavings, SleepSetBlocked, BoundCut, Events, Violating int
	FirstViolation                                              int
	Violations                                                  []string
}

func summaryOf(t *rapid.T, m Model, o Options) (summary, *Result) {
	r, err := Check(context.Background(), m, o)
	if err != nil {
		t.Fatal(err)
	}
	s := summary{r.Verdict, r.Stop, r.Interleavings, r.SleepSetBlocked, r.BoundCut, r.Events, r.Violating, r.FirstViolation, nil}
	for _, v := range r.Violations {
		s.Violations = append(s.Violations, inWords(v))
	}
	return s, r
}

func inWords(v *Violation) string {
	return fmt.Sprint(v.Property, " ", v.Explanation, " ", v.Interleaving, " ", v.Steps)
}

// TestDeepeningForgetsNothing: violations are not lost if a search under a higher bound is stopped
// before it finds them.
func TestDeepeningForgetsNothing(t *testing.T) {
	m := Model{Name: "m", Goals: []Property{{Name: "goal"}}, Main: func(p *proc.P) {
		me := p.Self()
		for i := range 3 {
			p.Spawn("sends", func(p *proc.P) { p.Send(me, i) })
		}
		if a, b := proc.Receive[int](p), proc.Receive[int](p); a == 1 && b == 0 {
			p.Reach("goal")
			p.Assert(false, "never", "it is %d, %d", a, b)
		}
	}}
	for _, kind := range []bounding.Bound{bounding.Tree(3), bounding.Delay(3)} {
		found := 0
		for budget := 1; budget <= 12; budget++ {
			o := Options{TrustModel: !testsize.Long(), Until: UntilEnd, MaxInterleavings: budget, Bound: kind.From(0)}
			r, err := Check(t.Context(), m, o)
			if err != nil {
				t.Fatal(err)
			}
			there := r.Verdict == Violated && r.Violating > 0 && r.FirstViolation > 0 && len(r.Violations) == 1 && r.Goals[0].Hits > 0
			if there {
				found++
			} else if found > 0 {
				t.Errorf("%s: with %d interleavings it is violated, with %d it is %s: %+v", kind.Kind(), budget-1, budget, r.Verdict, r)
			}
		}
		if found < 2 {
			t.Errorf("%s: the violation was found %d times", kind.Kind(), found)
		}
	}
}

// TestNoDeepening lists searches that cannot have several bounds.
func TestNoDeepening(t *testing.T) {
	m := Model{Name: "writers", Main: writers(2)}
	for want, o := range map[string]Options{
		"checker.Options.Bound is 3..2":                                      {Bound: bounding.Tree(2).From(3)},
		"checker.Options.Bound is 1..-1":                                     {Bound: bounding.Tree(-1).From(1)},
		"checker.Options.Bound is -1..2":                                     {Bound: bounding.Tree(2).From(-1)},
		`checker.Options.Bound is of the kind "far"; it must be one of tree`: {Bound: bounding.Of("far", 2)},
		`checker.Options.Bound is one on preemptions, which does not go with checker.Options.Algorithm "optimal"`: {Bound: bounding.Preemption(2), Algorithm: Optimal},
	} {
		if r, err := Check(t.Context(), m, o); r != nil || err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

// TestSeed: another seed is another order of the same classes, the same on every run
// and for any number of workers.
func TestSeed(t *testing.T) {
	m := Model{Name: "writers", Main: writers(5)}
	orders := map[string]bool{}
	for seed := range uint64(3) {
		var first string
		for _, workers := range []int{1, 2, 3} {
			var s schedules
			r, err := Check(context.Background(), m, Options{Seed: seed, Workers: workers, Observer: &s})
			if err != nil || r.Verdict != Verified {
				t.Fatal(r.Verdict, err)
			}
			if workers == 1 {
				first = s.String()
			} else if s.String() != first {
				t.Errorf("seed %d: %d workers explore something else than one", seed, workers)
			}
		}
		orders[first] = true
		if n := strings.Count(first, "\n"); n != 120 {
			t.Errorf("seed %d: %d interleavings, want 120", seed, n)
		}
	}
	if len(orders) != 3 {
		t.Errorf("3 seeds give %d orders", len(orders))
	}
}

// writers is n processes that set a row to their number, and a reader of its final value.
func writers(n int) func(*proc.P) {
	return func(p *proc.P) {
		table := proc.NewTable[string, int](p, "row")
		me := p.Self()
		for i := range n {
			p.Spawn("writer", func(p *proc.P) {
				table.Insert(p, "x", i)
				p.Send(me, i)
			})
		}
		for i := range n {
			proc.Receive(p, func(done int) bool { return done == i })
		}
	}
}

// schedules holds the schedules of all interleavings, in order.
type schedules struct{ strings.Builder }

func (s *schedules) Interleaving(_ int, _ trace.Outcome, events []trace.Event) {
	for _, e := range events {
		fmt.Fprint(s, e.Step(), " ")
	}
	s.WriteByte('\n')
}
