package checker

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
)

// wanderer is a drawn process. What it receives and chooses decides which of its instructions it leaves out, and each instruction is on a
// line of its own.
type wanderer []struct {
	Do, Line, To, Type int
	Takes              []int // types of messages
	Skip               int
}

type (
	red   struct{}
	green struct{}
	blue  struct{}
)

var colors, patterns = []any{red{}, green{}, blue{}}, []proc.Pattern{proc.Type[red](), proc.Type[green](), proc.Type[blue]()}

// The operations, each on several lines.
var (
	sends = []func(p *proc.P, to string, m any){
		func(p *proc.P, to string, m any) { p.SendName(to, m) },
		func(p *proc.P, to string, m any) { p.SendName(to, m) },
		func(p *proc.P, to string, m any) { p.SendName(to, m) },
	}
	receives = []func(p *proc.P, of []proc.Pattern) any{
		func(p *proc.P, of []proc.Pattern) any { return p.Receive(of...) },
		func(p *proc.P, of []proc.Pattern) any { return p.Receive(of...) },
		func(p *proc.P, of []proc.Pattern) any { m, _ := p.ReceiveTimeout(of...); return m },
	}
	picks = []func(p *proc.P, n int) int{
		func(p *proc.P, n int) int { return p.Choose(n) },
		func(p *proc.P, n int) int { return p.Choose(n) },
		func(p *proc.P, n int) int { return p.Choose(n) },
	}
)

// drawWalks returns a model of several processes.
func drawWalks(t *rapid.T) Model {
	var walks []wanderer
	for i := range rapid.IntRange(2, 3).Draw(t, "processes") {
		w := make(wanderer, rapid.IntRange(1, 4).Draw(t, fmt.Sprintf("instructions of p%d", i)))
		for k := range w {
			n := &w[k]
			n.Do, n.Line = rapid.SampledFrom([]int{0, 0, 1, 1, 1, 2}).Draw(t, "operation"), rapid.IntRange(0, 2).Draw(t, "line")
			n.To, n.Type, n.Skip = rapid.IntRange(0, 2).Draw(t, "to"), rapid.IntRange(0, 2).Draw(t, "type"), rapid.IntRange(0, 2).Draw(t, "skip")
			n.Takes = rapid.SliceOfNDistinct(rapid.IntRange(0, 2), 0, 2, rapid.ID[int]).Draw(t, "takes")
		}
		walks = append(walks, w)
	}
	return Model{Name: "walks", Main: func(p *proc.P) {
		for i := range walks {
			name := fmt.Sprintf("p%d", i)
			p.Register(name, p.Spawn(name, walks[i].run, proc.Daemon))
		}
	}}
}

func (w wanderer) run(p *proc.P) {
	for k := 0; k < len(w); k++ {
		n, got := w[k], 0
		switch n.Do {
		case 0:
			sends[n.Line](p, fmt.Sprintf("p%d", n.To), colors[n.Type])
		case 1:
			var of []proc.Pattern
			for _, t := range n.Takes {
				of = append(of, patterns[t])
			}
			switch receives[n.Line](p, of).(type) {
			case green:
				got = 1
			case blue:
				got = 2
			}
		case 2:
			got = picks[n.Line](p, 2+n.Type)
		}
		if got == n.Skip {
			k++
		}
	}
}

