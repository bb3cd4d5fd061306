package checker

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/checkmodel/checkmodel/internal/randomprograms"
	"github.com/checkmodel/checkmodel/internal/testsize"
	"github.com/checkmodel/checkmodel/internal/world/environment"
	"github.com/checkmodel/checkmodel/proc"
)

// A node with k operations crashes in k+1 places, before each of them and before its end, each of which is explored once, by every algorithm that explores
// each class once. It also does not crash.
func TestPlacesOfCrashes(t *testing.T) {
	for k := range 5 {
		m := Model{Name: "places", Faults: Faults{Crashes: 1}, Main: func(p *proc.P) {
			board := proc.NewTable[int, int](p, "board")
			node := p.Spawn("node", func(p *proc.P) {
				for i := range k {
					board.Insert(p, i, 0)
				}
			}, proc.Node)
			ref := p.Monitor(node)
			proc.Receive(p, func(d proc.Down) bool { return d.Ref == ref })
		}}
		for _, a := range []Algorithm{Optimal, States} {
			r := resultOf(t, m, Options{Algorithm: a, Until: UntilEnd})
			// The monitor comes before or after the end.
			if want := 2 * (k + 2); r.Interleavings != want || r.Verdict != Verified {
				t.Errorf("%s, %d operations and the end: %d interleavings, %s; want %d", a, k, r.Interleavings, r.Verdict, want)
			}
		}
	}
}

