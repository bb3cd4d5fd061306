package checker

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/checkmodel/checkmodel/internal/randomprograms"
	"github.com/checkmodel/checkmodel/internal/testsize"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// TestCuts: on random programs, a goal about states is evaluated at the same moments whether the
// states are exposed in any order or the search explores each order.
func TestCuts(t *testing.T) {
	fewer := 0
	checkMany(t, func(t *rapid.T) {
		ops := append([]string{"expose", "expose", "expose", "choose"}, randomprograms.MessageOps...)
		living := rapid.Bool().Draw(t, "living")
		if living {
			ops = append(ops, "kill", "signal", "exit")
		}
		pr := randomprograms.Programs(ops, 3, 7).Draw(t, "program")
		wait := rapid.Bool().Draw(t, "wait")
		anyOrder, n := momentsOf(t, pr.Main(wait), living, false)
		ordered, m := momentsOf(t, pr.Main(wait), living, true)
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

// momentsOf returns the states for which a goal is evaluated, and the number of interleavings.
// Ordered adds a rule for which the search explores each order.
func momentsOf(t *rapid.T, main func(*proc.P), living, ordered bool) ([]string, int) {
	var mu sync.Mutex
	seen := map[string]bool{}
	goal := Sometimes(Property{Name: "goal"}, func(states []Exposed[randomprograms.State]) bool {
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
		m.Rules = append(m.Rules, Always(Property{Name: "any"}, func([]Exposed[randomprograms.State]) error { return nil }))
	}
	r, err := Check(context.Background(), m, Options{Until: UntilEnd, TrustModel: true, MaxInterleavings: 3000})
	if err != nil {
		t.Fatal(err)
	}
	if r.Stop == OutOfBudget {
		reject(t, "too many interleavings")
	}
	return slices.Sorted(maps.Keys(seen)), r.Interleavings
}

// TestSometimesCostsNothing: in addition to a rule about the end, a goal about the same states
// costs no interleavings.
func TestSometimesCostsNothing(t *testing.T) {
	main := func(p *proc.P) {
		for i := range 4 {
			p.Spawn("worker", func(p *proc.P) {
				for k := range 3 {
					proc.Expose(p, randomprograms.State{Last: 10*i + k})
				}
			})
		}
	}
	all := func(states []Exposed[randomprograms.State]) bool {
		return len(states) == 4 && !slices.ContainsFunc(states, func(s Exposed[randomprograms.State]) bool { return s.State.Last%10 != 1 })
	}
	m := Model{Name: "m", Main: main, Rules: []Rule{
		Finally(Property{Name: "end"}, func(states []Exposed[randomprograms.State]) error { return nil }),
		Sometimes(Property{Name: "all half-way"}, all),
	}}
	r, err := Check(t.Context(), m, Options{})
	if err != nil || r.Verdict != Verified || r.Interleavings != 1 || len(r.Missed()) > 0 {
		t.Errorf("%v, %+v: %d interleavings, missed %v; want 1, none", err, r.Verdict, r.Interleavings, r.Missed())
	}
}

// exposers are processes that expose states without waiting for each other.
func exposers(workers, states int) func(*proc.P) {
	return func(p *proc.P) {
		first := 1000 * p.Choose(3)
		for i := range workers {
			p.Spawn("worker", func(p *proc.P) {
				for k := range states {
					proc.Expose(p, randomprograms.State{Last: first + 10*i + k})
				}
			})
		}
	}
}

// TestCutsEnd: a goal that is evaluated at more moments than there is time for lets the search end,
// without the interleaving, and does not count as one that never answers.
func TestCutsEnd(t *testing.T) {
	for _, workers := range []int{1, 2} {
		for _, algorithm := range enumerating() {
			ctx, cancel := context.WithCancel(t.Context())
			ticks := make(chan struct{})
			calls := 0
			goal := Sometimes(Property{Name: "never"}, func([]Exposed[randomprograms.State]) bool {
				if calls++; calls%1000 == 0 {
					select {
					case ticks <- struct{}{}: // the patience of the search is over
					case <-ctx.Done():
					}
				}
				if calls == 20_500 {
					cancel()
				}
				return false
			})
			patience := func() (context.Context, context.CancelFunc) {
				patience, over := context.WithCancel(context.Background())
				go func() {
					defer over()
					for range 2 { // the second one comes from a later call than the patience began with
						select {
						case <-ticks:
						case <-patience.Done():
						}
					}
				}()
				return patience, over
			}
			m := Model{Name: "m", Main: exposers(20, 3), Rules: []Rule{goal}}
			r, err := Check(ctx, m, Options{Algorithm: algorithm, Workers: workers, Patience: patience})
			if err != nil || r.Verdict != Incomplete || r.Stop != Canceled || r.Interleavings != 0 || len(r.Missed()) > 0 || calls != 20_500 {
				t.Errorf("%d workers, %s: %v, %s, stopped by %q after %d interleavings and %d moments", workers, algorithm, err, r.Verdict, r.Stop, r.Interleavings, calls)
			}
		}
	}
}

// TestCutsOfWorkers: a violation ends the search of several workers even while one of them
// evaluates a goal at more moments than there is time for.
func TestCutsOfWorkers(t *testing.T) {
	const alone = 100 // interleavings before other workers begin
	goal := Sometimes(Property{Name: "never"}, func([]Exposed[randomprograms.State]) bool { return false })
	m := Model{Name: "m", Rules: []Rule{goal}, Main: func(p *proc.P) {
		c := p.Choose(2 * alone)
		p.Assert(c != alone+20, "chosen", "it is %d", c)
		if c > alone+20 {
			exposers(20, 3)(p)
		}
	}}
	for _, workers := range []int{1, 4} {
		r, err := Check(t.Context(), m, Options{Workers: workers})
		if err != nil || r.Verdict != Violated || r.Stop != AtViolation || r.Interleavings != alone+21 {
			t.Errorf("%d workers: %v, %s, stopped by %q after %d interleavings", workers, err, r.Verdict, r.Stop, r.Interleavings)
		}
	}
}

// TestCutsResumed: a resumed search evaluates a goal at the moments that were left when it was
// saved.
func TestCutsResumed(t *testing.T) {
	asked, cancelAt := 0, 0
	var cancel context.CancelFunc
	var saved *Checkpoint
	saving := &Saving{Save: func(c *Checkpoint) error { saved = c; return nil }}
	goal := Sometimes(Property{Name: "all half-way"}, func(states []Exposed[randomprograms.State]) bool {
		if asked++; asked == cancelAt {
			cancel()
		}
		return len(states) == 3 && !slices.ContainsFunc(states, func(s Exposed[randomprograms.State]) bool { return s.State.Last%10 != 1 })
	})
	m := Model{Name: "m", Main: exposers(3, 3), Rules: []Rule{goal}}
	o := Options{TrustModel: !testsize.Long(), Saving: saving, Workers: 1}
	whole, err := Check(t.Context(), m, o)
	if err != nil || whole.Interleavings != 3 || whole.Goals[0].Hits != 3 {
		t.Fatal(whole, err)
	}
	all := asked
	for cancelAt = 1; cancelAt < all; cancelAt += 7 {
		var ctx context.Context
		ctx, cancel = context.WithCancel(t.Context())
		asked, saved, o.Resume = 0, nil, nil
		first, err := Check(ctx, m, o)
		cancel()
		if err != nil || first.Stop == NotStopped {
			t.Fatal(err, first.Stop)
		}
		o.Resume = saved
		r, err := Check(t.Context(), m, o)
		if err != nil || r.Verdict != Verified || r.Interleavings != 3 || r.Goals[0].Hits != 3 || r.Events != whole.Events {
			t.Errorf("canceled at %d of %d: %v, %s, %d interleavings before, %d after, %d hits, %d events, want %d",
				cancelAt, all, err, r.Verdict, first.Interleavings, r.Interleavings, r.Goals[0].Hits, r.Events, whole.Events)
		}
	}
}

// TestCutsPanic: a goal that panics at a moment of another order is shown with what all processes
// have exposed by then.
func TestCutsPanic(t *testing.T) {
	m := Model{Name: "m", Main: exposers(2, 3), Rules: []Rule{Sometimes(Property{Name: "goal"}, func(states []Exposed[randomprograms.State]) bool {
		if len(states) == 2 && states[0].State.Last == 2 && states[1].State.Last == 10 {
			panic("such states")
		}
		return false
	})}}
	r, err := Check(t.Context(), m, Options{TrustModel: true})
	if err == nil || len(r.Examples) != 1 {
		t.Fatal(r, err)
	}
	var exposed []string
	for _, e := range r.Examples[0].Trace.Entries {
		if strings.HasPrefix(e.Operation, "expose ") {
			exposed = append(exposed, e.Process+" "+e.Operation)
		}
	}
	want := []string{"worker expose State{Last: 0}", "worker expose State{Last: 1}", "worker expose State{Last: 2}", "worker#2 expose State{Last: 10}"}
	if diff := cmp.Diff(want, slices.Sorted(slices.Values(exposed))); diff != "" {
		t.Errorf("what led to the panic (-want +got):\n%s", diff)
	}
}
