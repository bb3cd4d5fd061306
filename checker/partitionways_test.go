package checker

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/checkmodel/checkmodel/internal/effects"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// twoNodes sends messages from one node to another one, which takes none.
func twoNodes(messages int) func(*proc.P) {
	return func(p *proc.P) {
		to := p.Spawn("to", func(p *proc.P) { proc.Receive[string](p) }, proc.Node, proc.Daemon)
		p.Spawn("from", func(p *proc.P) {
			for n := range messages {
				p.Send(to, n)
			}
		}, proc.Node)
	}
}

// A cut comes before, between or after n messages; and so does the end of it. A cut in the other direction makes no
// difference to them. Messages in a bag meet a cut one by one.
func TestNumberOfPartitions(t *testing.T) {
	for n := range 4 {
		inOrder := func(oneWay int) int { return 1 + oneWay*(n+1) + oneWay*(n+1)*(n+2)/2 }
		inBag := 1
		for _, times := range []int{2, 3} { // before or after the cut; before, after or between
			ways := 1
			for range n {
				ways *= times
			}
			inBag += ways
		}
		for _, c := range []struct {
			delivery proc.Delivery
			faults   Faults
			want     int
		}{
			{proc.Instant, Faults{Partitions: 1}, inOrder(1)},
			{proc.Channel, Faults{Partitions: 1}, inOrder(1)},
			{proc.Bag, Faults{Partitions: 1}, inBag},
			{proc.Instant, Faults{Partitions: 1, OneWay: true}, inOrder(2) + 2},
			{proc.Channel, Faults{Partitions: 1, OneWay: true}, inOrder(2) + 2},
		} {
			for _, a := range onceEach {
				if a == States && c.delivery == proc.Bag { // there any two messages to a process race
					continue
				}
				r := resultOf(t, Model{Name: "two nodes", Main: twoNodes(n)}, Options{Algorithm: a, Faults: &c.faults, Delivery: c.delivery, Until: UntilEnd})
				if r.Interleavings != c.want {
					t.Errorf("%s, %d messages by %s, %v: %d interleavings, want %d", a, n, c.delivery, c.faults, r.Interleavings, c.want)
				}
			}
		}
	}
}