func resultOf(t *testing.T, m Model, o Options) *Result {
	t.Helper()
	o.TrustModel = o.TrustModel || !testsize.Long() // the long form also looks for nondeterminism
	r, err := Check(context.Background(), m, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// keeper starts a process that owns a table for ever, and returns the table.
func keeper[K comparable, V any](p *proc.P) proc.Table[K, V] {
	self := p.Self()
	p.Spawn("keeper", func(p *proc.P) {
		p.Send(self, proc.NewTable[K, V](p, "kept"))
		proc.Receive[string](p)
	}, proc.Daemon)
	return proc.Receive[proc.Table[K, V]](p)
}

// secondLives returns what a node says in its second life, in any interleaving that has one, sorted. The other process
// ends when it gets a text.
func secondLives(t *testing.T, delivery proc.Delivery, node func(p *proc.P, life int, other proc.PID) string) (said []string) {
	t.Helper()
	m := Model{
		Name: "lives", Faults: Faults{Crashes: 1, Restarts: 1}, Delivery: delivery,
		Rules: []Rule{Finally(Property{Name: "said"}, func(states []Exposed[string]) error {
			if len(states) == 0 {
				return nil
			}
			return errors.New(wide(states[0].State))
		})},
		Main: func(p *proc.P) {
			lives := keeper[int, int](p)
			lives.Insert(p, 0, 0)
			other := p.Spawn("other", func(p *proc.P) {
				p.TrapExits(true)
				proc.Receive[string](p)
			})
			pid := p.Spawn("node", func(p *proc.P) {
				life := proc.UpdateCounter(p, lives, 0, 1)
				proc.Expose(p, fmt.Sprint(life, ": ", node(p, life, other)))
			}, proc.Node)
			p.Send(pid, "hello")
			p.Send(other, "end")
		},
	}
	for _, a := range []Algorithm{Optimal, States} {
		var all []string
		for _, v := range resultOf(t, m, Options{Until: UntilEnd, Algorithm: a}).Violations {
			if rest, ok := strings.CutPrefix(narrow(v.Explanation), "2: "); ok || v.Property != "said" {
				all = append(all, cmp.Or(rest, v.Explanation))
			}
		}
		slices.Sort(all)
		if all = slices.Compact(all); said != nil && !slices.Equal(said, all) {
			t.Errorf("with %s the second life says %q, with %s %q", Optimal, said, a, all)
		}
		said = all
	}
	return said
}

// What belongs to the first life of a node does not reach its second one.
func TestStateOfASecondLife(t *testing.T) {
	arrives := func(p *proc.P) string {
		m, ok := p.ReceiveTimeout(proc.Type[proc.Down](), proc.Type[proc.Exited](), proc.Equal("tick"))
		if !ok {
			return "nothing arrives"
		}
		return fmt.Sprintf("%T arrives", m)
	}
	for name, c := range map[string]struct {
		node func(p *proc.P, life int, other proc.PID) string
		want []string
	}{
		"monitor": {func(p *proc.P, life int, other proc.PID) string {
			if life == 1 {
				p.Monitor(other)
			}
			return arrives(p)
		}, []string{"nothing arrives"}},
		"link": {func(p *proc.P, life int, other proc.PID) string {
			p.TrapExits(true)
			if life == 1 {
				p.Link(other) // which the crash may end, if it does not trap exits yet
			}
			return arrives(p)
		}, []string{"nothing arrives"}},
		"timer": {func(p *proc.P, life int, other proc.PID) string {
			if life == 1 {
				p.SendAfter(p.Self(), "tick")
			}
			return arrives(p)
		}, []string{"nothing arrives"}},
		"trapping": {func(p *proc.P, life int, other proc.PID) string {
			if life == 1 {
				p.TrapExits(true)
				return ""
			}
			p.Spawn("child", func(*proc.P) {}, proc.Linked)
			return arrives(p) // a process that does not trap exits is not told of a normal end
		}, []string{"nothing arrives"}},
		"name": {func(p *proc.P, life int, other proc.PID) string {
			if life == 1 {
				p.Register("node", p.Self())
			}
			_, ok := p.Whereis("node")
			return fmt.Sprint("registered ", ok)
		}, []string{"registered false"}},
		"table": {func(p *proc.P, life int, other proc.PID) string {
			if life == 1 {
				proc.NewNamedTable[int, int](p, "rows")
			}
			err := proc.Try(func() { proc.NamedTable[int, int](p, "rows").Insert(p, 1, 1) })
			return fmt.Sprint("a table ", err == nil)
		}, []string{"a table false"}},
		"message": {func(p *proc.P, life int, other proc.PID) string {
			m, ok := p.ReceiveTimeout(proc.Equal("hello"))
			return fmt.Sprint(m, " ", ok)
		}, []string{"<nil> false", "hello true"}},
		"names": {func(p *proc.P, life int, other proc.PID) string {
			return fmt.Sprint(p.Self(), ", ", p.Spawn("child", func(*proc.P) {}), ", ", p.MakeRef(), ", ", p.SendAfter(other, "tick"))
		}, []string{"node, node/child#life 2, node#life 2 ref 1, node's timer#life 2"}},
	} {
		for _, d := range proc.Deliveries() {
			if got := secondLives(t, d, c.node); !slices.Equal(got, c.want) {
				t.Errorf("%s, %s: the second life says %q, want %q", name, d, got, c.want)
			}
		}
	}
}

// A replay happens with the faults of its schedule, whatever the budget.
func TestReplayOfFaults(t *testing.T) {
	m := Model{Name: "replay", Main: func(p *proc.P) {
		node := p.Spawn("node", func(p *proc.P) { p.Receive() }, proc.Node)
		ref := p.Monitor(node)
		p.Send(node, "end")
		d := proc.Receive(p, func(d proc.Down) bool { return d.Ref == ref })
		p.Assert(d.Reason == proc.Normal, "no crash of the node", "it ends for the reason %v", d.Reason)
	}}
	if r := resultOf(t, m, Options{}); r.Verdict != Verified {
		t.Fatalf("%s without faults", r.Verdict)
	}
	r := resultOf(t, m, Options{Faults: &Faults{Crashes: 1}})
	if r.Verdict != Violated {
		t.Fatalf("%s with a crash", r.Verdict)
	}
	for i, st := range r.Violations[0].Steps {
		if st.Actor == environment.DecidesFaults { // an odd schedule is refused or followed, and takes no memory
			odd := slices.Clone(r.Violations[0].Steps)
			odd[i].Alternative = math.MaxInt32
			_, _ = Check(context.Background(), m, Options{Replay: odd})
		}
	}
	again := resultOf(t, m, Options{Replay: r.Violations[0].Steps})
	if again.Verdict != Violated || len(again.Skipped) > 0 || again.Violations[0].Explanation != "it ends for the reason crashed" {
		t.Errorf("the replay is %s, skips %v", again.Verdict, again.Skipped)
	}
}

// A budget that makes no sense is an error that says what to do.
func TestInvalidFaults(t *testing.T) {
	node := func(p *proc.P) { p.Spawn("node", func(*proc.P) {}, proc.Node) }
	none := func(p *proc.P) { p.Spawn("node", func(*proc.P) {}) }
	for _, c := range []struct {
		main    func(*proc.P)
		model   Faults
		options *Faults
		says    string
	}{
		{node, Faults{Crashes: -1}, nil, "model faults: checker.Model.Faults has crashes=-1; it must be crashes=N, with a whole number from 0 to 1000"},
		{node, Faults{Restarts: -2}, nil, "model faults: checker.Model.Faults has restarts=-2; it must be restarts=N, with a whole number from 0 to 1000, or restarts=always"},
		{node, Faults{Crashes: 1, CrashesOfNode: -1}, nil, "has crashes-of-node=-1; it must be crashes-of-node=N"},
		{node, Faults{Crashes: 2000000000}, nil, "checker.Model.Faults has crashes=2000000000; it must be crashes=N, with a whole number from 0 to 1000"},
		{node, Faults{SyncFailures: -1}, nil, "model faults: checker.Model.Faults has sync-failures=-1; it must be sync-failures=N"},
		{node, Faults{Disk: DiskTorn}, nil, "checker.Model.Faults has disk=torn, but no node crashes"},
		{node, Faults{Crashes: 1, Disk: "floppy"}, nil, "has disk=floppy; it must be disk=POLICY, with one of synced, prefix, torn, subset"},
		{none, Faults{SyncFailures: 1}, nil, "checker.Model.Faults has sync-failures=1, but no process is a node"},
		{node, Faults{Restarts: 1}, nil, "checker.Model.Faults has restarts=1, but no node crashes"},
		{node, Faults{}, &Faults{Crashes: -1}, "checker.Options.Faults has crashes=-1; it must be crashes=N"},
		{node, Faults{Restarts: AfterEachCrash}, nil, "checker.Model.Faults has restarts=always, but no node crashes"},
		{node, Faults{Crashes: AfterEachCrash}, nil, "checker.Model.Faults has crashes=-1; it must be crashes=N"},
		{node, Faults{Nodes: []Node{{Name: "a", Crashes: -1}}}, nil, "has crashes@a=-1; crashes=-1 must be a number from 0 to 1000"},
		{node, Faults{Nodes: []Node{{Name: "a", Crashes: 1, Restarts: -2}}}, nil, "has crashes@a=1 restarts@a=-2; restarts=-2 must be a number from 0 to 1000, or restarts=always"},
		{node, Faults{Nodes: []Node{{Name: "a", Restarts: AfterEachCrash}}}, nil, "has restarts@a=always, but these nodes do not crash"},
		{node, Faults{Restarts: AfterEachCrash, Nodes: []Node{{Name: "a", Crashes: 1, Restarts: 1}}}, nil, "has crashes@a=1 restarts@a=1, but each crashed node is restarted"},
		{node, Faults{Nodes: []Node{{Name: "a", Restarts: 1}}}, nil, "has restarts@a=1, but these nodes do not crash"},
		{node, Faults{Nodes: []Node{{Name: "[", Crashes: 1}}}, nil, `has crashes@[=1, where "[" is not a valid pattern`},
		{node, Faults{Nodes: []Node{{Crashes: 1}, {Name: "*", Crashes: 2}}}, nil, "has crashes@*=2 after other numbers of the same nodes"},
		{node, Faults{Nodes: []Node{{Name: "nod", Crashes: 1}}}, nil, "checker.Model.Faults has crashes@nod=1, but no node has such a name"},
		{none, Faults{Nodes: []Node{{Name: "node", Crashes: 1}}}, nil, "checker.Model.Faults has crashes@node=1, but no process is a node"},
		{none, Faults{Crashes: 1}, nil, "checker.Model.Faults has crashes=1, but no process is a node; start the nodes with the option proc.Node"},
	} {
		_, err := Check(context.Background(), Model{Name: "faults", Main: c.main, Faults: c.model}, Options{Faults: c.options})
		if err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("the error is %v, want one with %q", err, c.says)
		}
	}
	if r := resultOf(t, Model{Name: "faults", Main: none}, Options{Faults: &Faults{Crashes: 1}}); !r.NoNodes || r.Verdict != Verified {
		t.Errorf("without a node: %s, no nodes %v", r.Verdict, r.NoNodes)
	}
}

// In a bag, what a node sends in its second life may overtake what it has sent in its first one.
func TestBagOvertakesAcrossLives(t *testing.T) {
	m := Model{
		Name: "lives", Faults: Faults{Crashes: 1, Restarts: 1}, Delivery: proc.Bag,
		Rules: []Rule{Sometimes(Property{Name: "overtakes"}, func(states []Exposed[randomprograms.State]) bool {
			return len(states) == 1 && states[0].State.Last == 10
		})},
		Main: func(p *proc.P) {
			lives, self := keeper[int, int](p), p.Self()
			lives.Insert(p, 0, 0)
			p.Spawn("node", func(p *proc.P) {
				p.Send(self, proc.UpdateCounter(p, lives, 0, 1))
			}, proc.Node, proc.Daemon)
			first := proc.Receive[int](p)
			if second, ok := proc.ReceiveTimeout[int](p); ok {
				proc.Expose(p, randomprograms.State{Last: 10*(first-1) + second - 1})
			}
		},
	}
	for _, a := range []Algorithm{Optimal, States} {
		if r := resultOf(t, m, Options{Algorithm: a, Until: UntilEnd}); len(r.Missed()) > 0 {
			t.Errorf("%s: %d interleavings, and in none the second message overtakes the first", a, r.Interleavings)
		}
	}
}

// A process that a link ends because a node has crashed is no violation, nor are those that it is linked with. It is one
// if a process exits for the same reason by itself.
func TestEndedWithACrash(t *testing.T) {
	waits := func(p *proc.P) { p.Receive() }
	m := Model{Name: "helpers", Faults: Faults{Crashes: 1}, Main: func(p *proc.P) {
		p.Spawn("node", func(p *proc.P) {
			p.Spawn("helper", func(p *proc.P) {
				p.Spawn("its own", waits, proc.Daemon, proc.Linked)
				p.Receive()
			}, proc.Daemon, proc.Linked)
			p.Receive()
		}, proc.Daemon, proc.Node)
	}}
	for _, a := range []Algorithm{Optimal, Source, States} {
		r, err := Check(t.Context(), m, Options{Algorithm: a, Until: UntilEnd})
		if err != nil || r.Verdict != Verified || r.Interleavings < 3 {
			t.Errorf("%s: %s after %d interleavings, %v", a, r.Verdict, r.Interleavings, err)
		}
	}
	exits := Model{Name: "exits", Main: func(p *proc.P) {
		p.Spawn("other", waits, proc.Daemon, proc.Linked)
		p.Exit(proc.Crashed)
	}}
	if r, err := Check(t.Context(), exits, Options{}); err != nil || r.Verdict != Violated {
		t.Errorf("%s, %v", r.Verdict, err)
	}
}

// The timers of a node that has ended by itself send their messages, as without faults.
func TestTimersAfterTheEndOfANode(t *testing.T) {
	m := Model{Name: "ended", Main: func(p *proc.P) {
		main := p.Self()
		node := p.Spawn("node", func(p *proc.P) { p.SendAfter(main, "ring") }, proc.Node)
		ref := p.Monitor(node)
		if proc.Receive(p, func(d proc.Down) bool { return d.Ref == ref }).Reason == proc.Normal {
			m, ok := p.ReceiveTimeout(proc.Type[string]())
			p.Assert(!ok, "quiet", "%v arrives after the end of the node", m)
		}
	}}
	for _, faults := range []Faults{{}, {Crashes: 1}} {
		if r := resultOf(t, m, Options{Faults: &faults}); r.Verdict != Violated || r.Violations[0].Property != "quiet" {
			t.Errorf("faults %v: the verdict is %s", faults, r.Verdict)
		}
	}
}
