package checker

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/checkmodel/checkmodel/internal/effects"
	"github.com/checkmodel/checkmodel/internal/randomprograms"
	"github.com/checkmodel/checkmodel/internal/testsize"
	"github.com/checkmodel/checkmodel/minimize"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace/kind"
	"pgregory.net/rapid"
)

// drawTime draws a program about time, of which some processes may be nodes, and a budget of faults.
func drawTime(t *rapid.T) (main func(*proc.P), faults Faults) {
	ops := rapid.SampledFrom(randomprograms.TimeOps).Draw(t, "operations")
	if !rapid.Bool().Draw(t, "with faults") {
		pr := randomprograms.Programs(ops, 3, 5).Draw(t, "program")
		t.Logf("\n%v", pr)
		return pr.Main(rapid.Bool().Draw(t, "wait")), faults
	}
	pr := randomprograms.Programs(ops, 3, 4).Draw(t, "program")
	which := []bool{rapid.Bool().Draw(t, "node"), false, true}
	if len(pr) == 2 {
		which[1] = true
	}
	faults.Drift = rapid.SampledFrom([]int{0, 10, 33, 50}).Draw(t, "drift")
	faults.Offset = rapid.SampledFrom([]int{0, 0, 1, 4}).Draw(t, "offset")
	faults.Jump = rapid.SampledFrom([]int{0, 0, 2, 3}).Draw(t, "jump")
	if faults.Drift == 0 || rapid.Bool().Draw(t, "crash") {
		faults.Crashes = 1
		faults.Restarts = rapid.IntRange(0, 1).Draw(t, "restarts")
	}
	t.Logf("\n%v%v are nodes, %+v", pr, which, faults)
	return pr.Nodes(which, rapid.Bool().Draw(t, "late")), faults
}

// checkTime compares the searches of a program about time with brute force; see families.
func checkTime(t *rapid.T) {
	body, faults := drawTime(t)
	main := trustedSystem(body)
	defer main.Close()
	main.SetDelivery(rapid.SampledFrom([]proc.Delivery{proc.Instant, proc.Instant, proc.Channel, proc.Bag}).Draw(t, "delivery"))
	main.SetFaults(faults, false)
	checkSystem(t, main, false, 4*tooMany)
}

// TestStatesOfTime compares the stateful search with the enumeration.
func TestStatesOfTime(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		main, faults := drawTime(t)
		compareStates(t, main, faults)
	})
}

// TestResumeStatesOfTime is TestResumeStates for programs about time.
func TestResumeStatesOfTime(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		main, faults := drawTime(t)
		resumeStates(t, main, faults)
	})
}

// said returns what the processes of a program say, which they expose, in any interleaving, sorted. It is the same for
// each algorithm. interleavings is the number of classes.
// wide returns the text with digits that make another kind of violation; narrow is the inverse.
func wide(text string) string {
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return r - '0' + '０'
		}
		return r
	}, text)
}

func narrow(text string) string {
	return strings.Map(func(r rune) rune {
		if r >= '０' && r <= '９' {
			return r - '０' + '0'
		}
		return r
	}, text)
}

func said(t *testing.T, faults Faults, main func(*proc.P)) (all []string, interleavings int) {
	t.Helper()
	for i, a := range []Algorithm{Naive, Optimal, Source, States} {
		found := map[string]bool{}
		m := Model{Name: "time", Main: main, Faults: faults, Rules: []Rule{Finally(Property{Name: "said"}, func(states []Exposed[string]) error {
			var words []string
			for _, s := range states {
				words = append(words, s.State)
			}
			return errors.New(wide(strings.Join(words, ", ")))
		})}}
		r := resultOf(t, m, Options{Algorithm: a, Until: UntilEnd, AnyDeliveriesRace: true})
		for _, v := range r.Violations {
			found[narrow(v.Explanation)] = true
		}
		var now []string
		for text := range found {
			now = append(now, text)
		}
		slices.Sort(now)
		if i > 0 && !slices.Equal(now, all) {
			t.Errorf("with %s they say %q, with %s %q", a, now, Naive, all)
		}
		if all = now; a == Optimal {
			interleavings = r.Interleavings
		}
	}
	return all, interleavings
}

