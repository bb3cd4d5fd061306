package checker

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/checkmodel/checkmodel/bounding"
	"github.com/checkmodel/checkmodel/internal/effects"
	"github.com/checkmodel/checkmodel/optimaldpor/backtrack"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// restartedOnce crashes a node once and restarts it once; connections end with its life.
var restartedOnce = Faults{Crashes: 1, Restarts: 1, Connections: true}

// asks is a node that asks a server for an answer in each of its lives, and must not get two in one.
func asks(p *proc.P) {
	server := p.Spawn("server", func(p *proc.P) {
		for {
			p.Send(proc.Receive[proc.PID](p), "answer")
		}
	}, proc.Daemon)
	p.Spawn("node", func(p *proc.P) {
		p.Send(server, p.Self())
		proc.Receive[string](p)
		_, again := proc.ReceiveTimeout[string](p)
		p.Assert(!again, "one answer", "two answers in one life")
	}, proc.Node, proc.Daemon)
}

// A request of an ended life is not answered to the next one: it is dropped if it has not been taken, and otherwise the answer is.
func TestAnswersToEndedLives(t *testing.T) {
	for _, d := range proc.Deliveries() {
		for _, a := range onceEach {
			for ends, want := range map[bool]Verdict{true: Verified, false: Violated} {
				f := restartedOnce
				f.Connections = ends
				if r := resultOf(t, Model{Name: "asks", Main: asks}, Options{Algorithm: a, Delivery: d, Faults: &f}); r.Verdict != want {
					t.Errorf("%s, %s, %v: %s, want %s", d, a, f, r.Verdict, want)
				}
			}
		}
	}
}

// dropped returns the kinds of events by which messages are dropped, in all interleavings of a model.
func dropped(t *testing.T, d proc.Delivery, f Faults, main func(*proc.P)) map[kind.Kind]bool {
	t.Helper()
	all := map[kind.Kind]bool{}
	resultOf(t, Model{Name: "dropped", Main: main}, Options{Until: UntilEnd, Workers: 1, Faults: &f, Delivery: d, Observer: observer(func(events []trace.Event) {
		for i := range events {
			if e := &events[i]; effects.WasDropped(e) {
				all[e.Kind] = true
			}
		}
	})})
	return all
}

// Each kind of message is dropped where it would arrive or be taken, and only with connections that end.
func TestWhereMessagesAreDropped(t *testing.T) {
	node := func(body func(*proc.P)) func(*proc.P) {
		return func(p *proc.P) {
			p.Register("main", p.Self())
			p.Spawn("node", body, proc.Node, proc.Daemon)
			p.Receive()
			p.Receive()
		}
	}
	sends := node(func(p *proc.P) { p.SendName("main", 1) })
	gets := func(p *proc.P) {
		to := p.Spawn("node", func(p *proc.P) { p.Receive() }, proc.Node, proc.Daemon)
		p.Send(to, 1)
	}
	named := func(p *proc.P) {
		to := p.Spawn("node", func(p *proc.P) { p.Receive() }, proc.Node, proc.Daemon)
		p.Register("name", to)
		p.SendName("name", 1)
	}
	answers := func(p *proc.P) {
		main := p.Self()
		to := p.Spawn("node", func(p *proc.P) { p.Send(main, 1); p.Receive() }, proc.Node, proc.Daemon)
		p.Receive()
		p.Send(to, 2)
	}
	for _, c := range []struct {
		name     string
		main     func(*proc.P)
		delivery proc.Delivery
		want     string
	}{
		{"from a node", sends, proc.Instant, "receive"},
		{"from a node", sends, proc.Channel, "receive"},
		{"from a node", sends, proc.Bag, "receive"},
		{"to a node", gets, proc.Instant, ""},
		{"to a node", gets, proc.Channel, "deliver"},
		{"to a node", gets, proc.Bag, "deliver"},
		{"to a name", named, proc.Channel, "deliver"},
		{"an answer", answers, proc.Instant, "receive send"},
		{"an answer", answers, proc.Channel, "deliver receive"},
	} {
		var got []string
		for _, kind := range []kind.Kind{kind.Deliver, kind.Receive, kind.ReceiveTimeout, kind.Send} {
			if dropped(t, c.delivery, restartedOnce, c.main)[kind] {
				got = append(got, kind.String())
			}
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s, %s: dropped by %q, want %q", c.name, c.delivery, got, c.want)
		}
		without := restartedOnce
		without.Connections = false
		if all := dropped(t, c.delivery, without, c.main); len(all) > 0 {
			t.Errorf("%s, %s, without connections: dropped by %v", c.name, c.delivery, all)
		}
	}
}

