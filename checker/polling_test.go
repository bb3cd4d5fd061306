package checker

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/checkmodel/checkmodel/internal/randomprograms"
	"github.com/checkmodel/checkmodel/internal/world"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
	"pgregory.net/rapid"
)

// drawPolls draws a program that polls rows.
func drawPolls(t *rapid.T) func(*proc.P) {
	pr := randomprograms.Programs(randomprograms.PollOps, 3, 7).Draw(t, "program")
	if rapid.IntRange(0, 3).Draw(t, "one row") > 0 {
		pr = randomprograms.OneRow(pr)
	}
	t.Log("\n" + pr.String())
	if rapid.Bool().Draw(t, "parent") {
		return randomprograms.DrawParent(t, pr).Main
	}
	return pr.MainAfter(nil, rapid.IntRange(0, 3).Draw(t, "by name") == 0, rapid.IntRange(0, 3).Draw(t, "wait") > 0)
}

// checkPolls compares the searches of a program that polls with brute force, each of which leaves out turns that change nothing.
func checkPolls(t *rapid.T) {
	checkMain(t, drawPolls(t), false, randomprograms.Deliveries.Draw(t, "delivery"), tooMany)
}

// visited is a state of a system after some events, with the ends of processes so far.
type visited struct {
	way   trace.Schedule
	ends  string
	final bool
}

// withEnd appends the event if it is the end of a process.
func withEnd(ends string, e *trace.Event, sys *world.System) string {
	if e.Kind != kind.Exit {
		return ends
	}
	all := append(strings.Fields(ends), fmt.Sprintf("%d:%d", e.Actor, e.Value))
	slices.Sort(all)
	return strings.Join(all, " ")
}

// statesOf returns all states of a system, and checks each step that changes nothing. It returns nil if there are more than most.
func statesOf(t rapid.TB, sys *world.System, most int, stays func(way trace.Schedule, op *trace.Op)) map[string]*visited {
	defer sys.Close()
	known := map[string]*visited{}
	var todo []*visited
	add := func(way trace.Schedule, ends string) (id string) {
		id = fmt.Sprint(sys.Fingerprint(), ends)
		if known[id] == nil {
			known[id] = &visited{way: way, ends: ends}
			todo = append(todo, known[id])
		}
		return id
	}
	add(nil, "")
	for len(todo) > 0 && len(known) <= most {
		at := todo[0]
		todo = todo[1:]
		again := func() {
			sys.StepBack(0)
			for _, st := range at.way {
				sys.Step(st)
			}
		}
		again()
		here := fmt.Sprint(sys.Fingerprint(), at.ends)
		at.final = true
		for _, p := range sys.Enabled(nil) {
			st := trace.Step{Actor: p.Actor}
			e := sys.Step(st)
			if add(append(slices.Clone(at.way), st), withEnd(at.ends, &e, sys)) == here {
				stays(at.way, &e.Op)
			} else {
				at.final = false
			}
			again()
		}
	}
	if len(known) > most {
		return nil
	}
	return known
}

// finals is a strategy that records the states in which interleavings end.
type finals struct {
	Strategy
	x     *job
	found map[string]bool
}

func (f *finals) End(end trace.Ending) error {
	if end.Outcome == trace.Complete || end.Outcome == trace.Deadlocked || end.Outcome == trace.Violated {
		ends := ""
		for i := range f.x.First.Player.Events() {
			ends = withEnd(ends, &f.x.First.Player.Events()[i], nil)
		}
		f.found[fmt.Sprint(f.x.First.System.Fingerprint(), ends)] = true
	}
	return f.Strategy.End(end)
}

// TestPolls: turns of loops that only read a row and change nothing are left out. With and without them, the same states are
// reached, and in the same ones nothing changes any more. Each search ends in all of these.
func TestPolls(t *testing.T) {
	t.Parallel()
	left := 0
	rapid.Check(t, func(t *rapid.T) {
		sys := trustedSystem(drawPolls(t))
		defer sys.Close()
		sys.SetDelivery(randomprograms.Deliveries.Draw(t, "delivery"))
		with := sys.Twin()
		with.Polling = true
		want := statesOf(t, with, 500, func(_ trace.Schedule, op *trace.Op) {
			if left++; op.Kind != kind.TableLookup && op.Kind != kind.TableMember {
				t.Fatalf("%s changes nothing", op.Kind)
			}
		})
		if want == nil {
			reject(t, "too many states")
		}
		got := statesOf(t, sys.Twin(), 500, func(way trace.Schedule, op *trace.Op) {
			t.Fatalf("after %v, %s changes nothing", way, op.Kind)
		})
		end := map[string]bool{}
		for id, at := range want {
			if got[id] == nil || got[id].final != at.final {
				t.Fatalf("the state after %v is %+v, want %+v", at.way, got[id], at)
			}
			if at.final {
				end[id] = true
			}
		}
		if len(got) != len(want) {
			t.Fatalf("%d states, want %d", len(got), len(want))
		}
		for _, a := range []Algorithm{Optimal, Source, Naive, States} {
			o := Options{Algorithm: a, AnyDeliveriesRace: a == Optimal, MaxInterleavings: 1000, Until: UntilEnd, MaxEvents: 1000, Workers: 1, TrustModel: true}
			strategy, err := (&setup{Options: o}).strategy()
			if err != nil {
				t.Fatal(err)
			}
			f := &finals{Strategy: strategy, found: map[string]bool{}}
			f.x = searchWith(context.Background(), Model{Name: "polls"}, o, f)
			r, err := f.x.simulate(sys.Twin)
			if err != nil {
				t.Fatal(err)
			}
			if r.Stop == NotStopped && !maps.Equal(f.found, end) {
				t.Fatalf("%s ends in %d states, want %d", a, len(f.found), len(end))
			}
		}
		compared.Add(1)
	})
	if left == 0 && checksMany() {
		t.Error("no program has a turn that changes nothing")
	}
}

