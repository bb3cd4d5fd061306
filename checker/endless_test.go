package checker_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/testsize"
	"github.com/checkmodel/checkmodel/proc"
)

// Models without end are cut, say so, and take memory in proportion to the limit on events.
func TestEndless(t *testing.T) {
	for name, main := range map[string]func(*proc.P){
		"choices":           func(p *proc.P) { forever(func() { p.Choose(2) }) },
		"processes":         func(p *proc.P) { forever(func() { p.Spawn("child", func(*proc.P) {}) }) },
		"processes in turn": chain,
		"processes that wait": func(p *proc.P) {
			forever(func() { p.Spawn("child", func(p *proc.P) { p.Receive() }) })
		},
		"a mailbox": func(p *proc.P) {
			deaf := p.Spawn("deaf", func(p *proc.P) { proc.Receive[string](p) })
			for n := 0; ; n++ {
				p.Send(deaf, n)
			}
		},
		"a table": func(p *proc.P) {
			table := proc.NewTable[int, int](p, "t")
			for n := 0; ; n++ {
				table.Insert(p, n, n)
			}
		},
		"messages": func(p *proc.P) {
			me := p.Self()
			echo := p.Spawn("echo", func(p *proc.P) { forever(func() { p.Receive(); p.Send(me, 1) }) })
			forever(func() { p.Send(echo, 1); p.Receive() })
		},
		"races": func(p *proc.P) {
			table := proc.NewTable[int, int](p, "t")
			count := func(p *proc.P) {
				for n := 0; ; n++ {
					table.InsertNew(p, n, n)
					p.Send(p.Self(), n)
					p.Receive()
				}
			}
			p.Spawn("a", count)
			p.Spawn("b", count)
			p.Receive()
		},
	} {
		t.Run(name, func(t *testing.T) {
			r, err := checker.Check(t.Context(), checker.Model{Name: name, Main: main},
				checker.Options{MaxEvents: 1000, MaxInterleavings: 2})
			if err != nil {
				t.Fatal(err)
			}
			if r.DepthCut == 0 || r.Verdict == checker.Verified || r.Complete() {
				t.Errorf("%d of %d interleavings were cut; the verdict is %s", r.DepthCut, r.Interleavings, r.Verdict)
			}
			nothingLeft(t)
		})
	}
}

func forever(f func()) {
	for {
		f()
	}
}

func chain(p *proc.P) { p.Spawn("next", chain) }

// A process that polls does not keep the others from moving.
func TestPolling(t *testing.T) {
	r, err := checker.Check(t.Context(), checker.Model{Name: "polling", Main: func(p *proc.P) {
		me := p.Self()
		p.Spawn("sender", func(p *proc.P) { p.Send(me, "at last") })
		for {
			if _, ok := p.ReceiveTimeout(); ok {
				p.Assert(false, "patience", "it came")
			}
		}
	}}, checker.Options{})
	if err != nil || r.Verdict != checker.Violated || r.Interleavings != 1 {
		t.Errorf("the verdict is %s after %d interleavings, error %v", r.Verdict, r.Interleavings, err)
	}
}

// TestRepeated: for models without end, the result has the places that repeat, and how often they
// do in the first interleaving that is cut, for any number of workers.
func TestRepeated(t *testing.T) {
	for name, c := range map[string]struct {
		main func(*proc.P)
		want []string
	}{
		"one place": {func(p *proc.P) {
			p.Spawn("once", func(*proc.P) {})
			forever(func() { p.Choose(2) })
		}, []string{"48 main 1: choose one of 2"}},
		"two processes": {func(p *proc.P) {
			me := p.Self()
			echo := p.Spawn("echo", func(p *proc.P) { forever(func() { p.Receive(); p.Send(me, 1) }) })
			forever(func() { p.Send(echo, 1); p.Receive() })
		}, []string{"13 main 1: send 1 to echo", "12 echo 1: receive any message", "12 echo 1: send 1 to main", "12 main 1: receive any message"}},
		"processes in turn": {chain, []string{"25 main 25: spawn next"}},
		"races": {func(p *proc.P) {
			table := proc.NewTable[int, int](p, "t")
			for range 2 {
				p.Spawn("writer", func(p *proc.P) {
					for n := 0; ; n++ {
						table.Insert(p, 1, n)
					}
				})
			}
			p.Receive()
		}, []string{"47 writer 2: insert into t: 1 → 0"}},
		"not often enough": {func(p *proc.P) {
			p.Choose(2)
			p.Send(p.Self(), 1)
			for range 2 {
				p.Spawn("a", func(p *proc.P) { forever(func() {}) })
			}
		}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			events := 50
			if c.want == nil {
				events = 2
			}
			for _, workers := range []int{1, 2} {
				r, err := checker.Check(t.Context(), checker.Model{Name: name, Main: c.main},
					checker.Options{MaxEvents: events, MaxInterleavings: 100, Workers: workers})
				if err != nil {
					t.Fatal(err)
				}
				var got []string
				for _, p := range r.Repeated {
					if !regexp.MustCompile(`endless_test\.go:\d+$`).MatchString(p.Source) {
						t.Errorf("the source is %s", p.Source)
					}
					got = append(got, fmt.Sprintf("%d %s %d: %s", p.Count, p.Process, p.Processes, p.Operation))
				}
				if strings.Join(got, "\n") != strings.Join(c.want, "\n") {
					t.Errorf("%d workers: it repeats\n%s\nwant\n%s", workers, strings.Join(got, "\n"), strings.Join(c.want, "\n"))
				}
			}
		})
	}
}