// A message of a crashed node arrives and is taken as long as the node is not restarted.
func TestMessagesOfCrashedNodes(t *testing.T) {
	m := Model{Name: "crashed", Main: func(p *proc.P) {
		main := p.Self()
		node := p.Spawn("node", func(p *proc.P) { p.Send(main, 1) }, proc.Node)
		p.Monitor(node)
		proc.Receive[proc.Down](p)
		_, ok := proc.ReceiveTimeout[int](p)
		p.Assert(!ok, "none", "it is taken")
	}}
	f := restartedOnce
	if r := resultOf(t, m, Options{Faults: &f, Delivery: proc.Channel, Until: UntilEnd}); r.Verdict != Violated {
		t.Errorf("a message of a crashed node is never taken: %s", r.Verdict)
	}
}

// After a turn of a loop and after its next receive, a process does not answer any more.
func TestWhenAnAnswerEnds(t *testing.T) {
	for name, body := range map[string]func(*proc.P, proc.PID){
		"the turn of a loop": func(p *proc.P, node proc.PID) {
			proc.Loop(p, 0, func(turn *int) bool {
				if *turn++; *turn == 1 {
					proc.Receive[int](p)
					return true
				}
				p.Send(node, "push")
				return false
			})
		},
		"a receive": func(p *proc.P, node proc.PID) {
			proc.Receive[int](p)
			proc.ReceiveTimeout[bool](p)
			p.Send(node, "push")
		},
	} {
		m := Model{Name: "pushes", Goals: []Property{{Name: "pushed"}}, Main: func(p *proc.P) {
			main := p.Self()
			node := p.Spawn("node", func(p *proc.P) { p.Send(main, 1); proc.Receive[string](p); p.Reach("pushed") }, proc.Node, proc.Daemon)
			body(p, node)
		}}
		f := restartedOnce
		again, answers := 0, 0 // sends after a restart, and those that are dropped
		resultOf(t, m, Options{Faults: &f, Until: UntilEnd, Observer: observer(func(events []trace.Event) {
			restarted := false
			for i := range events {
				switch e := &events[i]; {
				case e.Kind == kind.Restart:
					restarted = true
				case e.Kind == kind.Send && effects.WasDropped(e):
					answers++
				case e.Kind == kind.Send && restarted && e.Object != 0:
					again++
				}
			}
		})})
		if again == 0 || answers > 0 {
			t.Errorf("%s: of what is sent to the next life, %d are dropped as answers, and %d are not", name, answers, again)
		}
	}
}

// A receive takes a message of a node or drops it, and does neither if another message comes first. All orders are explored, also those in
// which the message of the node comes first, the node is restarted, and only then the receive drops it.
func TestOrdersWithDroppedMessages(t *testing.T) {
	main := trustedSystem(func(p *proc.P) {
		to := p.Spawn("process", func(p *proc.P) {
			p.Send(p.Self(), 0)
			p.ReceiveTimeout()
		})
		p.Spawn("node", func(p *proc.P) { p.Send(to, 1) }, proc.Node)
	})
	defer main.Close()
	main.SetDelivery(proc.Instant)
	main.SetFaults(restartedOnce, false)
	truth := newSeen(Options{})
	look(t, main, Options{Observer: truth}, eager{backtrack.NewNaive(backtrack.Config{}), false})
	if len(truth.classes) != 11 {
		t.Errorf("brute force finds %d classes, want 11", len(truth.classes))
	}
	for _, o := range []Options{{}, {Seed: 1}, {Seed: 2}, {Workers: 2}, {Afresh: true}, {Bound: bounding.Delay(1000)}} {
		got := newSeen(Options{})
		o.Observer = got
		look(t, main, o, nil)
		compare(t, fmt.Sprintf("optimal, seed %d, %d workers, bound %v", o.Seed, o.Workers, o.Bound), truth, got, true)
	}
}

// Connections that cannot end are refused.
func TestBadConnections(t *testing.T) {
	m := Model{Name: "bad", Main: asks, Faults: Faults{Crashes: 1, Connections: true}}
	want := "checker.Model.Faults has connections, but no node is restarted"
	if _, err := Check(context.Background(), m, Options{}); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("the error is %v, want %q", err, want)
	}
}
