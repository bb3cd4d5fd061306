package checker

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/checkmodel/checkmodel/internal/randomprograms"
	"github.com/checkmodel/checkmodel/internal/testsize"
	"github.com/checkmodel/checkmodel/proc"
	"pgregory.net/rapid"
)

// unjudged reports whether the error says that in each interleaving an assumption does not hold.
func unjudged(r *Result, err error) bool {
	return r != nil && r.Left > 0 && strings.Contains(err.Error(), "nothing was judged")
}

// propertiesOf returns what a search has found of a model whose violations all have their own property.
func propertiesOf(r *Result) (properties []string) {
	for _, v := range r.Violations {
		properties = append(properties, v.Property)
	}
	slices.Sort(properties)
	return slices.Compact(properties)
}

// assuming are models of which some interleavings do not matter, with the violations in those that do.
var assuming = map[string]struct {
	model Model
	want  []string
}{
	"a kill comes before": {want: []string{"told"}, model: Model{Main: func(p *proc.P) {
		q := p.Spawn("q", func(p *proc.P) { p.Assume(false) })
		p.Monitor(q)
		p.Kill(q)
		d := proc.Receive[proc.Down](p)
		p.Assert(d.Reason != proc.Killed, "told", "it was killed")
	}}},
	"another message comes first": {want: []string{"two"}, model: Model{Main: func(p *proc.P) {
		me := p.Self()
		for n := range 3 {
			p.Spawn("sender", func(p *proc.P) { p.Send(me, n) })
		}
		n := proc.Receive[int](p)
		p.Assume(n == 2)
		p.Assert(false, "two", "2 came first")
	}}},
	"what others violate does not matter": {want: []string{"b"}, model: Model{Main: func(p *proc.P) {
		c := p.Choose(2)
		p.Spawn("q", func(p *proc.P) { p.Assert(c == 1, "a", "the choice is 0") })
		p.Spawn("r", func(p *proc.P) { p.Assert(c == 0, "b", "the choice is 1") })
		p.Assume(c == 1)
	}}},
	"nobody waits": {model: Model{Main: func(p *proc.P) {
		me := p.Self()
		p.Spawn("q", func(p *proc.P) { p.Assume(p.Choose(2) == 0); p.Send(me, 1) })
		p.Receive()
	}}},
	"a crash comes before": {want: []string{"lives"}, model: Model{Faults: Faults{Crashes: 1}, Main: func(p *proc.P) {
		p.Monitor(p.Spawn("node", func(p *proc.P) { p.Assume(false) }, proc.Node))
		d := proc.Receive[proc.Down](p)
		p.Assert(d.Reason != proc.Crashed, "lives", "it has crashed")
	}}},
	"rules and goals": {want: []string{"never 1"}, model: Model{
		Goals: []Property{{Name: "one"}},
		Rules: []Rule{Always(Property{Name: "never 1"}, func(s []Exposed[int]) error {
			for _, x := range s {
				if x.State == 1 {
					return errOne
				}
			}
			return nil
		}), Always(Property{Name: "never 2"}, func(s []Exposed[int]) error {
			for _, x := range s {
				if x.State == 2 {
					return errOne
				}
			}
			return nil
		})},
		Main: func(p *proc.P) {
			n := p.Choose(3)
			proc.Expose(p, n)
			p.Assume(n < 2)
			p.Reach("one")
		},
	}},
}

type oneError string

func (e oneError) Error() string { return string(e) }

const errOne oneError = "there is one"

// TestAssume: each search judges the interleavings in which no assumption fails, and counts the others.
func TestAssume(t *testing.T) {
	for name, c := range assuming {
		c.model.Name = name
		for _, a := range Algorithms() {
			if !testsize.Long() && !slices.Contains([]Algorithm{Naive, Optimal, States, Portfolio}, a) {
				continue
			}
			o := Options{Algorithm: a, Until: UntilEnd, Workers: 1, TrustModel: true}
			if a.Traits().Draws {
				o.Runs = testsize.Sample(100, 300)
			}
			r, err := Check(t.Context(), c.model, o)
			if err != nil {
				t.Errorf("%s, %s: %v", name, a, err)
				continue
			}
			if got := propertiesOf(r); !slices.Equal(got, c.want) || r.Left == 0 {
				t.Errorf("%s, %s: it violates %q, want %q, and %d interleavings were left", name, a, got, c.want, r.Left)
			}
			for _, v := range r.Violations[:min(len(r.Violations), testsize.Sample(1, 100))] {
				again, err := Check(t.Context(), c.model, Options{Replay: v.Steps, TrustModel: true})
				if err != nil || !slices.Contains(propertiesOf(again), v.Property) || again.Left != 0 {
					t.Errorf("%s, %s: the replay violates %q, %v", name, a, propertiesOf(again), err)
				}
				small, err := Minimize(t.Context(), r, v, Minimizing{Schedules: testsize.Sample(50, 300)})
				if err != nil || small.Property != v.Property {
					t.Errorf("%s, %s: minimizing leads to %+v, %v", name, a, small, err)
				}
			}
		}
	}
}