// Timers expire in the order of their deadlines; those with the same deadline commute; one that is cancelled lets time
// go on, too; and so does one of a node that has crashed.
func TestDeadlines(t *testing.T) {
	take := func(p *proc.P, n int) {
		var got []any
		for range n {
			got = append(got, p.Receive())
		}
		proc.Expose(p, fmt.Sprint(got, " at ", p.Now()))
	}
	for name, c := range map[string]struct {
		main          func(*proc.P)
		faults        Faults
		interleavings int // 0 if it does not matter
		want          []string
	}{
		"in order": {func(p *proc.P) {
			p.SendIn(5, p.Self(), "five")
			p.SendIn(3, p.Self(), "three")
			take(p, 2)
		}, Faults{}, 2, []string{"[five three] at 8", "[three five] at 5"}},
		"at once": {func(p *proc.P) {
			other := p.Spawn("other", func(p *proc.P) { p.Receive() })
			p.SendIn(2, other, 1)
			p.SendIn(2, p.Self(), 2)
			proc.Expose(p, fmt.Sprint(p.Receive()))
		}, Faults{}, 2, []string{"2"}},
		"at once, to one": {func(p *proc.P) {
			p.SendIn(2, p.Self(), 1)
			p.SendIn(2, p.Self(), 2)
			take(p, 2)
		}, Faults{}, 3, []string{"[1 2] at 2", "[1 2] at 4", "[2 1] at 2"}},
		"no duration": {func(p *proc.P) {
			p.SendIn(0, p.Self(), 0)
			p.SendAfter(p.Self(), "any time")
			p.SendIn(1, p.Self(), 1)
			take(p, 3)
		}, Faults{}, 0, []string{"[0 1 any time] at 1", "[0 any time 1] at 1", "[any time 0 1] at 1"}},
		"cancelled": {func(p *proc.P) {
			cancelled := p.CancelTimer(p.SendIn(3, p.Self(), "three"))
			p.Sleep(7)
			proc.Expose(p, fmt.Sprint(cancelled, " ", p.Now()))
		}, Faults{}, 3, []string{"false 10", "true 10", "true 7"}},
		"tick by tick": {func(p *proc.P) {
			p.Spawn("clock", func(p *proc.P) {
				for range 3 {
					p.Sleep(1)
				}
			})
			proc.Expose(p, fmt.Sprint(p.Now()))
		}, Faults{}, 4, []string{"0", "1", "2", "3"}},
		"after another one has expired": {func(p *proc.P) {
			p.Sleep(1)
			for i := range 2 {
				p.Spawn("sleeper", func(p *proc.P) { p.Sleep(i + 1) })
			}
			proc.Expose(p, "all started")
		}, Faults{}, 3, []string{"all started"}},
		"lost in a crash": {func(p *proc.P) {
			main := p.Self()
			node := p.Spawn("node", func(p *proc.P) {
				p.SendIn(3, main, "three")
				p.Receive()
			}, proc.Node, proc.Daemon)
			ref := p.Monitor(node)
			proc.Receive(p, func(d proc.Down) bool { return d.Ref == ref })
			p.Sleep(7)
			_, sent := proc.ReceiveTimeout[string](p)
			proc.Expose(p, fmt.Sprint(sent, " ", p.Now()))
		}, Faults{Crashes: 1}, 0, []string{"false 10", "false 7", "process main waits for ever to receive Down where …", "true 10"}},
	} {
		t.Run(name, func(t *testing.T) {
			got, n := said(t, c.faults, c.main)
			if !slices.Equal(got, c.want) {
				t.Errorf("they say %q, want %q", got, c.want)
			}
			if c.interleavings != 0 && n != c.interleavings {
				t.Errorf("%d interleavings, want %d", n, c.interleavings)
			}
		})
	}
}