// TestVisits: each search that is complete says that the same has happened as brute force, with any number of workers, and also if it was
// saved and resumed in between. Runs at random say the same with any number of workers, and nothing that does not happen.
func TestVisits(t *testing.T) {
	t.Parallel()
	gaps := 0
	rapid.Check(t, func(t *rapid.T) {
		m := drawWalks(t)
		o := Options{Until: UntilEnd, Delivery: rapid.SampledFrom(proc.Deliveries()).Draw(t, "delivery"), TrustModel: true}
		if rapid.Bool().Draw(t, "losses") {
			o.Faults = &Faults{Losses: 1}
		}
		brute := o
		brute.Algorithm, brute.MaxInterleavings = Naive, 5_000
		want := visits(t, m, brute)
		if want == nil {
			reject(t, "too many interleavings for brute force")
		}
		gaps += len(want.Gaps)
		for _, a := range []Algorithm{Optimal, Source, States, Auto} {
			for _, workers := range []int{1, 3} {
				of := o
				of.Algorithm, of.Workers = a, workers
				if a == States {
					of.LateDelivery = rapid.Bool().Draw(t, "late")
				}
				same(t, m, want, visits(t, m, of), of)
				if a == Source {
					continue
				}
				of.MaxInterleavings = rapid.IntRange(1, 20).Draw(t, "until it is saved")
				of.Saving = &Saving{Save: func(c *Checkpoint) error { of.Resume = throughFile(t, c); return nil }}
				if visits(t, m, of); of.Resume != nil {
					of.MaxInterleavings = 0
					same(t, m, want, visits(t, m, of), of)
				}
			}
		}
		runs := o
		runs.Runs, runs.Seed = 20, rapid.Uint64().Draw(t, "seed")
		runs.Algorithm = rapid.SampledFrom([]Algorithm{Portfolio, Learn, RandomWalk}).Draw(t, "draws")
		runs.Workers = 1
		one := visits(t, m, runs)
		runs.Workers = 3
		same(t, m, one, visits(t, m, runs), runs)
		for _, v := range one.Visits {
			if all := fmt.Sprint(want.Visits); v.Happened && !strings.Contains(all, fmt.Sprint(v)) {
				t.Fatalf("a run shows %v, and brute force does not: %v", v, all)
			}
		}
		compared.Add(1)
	})
	if gaps == 0 && checksMany() {
		t.Error("no program has a gap")
	}
}

// visits returns the result of a search; nil if it was stopped.
func visits(t *rapid.T, m Model, o Options) *Result {
	r, err := Check(t.Context(), m, o)
	if err != nil && !strings.Contains(err.Error(), "has Losses: 1") {
		t.Fatal(err)
	}
	if r.Stop != NotStopped && r.Stop != SampleDrawn {
		if len(r.Visits)+len(r.Gaps) > 0 {
			t.Fatalf("%s was stopped: %s, and has visits", r.Options.Algorithm, r.Stop)
		}
		return nil
	}
	return r
}

// same compares what has happened in two searches.
func same(t *rapid.T, m Model, want, got *Result, o Options) {
	t.Helper()
	if got == nil {
		t.Fatalf("%s was stopped", o.Algorithm)
	}
	all := func(r *Result) [][]trace.Visit {
		both := [][]trace.Visit{slices.Clone(r.Visits), slices.Clone(r.Gaps)}
		for i := range both {
			both[i] = slices.DeleteFunc(both[i], func(v trace.Visit) bool {
				return v.Operation == "lost" && o.Delivery == proc.Bag // where a stateful search does not try it
			})
		}
		return both
	}
	if diff := cmp.Diff(all(want), all(got), cmpopts.EquateEmpty()); diff != "" {
		t.Fatalf("%s with %d workers, resumed %t (-want +got):\n%s", o.Algorithm, o.Workers, o.Resume != nil, diff)
	}
}

// TestVisitsOfWorkers: what any of several workers comes to first has happened.
func TestVisitsOfWorkers(t *testing.T) {
	m := Model{Name: "orders", Main: func(p *proc.P) {
		self := p.Self()
		for i := range 6 {
			p.Spawn("sender", func(p *proc.P) { p.Send(self, i) })
		}
		order := ""
		for range 6 {
			order += fmt.Sprint(p.Receive())
		}
		if order > "12" {
			p.Send(self, red{})
		}
		if order > "32" {
			p.Receive(proc.Type[red]())
		}
		if order == "543210" {
			p.Send(self, green{})
		}
	}}
	var all []string
	for _, workers := range []int{1, 4} {
		r, err := Check(t.Context(), m, Options{Algorithm: Optimal, Workers: workers})
		if err != nil || r.Interleavings != 720 || len(r.Visits) == 0 {
			t.Fatalf("%d interleavings, %d visits, %v", r.Interleavings, len(r.Visits), err)
		}
		all = append(all, fmt.Sprintf("%+v", r.Visits))
	}
	if all[0] != all[1] {
		t.Errorf("one worker: %s\nfour workers: %s", all[0], all[1])
	}
}
