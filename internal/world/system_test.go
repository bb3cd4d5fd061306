package world_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/checkmodel/checkmodel/faults"
	"github.com/checkmodel/checkmodel/internal/world"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// TestIdentitiesDoNotDependOnTheSchedule: two processes spawn one process each. The order makes no
// difference to names and numbers.
func TestIdentitiesDoNotDependOnTheSchedule(t *testing.T) {
	sys := newSystem(func(p *proc.P) {
		for _, name := range []string{"left", "right"} {
			p.Spawn(name, func(p *proc.P) {
				proc.NewTable[int, int](p, "t").Insert(p, 1, 1)
				p.Spawn("child", func(p *proc.P) { p.Send(p.Self(), p.MakeRef()) })
			})
		}
	})
	defer sys.Close()
	find := func(name string) trace.ActorID {
		for id := range sys.CountActors() {
			if sys.Actor(trace.ActorID(id)).Name == name {
				return trace.ActorID(id)
			}
		}
		return trace.NoActor
	}
	run := func(order ...string) []string {
		sys.StepBack(0)
		var all []string
		for _, name := range order {
			e := sys.Step(trace.Step{Actor: find(name)})
			all = append(all, facts(&e))
		}
		return slices.Sorted(slices.Values(all))
	}
	a := run("main", "main", "left", "left", "left", "right", "right", "right", "left/child", "right/child")
	b := run("main", "main", "right", "right", "right", "left", "left", "left", "right/child", "left/child")
	if diff := cmp.Diff(a, b); diff != "" {
		t.Errorf("left first and right first (-left +right):\n%s", diff)
	}
}

// busy is a program with operations of many kinds.
func busy(p *proc.P) {
	main := p.Self()
	table := proc.NewTable[string, int](p, "t")
	table.Insert(p, "n", 0)
	var children []proc.PID
	for i := range 2 {
		children = append(children, p.Spawn("child", func(p *proc.P) {
			switch p.Choose(3) {
			case 0:
				for n := range 2 {
					p.Send(main, n)
				}
				proc.UpdateCounter(p, table, "n", i+1)
			case 1:
				p.TrapExits(true)
				p.Link(main)
				if m, ok := p.ReceiveTimeout(); ok {
					p.Send(main, m)
				}
			default:
				named := proc.NamedTable[int, string](p, "named")
				if err := proc.Try(func() { proc.NewNamedTable[int, string](p, "named") }); err == nil {
					named.Insert(p, i, "x")
					named.SetHeir(p, main, i)
					named = named.Rename(p, "renamed")
					if i == 0 {
						named.GiveAway(p, main, i)
					}
				}
				if p.Register("it", p.Self()) {
					p.SendName("it", "to myself")
					p.Receive()
				}
			}
			timer := p.SendAfter(main, i)
			if p.Choose(2) == 1 {
				p.CancelTimer(timer)
			}
			if i == 1 {
				p.Exit("enough")
			}
		}))
	}
	ref := p.Monitor(children[0])
	if pid, ok := p.Whereis("it"); ok {
		p.Kill(pid)
	}
	for range 3 {
		if n, ok := proc.ReceiveTimeout(p, func(n int) bool { return n > 0 }); ok {
			table.Insert(p, "last", n)
		}
	}
	p.Demonitor(ref, p.Choose(2) == 1)
	table.Drop(p)
	p.Receive()
}

// state returns all that can be seen of a system, as text.
func state(sys *world.System) string {
	var b strings.Builder
	for _, pending := range sys.Enabled(nil) {
		fmt.Fprintln(&b, pending.Actor, pending.Op.Kind, pending.Op.Object, pending.Op.Key, pending.Op.Value, pending.Op.Alternatives)
	}
	fmt.Fprintln(&b, sys.Depth(), sys.Waiting(), sys.Blocked(), sys.Fingerprint())
	return b.String()
}

// walk is an interleaving with the state at its beginning and after each of its events.
type walk struct {
	schedule trace.Schedule
	events   []string
	states   []string
}

// move executes a step of a drawn actor, if one is enabled.
func (w *walk) move(t *rapid.T, sys *world.System) {
	enabled := sys.Enabled(nil)
	if len(enabled) == 0 {
		return
	}
	next := rapid.SampledFrom(enabled).Draw(t, "next")
	st := trace.Step{Actor: next.Actor, Alternative: int32(rapid.IntRange(0, int(max(1, next.Op.Alternatives))-1).Draw(t, "alternative"))}
	w.step(t, sys, st)
}

func (w *walk) step(t *rapid.T, sys *world.System, st trace.Step) {
	if !sys.CanStep(st) {
		t.Fatalf("step %v is not possible behind %v", st, w.schedule)
	}
	e := sys.Step(st)
	w.schedule = append(w.schedule, st)
	w.events = append(w.events, facts(&e))
	w.states = append(w.states, state(sys))
}