// TestIdle: a process that loops over calls without events is detected without a clock.
func TestIdle(t *testing.T) {
	type state struct{ n int }
	for name, call := range map[string]func(*proc.P){
		"Choose": func(p *proc.P) { p.Choose(1) },
		"Pick":   func(p *proc.P) { proc.Pick(p, "only") },
		"Expose": func(p *proc.P) { proc.Expose(p, state{1}) },
		"Logf":   func(p *proc.P) { p.Logf("on") },
	} {
		if testsize.Sample(0, 1) == 0 && name != "Choose" {
			continue
		}
		_, err := checker.Check(t.Context(), checker.Model{Name: name, Main: func(p *proc.P) { forever(func() { call(p) }) }}, checker.Options{})
		if err == nil || !strings.Contains(err.Error(), "and the like 1000000 times without performing an operation") ||
			!strings.Contains(err.Error(), "endless_test.go:") {
			t.Errorf("%s: the error is %v", name, err)
		}
		nothingLeft(t)
	}
	if !testsize.Long() {
		return
	}
	holds(t, func(p *proc.P) {
		for range 2 { // together more than a million calls
			for range 600_000 {
				p.Choose(1)
			}
			p.Choose(2)
		}
	})
}

// TestRepeatedIsSaved: a resumed search knows what repeats in an interleaving that was cut before.
func TestRepeatedIsSaved(t *testing.T) {
	m := checker.Model{Name: "endless", Main: func(p *proc.P) { forever(func() { p.Choose(2) }) }}
	var saved *checker.Checkpoint
	save := func(c *checker.Checkpoint) error {
		saved = c
		return nil
	}
	o := checker.Options{MaxEvents: 20, MaxInterleavings: 2, Workers: 1, Saving: &checker.Saving{Save: save}}
	first, err := checker.Check(t.Context(), m, o)
	if err != nil || len(first.Repeated) != 1 || saved == nil {
		t.Fatalf("it repeats %v; saved is %v, the error %v", first.Repeated, saved, err)
	}
	o.Resume, o.MaxInterleavings = saved, 4
	second, err := checker.Check(t.Context(), m, o)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(first.Repeated, second.Repeated); diff != "" {
		t.Errorf("what it repeats (-before +after)\n%s", diff)
	}
}

// Processes that poll for ever do not keep others from moving before an interleaving is cut, for any limit on
// its length and any order of processes.
func TestPollersTakeTurns(t *testing.T) {
	for _, pollers := range []int{1, 3, 10} {
		m := checker.Model{Name: "pollers", Main: func(p *proc.P) {
			table := proc.NewTable[string, int](p, "t")
			for i := range pollers {
				p.Spawn(fmt.Sprint("poller", i), func(p *proc.P) { forever(func() { table.Lookup(p, "x") }) })
			}
			p.Spawn("other", func(p *proc.P) { p.Assert(false, "never", "the other one has its turn") })
			forever(func() { table.Lookup(p, "x") })
		}}
		for _, algorithm := range []checker.Algorithm{checker.Optimal, checker.Source, checker.Naive} {
			for _, seed := range []uint64{0, 1, 2} {
				for _, limit := range []int{100, 300, 1000} {
					o := checker.Options{TrustModel: !testsize.Long(), Algorithm: algorithm, Seed: seed, MaxEvents: limit, MaxInterleavings: 1, Until: checker.UntilEnd}
					r, err := checker.Check(t.Context(), m, o)
					if err != nil {
						t.Fatal(err)
					}
					if r.Verdict != checker.Violated {
						t.Errorf("%d who poll, algorithm %v, seed %d, at most %d events: %s, want a violation", pollers, algorithm, seed, limit, r.Verdict)
					}
				}
			}
		}
	}
}

// A search that spends its time on polling, without an interleaving that is cut, reports what
// repeats.
func TestLong(t *testing.T) {
	polls := checker.Model{Name: "polls", Main: func(p *proc.P) {
		table := proc.NewTable[string, int](p, "t")
		p.Spawn("poller", func(p *proc.P) {
			for {
				if _, ok := table.Lookup(p, "x"); ok {
					return
				}
			}
		})
		p.Spawn("writer", func(p *proc.P) { table.Insert(p, "x", 1) })
		p.Receive(proc.Type[int]())
	}}
	polls.Violates = []string{proc.NoDeadlock}
	for _, workers := range []int{1, 2} {
		r, err := checker.Check(t.Context(), polls, checker.Options{MaxInterleavings: 20, Until: checker.UntilEnd, Workers: workers})
		if err != nil {
			t.Fatal(err)
		}
		if r.DepthCut > 0 || len(r.Repeated) != 1 || r.Repeated[0].Process != "poller" || r.Repeated[0].Count < 500 {
			t.Errorf("%d workers: cut %d, repeated %+v", workers, r.DepthCut, r.Repeated)
		}
	}
	short := checker.Model{Name: "long", Main: func(p *proc.P) {
		for range 1200 {
			p.Send(p.Self(), 1)
			p.Receive()
		}
	}}
	if r, err := checker.Check(t.Context(), short, checker.Options{}); err != nil || r.Repeated != nil {
		t.Errorf("of one that is verified, it is repeated %+v, %v", r.Repeated, err)
	}
}
