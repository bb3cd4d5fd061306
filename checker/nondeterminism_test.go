package checker_test

import (
	"maps"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/proc"
)

// fails checks a faulty model, and compares the error with the expected one.
func fails(t *testing.T, main func(*proc.P), want ...string) {
	t.Helper()
	failsWith(t, main, checker.Options{}, want...)
}

func failsWith(t *testing.T, main func(*proc.P), o checker.Options, want ...string) {
	t.Helper()
	result, err := checker.Check(t.Context(), checker.Model{Name: "bad", Main: main}, o)
	if err == nil {
		t.Fatalf("there is no error; the verdict is %s", result.Verdict)
	}
	if result == nil || result.Verdict != checker.Failed {
		t.Errorf("the verdict is not failed but %+v", result)
	}
	for _, w := range want {
		if !strings.Contains(err.Error(), w) {
			t.Errorf("the error does not say %q:\n%v", w, err)
		}
	}
	if t.Failed() || testing.Verbose() {
		t.Log(err)
	}
	nothingLeft(t)
}

// holds checks a model that violates nothing.
func holds(t *testing.T, main func(*proc.P)) *checker.Result {
	t.Helper()
	result, err := checker.Check(t.Context(), checker.Model{Name: "good", Main: main}, checker.Options{Until: checker.UntilEnd})
	if err != nil {
		t.Fatal(err)
	}
	if result.Verdict != checker.Verified {
		t.Fatalf("the verdict is %s: %+v", result.Verdict, result.Violations[0])
	}
	nothingLeft(t)
	return result
}

// nothingLeft fails if a goroutine still executes a process. It must not be called while parallel
// tests run.
func nothingLeft(t *testing.T) {
	t.Helper()
	var left string
	for range 60_000 { // a minute, as the machine may be busy
		buf := make([]byte, 1<<20)
		left = string(buf[:runtime.Stack(buf, true)])
		if !strings.Contains(left, "internal/world/program.(*Execution).execute(") {
			return
		}
		time.Sleep(time.Millisecond) // let goroutines end
	}
	t.Errorf("a goroutine is left:\n%s", left)
}

func sendTo(pid proc.PID, message func() any) func(*proc.P) {
	return func(p *proc.P) { p.Send(pid, message()) }
}

func TestNondeterminism(t *testing.T) {
	large := map[int]bool{}
	for i := range 1000 {
		large[i] = true
	}
	for _, c := range []struct {
		name    string
		message func() any
	}{
		{"clock", func() any { return time.Now().UnixNano() }},
		{"random numbers", func() any { return rand.Uint64() }},
		{"order of a map", func() any {
			for k := range large {
				return k
			}
			return nil
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			fails(t, func(p *proc.P) {
				p.Spawn("sender", sendTo(p.Self(), c.message))
				p.Receive()
			}, "model bad: process sender, step 2,", "nondeterminism_test.go:", "the process is not deterministic",
				`asked for "send `, "and asks for", "'checkmodel vet ./...' finds")
		})
	}
}

// Two kinds of receive are told apart, although patterns are functions.
func TestNondeterministicReceive(t *testing.T) {
	receives := 0
	fails(t, func(p *proc.P) {
		p.Send(p.Self(), 1)
		p.Send(p.Self(), "a")
		receives++
		if receives%2 == 1 {
			proc.Receive[int](p)
		} else {
			proc.Receive[string](p)
		}
	}, "process main, step 3,", `asked for "receive int"`, `asks for "receive string"`)
}

// A process that is fed its past again may behave differently, even if no test looked for that.
func TestNondeterminismIsNoticedWhenAPastIsGivenAgain(t *testing.T) {
	calls := 0
	failsWith(t, func(p *proc.P) {
		me := p.Self()
		for range 2 {
			p.Spawn("sender", func(p *proc.P) { p.Send(me, p.Self()) })
		}
		calls++
		p.Send(me, calls)
		proc.Receive[proc.PID](p)
		p.Send(me, "first")
		proc.Receive[proc.PID](p)
	}, checker.Options{TrustModel: true, Until: checker.UntilEnd},
		"process main, step 3,", `asked for "send 1 to main"`, `asks for "send 2 to main"`, "with the same past")
}

func TestSharedVariables(t *testing.T) {
	packageCounter = 0
	for name, main := range map[string]func(*proc.P){
		"counter": func(p *proc.P) {
			me, n := p.Self(), 0
			for range 2 {
				p.Spawn("client", func(p *proc.P) { n++; p.Send(me, n) })
			}
			p.Receive()
			p.Receive()
		},
		"results": func(p *proc.P) {
			me := p.Self()
			var results []int
			for i := range 2 {
				p.Spawn("worker", func(p *proc.P) { results = append(results, i); p.Send(me, "done") })
			}
			p.Receive()
			p.Receive()
			p.Assert(len(results) == 2, "all results", "there are %d", len(results))
		},
		"written by the younger": func(p *proc.P) {
			var leader string
			reader := p.Spawn("reader", func(p *proc.P) { p.Receive(); p.Send(p.Self(), leader) })
			p.Spawn("writer", func(p *proc.P) { leader = "writer"; p.Send(reader, "go on") })
		},
		"written by the older": func(p *proc.P) {
			var leader string
			me := p.Self()
			p.Spawn("writer", func(p *proc.P) { leader = "writer"; p.Send(me, "go on") })
			p.Receive()
			p.Spawn("reader", func(p *proc.P) { p.Send(p.Self(), leader) })
		},
		"of the package": func(p *proc.P) {
			packageCounter++
			p.Send(p.Self(), packageCounter)
		},
		"captured by the process that changes it": func(p *proc.P) {
			n := 0
			p.Spawn("counter", func(p *proc.P) { n++; p.Send(p.Self(), n) })
		},
		"a receiver that a process changes": func(p *proc.P) {
			s := &server{}
			p.Send(p.Spawn("server", s.run), "hello")
		},
	} {
		t.Run(name, func(t *testing.T) {
			fails(t, main, "the process is not deterministic", "nondeterminism_test.go:", "'checkmodel vet ./...' finds")
		})
	}
}