func (w *walk) back(depth int) {
	w.schedule, w.events, w.states = w.schedule[:depth], w.events[:depth], w.states[:depth+1]
}

// TestStepBack steps forth and back at random. The state is always the same as if the system had stepped
// there directly.
func TestStepBack(t *testing.T) {
	for _, delivery := range []proc.Delivery{proc.Instant, proc.Channel, proc.Bag} {
		sys := newSystem(busy)
		sys.SetDelivery(delivery)
		rapid.Check(t, func(t *rapid.T) {
			sys.StepBack(0)
			w := walk{states: []string{state(sys)}}
			for range rapid.IntRange(1, 4).Draw(t, "detours") {
				for range rapid.IntRange(1, 25).Draw(t, "steps") {
					w.move(t, sys)
				}
				depth := rapid.IntRange(0, sys.Depth()).Draw(t, "back to")
				sys.StepBack(depth)
				w.back(depth)
				if got := state(sys); got != w.states[depth] {
					t.Fatalf("stepping back to %d comes to\n%s, want\n%s", depth, got, w.states[depth])
				}
			}
			for range 25 {
				w.move(t, sys)
			}
			for name, other := range map[string]*world.System{"twin": sys.Twin(), "recorder": sys.Recorder()} {
				direct := walk{states: []string{state(other)}}
				for _, st := range w.schedule {
					direct.step(t, other, st)
				}
				if diff := cmp.Diff(w.events, direct.events); diff != "" {
					t.Fatalf("%s: events (-detour +direct):\n%s", name, diff)
				}
				if name == "twin" {
					if diff := cmp.Diff(w.states, direct.states); diff != "" {
						t.Fatalf("states (-detour +direct):\n%s", diff)
					}
				}
				other.Close()
			}
		})
		sys.Close()
	}
}

// TestRestart: after Restart everything is as in the beginning, and the same steps have the same results.
func TestRestart(t *testing.T) {
	sys := newSystem(busy)
	defer sys.Close()
	run := func() []string {
		events := []string{state(sys)}
		for enabled := sys.Enabled(nil); len(enabled) > 0; enabled = sys.Enabled(nil) {
			e := sys.Step(trace.Step{Actor: enabled[len(enabled)-1].Actor})
			events = append(events, facts(&e))
		}
		return events
	}
	before := run()
	sys.Restart()
	if sys.Depth() != 0 {
		t.Errorf("behind Restart the depth is %d", sys.Depth())
	}
	if diff := cmp.Diff(before, run()); diff != "" {
		t.Errorf("before and behind Restart (-before +behind):\n%s", diff)
	}
}

// TestTakenBackWhileWaiting: a message arrives at a place in the mailbox where the waiting receive has
// already looked at another one, which was taken back by stepping back.
func TestTakenBackWhileWaiting(t *testing.T) {
	sys := newSystem(func(p *proc.P) {
		main := p.Self()
		p.Spawn("a", func(p *proc.P) { p.Send(main, 1) })
		p.Spawn("b", func(p *proc.P) { p.Send(main, "x") })
		proc.Receive[string](p)
	})
	defer sys.Close()
	sys.Step(trace.Step{Actor: 0})
	sys.Step(trace.Step{Actor: 0})
	can := func(sender trace.ActorID) bool {
		sys.Step(trace.Step{Actor: sender})
		return sys.CanStep(trace.Step{Actor: 0})
	}
	if can(1) {
		t.Error("main takes what it does not want")
	}
	sys.StepBack(2)
	if !can(2) {
		t.Error("main does not take what it wants, in the place of what it did not want")
	}
}

func TestCanStep(t *testing.T) {
	sys := newSystem(func(p *proc.P) {
		p.Spawn("child", func(p *proc.P) { p.Receive() })
		p.Choose(3)
	})
	defer sys.Close()
	can := func(actor trace.ActorID, alternative int32) bool {
		return sys.CanStep(trace.Step{Actor: actor, Alternative: alternative})
	}
	if !can(0, 0) || can(0, 1) || can(1, 0) || can(7, 0) {
		t.Errorf("in the beginning, only the first process can move, in one way")
	}
	sys.Step(trace.Step{})
	if !can(0, 0) || !can(0, 2) || can(0, 3) || can(1, 0) {
		t.Errorf("then the first process has three alternatives, and its child waits")
	}
	sys.StepBack(0)
	if can(1, 0) {
		t.Errorf("a process can move that has not been started any more")
	}
}

