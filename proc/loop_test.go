package proc_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/proc"
)

type deposit struct {
	from   proc.PID
	amount int
}

type account struct{ balance int }

func bank(p *proc.P) {
	proc.Loop(p, account{}, func(a *account) bool {
		m := proc.Receive[deposit](p)
		a.balance += m.amount
		p.Send(m.from, a.balance)
		return true // false ends the loop
	})
}

// An account that two clients use.
func ExampleLoop() {
	check(func(p *proc.P) {
		bank := p.Spawn("bank", bank, proc.Daemon)
		for range 2 {
			p.Spawn("client", func(p *proc.P) {
				p.Send(bank, deposit{p.Self(), 10})
				balance := proc.Receive[int](p)
				p.Assert(balance > 0, "positive", "the balance is %d", balance)
			})
		}
	})
	// Output: verified after 2 interleavings
}

// counting returns the first process of a model with a server that n clients send one number each, of
// which two are equal. The server is a loop; it counts its turns.
func counting(n int, turns *int, loop func(p *proc.P, turn func(sum *int) bool)) func(*proc.P) {
	return func(p *proc.P) {
		server := p.Spawn("server", func(p *proc.P) {
			loop(p, func(sum *int) bool {
				m := proc.Receive[int](p)
				*turns++
				*sum += m
				return true
			})
		}, proc.Daemon)
		for i := range n {
			p.Spawn("client", func(p *proc.P) { p.Send(server, 1+i/2) })
		}
	}
}

// Code of a loop is executed once for each state and message, by any search; what is found is the same.
func TestLoop(t *testing.T) {
	explore := func(o checker.Options, loop func(*proc.P, func(*int) bool)) (r *checker.Result, turns int) {
		o.KeepGoing, o.TrustModel, o.Workers = true, true, 1
		r, err := checker.Check(t.Context(), checker.Model{Name: "m", Main: counting(5, &turns, loop)}, o)
		if err != nil {
			t.Fatal(err)
		}
		return r, turns
	}
	declared := func(p *proc.P, turn func(*int) bool) { proc.Loop(p, 0, turn) }
	plain := func(p *proc.P, turn func(*int) bool) {
		for sum := 0; turn(&sum); {
		}
	}
	for _, o := range []checker.Options{{}, {Algorithm: checker.Source}, {Algorithm: checker.States}} {
		was, many := explore(o, plain)
		now, few := explore(o, declared)
		if now.Interleavings != was.Interleavings || now.Interleavings != 120 {
			t.Errorf("%s: %d interleavings, without the loop %d, want 120", o.Algorithm, now.Interleavings, was.Interleavings)
		}
		if few >= many/2 {
			t.Errorf("%s: %d turns are executed, without the loop %d", o.Algorithm, few, many)
		}
		if o.Algorithm == checker.States && now.Merged.States >= was.Merged.States {
			t.Errorf("%d states, without the loop %d", now.Merged.States, was.Merged.States)
		}
	}
}

// A process that keeps something beside the state of its loop is not deterministic: at once, if the
// first operation of a turn shows it, and otherwise when interleavings are executed again.
func TestLoopKeepsMore(t *testing.T) {
	for name, turn := range map[string]func(p *proc.P, turns *int, main proc.PID){
		"in a turn of its loop with the same state": func(p *proc.P, turns *int, main proc.PID) {
			if *turns++; *turns == 2 {
				p.Send(main, "second")
			}
			proc.Receive[int](p)
		},
		"": func(p *proc.P, turns *int, main proc.PID) {
			proc.Receive[int](p)
			if *turns++; *turns == 2 {
				p.Send(main, "second")
			}
		},
	} {
		main := func(p *proc.P) {
			main := p.Self()
			server := p.Spawn("server", func(p *proc.P) {
				turns := 0
				proc.Loop(p, 0, func(*int) bool { turn(p, &turns, main); return true })
			}, proc.Daemon)
			p.Send(server, 1)
			p.Send(server, 1)
		}
		for _, a := range []checker.Algorithm{checker.Optimal, checker.States} {
			_, err := checker.Check(t.Context(), checker.Model{Name: "m", Main: main}, checker.Options{Algorithm: a})
			if err == nil || !strings.Contains(err.Error(), "process server") || !strings.Contains(err.Error(), "not deterministic") ||
				!strings.Contains(err.Error(), name) {
				t.Errorf("%s: the error is %v", a, err)
			}
		}
	}
}

// A process that polls for ever does not keep a search of states from exploring what others do before
// the interleaving is cut.
func TestEndlessPoll(t *testing.T) {
	main := func(p *proc.P) {
		p.Spawn("poll", func(p *proc.P) {
			for t := proc.NewTable[int, int](p, "its own"); ; {
				t.Lookup(p, 1)
			}
		}, proc.Daemon)
		p.Spawn("fails", func(p *proc.P) { p.Choose(2); p.Assert(false, "holds", "it does not") })
	}
	r, err := checker.Check(t.Context(), checker.Model{Name: "m", Main: main, Properties: []checker.Property{{Name: "holds"}}},
		checker.Options{Algorithm: checker.States, MaxEvents: 40})
	if err != nil {
		t.Fatal(err)
	}
	if r.Verdict != checker.Violated {
		t.Errorf("it is %s", r.Verdict)
	}
}

// A server that polls, and clients that come to an end: a search of states ends, although interleavings
// do not.
func TestEndlessLoop(t *testing.T) {
	main := func(p *proc.P) {
		server := p.Spawn("server", func(p *proc.P) {
			proc.Loop(p, 0, func(sum *int) bool {
				if m, ok := proc.ReceiveTimeout[int](p); ok {
					*sum += m
				}
				p.Assert(*sum < 3, "few", "the sum is %d", *sum)
				return true
			})
		}, proc.Daemon)
		for range 3 {
			p.Spawn("client", func(p *proc.P) { p.Send(server, 1) })
		}
	}
	r, err := checker.Check(t.Context(), checker.Model{Name: "m", Main: main, Properties: []checker.Property{{Name: "few"}}},
		checker.Options{Algorithm: checker.States, KeepGoing: true})
	if err != nil {
		t.Fatal(err)
	}
	if r.Verdict != checker.Violated || r.Merged.Endless == 0 || r.Merged.States > 1000 {
		t.Errorf("it is %s, with %+v", r.Verdict, r.Merged)
	}
	if r.Loop == nil {
		t.Fatal("no loop is shown")
	}
	var repeated []string
	for _, e := range r.Loop.Trace.Entries[r.Loop.LoopFrom-1:] {
		repeated = append(repeated, e.Process+" "+e.Kind+" "+e.Result)
	}
	if want := []string{"server receive or time out timeout"}; !slices.Equal(repeated, want) {
		t.Errorf("the events %q repeat, want %q", repeated, want)
	}
}