// The clock of a node is exact, slow or fast; it shows the same number of ticks all the same. A child has the clock of
// its node, and other processes have an exact one.
func TestDrift(t *testing.T) {
	sleeper := func(main proc.PID) func(*proc.P) {
		return func(p *proc.P) {
			p.Sleep(10)
			p.Send(main, p.Now())
		}
	}
	for name, c := range map[string]struct {
		start func(p *proc.P, body func(*proc.P))
		drift int
		want  []string
	}{
		"a node":        {func(p *proc.P, body func(*proc.P)) { p.Spawn("node", body, proc.Node) }, 10, []string{"10 at 10", "10 at 11", "10 at 9"}},
		"by 50 percent": {func(p *proc.P, body func(*proc.P)) { p.Spawn("node", body, proc.Node) }, 50, []string{"10 at 10", "10 at 20", "10 at 6"}},
		"exact":         {func(p *proc.P, body func(*proc.P)) { p.Spawn("node", body, proc.Node) }, 0, []string{"10 at 10"}},
		"no node": {func(p *proc.P, body func(*proc.P)) {
			p.Spawn("idle", func(*proc.P) {}, proc.Node)
			p.Spawn("process", body)
		}, 10, []string{"10 at 10"}},
		"a child": {func(p *proc.P, body func(*proc.P)) {
			p.Spawn("node", func(p *proc.P) { p.Spawn("child", body) }, proc.Node)
		}, 10, []string{"10 at 10", "10 at 11", "10 at 9"}},
	} {
		t.Run(name, func(t *testing.T) {
			got, _ := said(t, Faults{Drift: c.drift}, func(p *proc.P) {
				c.start(p, sleeper(p.Self()))
				proc.Expose(p, fmt.Sprint(p.Receive(), " at ", p.Now()))
			})
			if !slices.Equal(got, c.want) {
				t.Errorf("they say %q, want %q", got, c.want)
			}
		})
	}
}

// The clock of a node jumps once, ahead or back, at any time, also while the node is down. No duration changes, and no other
// clock.
func TestJump(t *testing.T) {
	want := map[string][]string{"no crash": nil, "a crash": {"process main waits for ever to receive string"}}
	for _, first := range []int{0, 2, -2} {
		for _, second := range []int{first, first + 2, first - 2} {
			if (first == 0 || second == first) && second+3 < 7 {
				for name := range want {
					want[name] = append(want[name], fmt.Sprintf("[%d %d] at 3", first, second+3))
				}
			}
		}
	}
	for name, faults := range map[string]Faults{"no crash": {Jump: 2}, "a crash": {Jump: 2, Crashes: 1, Restarts: 1}} {
		got, _ := said(t, faults, func(p *proc.P) {
			main := p.Self()
			p.Spawn("node", func(p *proc.P) {
				first := p.Now()
				p.Sleep(3)
				p.Send(main, fmt.Sprint([]int{first, p.Now()}))
				p.Receive() // the crash may come late
			}, proc.Node, proc.Daemon)
			said := proc.Receive[string](p)
			if now := p.Now(); now == 3 { // otherwise the node has slept in two lives
				proc.Expose(p, fmt.Sprint(said, " at ", now))
			}
		})
		got = slices.DeleteFunc(got, func(said string) bool { return said == "" })
		slices.Sort(want[name])
		if !slices.Equal(got, want[name]) {
			t.Errorf("with %s they say %q, want %q", name, got, want[name])
		}
	}
}