// TestNothingJudged: a model whose assumptions never hold is not verified.
func TestNothingJudged(t *testing.T) {
	m := Model{Name: "never", Main: func(p *proc.P) { p.Assume(p.Choose(2) == 2) }}
	for _, a := range Algorithms() {
		r, err := Check(t.Context(), m, Options{TrustModel: !testsize.Long(), Algorithm: a})
		if err == nil || !unjudged(r, err) || r.Verdict != Failed || r.Expected {
			t.Errorf("%s: %+v, %v", a, r, err)
		}
	}
	bounded, err := Check(t.Context(), m, Options{TrustModel: !testsize.Long(), MaxInterleavings: 1})
	if err != nil || bounded.Verdict != Incomplete || bounded.Left != 1 {
		t.Errorf("with a budget: %+v, %v", bounded, err)
	}
}

// TestAssumeForEver: an interleaving without end does not matter either.
func TestAssumeForEver(t *testing.T) {
	for _, holds := range []bool{true, false} {
		m := Model{
			Name: "loops",
			Rules: []Rule{Eventually(Property{Name: "done"}, func(s []Exposed[bool]) error {
				if len(s) == 0 {
					return oneError("nothing is done")
				}
				return nil
			})},
			Main: func(p *proc.P) {
				if p.Choose(2) == 0 {
					proc.Expose(p, true)
					return
				}
				p.Spawn("q", func(p *proc.P) {
					proc.Loop(p, 0, func(*int) bool {
						p.Send(p.Self(), 1)
						p.Receive()
						return true
					})
				})
				p.Assume(holds)
			},
		}
		r, err := Check(t.Context(), m, Options{})
		want := Verified
		if holds {
			want = Violated
		}
		if err != nil || r.Verdict != want {
			t.Errorf("if the assumption holds is %v, it is %v, %v", holds, r, err)
		}
	}
}

// TestStatesUnderAssumptions compares the stateful search with the enumeration, on programs with assumptions and faults.
func TestStatesUnderAssumptions(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		m, faults := judgedInAllWays(t), Faults{}
		if rapid.Bool().Draw(t, "nodes") {
			m.Main, faults = drawNodes(t, randomprograms.Assumptions...)
		} else {
			ops := rapid.SampledFrom([][]string{randomprograms.AllOps, randomprograms.ProcessOps, randomprograms.AnnounceOps}).Draw(t, "operations")
			m.Main = randomprograms.Programs(slices.Concat(ops, randomprograms.Assumptions), 3, 6).Draw(t, "program").Main(rapid.Bool().Draw(t, "wait"))
		}
		delivery := rapid.SampledFrom(proc.Deliveries()).Draw(t, "delivery")
		o := Options{Until: UntilEnd, Delivery: delivery, AnyDeliveriesRace: true, MaxInterleavings: 2_000, Workers: 1, TrustModel: true, Faults: &faults}
		want, wrong := Check(context.Background(), m, o)
		if wrong != nil && !unjudged(want, wrong) {
			t.Fatal(wrong)
		}
		if want.Stop != NotStopped {
			reject(t, "too many interleavings")
		}
		o.Algorithm, o.AnyDeliveriesRace, o.MaxInterleavings = States, false, 0
		got, err := Check(context.Background(), m, o)
		if err != nil && !unjudged(got, err) || (err == nil) != (wrong == nil) {
			t.Fatalf("%v, want %v", err, wrong)
		}
		compared.Add(1)
		if got.Interleavings != want.Interleavings-want.Left || got.Violating != want.Violating || got.Verdict != want.Verdict || (got.Left > 0) != (want.Left > 0) {
			t.Errorf("%d interleavings and %d left, %d violating, %s; want %d without %d, %d, %s", got.Interleavings, got.Left, got.Violating, got.Verdict,
				want.Interleavings, want.Left, want.Violating, want.Verdict)
		}
		sameFindings(t, got, want)
	})
}
