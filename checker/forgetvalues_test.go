package checker

import (
	"context"
	"crypto/sha256"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/checkmodel/checkmodel/bounding"
	"github.com/checkmodel/checkmodel/internal/testsize"
	"github.com/checkmodel/checkmodel/internal/world"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// forgetting compares searches of a program that forget values after each interleaving with those
// that forget none. The program cannot be searched in another way afterwards, because its values
// have other numbers.
func forgetting(t rapid.TB, sys *world.System, options []Options) {
	t.Helper()
	counts := func(o setup) string {
		r := lookWith(t, sys, o, nil)
		return fmt.Sprintln(r.Interleavings, r.SleepSetBlocked, r.BoundCut, r.Events, r.Violating, r.Goals)
	}
	var before []string
	for _, o := range options {
		before = append(before, counts(setup{Options: o}))
	}
	for i, o := range options {
		if got := counts(setup{forgetEvery: 1, Options: o}); got != before[i] {
			t.Fatalf("%s, bound %v, %d workers: a search that forgets values has the counts %s, want %s", o.Algorithm, o.Bound, o.Workers, got, before[i])
		}
	}
}

// TestForgetting: a search that repeatedly forgets values shows the same as one that forgets none.
func TestForgetting(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawModel(t)
		o := Options{
			Until:             rapid.SampledFrom(endings).Draw(t, "until"),
			MaxInterleavings:  rapid.SampledFrom([]int{500, 7}).Draw(t, "budget"),
			MaxEvents:         rapid.SampledFrom([]int{0, 0, 12, 16}).Draw(t, "events"),
			AnyDeliveriesRace: rapid.Bool().Draw(t, "any deliveries race"),
			Delivery:          rapid.SampledFrom(proc.Deliveries()).Draw(t, "delivery"),
		}
		if rapid.Bool().Draw(t, "bound") {
			o.Bound = bounding.Tree(2)
		}
		pages, summary := established(t, m, o, 1)
		forgets := setup{forgetEvery: rapid.IntRange(1, 3).Draw(t, "forget every"), Options: o}
		d := &diary{}
		forgot := summarized(exploredWith(context.Background(), t, d, m, forgets, 1, false))
		if diff := cmp.Diff(pages, d.pages); diff != "" {
			t.Fatalf("interleavings (-all known +forgotten):\n%s", diff)
		}
		if diff := cmp.Diff(summary, forgot); diff != "" {
			t.Fatalf("result (-all known +forgotten):\n%s", diff)
		}
		for _, hurried := range []bool{false, true} {
			r := exploredWith(context.Background(), t, nil, m, forgets, 3, hurried)
			if diff := cmp.Diff(summary, summarized(r)); diff != "" {
				t.Fatalf("3 workers, hurried: %v (-all known +forgotten):\n%s", hurried, diff)
			}
		}
	})
}

// scale is an observer that measures the memory in use after some interleavings.
type scale struct {
	at   []int
	live []uint64 // bytes
}

func (*scale) Counting() {}

func (s *scale) Interleaving(number int, _ trace.Outcome, _ []trace.Event) {
	if len(s.live) == len(s.at) || number != s.at[len(s.live)] {
		return
	}
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	s.live = append(s.live, m.HeapAlloc)
}

// TestValuesAreForgotten: the memory in use does not grow with the search even if each interleaving
// has new values.
func TestValuesAreForgotten(t *testing.T) {
	testsize.LongOnly(t)
	for _, o := range []Options{{Workers: 1}, {Workers: 3}, {Workers: 1, Bound: bounding.Delay(9)}, {Algorithm: Source}} {
		s := &scale{at: []int{testsize.Sample(100, 300), testsize.Sample(500, 1200)}}
		o.Observer, o.Until, o.MaxInterleavings = s, UntilEnd, s.at[1]
		if _, err := Check(t.Context(), Model{Name: "summing", Main: summing(4, 2)}, o); err != nil {
			t.Fatal(err)
		}
		if len(s.live) != 2 {
			t.Fatalf("measured %d times", len(s.live))
		}
		if s.live[1] > s.live[0]+20<<20 {
			t.Errorf("%s, bound %v, %d workers: %d MB after %d interleavings, and %d MB after %d", o.Algorithm, o.Bound, o.Workers,
				s.live[0]>>20, s.at[0], s.live[1]>>20, s.at[1])
		}
	}
}

type add struct {
	from proc.PID
	text string
}

// summing is n processes that each send texts to a server, which concatenates them in the order of
// arrival.
func summing(n, texts int) func(*proc.P) {
	return func(p *proc.P) {
		server := p.Self()
		for i := range n {
			p.Spawn("adder", func(p *proc.P) {
				sum := fmt.Sprint(i)
				for range texts {
					p.Send(server, add{p.Self(), sum})
					sum = proc.Receive[string](p)
				}
			})
		}
		sum := ""
		for range n * texts {
			m := proc.Receive[add](p)
			sum = strings.Repeat(fmt.Sprintf("%x", sha256.Sum256([]byte(sum+m.text))), 200)
			p.Send(m.from, sum)
		}
	}
}

// TestForgettingAmongChoices: values are forgotten while other workers take one alternative
// after the other. The race detector sees whether the tree changes meanwhile.
func TestForgettingAmongChoices(t *testing.T) {
	m := Model{Name: "choosing", Main: func(p *proc.P) {
		server := p.Self()
		for range 2 {
			p.Spawn("chooser", func(p *proc.P) {
				p.Send(server, fmt.Sprint(p.Choose(4), " and ", p.Choose(6)))
			})
		}
		for range 2 {
			proc.Receive[string](p)
		}
	}}
	o := Options{Until: UntilEnd}
	_, want := established(t, m, o, 1)
	if diff := cmp.Diff(want, summarized(exploredWith(t.Context(), t, nil, m, setup{forgetEvery: 1, Options: o}, 3, false))); diff != "" {
		t.Errorf("3 workers that forget (-all known +forgotten):\n%s", diff)
	}
}
