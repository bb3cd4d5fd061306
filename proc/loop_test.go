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
		o.Until, o.TrustModel, o.Workers = checker.UntilEnd, true, 1
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

// secret is a state that may be kept where it must not be.
type secret struct {
	Sum  int
	Seen map[int]int
}

// A process that keeps something beside the state of its loop is not deterministic: turns with the same
// state and the same results are different. Wherever that shows, the error says what the turns do, and where.
func TestLoopKeepsMore(t *testing.T) {
	for _, c := range []struct {
		name   string
		server func(p *proc.P, main proc.PID)
		sends  []int
		says   []string
	}{
		{"first request", func(p *proc.P, main proc.PID) {
			turns := 0
			proc.Loop(p, 0, func(*int) bool {
				if turns++; turns == 2 {
					p.Send(main, "second")
				}
				proc.Receive[int](p)
				return true
			})
		}, []int{1, 1}, []string{`"receive int"`, `"send \"second\" to main"`}},
		{"after two receives", func(p *proc.P, main proc.PID) {
			turns := 0
			proc.Loop(p, 0, func(*int) bool {
				proc.Receive[int](p)
				proc.Receive[int](p)
				if turns++; turns == 2 {
					p.Send(main, "second")
				}
				return true
			})
		}, []int{1, 1, 1, 1}, []string{`"receive int"`, `"send \"second\" to main"`}},
		{"the next state", func(p *proc.P, _ proc.PID) {
			turns := 0
			proc.Loop(p, 0, func(sum *int) bool {
				proc.Receive[int](p)
				if turns++; turns == 2 {
					*sum++
				}
				return true
			})
		}, []int{1, 1, 1}, []string{`"receive int" in a turn with the state 0 `, `"receive int" in a turn with the state 1 `}},
		{"what was received last", func(p *proc.P, main proc.PID) {
			last := 0
			proc.Loop(p, 0, func(sum *int) bool {
				m := proc.Receive[int](p)
				*sum += m
				if m == 3 {
					p.Send(main, last)
				}
				last = m
				return m != 3
			})
		}, []int{1, 2, 3}, []string{`"send 1 to main"`, `"send 2 to main"`}},
		{"a pointer to the state", func(p *proc.P, main proc.PID) {
			var kept *secret
			proc.Loop(p, secret{}, func(s *secret) bool {
				m := proc.Receive[int](p)
				if kept == nil {
					kept = s
				}
				if kept.Sum += m; kept != s && kept.Sum == 4 {
					p.Send(main, "four")
				}
				s.Sum = 1
				return true
			})
		}, []int{1, 1, 1, 1}, []string{`"receive int"`, `"send \"four\" to main"`}},
		{"a map of the state", func(p *proc.P, main proc.PID) {
			var kept map[int]int
			proc.Loop(p, secret{Seen: map[int]int{}}, func(s *secret) bool {
				m := proc.Receive[int](p)
				if kept == nil {
					kept = s.Seen
				}
				if kept[m]++; kept[m] == 3 {
					p.Send(main, "three")
				}
				s.Seen = map[int]int{1: 1}
				return true
			})
		}, []int{1, 1, 1, 1}, []string{`"receive int"`, `"send \"three\" to main"`}},
		{"a reference", func(p *proc.P, main proc.PID) {
			turns := 0
			proc.Loop(p, 0, func(*int) bool {
				proc.Receive[int](p)
				if turns++; turns == 2 {
					p.MakeRef()
				}
				return true
			})
		}, []int{1, 1, 1}, []string{`"receive int" in a turn after other references`}},
	} {
		main := func(p *proc.P) {
			main := p.Self()
			server := p.Spawn("server", func(p *proc.P) { c.server(p, main) }, proc.Daemon)
			for _, n := range c.sends {
				p.Spawn("client", func(p *proc.P) { p.Send(server, n) })
			}
		}
		for _, a := range []checker.Algorithm{checker.Optimal, checker.Source, checker.States} {
			_, err := checker.Check(t.Context(), checker.Model{Name: "m", Main: main}, checker.Options{Algorithm: a})
			for _, want := range append(c.says, "process server", "not deterministic", "loop_test.go:", "in a turn of its loop with the same state") {
				if err == nil || !strings.Contains(err.Error(), want) {
					t.Errorf("%s, %s: the error is %v, want %s", c.name, a, err, want)
				}
			}
		}
	}
}

// What a process has created or exposed distinguishes histories with the same state: references, timers,
// processes and tables have numbers, and a state that was exposed last is not exposed again.
func TestLoopKeepsApart(t *testing.T) {
	for name, create := range map[string]func(p *proc.P, main proc.PID){
		"references": func(p *proc.P, main proc.PID) { p.Send(main, p.MakeRef()) },
		"timers":     func(p *proc.P, main proc.PID) { p.SendAfter(main, "late") },
		"processes":  func(p *proc.P, _ proc.PID) { p.Spawn("child", func(*proc.P) {}) },
		"tables":     func(p *proc.P, _ proc.PID) { proc.NewTable[int, int](p, "t") },
		"exposed":    func(p *proc.P, _ proc.PID) { proc.Expose(p, account{1}) },
	} {
		main := func(loop func(p *proc.P, turn func(*int) bool)) func(p *proc.P) {
			return func(p *proc.P) {
				main := p.Self()
				server := p.Spawn("server", func(p *proc.P) {
					loop(p, func(*int) bool {
						proc.Receive[int](p)
						if p.Choose(2) == 1 {
							create(p, main)
						}
						return true
					})
				}, proc.Daemon)
				for range 3 {
					p.Send(server, 1)
				}
			}
		}
		declared := func(p *proc.P, turn func(*int) bool) { proc.Loop(p, 0, turn) }
		plain := func(_ *proc.P, turn func(*int) bool) {
			for none := 0; turn(&none); {
			}
		}
		for _, a := range []checker.Algorithm{checker.Optimal, checker.States} {
			var counts []int
			for _, loop := range []func(*proc.P, func(*int) bool){plain, declared} {
				r, err := checker.Check(t.Context(), checker.Model{Name: "m", Main: main(loop)}, checker.Options{Algorithm: a})
				if err != nil {
					t.Fatalf("%s, %s: %v", name, a, err)
				}
				counts = append(counts, r.Interleavings)
			}
			if counts[0] != counts[1] || counts[0] < 8 {
				t.Errorf("%s, %s: %d interleavings, without the loop %d", name, a, counts[1], counts[0])
			}
		}
	}
}

// A process that polls for ever does not keep a stateful search from exploring what others do before
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

// A server that polls, and clients that come to an end: a stateful search ends, although interleavings
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
		checker.Options{Algorithm: checker.States, Until: checker.UntilEnd})
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
