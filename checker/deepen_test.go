package checker

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/checkmodel/checkmodel/bounding"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
)

// TestDeepening goes from bound to bound. Together the bounds explore what there is,
// once, and end when nothing waits any more.
func TestDeepening(t *testing.T) {
	m := Model{Name: "writers", Main: writers(4)}
	all, err := Check(t.Context(), m, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, kind := range []bounding.Bound{bounding.Tree(50), bounding.Delay(50)} {
		for _, from := range []int{0, 2, 50} {
			t.Run(fmt.Sprintf("%s from %d", kind.Name(), from), func(t *testing.T) {
				seen := classes{order: trace.Order{Relation: (&Options{}).Relation()}, seen: map[trace.Signature]int{}}
				r, err := Check(t.Context(), m, Options{Bound: bounding.Deepening{Bound: kind, From: from}, Observer: &seen})
				if err != nil {
					t.Fatal(err)
				}
				if r.Verdict != Verified || r.Interleavings != all.Interleavings || len(seen.seen) != all.Interleavings {
					t.Errorf("%s: %d interleavings of %d classes; want verified, %d", r.Verdict, r.Interleavings, len(seen.seen), all.Interleavings)
				}
				checkLevels(t, r, from)
			})
		}
	}
}

// checkLevels checks that the levels are one after the other and account for all.
func checkLevels(t *testing.T, r *Result, from int) {
	t.Helper()
	sum := 0
	for i, l := range r.Levels {
		sum += l.Interleavings
		if l.Bound != from+i {
			t.Errorf("level %d is of bound %d, want %d", i, l.Bound, from+i)
		}
		if last := i == len(r.Levels)-1; last != (l.Waiting == 0) && r.Verdict == Verified {
			t.Errorf("at bound %d there wait %d sequences", l.Bound, l.Waiting)
		}
	}
	if sum != r.Interleavings {
		t.Errorf("the levels have %d interleavings, the search %d", sum, r.Interleavings)
	}
}

// TestDeepeningFindsTheLowestBound: the first violation is one under the lowest bound
// at which there is any, and what still waits then is what was cut.
func TestDeepeningFindsTheLowestBound(t *testing.T) {
	m := Model{Name: "reversed", Main: reversed(5)}
	lowest := 0
	for {
		r, err := Check(t.Context(), m, Options{Bound: bounding.Tree(lowest)})
		if err != nil {
			t.Fatal(err)
		}
		if r.Verdict == Violated {
			break
		}
		lowest++
	}
	r, err := Check(t.Context(), m, Options{Bound: bounding.Deepening{Bound: bounding.Tree(9)}})
	if err != nil {
		t.Fatal(err)
	}
	last := r.Levels[len(r.Levels)-1]
	if r.Verdict != Violated || last.Bound != lowest || lowest < 2 || r.BoundCut == 0 || r.BoundCut != last.Waiting {
		t.Errorf("%s, levels %v, %d cut; want a violation at bound %d, from 2", r.Verdict, r.Levels, r.BoundCut, lowest)
	}
	checkLevels(t, r, 0)
}

// TestNoDeepening lists what cannot go from bound to bound.
func TestNoDeepening(t *testing.T) {
	m := Model{Name: "writers", Main: writers(2)}
	for want, o := range map[string]Options{
		"the bounds are 3 to 2":                         {Bound: bounding.Deepening{Bound: bounding.Tree(2), From: 3}},
		"the bounds are -1 to 2":                        {Bound: bounding.Deepening{Bound: bounding.Tree(2), From: -1}},
		"only a search by the algorithm optimal can go": {Bound: bounding.Deepening{Bound: bounding.Tree(2)}, Algorithm: Source},
		"cannot be saved and resumed":                   {Bound: bounding.Deepening{Bound: bounding.Tree(2)}, Saving: &Saving{}},
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

// writers is n processes that set a row to their number, and a reader of what it is
// in the end.
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

// reversed is n processes that send to one, which does not bear it if the first three
// come in the reverse order.
func reversed(n int) func(*proc.P) {
	return func(p *proc.P) {
		me := p.Self()
		for i := range n {
			p.Spawn("sender", func(p *proc.P) { p.Send(me, i) })
		}
		var got []int
		for range n {
			got = append(got, proc.Receive[int](p))
		}
		if got[0] == 2 && got[1] == 1 && got[2] == 0 {
			panic("upside down")
		}
	}
}

// classes counts interleavings by their class.
type classes struct {
	order trace.Order
	seen  map[trace.Signature]int
}

func (c *classes) Interleaving(_ int, _ trace.Outcome, events []trace.Event) {
	c.order.Compute(append([]trace.Event{}, events...))
	c.seen[c.order.Signature()]++
}

// schedules are those of all interleavings, in order.
type schedules struct{ strings.Builder }

func (s *schedules) Interleaving(_ int, _ trace.Outcome, events []trace.Event) {
	for _, e := range events {
		fmt.Fprint(s, e.Step(), " ")
	}
	s.WriteByte('\n')
}
