package checker

import (
	"context"
	"strings"
	"testing"

	"github.com/checkmodel/checkmodel/internal/randomprograms"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/states"
	"github.com/checkmodel/checkmodel/trace"
	"pgregory.net/rapid"
)

// TestExactStates compares the search of whole states with that by fingerprints, on random programs over all
// operations and on loops: it finds as many states, and each has one fingerprint that no other has. With a
// fingerprint of few bits the result is the same, and collisions are counted.
func TestExactStates(t *testing.T) {
	t.Parallel()
	for name, draw := range map[string]func(*rapid.T) func(*proc.P){
		"programs": func(t *rapid.T) func(*proc.P) {
			return randomprograms.Programs(randomprograms.AllOps, 4, 7).Draw(t, "program").Main(rapid.Bool().Draw(t, "wait"))
		},
		"time":    programFamilies["time"],
		"callers": func(t *rapid.T) func(*proc.P) { return drawCallers(t).main },
		"all agents": func(t *rapid.T) func(*proc.P) {
			ops := rapid.SliceOfNDistinct(rapid.SampledFrom(randomprograms.AllAgentOps), 5, 10, rapid.ID).Draw(t, "operations")
			return randomprograms.DrawAgents(t, append(ops, "tell", "tell"), 4).Main
		},
		"loops": func(t *rapid.T) func(*proc.P) { return randomprograms.DrawLoops(t).Main(randomprograms.DeclaredLoop) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rapid.Check(t, func(t *rapid.T) { compareExact(t, draw(t)) })
		})
	}
}

// compareExact rejects a program of more than 1000 interleavings.
func compareExact(t *rapid.T, main func(*proc.P)) {
	m := judgedInAllWays(t)
	m.Main = main
	o := setup{Options: Options{
		Until: UntilEnd, Workers: 1, TrustModel: true, AnyDeliveriesRace: true, MaxInterleavings: 1_000,
		Delivery: rapid.SampledFrom([]proc.Delivery{proc.Instant, proc.Channel, proc.Bag}).Draw(t, "delivery"),
	}}
	if r, err := checkWith(context.Background(), m, o); err != nil {
		t.Fatal(err)
	} else if r.Stop != NotStopped {
		reject(t, "too many interleavings")
	}
	o.Algorithm, o.AnyDeliveriesRace, o.MaxInterleavings = States, false, 0
	o.LateDelivery = rapid.Bool().Draw(t, "late delivery")
	o.stateBytes = rapid.SampledFrom([]int64{0, 1, 50_000}).Draw(t, "bytes for states")
	search := func() trace.Exploration {
		r, err := checkWith(context.Background(), m, o)
		if err != nil {
			t.Fatal(err)
		}
		return *r.Merged
	}
	want := search()
	o.ExactStates = true
	exact := search()
	compared.Add(1)
	if exact.Collisions != 0 || exact.Split != 0 || exact.CollisionOdds() != 0 {
		t.Errorf("%d collisions and %d states are split; the odds are %g", exact.Collisions, exact.Split, exact.CollisionOdds())
	}
	o.wrapped = func(s Strategy) Strategy { return weakly{s.(*states.Explorer)} }
	weak := search()
	if weak.States > 16 && weak.Collisions == 0 {
		t.Errorf("no two of %d states have the same fingerprint of 4 bits", weak.States)
	}
	if got := sums(exact); o.stateBytes == 0 && got != sums(want) || got.interleavings != sums(want).interleavings {
		t.Errorf("%+v, want %+v", got, sums(want))
	}
	if weak.Collisions = 0; sums(weak) != sums(exact) {
		t.Errorf("with weak fingerprints %+v, want %+v", sums(weak), sums(exact))
	}
}

// mergedCounts are those of a search that do not depend on how it keeps states.
type mergedCounts struct {
	states, pairs, transitions, twins, endless int
	interleavings, violating                   trace.Count
}

func sums(m trace.Exploration) mergedCounts {
	return mergedCounts{m.States, m.Pairs, m.Transitions, m.Twins, m.Endless, m.Interleavings, m.Violating}
}

// weakly is a stateful search whose fingerprints have 4 bits.
type weakly struct{ *states.Explorer }

func (w weakly) States() *states.Explorer { return w.Explorer }

func (w weakly) Choose(v trace.View) (trace.Step, bool) {
	v.State = weakState{v.State}
	return w.Explorer.Choose(v)
}

type weakState struct{ trace.State }

func (w weakState) Fingerprint() trace.Fingerprint {
	f := w.State.Fingerprint()
	return trace.Fingerprint{f[0] & (3 << 62), f[1] & (3 << 62)}
}

// With fingerprints of 4 bits a search confuses states, unless it keeps them whole.
func TestCollisions(t *testing.T) {
	m := Model{Name: "m", Main: func(p *proc.P) {
		for range 3 {
			p.Spawn("a", func(a *proc.P) { a.Send(p.Self(), a.Choose(3)) })
		}
		for range 3 {
			proc.Receive[int](p)
		}
	}}
	o := setup{Options: Options{Algorithm: States, Until: UntilEnd}}
	search := func() trace.Exploration {
		r, err := checkWith(t.Context(), m, o)
		if err != nil {
			t.Fatal(err)
		}
		return *r.Merged
	}
	want := search()
	o.wrapped = func(s Strategy) Strategy { return weakly{s.(*states.Explorer)} }
	if wrong := search(); sums(wrong) == sums(want) || wrong.States > 16 {
		t.Errorf("with weak fingerprints it finds %+v, which is right", sums(wrong))
	}
	o.ExactStates = true
	if got := search(); sums(got) != sums(want) || got.Collisions < got.States-16 || got.Collisions == 0 {
		t.Errorf("%+v and %d collisions, want %+v", sums(got), got.Collisions, sums(want))
	}
}

// Only a search that remembers states can keep them whole.
func TestExactStatesOfStates(t *testing.T) {
	m := Model{Name: "m", Main: func(*proc.P) {}}
	_, err := Check(t.Context(), m, Options{ExactStates: true})
	if want := `ExactStates does not go with checker.Options.Algorithm "auto", only with states`; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("the error is %v, want one with %q", err, want)
	}
}
