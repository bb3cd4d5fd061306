package checker

import (
	"fmt"
	"testing"

	"github.com/checkmodel/checkmodel/internal/shrink"
	"github.com/checkmodel/checkmodel/minimize"
	"github.com/checkmodel/checkmodel/proc"
)

// testerOf returns a tester of a model for its first violation by a search with those options.
func testerOf(t *testing.T, m Model, o Options) attempts {
	t.Helper()
	r, err := Check(t.Context(), m, o)
	if err != nil || len(r.Violations) == 0 {
		t.Fatal(r, err)
	}
	v := r.Violations[0]
	s := &searches{
		ctx: t.Context(), setup: (&setup{model: m, Options: r.Options}).unlimited(), workers: 1,
		is: func(w *Violation) bool { return w.Property == v.Property }, first: v.Steps,
	}
	return attempts{shrink.NewTester(s, 1000, false, func() bool { return t.Context().Err() != nil }), s}
}

// attempts executes schedules of a model.
type attempts struct {
	*shrink.Tester
	*searches
}

func (a attempts) run(f func()) error {
	return a.Tester.Run(func() error { return a.searches.Schedules(a.Attempts) }, f)
}

// A run goes on at random, but not beyond its length, and without the external events that are left out.
func TestRunGoesOn(t *testing.T) {
	m := Model{Name: "requests", Main: func(p *proc.P) {
		server := p.Spawn("server", func(p *proc.P) {
			for n := range 3 {
				p.Receive()
				p.Assert(n < 2, "bearable", "%d messages", n+1)
			}
		})
		for i := range 4 {
			proc.External(p, fmt.Sprint("request ", i), i, func(i int) { p.Send(server, i) })
		}
	}}
	searcher := testerOf(t, m, Options{Algorithm: RandomWalk, Seed: 1, Workers: 1})
	const least = 11 // the server is spawned, three requests happen, are sent and received, and one fails
	err := searcher.run(func() {
		for length := range 30 {
			fails := 0
			for range 20 {
				run, ok := searcher.Test(minimize.Selection{}, nil, 0, length)
				if ok {
					fails++
				}
				if len(run) > length {
					t.Errorf("a run of length %d has %d events", length, len(run))
				}
			}
			if length < least && fails > 0 || length > 20 && fails == 0 {
				t.Errorf("%d of 20 runs of length %d fail", fails, length)
			}
			if _, ok := searcher.Test(minimize.Selection{Without: []string{"request 0", "request 2"}}, nil, 0, length); ok {
				t.Errorf("a run of length %d fails with two requests", length)
			}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
}

// A run that goes on at random takes any alternative of a choice.
func TestRunGoesOnWithChoices(t *testing.T) {
	m := Model{Name: "choices", Main: func(p *proc.P) { p.Assert(p.Choose(3) != 2, "no two", "it is 2") }}
	searcher := testerOf(t, m, Options{})
	fails := 0
	err := searcher.run(func() {
		for range 60 {
			if _, ok := searcher.Test(minimize.Selection{}, nil, 0, 10); ok {
				fails++
			}
		}
	})
	if err != nil || fails < 5 || fails > 55 {
		t.Errorf("%d of 60 runs fail, %v", fails, err)
	}
}

// Of several messages that differ in masked fields only, the one that was delivered stands for itself, also if its process has sent
// fewer messages before, and if another message is replaced by one of its type.
func TestSameMessageIsDelivered(t *testing.T) {
	type vote struct {
		Term int `checkmodel:"masked"`
	}
	m := Model{Name: "votes", Delivery: proc.Bag, Main: func(p *proc.P) {
		server := p.Spawn("server", func(p *proc.P) {
			proc.Receive[int](p)
			p.Assert(proc.Receive[vote](p).Term != 2, "no term 2", "it is 2")
		})
		proc.External(p, "unrelated", "", func(text string) { p.Send(server, text) })
		proc.External(p, "number", 5, func(n int) { p.Send(server, n) })
		p.Send(server, vote{1})
		p.Send(server, vote{2})
	}}
	searcher := testerOf(t, m, Options{})
	var first minimize.Run
	for _, st := range searcher.first {
		first = append(first, minimize.Event{Step: st})
	}
	err := searcher.run(func() {
		run, ok := searcher.Test(minimize.Selection{}, first, 0, 0)
		if !ok {
			t.Fatal("the run does not fail again")
		}
		without := []string{"unrelated"}
		for _, o := range []minimize.Selection{{Without: without}, {Without: without, Smaller: map[string][]int32{"number": {0}}}} {
			if _, ok := searcher.Test(o, run, 0, 0); !ok {
				t.Errorf("the run does not fail with %+v", o)
			}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
}
