package checker_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/world/guard"
	"github.com/checkmodel/checkmodel/proc"
)

// violates checks a model that violates a property, and returns the first
// violation.
func violates(t *testing.T, main func(*proc.P), property string, want ...string) *checker.Violation {
	t.Helper()
	result, err := checker.Check(t.Context(), checker.Model{Name: "bad", Main: main}, checker.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if result.Verdict != checker.Violated || result.Violations[0].Property != property {
		t.Fatalf("the verdict is %s, want a violation of %q: %+v", result.Verdict, property, result.Violations)
	}
	v := result.Violations[0]
	for _, w := range want {
		if !strings.Contains(v.Explanation, w) {
			t.Errorf("the explanation does not say %q:\n%s", w, v.Explanation)
		}
	}
	nothingLeft(t)
	return v
}

func TestPanics(t *testing.T) {
	type tree struct{ left *tree }
	for name, c := range map[string]struct {
		body func(*proc.P)
		want string
	}{
		"value":           {func(*proc.P) { panic(tree{}) }, "tree{left: nil}"},
		"nil":             {func(*proc.P) { panic(nil) }, "panic called with nil argument"},
		"nil dereference": {func(*proc.P) { var t *tree; t.left = nil }, "nil pointer dereference"},
		"nil map":         {func(*proc.P) { fill(nil) }, "assignment to entry in nil map"},
		"index":           {func(p *proc.P) { _ = make([]int, 3)[p.Choose(2)+2] }, "index out of range [3]"},
		"wrong type":      {func(p *proc.P) { p.Send(p.Self(), 1); _ = p.Receive().(string) }, "interface conversion"},
		"an error that panics": {
			func(*proc.P) { panic(hopeless{}) }, "a value of type checker_test.hopeless whose Error method panics"},
		"a value that contains itself": {
			func(*proc.P) { a := &pair{}; a.x, a.y = a, a; panic(a) }, "panicked: &pair{"},
		"in a deferred function": {
			func(p *proc.P) { defer func() { panic("late") }(); p.Exit(nil) }, "panicked: late"},
	} {
		t.Run(name, func(t *testing.T) {
			v := violates(t, func(p *proc.P) { p.Spawn("victim", c.body) }, proc.NoCrash, "process victim panicked", c.want)
			if len(v.Stack) == 0 || !strings.Contains(v.Stack[0], "badmodels_test.go:") {
				t.Errorf("the stack is %q", v.Stack)
			}
		})
	}
}

type hopeless struct{}

func (hopeless) Error() string { panic("no") }

type pair struct{ x, y *pair }

// A recover in a process cannot undo what ends it.
func TestRecoverDoesNotSwallowAnEnd(t *testing.T) {
	careless := func(body func()) {
		defer func() { recover() }()
		body()
	}
	violates(t, func(p *proc.P) {
		careless(func() { p.Assert(false, "truth", "it was false") })
	}, "truth", "it was false")
	violates(t, func(p *proc.P) {
		defer p.Exit(nil)
		defer func() { panic("another end") }()
		p.Assert(false, "truth", "it was false")
	}, "truth", "it was false")
	violates(t, func(p *proc.P) {
		careless(func() { p.Exit("enough") })
		p.Send(p.Self(), "never")
	}, proc.NoCrash, "exited with reason")
	fails(t, func(p *proc.P) {
		careless(func() { p.Send(proc.PID{}, 1) })
	}, "process main at", "badmodels_test.go:", "the zero PID")

	// Processes that are stopped, here because another one came first, end too.
	holds(t, func(p *proc.P) {
		for range 2 {
			worker := p.Spawn("worker", func(p *proc.P) {
				for range 3 {
					careless(func() { p.Receive() })
				}
				for {
					careless(func() { p.Receive() })
				}
			}, proc.Daemon)
			for range 3 {
				p.Send(worker, 1)
			}
		}
		proc.ReceiveTimeout[int](p)
	})
}

func TestGoexit(t *testing.T) {
	exit := func(p *proc.P) { runtime.Goexit() }
	for name, main := range map[string]func(*proc.P){
		"first process": exit,
		"process":       func(p *proc.P) { p.Spawn("child", exit); p.Receive() },
		"deferred":      func(p *proc.P) { defer exit(p); p.Choose(2) },
		"pattern": func(p *proc.P) {
			p.Send(p.Self(), 1)
			proc.Receive(p, func(int) bool { exit(p); return true })
		},
		"condition": func(p *proc.P) {
			table := proc.NewTable[int, int](p, "t")
			table.Insert(p, 1, 1)
			table.Select(p, func(int, int) bool { exit(p); return true })
		},
	} {
		t.Run(name, func(t *testing.T) {
			fails(t, main, "model bad: process ", "badmodels_test.go:", "runtime.Goexit", "t.Fatal")
		})
	}
	// It is allowed only while a process is being stopped.
	holds(t, func(p *proc.P) {
		p.Spawn("child", func(p *proc.P) {
			ended := false
			defer func() {
				if !ended {
					exit(p)
				}
			}()
			p.Receive()
		}, proc.Daemon)
	})
}

func TestForeignP(t *testing.T) {
	for name, main := range map[string]func(*proc.P){
		"of the parent": func(p *proc.P) {
			p.Spawn("child", func(*proc.P) { p.Send(p.Self(), 1) })
		},
		"of the parent, which has ended": func(p *proc.P) {
			p.Spawn("child", func(q *proc.P) { q.Choose(2); p.Exit("bye") })
		},
		"of a child": func(p *proc.P) {
			var child *proc.P
			p.Spawn("child", func(q *proc.P) { child = q; q.Receive() })
			child.Receive()
		},
		"to assert": func(p *proc.P) {
			p.Spawn("child", func(*proc.P) { p.Assert(false, "truth", "") })
		},
		"to spawn": func(p *proc.P) {
			p.Spawn("child", func(*proc.P) { p.Spawn("grandchild", func(*proc.P) {}) })
		},
	} {
		t.Run(name, func(t *testing.T) {
			fails(t, main, "model bad: process ", "badmodels_test.go:", "it uses a P that is not its own: a P of process ")
		})
	}
}

func TestPOutsideOfItsProcess(t *testing.T) {
	const want = "its P is used outside of it, by a goroutine"
	t.Run("goroutine", func(t *testing.T) {
		fails(t, func(p *proc.P) {
			var wait sync.WaitGroup
			wait.Add(1)
			go func() { defer wait.Done(); p.Send(p.Self(), 1) }()
			wait.Wait()
			p.Receive()
		}, "model bad: process main at", "badmodels_test.go:", want, "started by Spawn")
	})
	t.Run("goroutine that outlives an operation", func(t *testing.T) {
		failsWith(t, func(p *proc.P) { // which may be executed several times until the fault is found
			var wait sync.WaitGroup
			wait.Add(1)
			ready := make(chan bool)
			go func() { defer wait.Done(); <-ready; p.Receive() }()
			defer wait.Wait()
			defer close(ready)
			p.Choose(2)
		}, checker.Options{TrustModel: true}, want) // otherwise its waiting is found first
	})
	t.Run("pattern", func(t *testing.T) {
		fails(t, func(p *proc.P) {
			p.Send(p.Self(), 1)
			proc.Receive(p, func(int) bool { p.Send(p.Self(), 2); return true })
		}, "badmodels_test.go:", want)
	})
}

// releasing returns a channel for goroutines to wait for. It is closed when the test ends, which
// waits for them, so that they do not disturb the next test.
func releasing(t *testing.T) <-chan bool {
	before, release := runtime.NumGoroutine(), make(chan bool)
	t.Cleanup(func() {
		close(release)
		for range 60_000 { // a minute, as the machine may be busy
			if runtime.NumGoroutine() <= before {
				return
			}
			time.Sleep(time.Millisecond)
		}
		t.Errorf("there are %d goroutines, and there were %d", runtime.NumGoroutine(), before)
	})
	return release
}

// TestStray: a goroutine that a process has started and that still exists is an error at the go
// statement, independent of what it waits for and which code started it.
func TestStray(t *testing.T) {
	release := releasing(t)
	leave := func(n *int) { go func() { <-release; *n++ }() }
	for name, main := range map[string]func(*proc.P){
		"of a process that has ended": func(p *proc.P) {
			p.Spawn("child", func(p *proc.P) { n := 0; leave(&n); p.Send(p.Self(), n) })
		},
		"of a process that waits": func(p *proc.P) {
			p.Spawn("child", func(p *proc.P) { n := 0; leave(&n); p.Receive() }, proc.Daemon)
		},
		"by a WaitGroup": func(p *proc.P) {
			p.Spawn("child", func(p *proc.P) {
				var wait sync.WaitGroup
				wait.Go(func() { <-release })
				p.Receive()
			}, proc.Daemon)
		},
		"that waits for a lock": func(p *proc.P) {
			p.Spawn("child", func(p *proc.P) {
				var lock sync.Mutex
				lock.Lock()
				go func() { lock.Lock(); <-release }()
				defer lock.Unlock()
				p.Receive()
			}, proc.Daemon)
		},
	} {
		t.Run(name, func(t *testing.T) {
			fails(t, main, "model bad: process child at ", "badmodels_test.go:", "it has started a goroutine that is still there (",
				"started by Spawn")
		})
	}
}

// Goroutines that end before the process continues, those of a generator, and those of other code
// are allowed.
func TestNoStray(t *testing.T) {
	release := releasing(t)
	go func() { <-release }()
	for range 5 {
		holds(t, func(p *proc.P) {
			sum := func() (n int) {
				var wait sync.WaitGroup
				wait.Go(func() { n = 1 })
				wait.Wait()
				return n
			}
			_, cancel := context.WithCancel(foreign{context.Background()}) // starts a goroutine of package context
			defer cancel()
			next, stop := iter.Pull(func(yield func(int) bool) {
				for yield(sum()) {
				}
			})
			defer stop()
			for range 2 {
				n, _ := next()
				p.Send(p.Self(), n+sum())
			}
			p.Spawn("daemon", func(p *proc.P) {
				next, stop := iter.Pull(func(yield func(int) bool) { yield(sum()) })
				defer stop()
				next()
				_, cancel := context.WithCancel(foreign{context.Background()})
				defer cancel()
				p.Receive()
			}, proc.Daemon)
		})
	}
}

// foreign is a context of a type that package context does not know, so that it waits in a
// goroutine.
type foreign struct{ context.Context }

func (f foreign) Done() <-chan struct{} { return make(chan struct{}) }

// A generator of package iter does not count as a goroutine: it may use P.
func TestOperationsInAGenerator(t *testing.T) {
	holds(t, func(p *proc.P) {
		p.Spawn("child", func(p *proc.P) {
			var numbers iter.Seq[int] = func(yield func(int) bool) {
				for yield(p.Choose(2)) {
				}
			}
			next, stop := iter.Pull(numbers)
			defer stop()
			next()
			next()
		})
	})
}

func TestMisuse(t *testing.T) {
	for name, c := range map[string]struct {
		main func(*proc.P)
		want string
	}{
		"zero PID": {func(p *proc.P) { p.Send(proc.PID{}, 1) }, "the zero PID"},
		"function": {func(p *proc.P) { p.Send(p.Self(), func() {}) }, "send plain data"},
		"channel":  {func(p *proc.P) { p.Exit(make(chan int)) }, "send plain data"},
		"handle":   {func(p *proc.P) { p.Send(p.Self(), p) }, "the message: *proc.P cannot be sent or stored: a P is for its own process only; to name the process to others, use the PID that p.Self() returns"},
		"handle in a field": {func(p *proc.P) {
			proc.NewTable[int, struct{ Who *proc.P }](p, "t").Insert(p, 1, struct{ Who *proc.P }{p})
		}, "cannot be sent or stored: field Who: a P is for its own process only"},
		"cyclic message":   {func(p *proc.P) { a := &pair{}; a.x, a.y = a, a; p.Send(p.Self(), a) }, "points to itself"},
		"deferred at last": {func(p *proc.P) { defer p.Send(proc.PID{}, 1); p.Exit(nil) }, "the zero PID"},
	} {
		t.Run(name, func(t *testing.T) {
			fails(t, c.main, "model bad: process main at", "badmodels_test.go:", c.want)
		})
	}
	// Deferred functions of a process that is being stopped are not misuse.
	holds(t, func(p *proc.P) {
		p.Spawn("child", func(p *proc.P) {
			var unset proc.PID
			defer p.Send(unset, 1)
			defer p.Exit(make(chan int))
			p.Receive()
		}, proc.Daemon)
	})
}

func TestPatternPanics(t *testing.T) {
	fails(t, func(p *proc.P) {
		p.Send(p.Self(), []int{})
		proc.Receive(p, func(m []int) bool { return m[0] == 1 })
	}, "model bad: process main at", "badmodels_test.go:", `the receive pattern "[]int where …", asked about the message [], panicked: runtime error: index out of range`)
}

// A pattern that also panics when it is described is a fault like any other.
func TestPatternOfItsOwnPanics(t *testing.T) {
	fails(t, func(p *proc.P) {
		p.Send(p.Self(), 1)
		p.Receive(hollow{})
	}, "model bad: process main at", "badmodels_test.go:",
		`the receive pattern "a checker_test.hollow whose String method panics", asked about the message 1, panicked: nothing inside`)
}

type hollow struct{}

func (hollow) Matches(any) bool { panic("nothing inside") }
func (hollow) String() string   { panic("no words either") }

// once is a Patience that ends when the model says so, and not before the fault exists.
func once(ready <-chan bool, there func() bool) func() (context.Context, context.CancelFunc) {
	return func() (context.Context, context.CancelFunc) {
		ctx, cancel := context.WithCancel(context.Background())
		go func() {
			select {
			case <-ready:
				for !there() {
					time.Sleep(time.Millisecond)
				}
			case <-ctx.Done():
			}
			cancel()
		}()
		return ctx, cancel
	}
}

// waitFor waits to be released.
//
//go:noinline
func waitFor(release chan bool) { <-release }

// waits reports whether a goroutine waits.
func waits() bool {
	buf := make([]byte, 1<<20)
	for goroutine := range strings.SplitSeq(string(buf[:runtime.Stack(buf, true)]), "\n\n") {
		state, calls, _ := strings.Cut(goroutine, "\n")
		if strings.Contains(calls, "checker_test.waitFor(") && strings.Contains(state, "chan receive") {
			return true
		}
	}
	return false
}

// runs is for goroutines that do not wait.
func runs() bool { return true }

func TestStuck(t *testing.T) {
	for name, main := range map[string]func(p *proc.P, wait func()){
		"at once":  func(p *proc.P, wait func()) { wait() },
		"later":    func(p *proc.P, wait func()) { p.Spawn("x", func(p *proc.P) { p.Choose(2); wait() }) },
		"deferred": func(p *proc.P, wait func()) { defer wait(); p.Choose(2) },
		"stopped": func(p *proc.P, wait func()) {
			p.Spawn("x", func(p *proc.P) { defer wait(); p.Receive() }, proc.Daemon)
		},
		"pattern": func(p *proc.P, wait func()) {
			p.Send(p.Self(), 1)
			proc.Receive(p, func(int) bool { wait(); return true })
		},
	} {
		for how, wait := range map[string]func(released *atomic.Bool, release chan bool){
			"chan receive": func(_ *atomic.Bool, release chan bool) { waitFor(release) },
			"run": func(released *atomic.Bool, _ chan bool) { // running or runnable
				for !released.Load() {
				}
			},
		} {
			t.Run(name+" "+how, func(t *testing.T) {
				ready, release, released := make(chan bool), make(chan bool), new(atomic.Bool)
				var first sync.Once
				stuck := func() {
					first.Do(func() { close(ready) })
					wait(released, release)
				}
				_, err := checker.Check(t.Context(), checker.Model{Name: "bad", Main: func(p *proc.P) { main(p, stuck) }},
					checker.Options{Patience: once(ready, map[string]func() bool{"chan receive": waits, "run": runs}[how])})
				released.Store(true)
				close(release)
				var fault *guard.ModelError
				if !errors.As(err, &fault) {
					t.Fatalf("the error is %v", err)
				}
				for _, want := range []string{"model bad: process ", "badmodels_test.go:", "does not reach its next operation (its goroutine: " + how} {
					if !strings.Contains(err.Error(), want) {
						t.Errorf("the error does not say %q:\n%v", want, err)
					}
				}
				if len(fault.Stack) == 0 || !strings.Contains(fmt.Sprint(fault.Stack), "TestStuck") {
					t.Errorf("the stack is %q", fault.Stack)
				}
				nothingLeft(t)
			})
		}
	}
}

// A canceled search does not wait for the end of the previous patience: it requests a new one.
func TestStuckAndCanceled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	release := make(chan bool)
	r, err := checker.Check(ctx, checker.Model{Name: "bad", Main: func(p *proc.P) {
		p.Choose(2)
		cancel()
		waitFor(release)
	}}, checker.Options{Patience: func() (context.Context, context.CancelFunc) {
		if ctx.Err() == nil {
			return context.WithCancel(context.Background())
		}
		return once(closed, waits)()
	}})
	close(release)
	var fault *guard.ModelError
	if !errors.As(err, &fault) || !strings.Contains(err.Error(), "does not reach its next operation") {
		t.Errorf("the error is %v", err)
	}
	if r.Verdict != checker.Failed || r.Stop != checker.Canceled {
		t.Errorf("the verdict is %s, and the search was stopped by %q", r.Verdict, r.Stop)
	}
	nothingLeft(t)
}