// TestPollsForEver: what must happen some time, or must stay possible, is judged as with turns that only read a row and change
// nothing. With them, an actor that polls goes on for ever; without, it waits.
func TestPollsForEver(t *testing.T) {
	verdicts := map[bool]int{}
	checkMany(t, func(t *rapid.T) {
		ts := randomprograms.DrawEndless(t, "lookup", "lookup", "lookup", "insert")
		ts.Stays = rapid.IntRange(0, 3).Draw(t, "stays") == 0
		rule := ruleOf(ts)
		if !ts.Stays && rapid.Bool().Draw(t, "strong") {
			rule = rule.Strong()
		}
		m := Model{Name: "polls", Main: ts.Main, Rules: []Rule{rule}}
		violated := func(polling bool) bool {
			o := Options{Algorithm: States, Until: UntilEnd, MaxEvents: 80, MaxInterleavings: 1000, Workers: 1, TrustModel: true}
			strategy, err := (&setup{Options: o}).strategy()
			if err != nil {
				t.Fatal(err)
			}
			r, err := searchWith(context.Background(), m, o, strategy).simulate(func() *world.System {
				sys := trustedSystem(m.Main)
				sys.Polling = polling
				sys.SetOrdered(m.rules().Boards())
				return sys
			})
			if err != nil {
				t.Fatal(err)
			}
			if r.Stop != NotStopped || r.Cut() {
				reject(t, "too many states")
			}
			return slices.ContainsFunc(r.Violations, func(v *Violation) bool { return v.Property == rule.Name })
		}
		got, want := violated(false), violated(true)
		if got != want {
			t.Fatalf("the property is violated: %t, want %t", got, want)
		}
		verdicts[got]++
		compared.Add(1)
	})
	if len(verdicts) < 2 && !testing.Short() {
		t.Errorf("all have one verdict: %v", verdicts)
	}
}

// TestPollers has programs of processes that poll a row until it is 3, which another process writes after other values.
func TestPollers(t *testing.T) {
	writer := func(p *proc.P, table proc.Table[int, int]) {
		for n := range 4 {
			table.Insert(p, 0, n)
		}
		proc.Receive[string](p) // the table goes away with its owner
	}
	poller := func(asks func(p *proc.P, n int) (more bool)) func(*proc.P, proc.Table[int, int]) {
		return func(p *proc.P, table proc.Table[int, int]) {
			proc.Loop(p, 0, func(*int) bool {
				n, _ := table.Lookup(p, 0)
				return asks(p, n)
			})
		}
	}
	wait := poller(func(_ *proc.P, n int) bool { return n != 3 })
	for name, c := range map[string]struct {
		polls  func(*proc.P, proc.Table[int, int])
		number int
		option proc.SpawnOption
		want   int
		says   string
	}{
		"until the last value":  {wait, 3, proc.Daemon, 1, ""},
		"until another value":   {poller(func(_ *proc.P, n int) bool { return n != 2 }), 1, proc.Daemon, 2, ""},
		"for ever":              {poller(func(p *proc.P, n int) bool { p.Assert(n < 4, "few", "it is %d", n); return true }), 2, proc.Daemon, 1, ""},
		"for ever, and nothing": {poller(func(*proc.P, int) bool { return true }), 1, 0, 1, "process writes/polls waits for ever for row 0 of table writes:t, which it polls, to change"},
	} {
		m := Model{Name: name, Main: func(p *proc.P) {
			p.Spawn("writes", func(p *proc.P) {
				table := proc.NewTable[int, int](p, "t")
				for range c.number {
					p.Spawn("polls", func(p *proc.P) { c.polls(p, table) }, c.option)
				}
				writer(p, table)
			}, proc.Daemon)
		}}
		if strings.HasPrefix(name, "for ever") {
			m.Properties = []Property{{Name: "few"}}
		}
		for _, a := range []Algorithm{Optimal, States} {
			r, err := Check(t.Context(), m, Options{Algorithm: a, Until: UntilEnd})
			if err != nil {
				t.Fatal(err)
			}
			says := ""
			for _, v := range r.Violations {
				says += v.Explanation
			}
			if r.Interleavings != c.want || says != c.says || r.Cut() {
				t.Errorf("%s, %s: %d interleavings, %q; want %d, %q", name, a, r.Interleavings, says, c.want, c.says)
			}
			if asserted := len(r.Asserted) > 0; asserted != (name == "for ever") {
				t.Errorf("%s, %s: the property is asserted: %t", name, a, asserted)
			}
		}
	}
}