var packageCounter int

type server struct{ requests int }

func (s *server) run(p *proc.P) {
	p.Receive()
	s.requests++
	p.Send(p.Self(), s.requests)
}

// Code that looks like sharing but is not.
func TestNothingShared(t *testing.T) {
	holds(t, func(p *proc.P) {
		me, names := p.Self(), []string{"a", "b"}
		for i, name := range names {
			p.Spawn(name, func(p *proc.P) {
				s := &server{requests: i}
				p.Send(p.Self(), len(names))
				s.run(p)
				p.Receive()
				p.Send(me, names[i])
			})
		}
		got := []string{proc.Receive[string](p), proc.Receive[string](p)}
		slices.Sort(got)
		p.Assert(slices.Equal(got, names), "both", "%v", got)
	})
}

func TestPatternsWithHiddenState(t *testing.T) {
	asked := 0
	fails(t, func(p *proc.P) {
		p.Send(p.Self(), 1)
		p.Send(p.Self(), 2)
		proc.Receive(p, func(int) bool { asked++; return asked%2 == 0 })
	}, "process main, step 3,", "nondeterminism_test.go:", `the receive pattern "int where …", asked about the message`,
		"matched before, and does not now", "nothing that changes", "'checkmodel vet ./...' finds")

	fails(t, func(p *proc.P) { // one that differs each time
		wanted := rand.IntN(100)
		for m := range 100 {
			p.Send(p.Self(), m)
		}
		proc.Receive(p, func(m int) bool { return m == wanted })
	}, "process main, step 101,", "nondeterminism_test.go:", "the receive pattern")

	fails(t, func(p *proc.P) { // a value that the pattern refers to
		want := map[string]int{"n": 1}
		p.Send(p.Self(), want)
		p.Receive(proc.Equal(want))
		want["n"] = 2
		p.Send(p.Self(), "done")
	}, "process main, step 2,", "the receive pattern", "matched before, and does not now")

	rows := 0
	fails(t, func(p *proc.P) {
		table := proc.NewTable[int, int](p, "t")
		table.Insert(p, 1, 1)
		table.Select(p, func(int, int) bool { rows++; return rows%2 == 0 })
	}, "process main, step 3,", "the condition of a Select, asked about the row 1 → 1,", "nothing that changes")
}

// A message that is changed after it was sent is not changed for other processes: it was copied.
func TestMessageChangedAfterItWasSent(t *testing.T) {
	holds(t, func(p *proc.P) {
		list := []int{1}
		for range 2 {
			reader := p.Spawn("reader", func(p *proc.P) {
				list := proc.Receive[[]int](p)
				p.Assert(list[0] == 1, "copied", "received %v", list)
				list[0] = 3
				p.Send(p.Self(), list)
			})
			p.Send(reader, list)
			p.Send(reader, list)
		}
		list[0] = 2
		p.Choose(2)
		list[0] = 4
	})
}

// Deferred functions of a process are part of what it does: when it returns,
// when it exits, and when it panics.
func TestOperationsInDeferredFunctions(t *testing.T) {
	end := map[string]func(*proc.P){
		"return": func(*proc.P) {},
		"exit":   func(p *proc.P) { p.Exit(nil) },
		"receive": func(p *proc.P) {
			defer p.Exit(nil) // instead of what is going on
			p.Receive()
		},
	}
	for _, name := range slices.Sorted(maps.Keys(end)) {
		t.Run(name, func(t *testing.T) {
			holds(t, func(p *proc.P) {
				me := p.Self()
				for range 2 {
					worker := p.Spawn("worker", func(p *proc.P) {
						defer p.Send(me, "released")
						defer func() { p.Send(me, proc.Receive[int](p)) }()
						end[name](p)
					})
					p.Send(worker, 7)
					p.Send(worker, 7)
				}
				for range 2 {
					proc.Receive[int](p)
					proc.Receive[string](p)
				}
			})
		})
	}
}

// TestNondeterministicEnd: ends that differ only in their explanations are shown with these, and
// the source once.
func TestNondeterministicEnd(t *testing.T) {
	fails(t, func(p *proc.P) {
		self, n := p.Self(), 0
		for range 2 {
			p.Spawn("client", func(p *proc.P) {
				v := n
				p.Send(self, v)
				n = v + 1
			})
		}
		proc.Receive[int](p)
		proc.Receive[int](p)
		p.Assert(n == 2, "both", "n is %d", n)
	}, `it asked for "end: both violated → n is 1" before, and asks for "end: both violated → n is 0" when`)
}
