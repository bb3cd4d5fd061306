package checker

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"testing"

	"github.com/checkmodel/checkmodel/internal/randomprograms"
	"github.com/checkmodel/checkmodel/internal/shrink"
	"github.com/checkmodel/checkmodel/internal/testsize"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/sampling"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/causality"
	"pgregory.net/rapid"
)

// drawingOnes are the algorithms that draw interleavings.
var drawingOnes = having(func(t *Traits) bool { return t.Draws })

// distant returns a program in which a message A of one process and a message B of another are on their way to a third
// one; the second process has n operations before it. There is a bug if B arrives first. (Kulahcioglu Ozkan, Majumdar, Oraee,
// Example 2.2.)
func distant(n int) Model {
	return Model{Name: "distant", Main: func(p *proc.P) {
		own := proc.NewTable[int, int](p, "own")
		node := p.Spawn("node2", func(p *proc.P) {
			p.Assert(p.Receive() == "A", "order", "B came first")
		})
		p.Spawn("a", func(p *proc.P) { p.Send(node, "A") })
		for i := range n {
			own.Insert(p, i, i)
		}
		p.Send(node, "B")
	}}
}

// between returns a program in which one process writes a and b, another c, and another writes to a row of its own
// twice. There is a bug if c comes between a and b. (Example 2.3.)
func between() Model {
	return Model{Name: "between", Main: func(p *proc.P) {
		t := proc.NewTable[string, string](p, "t")
		p.Spawn("c", func(p *proc.P) {
			t.Insert(p, "node1", "c")
			t.Insert(p, "node3", "d")
		})
		p.Spawn("e", func(p *proc.P) {
			t.Insert(p, "node2", "e")
			t.Insert(p, "node2", "f")
		})
		t.Insert(p, "node1", "a")
		p.Assert(t.CompareAndSwap(p, "node1", "a", "b"), "order", "c came between")
	}}
}

// within reports whether k hits of n are as probable as the odds say: the difference is at most five times the standard deviation.
func within5(k, n int, odds float64) bool {
	return math.Abs(float64(k)-float64(n)*odds) <= 5*math.Sqrt(float64(n)*odds*(1-odds))
}