// Two nodes may have different clocks, and one keeps its clock for the whole interleaving, also after a restart.
func TestRates(t *testing.T) {
	testsize.LongOnly(t)
	got, _ := said(t, Faults{Drift: 50, Crashes: 1, Restarts: 1}, func(p *proc.P) {
		main := p.Self()
		p.Spawn("node", func(p *proc.P) {
			for range 2 {
				p.Sleep(3)
				p.Send(main, "slept")
			}
			p.Receive() // the crash may come late
		}, proc.Node, proc.Daemon)
		var at []int
		for range 4 {
			proc.Receive[string](p)
			at = append(at, p.Now())
		}
		if slices.Equal(at, []int{at[0], 2 * at[0], 3 * at[0], 4 * at[0]}) { // otherwise this process was late
			proc.Expose(p, fmt.Sprint(at))
		}
	})
	// With a slow clock 3 ticks take 6, with a fast one 2.
	want := []string{"", "[2 4 6 8]", "[3 6 9 12]", "[6 12 18 24]", "process main waits for ever to receive string"}
	if !slices.Equal(got, want) {
		t.Errorf("they say %q, want %q", got, want)
	}
}

// TestFewerJumps: a smaller run has no jump that the violation does not need, and a search without jumps is a remedy.
func TestFewerJumps(t *testing.T) {
	m := Model{Name: "jumping", Faults: Faults{Jump: 2}, Main: func(p *proc.P) {
		for range 2 {
			p.Spawn("node", func(p *proc.P) {
				before := p.Now()
				now := p.Now()
				p.Assert(now >= before, "forward", "it was %d and is %d", before, now)
			}, proc.Node)
		}
	}}
	r := resultOf(t, m, Options{Until: UntilEnd, Explain: true})
	if len(r.Remedies) != 1 || r.Remedies[0].Change != "jump" {
		t.Errorf("the remedies are %+v", r.Remedies)
	}
	for _, v := range r.Violations {
		made, err := Minimize(t.Context(), r, v, Minimizing{})
		if err != nil {
			t.Fatal(err)
		}
		jumps := 0
		for _, e := range made.Trace.Entries {
			if e.Kind == kind.Jump.String() {
				jumps++
			}
		}
		if jumps != 1 || made.Minimized.Claim != minimize.Minimal {
			t.Errorf("%d clocks jump, %+v", jumps, made.Minimized)
		}
		again := resultOf(t, m, Options{Replay: made.Steps})
		if len(again.Skipped) > 0 || again.Verdict != Violated {
			t.Errorf("replayed, %s, skipped %v", again.Verdict, again.Skipped)
		}
	}
}

// A tick of each clock is a whole number of units, for each drift.
func TestTicks(t *testing.T) {
	for d := range int8(effects.MaxDrift + 1) {
		c := effects.Clocks{Drift: d}
		exact, slow, fast := c.Tick(effects.ExactClock), c.Tick(effects.SlowClock), c.Tick(effects.FastClock)
		if (100-int(d))*int(slow) != 100*int(exact) || (100+int(d))*int(fast) != 100*int(exact) {
			t.Errorf("drift %d: a tick takes %d, %d or %d", d, exact, slow, fast)
		}
	}
}

// A schedule with a clock that drifts is replayed, and the same result comes of it.
func TestReplayDrift(t *testing.T) {
	m := Model{Name: "m", Faults: Faults{Drift: 10}, Main: func(p *proc.P) {
		main := p.Self()
		p.Spawn("node", func(p *proc.P) { p.Sleep(10); p.Send(main, "late") }, proc.Node)
		_, ok := proc.ReceiveWithin[string](p, 11)
		p.Assert(ok || p.Now() != 11, "in time", "it is %d", p.Now())
	}}
	r := resultOf(t, m, Options{})
	if r.Verdict != Violated {
		t.Fatalf("%s, want a violation", r.Verdict)
	}
	v := r.Violations[0]
	again := resultOf(t, m, Options{Replay: v.Steps})
	if len(again.Skipped) > 0 || again.Verdict != Violated || again.Violations[0].Explanation != v.Explanation {
		t.Errorf("replayed, %s, skipped %v", again.Verdict, again.Skipped)
	}
}
