package checker_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/proc"
)

// A deadlock in some orders only is found.
func TestDeadlockInOneOrder(t *testing.T) {
	v := violates(t, func(p *proc.P) {
		me := p.Self()
		p.Spawn("a", func(p *proc.P) { p.Send(me, 1) })
		p.Spawn("b", func(p *proc.P) { p.Send(me, 2) })
		if proc.Receive[int](p) == 2 {
			proc.Receive[string](p)
		}
	}, proc.NoDeadlock, "process main waits for ever to receive string")
	if v.Interleaving != 2 || !slices.Equal(v.Waiting[0].Mailbox, []string{"1"}) {
		t.Errorf("found in interleaving %d, with %q in the mailbox", v.Interleaving, v.Waiting[0].Mailbox)
	}
}

// TestDeadlockAfterFailure: a deadlock of processes that do not need the one that has failed is found, by every
// search, also if the model declares the failure.
func TestDeadlockAfterFailure(t *testing.T) {
	m := checker.Model{Name: "m", Violates: []string{"declared"}, Main: func(p *proc.P) {
		first, second := p.Spawn("first", exchanging), p.Spawn("second", exchanging)
		p.Send(first, second)
		p.Send(second, first)
		p.Assert(p.Choose(2) == 0, "declared", "always")
		if p.Choose(2) == 1 {
			panic("no")
		}
	}}
	waits := "process first waits for ever to receive string; process second waits for ever to receive string"
	want := []string{waits, waits + ", after process main has crashed", waits + ", after process main has violated declared"}
	for _, algorithm := range []checker.Algorithm{checker.Optimal, checker.Source, checker.States} {
		r := check(t, m, checker.Options{Algorithm: algorithm, Until: checker.UntilEnd})
		var got []string
		for _, v := range r.Violations {
			if v.Property == proc.NoDeadlock {
				got = append(got, v.Explanation)
				if declared := strings.HasSuffix(v.Explanation, "violated declared"); m.Declares(v) != declared {
					t.Errorf("%v: that %s is declared: %t", algorithm, v.Explanation, m.Declares(v))
				}
			}
		}
		slices.Sort(got)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%v: the deadlocks (-want +got)\n%s", algorithm, diff)
		}
	}
}

// exchanging is a process that sends no string before it has one.
func exchanging(p *proc.P) {
	other := proc.Receive[proc.PID](p)
	proc.Receive[string](p)
	p.Send(other, "hello")
}

// A deadlock is reported with each of its processes: what it waits for, where, and the messages in
// its mailbox. A daemon, which may wait, is reported only if it has messages.
func TestDeadlockOfSeveral(t *testing.T) {
	v := violates(t, func(p *proc.P) {
		me := p.Self()
		other := p.Spawn("other", func(p *proc.P) {
			p.Send(me, "not a number")
			proc.Receive[string](p)
		})
		p.Spawn("daemon", func(p *proc.P) { p.Receive() }, proc.Daemon)
		deaf := p.Spawn("deaf", func(p *proc.P) { proc.Receive(p, func(n int) bool { return n > 9 }) }, proc.Daemon)
		p.Send(other, 7)
		p.Send(other, 8)
		p.Send(deaf, 9)
		proc.Receive[int](p)
	}, proc.NoDeadlock, "process main waits for ever to receive int")
	if v.Explanation != "process main waits for ever to receive int; process other waits for ever to receive string" {
		t.Errorf("it says %s", v.Explanation)
	}
	type waiting struct {
		process, pattern, mailbox, refused string
		daemon                             bool
	}
	var got []waiting
	for _, w := range v.Waiting {
		if !strings.HasPrefix(w.Source, "deadlock_test.go:") && !strings.Contains(w.Source, "/deadlock_test.go:") {
			t.Errorf("%s waits at %q", w.Process, w.Source)
		}
		got = append(got, waiting{w.Process, w.For, strings.Join(w.Mailbox, " "), strings.Join(w.Refused, ", "), w.Daemon})
	}
	want := []waiting{
		{"main", "int", `"not a number"`, "of type string, not int", false},
		{"deaf", "int where …", "9", "the condition does not hold", true},
		{"other", "string", "7 8", "of type int, not string, of type int, not string", false},
	}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(waiting{})); diff != "" {
		t.Errorf("what waits (-want +got)\n%s", diff)
	}
}

// When only daemons wait, the model has ended.
func TestDaemonsMayWait(t *testing.T) {
	r := holds(t, func(p *proc.P) {
		p.Spawn("daemon", func(p *proc.P) {
			p.Spawn("child", func(p *proc.P) { p.Receive() }, proc.Daemon)
			p.Receive()
		}, proc.Daemon)
	})
	if r.Interleavings != 1 {
		t.Errorf("%d interleavings, want 1", r.Interleavings)
	}
}

// TestDeadlockIsOneKind: the kind of a deadlock does not depend on the order in which processes
// were created.
func TestDeadlockIsOneKind(t *testing.T) {
	spawns := func(child string) func(*proc.P) {
		return func(p *proc.P) { p.Spawn(child, func(p *proc.P) { proc.Receive[int](p) }) }
	}
	m := checker.Model{Name: "m", Main: func(p *proc.P) {
		p.Spawn("a", spawns("x"))
		p.Spawn("b", spawns("y"))
	}}
	r := check(t, m, checker.Options{Algorithm: checker.Naive, Until: checker.UntilEnd})
	if len(r.Violations) != 1 || r.Violating != r.Interleavings || r.Interleavings < 2 {
		t.Errorf("one deadlock in %d of %d interleavings is reported as %d", r.Violating, r.Interleavings, len(r.Violations))
	}
}

// TestDeadlockGiven: a receive that waits for ever in different states is one kind of violation;
// the waiting process shows its state.
func TestDeadlockGiven(t *testing.T) {
	type term struct{ Number int }
	later := func(now term, m term) bool { return m.Number > now.Number }
	main := func(p *proc.P) {
		p.Send(p.Self(), term{1})
		p.Receive(proc.Given(term{1 + p.Choose(3)}, later))
	}
	r, err := checker.Check(t.Context(), checker.Model{Name: "late", Main: main}, checker.Options{Until: checker.UntilEnd})
	if err != nil || len(r.Violations) != 1 {
		t.Fatalf("%d violations, %v", len(r.Violations), err)
	}
	v := r.Violations[0]
	if want := "process main waits for ever to receive term where …"; v.Explanation != want {
		t.Errorf("the explanation is %q, want %q", v.Explanation, want)
	}
	w := v.Waiting[0]
	if !strings.HasPrefix(w.For, "term where … given term{Number: ") || w.Refused[0] != "the condition does not hold" {
		t.Errorf("who waits is %+v", w)
	}
}