// hits returns how many of n runs after the preliminary ones have a violation.
func hits(t *testing.T, m Model, a Algorithm, depth, n int) (hit int, s *sampling.Sample) {
	t.Helper()
	r, err := Check(t.Context(), m, Options{Algorithm: a, Runs: n + sampling.Preliminary, BugDepth: depth, Until: UntilEnd, Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	for _, arm := range r.Sample.Arms {
		if arm.Runs == n || a == RandomWalk {
			hit += arm.Violating
		}
	}
	return hit, r.Sample
}

func TestOddsOfExample22(t *testing.T) {
	testsize.LongOnly(t)
	t.Parallel()
	const runs = 4000
	for n := 2; n <= 20; n += testsize.Sample(9, 3) {
		late := 1 / float64(n+2)
		for _, c := range []struct {
			algorithm Algorithm
			odds      float64
		}{{RandomWalk, math.Pow(.5, float64(n+1))}, {POS, late}, {DPOS, late}, {PCT, .5}, {TaPCT, .5}, {SURW, .5}} {
			all := runs
			if c.algorithm == RandomWalk {
				all += sampling.Preliminary
			}
			if k, _ := hits(t, distant(n), c.algorithm, 1, runs); !within5(k, all, c.odds) {
				t.Errorf("n = %d: %s hits the bug in %d of %d runs, want a share of %.4f", n, c.algorithm, k, all, c.odds)
			}
		}
	}
}

// TestGuarantee23 counts how often the bug of depth 2 of Example 2.3 is hit: at least as often as is promised.
func TestGuarantee23(t *testing.T) {
	const runs = 4000
	for _, a := range []Algorithm{PCT, TaPCT, DPOS} {
		k, s := hits(t, between(), a, 2, runs)
		each := s.Arms[len(s.Arms)-1].Odds
		if least := float64(runs) * each; float64(k) < least-5*math.Sqrt(least) || !s.Stated || s.Guaranteed != runs {
			t.Errorf("%s hits the bug in %d of %d runs, and promises %.1f: %+v", a, k, runs, least, s)
		}
	}
}

// TestDrawnPrograms draws interleavings of random programs. Their classes must be among those of brute force.
func TestDrawnPrograms(t *testing.T) {
	t.Parallel()
	for _, ops := range [][]string{randomprograms.MessageOps, randomprograms.CollectOps, slices.Concat(randomprograms.MessageOps, randomprograms.ProcessOps)} {
		rapid.Check(t, func(t *rapid.T) {
			pr := randomprograms.Programs(ops, 3, 3).Draw(t, "program")
			t.Log("\n" + pr.String())
			main := trustedSystem(pr.Main(false))
			defer main.Close()
			main.SetDelivery(proc.Deliveries()[rapid.IntRange(0, 2).Draw(t, "delivery")])
			known := newSeen(Options{})
			if look(t, main, Options{Observer: known, MaxInterleavings: tooMany}, nil).Stop != NotStopped {
				reject(t, "too many interleavings")
			}
			for _, a := range drawingOnes {
				got := newSeen(Options{})
				r := look(t, main, Options{Algorithm: a, Runs: 200, BugDepth: 2, Observer: got}, nil)
				compareSome(t, string(a), known, countedOnce(got))
				if s := r.Sample; s.Classes != len(got.classes) || s.Runs != 200 || r.Interleavings != 200 || r.Verdict != Sampled && r.Verdict != Violated {
					t.Fatalf("%s draws %d classes; %+v, %s", a, len(got.classes), s, r.Verdict)
				}
			}
		})
	}
}

// TestUnclassified: a search that does not sort runs into classes draws the same ones.
func TestUnclassified(t *testing.T) {
	for _, m := range []Model{distant(3), between()} {
		main := trustedSystem(m.Main)
		defer main.Close()
		for _, a := range []Algorithm{RandomWalk, PCT, TaPCT, Portfolio, Learn} {
			drawn := func(of *shrink.Target) (classes map[causality.Signature]int, s *sampling.Sample) {
				got := newSeen(Options{})
				return got.classes, lookWith(t, main, setup{target: of, Options: Options{Algorithm: a, Runs: 400, BugDepth: 2, Observer: got}}, nil).Sample
			}
			all, sorted := drawn(nil)
			same, unsorted := drawn(&shrink.Target{Is: func(*Violation) bool { return false }})
			if len(all) < 2 || !maps.Equal(all, same) {
				t.Errorf("%s, %s: %v, and unclassified %v", m.Name, a, all, same)
			}
			if a == RandomWalk && (sorted.Classes != len(all) || unsorted.Classes != 1) {
				t.Errorf("%s: %d classes of %d are counted, and unclassified %d instead of one", m.Name, sorted.Classes, len(all), unsorted.Classes)
			}
		}
	}
}

// countedOnce counts each class once.
func countedOnce(s *seen) *seen {
	for class := range s.classes {
		s.classes[class] = 1
	}
	return s
}

// drawnBy returns what a search with other workers, or one that was resumed, must find as well.
func drawnBy(t *testing.T, m Model, o Options) (string, *Checkpoint) {
	t.Helper()
	o.TrustModel = o.TrustModel || !testsize.Long() // the long form also looks for nondeterminism
	var saved *Checkpoint
	if o.Saving != nil {
		o.Saving.Save = func(c *Checkpoint) error {
			var b bytes.Buffer
			must(json.NewEncoder(&b).Encode(c))
			saved = new(Checkpoint)
			return json.Unmarshal(b.Bytes(), saved)
		}
	}
	r, err := Check(t.Context(), m, o)
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, v := range r.Violations {
		found = append(found, fmt.Sprint(v.Property, v.Interleaving, v.Count, v.Shown, v.Steps))
	}
	return fmt.Sprintf("%s %d %d %d %+v %q", r.Verdict, r.Interleavings, r.FirstViolation, r.Events, r.Sample, found), saved
}

func TestDrawnByWorkers(t *testing.T) {
	for _, a := range drawingOnes {
		o := Options{Algorithm: a, Runs: 700, Seed: 3, Until: UntilEnd, Workers: 1}
		want, _ := drawnBy(t, distant(2), o)
		for _, o.Workers = range []int{2, 5} {
			if got, _ := drawnBy(t, distant(2), o); got != want {
				t.Errorf("%s by %d workers:\n%s\nwant\n%s", a, o.Workers, got, want)
			}
		}
	}
}

func TestDrawnAndResumed(t *testing.T) {
	t.Parallel()
	for _, a := range drawingOnes {
		for _, first := range []int{377, 60, 350, 1, 100}[:testsize.Sample(1, 5)] {
			o := Options{Algorithm: a, Runs: 700, Seed: 3, Until: UntilEnd, Workers: 2}
			want, _ := drawnBy(t, distant(2), o)
			o.Saving, o.MaxInterleavings = new(Saving), first
			_, saved := drawnBy(t, distant(2), o)
			if saved == nil || saved.Interleavings != first {
				t.Fatalf("%s, stopped after %d runs, saves %+v", a, first, saved)
			}
			o.MaxInterleavings, o.Resume = 0, saved
			if got, _ := drawnBy(t, distant(2), o); got != want {
				t.Errorf("%s, resumed after %d runs:\n%s\nwant\n%s", a, first, got, want)
			}
		}
	}
}

// TestRunAlone executes single runs of a search.
func TestRunAlone(t *testing.T) {
	for _, a := range drawingOnes {
		o := Options{Algorithm: a, Runs: 300, Seed: 5, Workers: 2}
		var all recorder
		o.Observer = &all
		if _, err := Check(t.Context(), model22(), o); err != nil {
			t.Fatal(err)
		}
		for _, n := range []int{1, 77, 101, 250} {
			var one recorder
			o := o
			o.Run, o.Observer = n, &one
			r, err := Check(t.Context(), model22(), o)
			if err != nil || r.Interleavings != 1 || len(one) != 1 || !reflect.DeepEqual(one[0], all[n-1]) {
				t.Errorf("%s: run %d alone is %v, want %v; %v", a, n, one, all[n-1], err)
			}
		}
	}
}

// model22 has no bug.
func model22() Model {
	return Model{Name: "fine", Main: func(p *proc.P) {
		for i := range 3 {
			p.Spawn(fmt.Sprint("s", i), func(p *proc.P) { p.Send(p.Self(), i); p.Receive(); p.Choose(3) })
		}
	}}
}

// recorder records the steps of interleavings.
type recorder []trace.Schedule

func (r *recorder) Interleaving(_ int, _ trace.Outcome, events []trace.Event) {
	var s trace.Schedule
	for i := range events {
		s = append(s, events[i].Step())
	}
	*r = append(*r, s)
}

func TestNumberOfOnlyRun(t *testing.T) {
	all, err := Check(t.Context(), distant(1), Options{Runs: 500})
	if err != nil || all.FirstViolation == 0 {
		t.Fatal(all, err)
	}
	one, err := Check(t.Context(), distant(1), Options{Run: all.FirstViolation})
	if err != nil || one.FirstViolation != all.FirstViolation || one.Violations[0].Shown != all.FirstViolation ||
		!slices.Equal(one.Violations[0].Steps, all.Violations[0].Steps) {
		t.Errorf("run %d alone: %+v, %v", all.FirstViolation, one, err)
	}
}

func TestInvalidRuns(t *testing.T) {
	for _, o := range []Options{
		{Runs: -1}, {Run: -1}, {BugDepth: -1}, {Algorithm: Optimal, Runs: 5}, {Algorithm: States, BugDepth: 1},
		{Run: 3, Saving: new(Saving)},
	} {
		if _, err := Check(t.Context(), distant(1), o); err == nil {
			t.Errorf("%+v is accepted", o)
		}
	}
}
