package checker

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
)

// ordered is a process that sends messages to one that takes them all.
func ordered(messages int) func(*proc.P) {
	return func(p *proc.P) {
		to := p.Spawn("to", func(p *proc.P) {
			for {
				p.Receive()
			}
		}, proc.Daemon)
		for n := range messages {
			p.Send(to, n)
		}
	}
}

func choose(n, k int) int {
	ways := 1
	for i := range k {
		ways = ways * (n - i) / (i + 1)
	}
	return ways
}

// Of n messages, any set within the budget is lost. A copy of message number i, and the message itself if it is
// reordered, arrives after any of the n-i+1 messages from this one on.
func TestNumberOfMessageFaults(t *testing.T) {
	for n := range 5 {
		for limit := range 3 {
			losses := 0
			for k := range min(n, limit) + 1 {
				losses += choose(n, k)
			}
			late := 1 + min(limit, 1)*n*(n+1)/2
			for _, c := range []struct {
				faults Faults
				want   int
			}{
				{Faults{Losses: limit}, losses},
				{Faults{Links: []Link{{From: "main", To: "t?", Message: "int", Losses: limit}}}, losses},
				{Faults{Losses: limit, Links: []Link{{To: "to"}}}, 1},
				{Faults{Duplicates: min(limit, 1)}, late},
				{Faults{Reorderings: min(limit, 1)}, late},
			} {
				for _, a := range onceEach {
					r := resultOf(t, Model{Name: "ordered", Main: ordered(n)}, Options{Algorithm: a, Faults: &c.faults, Until: UntilEnd})
					if r.Interleavings != c.want {
						t.Errorf("%s, %d messages, %v: %d interleavings, want %d", a, n, c.faults, r.Interleavings, c.want)
					}
				}
			}
		}
	}
}

// Several processes send one message each, which come in any order. Those that are taken, and those that are lost before
// the last one that is taken, are told apart; the others are not.
func TestNumberOfLosses(t *testing.T) {
	for senders := 1; senders < 5; senders++ {
		for takes := 1; takes < 4; takes++ {
			for limit := range 3 {
				want := 0
				for lost := range min(limit, senders) + 1 {
					if takes+lost <= senders {
						want += orders(senders, takes+lost) * choose(takes+lost-1, lost)
					} else {
						want += orders(senders, senders) * choose(senders, lost)
					}
				}
				m := Model{Name: "senders", Main: strangers(senders, takes)}
				r := resultOf(t, m, Options{Algorithm: Optimal, Faults: &Faults{Losses: limit}, Until: UntilEnd})
				if r.Interleavings != want {
					t.Errorf("%d senders, %d messages taken, %d losses: %d interleavings, want %d", senders, takes, limit, r.Interleavings, want)
				}
			}
		}
	}
}

// strangers starts processes that send a message each to one that takes some of them.
func strangers(senders, takes int) func(*proc.P) {
	return func(p *proc.P) {
		to := p.Spawn("to", func(p *proc.P) {
			for range takes {
				p.Receive()
			}
		}, proc.Daemon)
		for n := range senders {
			p.Spawn(fmt.Sprint("sender", n), func(p *proc.P) { p.Send(to, n) })
		}
	}
}

// orders returns how many sequences of k there are of n things.
func orders(n, k int) int {
	ways := 1
	for i := range k {
		ways *= n - i
	}
	return ways
}

// A process whose message is lost does not get it, and goes on waiting.
func TestLostMessagesAreNotTaken(t *testing.T) {
	m := Model{Name: "lossy", Main: func(p *proc.P) {
		to := p.Spawn("to", func(p *proc.P) { p.Assert(p.Receive() == 0, "first", "another message came first") }, proc.Daemon)
		p.Send(to, 0)
		p.Send(to, 1)
	}}
	if r := resultOf(t, m, Options{Faults: &Faults{Losses: 1}, Until: UntilEnd}); r.Verdict != Violated || r.Violations[0].Property != "first" {
		t.Errorf("the verdict is %s; a process takes what is lost", r.Verdict)
	}
}

