package checker_test

import (
	"context"
	"fmt"
	"maps"
	"strings"
	"sync"
	"testing"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/proc"
	"pgregory.net/rapid"
)

type (
	ask struct {
		Round int
		From  proc.PID
	}
	acknowledged struct{ Round, By int }
)

// asks returns a model in which a process asks n others in each of some rounds, and waits for the acknowledgements of k.
func asks(n, k, times int, wait func(p *proc.P, k int, of func(acknowledged) bool)) checker.Model {
	return checker.Model{Name: "rounds", Main: func(p *proc.P) {
		var others []proc.PID
		for by := range n {
			others = append(others, p.Spawn(fmt.Sprint("p", by+1), func(p *proc.P) {
				for {
					a := proc.Receive[ask](p)
					p.Send(a.From, acknowledged{a.Round, by})
				}
			}, proc.Daemon, proc.Node))
		}
		for round := range times {
			for _, to := range others {
				p.Send(to, ask{round, p.Self()})
			}
			wait(p, k, func(a acknowledged) bool { return a.Round == round })
		}
	}}
}

func collects(p *proc.P, k int, of func(acknowledged) bool) { proc.Collect(p, k, of) }

func receives(p *proc.P, k int, of func(acknowledged) bool) {
	for range k {
		proc.Receive(p, of)
	}
}

// TestCollectCountsSets: what a Collect tells apart is which messages it takes. A process that waits for three of four acknowledgements,
// in each of three rounds, has 4³ interleavings instead of 24³.
func TestCollectCountsSets(t *testing.T) {
	for _, c := range []struct {
		n, k, times int
		wait        func(*proc.P, int, func(acknowledged) bool)
		want        int
	}{
		{4, 3, 1, collects, 4},
		{4, 3, 1, receives, 24},
		{4, 3, 3, collects, 64},
		{4, 3, 3, receives, 13824},
		{5, 3, 1, collects, 10},
		{5, 5, 1, collects, 1},
		{3, 1, 2, collects, 9},
	} {
		r, err := checker.Check(context.Background(), asks(c.n, c.k, c.times, c.wait), checker.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if r.Interleavings != c.want || r.Verdict != checker.Verified {
			t.Errorf("%d of %d, %d rounds: %v, %d interleavings, want %d", c.k, c.n, c.times, r.Verdict, r.Interleavings, c.want)
		}
	}
}

// TestCollectIsSeveralReceives: where messages may have faults, a Collect is executed by receives. Without the faults, both have the same
// results, in fewer interleavings.
func TestCollectIsSeveralReceives(t *testing.T) {
	programs, fewer := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		numbers := rapid.SliceOfN(rapid.SliceOfN(rapid.IntRange(0, 2), 1, 2), 2, 3).Draw(t, "what others send")
		waits := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) (w [3]int) {
			return [3]int{rapid.IntRange(1, 3).Draw(t, "how many"), rapid.IntRange(0, 2).Draw(t, "up to"), rapid.IntRange(0, 1).Draw(t, "timeout")}
		}), 1, 2).Draw(t, "waits")
		delivery := rapid.SampledFrom(proc.Deliveries()).Draw(t, "delivery")
		search := func(f checker.Faults) (results map[string]bool, interleavings int) {
			var mu sync.Mutex
			results = map[string]bool{}
			m := checker.Model{Name: "collector", Delivery: delivery, Faults: f, Main: func(p *proc.P) {
				self, got := p.Self(), ""
				nobody := p.Spawn("nobody", func(*proc.P) {})
				p.Spawn("talker", func(p *proc.P) { p.Send(nobody, "what is never taken") })
				for i, all := range numbers {
					p.Spawn(fmt.Sprint("p", i), func(p *proc.P) {
						for _, n := range all {
							p.Send(self, n)
						}
					})
				}
				for _, w := range waits {
					some := func(n int) bool { return n <= w[1] }
					if w[2] == 0 {
						got += fmt.Sprintln(proc.Collect(p, w[0], some))
					} else {
						got += fmt.Sprintln(proc.CollectTimeout(p, w[0], some))
					}
				}
				mu.Lock()
				defer mu.Unlock()
				results[got] = true
			}}
			r, err := checker.Check(t.Context(), m, checker.Options{Until: checker.UntilEnd, TrustModel: true, MaxInterleavings: 20_000})
			if err != nil {
				t.Fatal(err)
			}
			if r.Stop != checker.NotStopped {
				t.Skip("the drawn program has too many interleavings to compare all results")
			}
			return results, r.Interleavings
		}
		want, most := search(checker.Faults{Links: []checker.Link{{To: "nobody", Losses: 1}}})
		got, n := search(checker.Faults{})
		if !maps.Equal(got, want) || n > most {
			t.Fatalf("%d interleavings with the results %v, and %d by receives with %v", n, got, most, want)
		}
		if programs++; n < most {
			fewer++
		}
	})
	if fewer == 0 && programs > 20 {
		t.Errorf("none of %d programs has fewer interleavings", programs)
	}
}

// TestCollectAfterFaults: an acknowledgement may be lost, another one come twice, and a server crash.
func TestCollectAfterFaults(t *testing.T) {
	for _, c := range []struct {
		faults checker.Faults
		stuck  bool
	}{
		{checker.Faults{Links: []checker.Link{{Message: "acknowledged", Losses: 1}}}, false},
		{checker.Faults{Links: []checker.Link{{Message: "acknowledged", Losses: 2}}}, true},
		{checker.Faults{Links: []checker.Link{{Message: "acknowledged", Duplicates: 1}}}, false},
		{checker.Faults{Crashes: 1}, false},
		{checker.Faults{Crashes: 2}, true},
	} {
		m := asks(3, 2, 1, collects)
		m.Faults = c.faults
		r, err := checker.Check(t.Context(), m, checker.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if stuck := r.Verdict == checker.Violated; stuck != c.stuck {
			t.Errorf("%+v: %v, %v", c.faults, r.Verdict, r.Violations)
		}
	}
}

// TestCollectRefutesClaims: which acknowledgements a Collect takes depends on which come first, whatever a model claims.
func TestCollectRefutesClaims(t *testing.T) {
	m := asks(3, 2, 1, func(p *proc.P, k int, of func(acknowledged) bool) {
		proc.Collect(p, k, of)
		proc.Receive(p, of)
	})
	m.Commuting = []checker.Commuting{checker.Commutes[acknowledged, acknowledged](checker.Property{Name: "acks"}, nil)}
	for _, a := range []checker.Algorithm{checker.Optimal, checker.States, checker.POS} {
		if _, err := checker.Check(t.Context(), m, checker.Options{Algorithm: a}); err == nil || !strings.Contains(err.Error(), `the claim "acks" is false`) {
			t.Errorf("%s: the error is %v", a, err)
		}
	}
}