// cutOff returns which of the processes are cut off from each other in any interleaving, as "from → to".
func cutOff(t *testing.T, delivery proc.Delivery, main func(*proc.P)) (all []string) {
	t.Helper()
	m := Model{Name: "cut off", Main: main, Delivery: delivery, Faults: Faults{Partitions: 1}}
	m.Rules = []Rule{Finally(Property{Name: "arrives"}, func(states []Exposed[string]) error {
		if len(states) == 0 {
			return fmt.Errorf("nothing has arrived")
		}
		return nil
	})}
	r := resultOf(t, m, Options{Until: UntilEnd})
	for _, v := range r.Violations {
		for i := range v.Trace.Entries {
			if e := &v.Trace.Entries[i]; e.Fault == trace.CutOff {
				from, _, _ := strings.Cut(e.Process, " → ")
				all = append(all, from+" → "+e.With)
			}
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// Only messages from one node to another are lost, of the nodes and of the processes that they have started.
func TestWhoIsCutOff(t *testing.T) {
	arrived := func(p *proc.P) { p.Receive(); proc.Expose(p, "arrived") }
	idle := func(*proc.P) {}
	for name, c := range map[string]struct {
		main func(*proc.P)
		want []string
	}{
		"two nodes": {func(p *proc.P) {
			to := p.Spawn("to", arrived, proc.Node, proc.Daemon)
			p.Spawn("from", func(p *proc.P) { p.Send(to, 1) }, proc.Node)
		}, []string{"from → to"}},
		"by name": {func(p *proc.P) {
			p.Register("name", p.Spawn("to", arrived, proc.Node, proc.Daemon))
			p.Spawn("from", func(p *proc.P) { p.SendName("name", 1) }, proc.Node)
		}, []string{"from → to"}},
		"a helper": {func(p *proc.P) {
			to := p.Spawn("to", arrived, proc.Node, proc.Daemon)
			p.Spawn("from", func(p *proc.P) { p.Spawn("helper", func(p *proc.P) { p.Send(to, 1) }) }, proc.Node)
		}, []string{"from/helper → to"}},
		"to a helper": {func(p *proc.P) {
			main := p.Self()
			p.Spawn("to", func(p *proc.P) { p.Send(main, p.Spawn("helper", arrived, proc.Daemon)) }, proc.Node)
			to := proc.Receive[proc.PID](p)
			p.Spawn("from", func(p *proc.P) { p.Send(to, 1) }, proc.Node)
		}, []string{"from → to/helper"}},
		"helpers of one node": {func(p *proc.P) {
			p.Spawn("other", idle, proc.Node)
			p.Spawn("node", func(p *proc.P) { p.Send(p.Spawn("helper", arrived), 1); p.Send(p.Self(), 2); p.Receive() }, proc.Node)
		}, nil},
		"a client": {func(p *proc.P) {
			p.Spawn("other", idle, proc.Node)
			p.Send(p.Spawn("to", arrived, proc.Node), 1)
		}, nil},
		"to a client": {func(p *proc.P) {
			to := p.Spawn("to", arrived)
			p.Spawn("other", idle, proc.Node)
			p.Spawn("node", func(p *proc.P) { p.Send(to, 1) }, proc.Node)
		}, nil},
	} {
		for _, d := range proc.Deliveries() {
			if got := cutOff(t, d, c.main); !slices.Equal(got, c.want) {
				t.Errorf("%s, %s: %q are cut off, want %q", name, d, got, c.want)
			}
		}
	}
}

// A message that is sent after the network has healed arrives. So of four messages, one partition loses any that follow
// each other, and two lose any.
func TestHealed(t *testing.T) {
	for partitions, want := range map[int]int{1: 11, 2: 16} {
		ways := map[string]bool{}
		m := Model{Name: "healed", Faults: Faults{Partitions: partitions}, Main: twoNodes(4)}
		resultOf(t, m, Options{Until: UntilEnd, Workers: 1, Observer: observer(func(events []trace.Event) {
			lost := ""
			for i := range events {
				if e := &events[i]; e.Kind == kind.Send {
					lost += fmt.Sprint(" ", effects.WasCutOff(e))
				}
			}
			ways[lost] = true
		})})
		if len(ways) != want {
			t.Errorf("%d partitions lose messages in %d ways, want %d: %v", partitions, len(ways), want, ways)
		}
	}
}

// Each way to part three nodes is tried, and with OneWay each direction.
func TestWaysToPart(t *testing.T) {
	three := func(p *proc.P) {
		for _, name := range []string{"c", "a", "b"} {
			p.Spawn(name, func(p *proc.P) { proc.Receive[string](p) }, proc.Node, proc.Daemon)
		}
	}
	for _, c := range []struct {
		faults Faults
		want   []string
	}{
		{Faults{}, []string{"a b | c", "a c | b", "a | b c", "a | c"}},
		{Faults{OneWay: true}, []string{"a b | c", "a b ↛ c", "a c | b", "a c ↛ b", "a | b c", "a | c", "a ↛ b c", "a ↛ c",
			"b c ↛ a", "b ↛ a c", "c ↛ a", "c ↛ a b"}},
		{Faults{OneLink: true}, []string{"a b | c", "a c | b", "a | b c", "a | b, not c", "a | c", "a | c, not b", "b | c, not a"}},
		{Faults{OneWay: true, OneLink: true}, []string{"a b | c", "a b ↛ c", "a c | b", "a c ↛ b", "a | b c", "a | b, not c", "a | c", "a | c, not b",
			"a ↛ b c", "a ↛ b, not c", "a ↛ c", "a ↛ c, not b", "b c ↛ a", "b | c, not a", "b ↛ a c", "b ↛ a, not c", "b ↛ c, not a",
			"c ↛ a", "c ↛ a b", "c ↛ a, not b", "c ↛ b, not a"}},
	} {
		var cuts []string
		c.faults.Partitions = 1
		m := Model{Name: "three", Main: three, Faults: c.faults}
		resultOf(t, m, Options{Until: UntilEnd, Workers: 1, Observer: observer(func(events []trace.Event) {
			for i := range events {
				if e := &events[i]; e.Kind == kind.Sever {
					cuts = append(cuts, fmt.Sprint(e.Does))
				}
			}
		})})
		slices.Sort(cuts)
		if cuts = slices.Compact(cuts); !slices.Equal(cuts, c.want) {
			t.Errorf("%v: %q, want %q", c.faults, cuts, c.want)
		}
	}
}

// A partition of one link loses what goes over that link, and nothing else. So two nodes may lose each other, and both reach a third one.
func TestOneLink(t *testing.T) {
	m := Model{Name: "overlap", Faults: Faults{Partitions: 1, OneLink: true}, Main: func(p *proc.P) {
		gets := func(p *proc.P) { p.Receive() }
		c := p.Spawn("c", gets, proc.Node, proc.Daemon)
		b := p.Spawn("b", func(p *proc.P) { p.Send(c, "b to c") }, proc.Node)
		p.Spawn("a", func(p *proc.P) { p.Send(b, "a to b"); p.Send(c, "a to c") }, proc.Node)
	}}
	var look inspected
	resultOf(t, m, Options{Until: UntilEnd, Workers: 1, Observer: &look})
	want := []string{"a | b, not c: a to b", "a | c, not b: a to c", "b | c, not a: b to c"}
	if got := slices.Sorted(maps.Keys(look.lost)); !slices.Equal(got, want) {
		t.Errorf("lost by cuts of one link are %q, want %q", got, want)
	}
}

// inspected notes what cuts of one link lose.
type inspected struct {
	world World
	lost  map[string]bool
}

func (i *inspected) Inspect(w World) { i.world, i.lost = w, map[string]bool{} }

func (i *inspected) Interleaving(_ int, _ trace.Outcome, events []trace.Event) {
	cut := ""
	for k := range events {
		switch e := &events[k]; {
		case e.Kind == kind.Sever:
			cut = fmt.Sprint(e.Does)
		case effects.WasCutOff(e) && strings.Contains(cut, ", not "):
			i.lost[fmt.Sprint(cut, ": ", i.world.Value(e.Value))] = true
		}
	}
}

// A cut in one direction loses what goes in that direction, and nothing else.
func TestOneWay(t *testing.T) {
	m := Model{Name: "one way", Faults: Faults{Partitions: 1, OneWay: true}, Main: func(p *proc.P) {
		answers := func(p *proc.P) { p.Send(proc.Receive[proc.PID](p), "it"); p.Receive() }
		a := p.Spawn("a", answers, proc.Node, proc.Daemon)
		b := p.Spawn("b", answers, proc.Node, proc.Daemon)
		p.Send(a, b)
		p.Send(b, a)
	}}
	lost := map[string]bool{}
	resultOf(t, m, Options{Until: UntilEnd, Workers: 1, Observer: observer(func(events []trace.Event) {
		cut := ""
		for i := range events {
			switch e := &events[i]; {
			case e.Kind == kind.Sever:
				cut = fmt.Sprint(e.Does)
			case effects.WasCutOff(e):
				lost[fmt.Sprint(cut, ": to ", map[bool]string{true: "a", false: "b"}[e.Object == 1])] = true
			}
		}
	})})
	want := []string{"a | b: to a", "a | b: to b", "a ↛ b: to b", "b ↛ a: to a"}
	if got := slices.Sorted(maps.Keys(lost)); !slices.Equal(got, want) {
		t.Errorf("lost are %q, want %q", got, want)
	}
}

// The alternatives of a send over a link that is cut are planned as they would happen there: each class is explored once.
func TestFaultsOverCutLinks(t *testing.T) {
	m := Model{Name: "both", Main: func(p *proc.P) {
		to := p.Spawn("to", func(p *proc.P) { proc.ReceiveTimeout[int](p) }, proc.Node)
		p.Spawn("from", func(p *proc.P) { p.Send(to, 1) }, proc.Node)
	}}
	for _, f := range []Faults{{Partitions: 1, Duplicates: 1}, {Partitions: 1, Reorderings: 1}} {
		byStates := resultOf(t, m, Options{Algorithm: States, Faults: &f, Until: UntilEnd})
		r := resultOf(t, m, Options{Faults: &f, Until: UntilEnd}) // it fails if it explores a class twice
		if r.Interleavings != byStates.Interleavings {
			t.Errorf("%v: %d interleavings, and %d by states", f, r.Interleavings, byStates.Interleavings)
		}
	}
}

// A message that waits in its channel while the network is cut may be lost before its receiver asks for it. (So it cannot be
// delivered late.)
func TestLostBeforeItIsWanted(t *testing.T) {
	m := Model{Name: "lost before", Faults: Faults{Partitions: 1}, Delivery: proc.Channel, Main: func(p *proc.P) {
		b := p.Spawn("b", func(p *proc.P) {
			proc.Receive[string](p)
			proc.Expose(p, "asks")
			proc.Receive[int](p)
			proc.Expose(p, "has it")
		}, proc.Node, proc.Daemon)
		d := p.Spawn("d", func(p *proc.P) {
			if proc.Receive[int](p) == 2 { // the network has been cut, and has healed
				p.Send(b, "go")
			}
		}, proc.Node, proc.Daemon)
		p.Spawn("a", func(p *proc.P) { p.Send(b, 0); p.Send(d, 1); p.Send(d, 2) }, proc.Node)
	}}
	m.Rules = []Rule{Finally(Property{Name: "arrives"}, func(states []Exposed[string]) error {
		if len(states) > 0 && states[0].State == "asks" {
			return fmt.Errorf("it is lost")
		}
		return nil
	})}
	for _, late := range []bool{false, true} {
		if r := resultOf(t, m, Options{Algorithm: States, LateDelivery: late}); r.Verdict != Violated {
			t.Errorf("late delivery %v: %s", late, r.Verdict)
		}
	}
}

// A schedule with a partition is replayed without any flag.
func TestReplayOfPartitions(t *testing.T) {
	m := Model{Name: "two nodes", Main: func(p *proc.P) {
		to := p.Spawn("to", func(p *proc.P) {
			p.Assert(p.Receive() == 1, "first", "the first message is lost")
		}, proc.Node, proc.Daemon)
		p.Spawn("from", func(p *proc.P) { p.Send(to, 1); p.Send(to, 2) }, proc.Node)
	}}
	for _, f := range []Faults{{Partitions: 1}, {Partitions: 2, OneWay: true}} {
		r := resultOf(t, m, Options{Faults: &f})
		if r.Verdict != Violated {
			t.Fatalf("%v: %s", f, r.Verdict)
		}
		again := resultOf(t, m, Options{Replay: r.Violations[0].Steps})
		if again.Verdict != Violated || again.Violations[0].Property != "first" {
			t.Errorf("%v: the replay is %s", f, again.Verdict)
		}
	}
}

// Budgets that make no sense are refused.
func TestBadPartitions(t *testing.T) {
	one := func(p *proc.P) { p.Spawn("node", func(*proc.P) {}, proc.Node) }
	many := func(p *proc.P) {
		for i := range 13 {
			p.Spawn(fmt.Sprint("node", i), func(*proc.P) {}, proc.Node)
		}
	}
	for _, c := range []struct {
		main   func(*proc.P)
		faults Faults
		want   string
	}{
		{one, Faults{Partitions: -1}, "checker.Model.Faults has partitions=-1; it must be partitions=N"},
		{one, Faults{OneWay: true}, "checker.Model.Faults has one-way, but the network is never cut"},
		{one, Faults{OneLink: true}, "checker.Model.Faults has one-link, but the network is never cut"},
		{one, Faults{Partitions: 1}, "has partitions=1, but fewer than two processes are nodes"},
		{many, Faults{Partitions: 1}, "process node12: it is node number 13, and a partition can part at most 12 nodes"},
	} {
		_, err := Check(context.Background(), Model{Name: "bad", Main: c.main, Faults: c.faults}, Options{Until: UntilEnd})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: the error is %v, want %q", c.faults, err, c.want)
		}
	}
	if r := resultOf(t, Model{Name: "one", Main: one}, Options{Faults: &Faults{Partitions: 1}}); !r.NoNetwork || r.Verdict != Verified {
		t.Errorf("one node: %s, no network %v", r.Verdict, r.NoNetwork)
	}
}