// TestEnabled: processes are listed in the order of their creation.
func TestEnabled(t *testing.T) {
	sys := newSystem(func(p *proc.P) {
		p.Spawn("a", func(p *proc.P) { p.Spawn("grandchild", func(p *proc.P) { p.Send(p.Self(), 1) }) })
		p.Spawn("b", func(p *proc.P) { p.Send(p.Self(), 1) })
		p.Spawn("waits", func(p *proc.P) { p.Receive() })
		p.Send(p.Self(), 1)
	})
	defer sys.Close()
	names := func() (all []string) {
		for _, p := range sys.Enabled(nil) {
			all = append(all, sys.Actor(p.Actor).Name)
		}
		return all
	}
	sys.Step(trace.Step{Actor: 0})
	sys.Step(trace.Step{Actor: 1})
	sys.Step(trace.Step{Actor: 0})
	sys.Step(trace.Step{Actor: 0})
	if want := []string{"main", "a", "a/grandchild", "b"}; !slices.Equal(names(), want) {
		t.Errorf("enabled are %v, want %v", names(), want)
	}
}

// TestWaiting lists the processes that wait at the end. It is a deadlock if one of them is not a daemon.
func TestWaiting(t *testing.T) {
	for _, c := range []struct {
		name    string
		main    func(*proc.P)
		waiting []trace.Waiting
		blocked bool
	}{
		{"nobody", func(*proc.P) {}, nil, false},
		{"a daemon", func(p *proc.P) {
			p.Spawn("server", func(p *proc.P) { p.Receive() }, proc.Daemon)
		}, []trace.Waiting{{Process: "server", For: "any message", Kind: "to receive any message", Daemon: true}}, false},
		{"with messages that it does not take", func(p *proc.P) {
			p.Send(p.Self(), 1)
			p.Send(p.Self(), []string{"x"})
			p.Receive(proc.Type[bool](), proc.Equal(7))
		}, []trace.Waiting{{Process: "main", For: "bool or 7", Kind: "to receive bool or 7", Mailbox: []string{"1", `["x"]`}, Refused: []string{"another value", "of type []string, not bool or int"}}}, true},
		{"a daemon and another", func(p *proc.P) {
			p.Spawn("server", func(p *proc.P) { p.Receive() }, proc.Daemon)
			p.Spawn("client", func(p *proc.P) { proc.Receive[int](p) })
		}, []trace.Waiting{{Process: "client", For: "int", Kind: "to receive int"}, {Process: "server", For: "any message", Kind: "to receive any message", Daemon: true}}, true},
		{"not one with a timeout", func(p *proc.P) { p.ReceiveTimeout() }, nil, false},
	} {
		sys := newSystem(c.main)
		for enabled := sys.Enabled(nil); len(enabled) > 0; enabled = sys.Enabled(nil) {
			sys.Step(trace.Step{Actor: enabled[0].Actor})
		}
		if diff := cmp.Diff(c.waiting, sys.Waiting()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
		if sys.Blocked() != c.blocked {
			t.Errorf("%s: blocked: %t, want %t", c.name, sys.Blocked(), c.blocked)
		}
		sys.Close()
	}
}

// facts returns all of an event that does not depend on where the event is stored, as text.
func facts(e *trace.Event) string {
	return fmt.Sprint(e.Actor, e.Index, e.Kind, e.Flags, e.Object, e.Key, e.Value, e.Alternatives, e.Alternative,
		e.Taken, e.Result, e.Effect, e.Ok, e.To, e.Fatal, e.Told, e.Accesses)
}

// newSystem returns a system that executes body.
func newSystem(body func(*proc.P)) *world.System { return world.NewSystem(proc.Body(body), nil) }

// A node may crash until all its faults are over; before it is decided which faults it has, too.
func TestFailing(t *testing.T) {
	sys := newSystem(func(p *proc.P) { p.Spawn("node", func(p *proc.P) { p.Receive() }, proc.Node, proc.Daemon) })
	defer sys.Close()
	sys.SetFaults(faults.Budget{Crashes: 1}, false)
	failing := func() int { return len(sys.Nodes.Failing(nil)) }
	if n := failing(); n != 0 {
		t.Errorf("before any node was started, %d may fail", n)
	}
	sys.Step(trace.Step{Actor: 0})
	if n := failing(); n != 1 {
		t.Errorf("before the decision, %d nodes may fail", n)
	}
	for alternative := range int32(2) {
		for _, p := range sys.Enabled(nil) {
			if p.Op.Kind == kind.DecideFaults {
				sys.Step(trace.Step{Actor: p.Actor, Alternative: alternative})
			}
		}
		if n := failing(); n != int(alternative) {
			t.Errorf("after the decision for %d crashes, %d nodes may fail", alternative, n)
		}
		for _, p := range sys.Enabled(nil) {
			if p.Op.Kind == kind.Crash {
				sys.Step(trace.Step{Actor: p.Actor})
				if n := failing(); n != 0 {
					t.Errorf("after the crash, %d nodes may fail", n)
				}
			}
		}
		sys.StepBack(1)
	}
}