// closed is a closed channel.
var closed = func() chan bool {
	c := make(chan bool)
	close(c)
	return c
}()

// A process that waits for another one with a Go primitive waits for ever.
func TestChannelBetweenProcesses(t *testing.T) {
	ready, release := make(chan bool), make(chan bool)
	_, err := checker.Check(t.Context(), checker.Model{Name: "bad", Main: func(p *proc.P) {
		c := make(chan int)
		p.Spawn("reader", func(p *proc.P) {
			close(ready)
			select {
			case <-c:
			case <-release:
			}
		})
		c <- 1
	}}, checker.Options{Patience: once(ready, runs)})
	if want := "process reader at "; err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "nor wait: use Receive") {
		t.Errorf("the error is %v", err)
	}
	close(release)
	nothingLeft(t)
}

func TestModelThatSpawnsNothing(t *testing.T) {
	if r := holds(t, func(*proc.P) {}); r.Interleavings != 1 || r.Events != 1 {
		t.Errorf("%d interleavings with %d events, want 1 with 1", r.Interleavings, r.Events)
	}
}

func fill(m map[int]int) { m[1] = 1 }

// An unknown name, and a name that is taken, are results that a process gets, not errors; ignoring
// the result is a bug of the model that the search finds.
func TestNames(t *testing.T) {
	holds(t, func(p *proc.P) {
		_, found := p.Whereis("nobody")
		p.Assert(!found && !p.SendName("nobody", 1) && !p.Unregister("nobody"), "unknown", "a process has the unknown name")
		p.Assert(p.Register("me", p.Self()) && !p.Register("me", p.Self()), "once", "a name was given twice")
		child := p.Spawn("child", func(p *proc.P) { proc.Receive[string](p) }, proc.Daemon)
		p.Assert(!p.Register("me", child) && !p.Register("also me", p.Self()), "once", "a name was given twice")
	})
	violates(t, func(p *proc.P) {
		server := p.Spawn("server", func(p *proc.P) { p.Register("server", p.Self()); p.Receive() })
		p.SendName("server", 1) // it may not have its name yet
		p.IsAlive(server)
	}, proc.NoDeadlock, "process server waits for ever")
	violates(t, func(p *proc.P) {
		p.Spawn("client", func(p *proc.P) {
			pid, _ := p.Whereis("server")
			p.Assert(pid != (proc.PID{}), "found", "there is no server")
		})
	}, "found", "there is no server")
}

// After its end a process does nothing, even if its deferred functions request operations.
func TestOperationsAfterExit(t *testing.T) {
	holds(t, func(p *proc.P) {
		me := p.Self()
		_, gone := p.SpawnMonitor("child", func(p *proc.P) {
			defer func() { p.Send(me, "last") }() // a last event before the end
			p.Exit(nil)
			p.Send(me, "never")
		})
		p.Receive(proc.Where(func(d proc.Down) bool { return d.Ref == gone }))
		words := 0
		for {
			m, ok := proc.ReceiveTimeout[string](p)
			if !ok {
				break
			}
			words++
			p.Assert(m == "last", "silence", "it said %q", m)
		}
		p.Assert(words <= 1, "silence", "it spoke %d times", words)
	})
}