// A message that no process takes is not lost, and none is that a process sends to itself, or that no process has sent.
func TestMessagesWithoutFaults(t *testing.T) {
	faults := Faults{Losses: 1, Duplicates: 1, Reorderings: 1}
	for name, main := range map[string]func(*proc.P){
		"itself": func(p *proc.P) { p.Send(p.Self(), 1); p.Receive() },
		"monitor": func(p *proc.P) {
			_, _ = p.Monitor(p.Spawn("ends", func(*proc.P) {})), p.Receive()
		},
		"timer": func(p *proc.P) { p.SendAfter(p.Self(), 1); p.Receive() },
	} {
		r := resultOf(t, Model{Name: name, Main: main}, Options{Faults: &faults, Until: UntilEnd, Observer: faultless{t}})
		if r.Verdict != Verified || len(r.NoMessages) != 1 {
			t.Errorf("%s: %s, no messages for %v", name, r.Verdict, r.NoMessages)
		}
	}
	untaken := Model{Name: "untaken", Main: func(p *proc.P) { p.Send(p.Spawn("to", func(*proc.P) {}), 1) }}
	if r := resultOf(t, untaken, Options{Faults: &Faults{Losses: 1}, Until: UntilEnd}); r.Interleavings != 1 {
		t.Errorf("untaken: %d interleavings, want 1", r.Interleavings)
	}
}

type faultless struct{ t *testing.T }

func (f faultless) Interleaving(_ int, _ trace.Outcome, events []trace.Event) {
	if slices.ContainsFunc(events, func(e trace.Event) bool { return e.Fault() != trace.NoFault }) {
		f.t.Error("a message has a fault")
	}
}

// A schedule is replayed without the budget with which it was found.
func TestReplayOfMessageFaults(t *testing.T) {
	m := Model{Name: "lossy", Main: func(p *proc.P) {
		to := p.Spawn("to", func(p *proc.P) {
			var got []any
			for range 3 {
				got = append(got, p.Receive())
			}
			p.Assert(fmt.Sprint(got) != "[1 0 1]", "order", "%v", got)
		}, proc.Daemon)
		for n := range 3 {
			p.Send(to, n)
		}
	}}
	r := resultOf(t, m, Options{Faults: &Faults{Losses: 1, Duplicates: 1, Reorderings: 1}, Until: UntilEnd})
	i := slices.IndexFunc(r.Violations, func(v *Violation) bool { return v.Property == "order" })
	if i < 0 {
		t.Fatal("the order is not found")
	}
	again := resultOf(t, m, Options{Replay: r.Violations[i].Steps})
	if again.Verdict != Violated || again.Violations[0].Property != "order" {
		t.Errorf("the replay is %s", again.Verdict)
	}
}

// Bad budgets of messages.
func TestBadMessageFaults(t *testing.T) {
	for _, c := range []struct {
		faults   Faults
		delivery proc.Delivery
		want     string
	}{
		{Faults{Losses: -1}, "", "checker.Model.Faults has losses=-1; it must be losses=N"},
		{Faults{Links: []Link{{}, {Duplicates: 1001}}}, "", "checker.Model.Faults has duplicates@*->*=1001; it must be duplicates=N"},
		{Faults{Links: []Link{{From: "[", Losses: 1}}}, "", `checker.Model.Faults has losses@[->*=1, where "[" is not a valid pattern`},
		{Faults{Reorderings: 1}, proc.Bag, "checker.Model.Faults has reorderings=1, but messages in a bag arrive in any order anyway"},
		{Faults{Links: []Link{{To: "nobody", Losses: 1}}}, "", "checker.Model.Faults has losses@*->nobody=1, but no process sends such a message to another one"},
	} {
		_, err := Check(context.Background(), Model{Name: "m", Main: ordered(1), Faults: c.faults, Delivery: c.delivery}, Options{})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: the error is %v, want one with %q", c.faults, err, c.want)
		}
	}
}
