package checker

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/checkmodel/checkmodel/internal/testsize"
	"github.com/checkmodel/checkmodel/internal/world/environment"
	"github.com/checkmodel/checkmodel/internal/world/program"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
)

// comesBack is a program whose first process waits until its node has begun so many lives.
func comesBack(lives int) func(*proc.P) {
	return func(p *proc.P) {
		main := p.Self()
		p.Spawn("node", func(p *proc.P) {
			p.Send(main, "alive")
			proc.Receive[string](p)
		}, proc.Node, proc.Daemon)
		for range lives {
			proc.Receive[string](p)
		}
	}
}

// A node that always comes back does not stay away, by any search; and its crashes are explored as before.
func TestAfterEachCrash(t *testing.T) {
	waits := func(p *proc.P) { // for ever, if the node has crashed before it has sent, and stays away
		comesBack(1)(p)
	}
	for _, a := range []Algorithm{Optimal, Source, Naive, States} {
		for _, c := range []struct {
			main   func(*proc.P)
			faults Faults
			want   Verdict
		}{
			{waits, Faults{Crashes: 1}, Violated},
			{waits, Faults{Crashes: 1, Restarts: 1}, Violated},
			{waits, Faults{Crashes: 1, Restarts: AfterEachCrash}, Verified},
			{waits, Faults{Crashes: 3, Restarts: AfterEachCrash}, Verified},
			{waits, Faults{Nodes: []Node{{Name: "node", Crashes: 2}}, Restarts: AfterEachCrash}, Verified},
			{waits, Faults{Nodes: []Node{{Name: "node", Crashes: 2, Restarts: 1}}}, Violated},
			{waits, Faults{Nodes: []Node{{Name: "node", Crashes: 2, Restarts: AfterEachCrash}}, Crashes: 1}, Verified},
			{waits, Faults{Nodes: []Node{{Name: "other", Crashes: 2, Restarts: AfterEachCrash}}, Crashes: 1}, Violated},
			{comesBack(2), Faults{Crashes: 1, Restarts: AfterEachCrash}, Violated}, // it may crash before it sends, or not at all
		} {
			r := resultOf(t, Model{Name: "back", Main: c.main}, Options{Algorithm: a, Faults: &c.faults})
			if r.Verdict != c.want {
				t.Errorf("%s, %v: %s, want %s", a, c.faults, r.Verdict, c.want)
			}
		}
	}
	all := func(f Faults) int {
		return resultOf(t, Model{Name: "back", Main: comesBack(0)}, Options{Faults: &f, Until: UntilEnd}).Interleavings
	}
	none, once, back := all(Faults{}), all(Faults{Crashes: 1}), all(Faults{Crashes: 1, Restarts: AfterEachCrash})
	if both := all(Faults{Crashes: 1, Restarts: 1}); both != once+back-none {
		t.Errorf("%d interleavings with a crash, and a restart or not; want %d with a crash, %d with both, and %d without", both, once, back, none)
	}
}

// A schedule says by itself whether its nodes always come back: it is replayed with any faults of the model.
func TestReplayAfterEachCrash(t *testing.T) {
	m := Model{Name: "back", Main: comesBack(2)}
	for _, f := range []Faults{{Crashes: 2, Restarts: AfterEachCrash}, {Crashes: 2, Restarts: 1}, {Nodes: []Node{{Name: "n*", Crashes: 1}}}} {
		found := resultOf(t, m, Options{Faults: &f, Until: UntilEnd})
		for _, v := range found.Violations {
			for _, now := range []Faults{{}, {Crashes: 1}, {Crashes: 1, Restarts: AfterEachCrash}, {Nodes: []Node{{Name: "node", Crashes: 1, Restarts: 1}}}} {
				r := resultOf(t, m, Options{Replay: v.Steps, Faults: &now})
				if len(r.Violations) != 1 || len(r.Skipped) > 0 || !slices.Equal(r.Violations[0].Steps, v.Steps) {
					t.Errorf("found with %v, replayed with %v: %v, skipped %v", f, now, r.Violations, r.Skipped)
				}
			}
		}
	}
}

// A schedule says which nodes always come back, where others need not: it is replayed with any faults of the model.
func TestReplayAfterSomeCrashes(t *testing.T) {
	t.Parallel()
	m := Model{Name: "some", Main: func(p *proc.P) {
		main := p.Self()
		for _, name := range []string{"a1", "a2", "b", "c"} {
			p.Spawn(name, func(p *proc.P) {
				p.Send(main, name)
				proc.Receive[string](p)
			}, proc.Node, proc.Daemon)
		}
		var all string
		for range 5 {
			all += proc.Receive[string](p)
		}
		p.Assert(!strings.HasPrefix(all, "c") && !strings.HasSuffix(all, "bb"), "order", "%s", all)
	}}
	some := Faults{Nodes: []Node{{Name: "c", Crashes: 1, Restarts: 1}, {Name: "a?", Crashes: 2, Restarts: AfterEachCrash}, {Name: "b", Crashes: 1, Restarts: AfterEachCrash}}}
	for _, f := range []Faults{some, {Crashes: 2, Restarts: 2}, {Nodes: []Node{{Name: "b", Crashes: 2, Restarts: AfterEachCrash}}, Crashes: 1, Restarts: 1}} {
		found := resultOf(t, m, Options{Algorithm: RandomWalk, Runs: 100, Faults: &f, Until: UntilEnd})
		crashed := 0
		for _, v := range found.Violations[:min(testsize.Sample(6, 20), len(found.Violations))] {
			for _, now := range []Faults{{}, f, {Crashes: 1, Restarts: AfterEachCrash}, {Nodes: []Node{{Name: "c", Crashes: 1, Restarts: 1}}}} {
				r := resultOf(t, m, Options{Replay: v.Steps, Faults: &now})
				if len(r.Violations) != 1 || len(r.Skipped) > 0 || !slices.Equal(r.Violations[0].Steps, v.Steps) {
					t.Fatalf("found with %v, replayed with %v: %v, skipped %v", f, now, r.Violations, r.Skipped)
				}
			}
			if slices.ContainsFunc(v.Steps, func(st trace.NamedStep) bool { _, ok := environment.CrashesNode(st.Actor); return ok }) {
				crashed++
			}
		}
		if crashed == 0 {
			t.Errorf("%v: no violation of %d has a crash", f, len(found.Violations))
		}
	}
}

// Numbers of faults by name: others have those of the budget.
func TestFaultsOfNodes(t *testing.T) {
	pair := func(option proc.SpawnOption) func(*proc.P) {
		return func(p *proc.P) {
			main := p.Self()
			p.Spawn("a", func(p *proc.P) { p.Send(main, 1); p.Send(main, 2) }, proc.Node)
			p.Spawn("b", func(p *proc.P) { p.Send(main, 3) }, option)
			proc.ReceiveTimeout[int](p)
			proc.ReceiveTimeout[int](p)
		}
	}
	count := func(m Model, f Faults) int {
		return resultOf(t, m, Options{Faults: &f, Until: UntilEnd}).Interleavings
	}
	both, one := Model{Name: "both", Main: pair(proc.Node)}, Model{Name: "one", Main: pair(proc.Daemon)}
	for _, c := range []struct{ named, same Faults }{
		{Faults{Nodes: []Node{{Name: "b"}}, Crashes: 1, Restarts: 1}, Faults{Crashes: 1, Restarts: 1}},
		{Faults{Nodes: []Node{{Name: "a", Crashes: 2}}, Restarts: AfterEachCrash}, Faults{Crashes: 2, Restarts: AfterEachCrash}},
	} {
		if got, want := count(both, c.named), count(one, c.same); got != want || got < 10 {
			t.Errorf("%v: %d interleavings, where only a is a node %d", c.named, got, want)
		}
	}
	if together, apart := count(both, Faults{Crashes: 1}), count(both, Faults{Nodes: []Node{{Name: "a", Crashes: 1}, {Crashes: 1}}}); apart <= together {
		t.Errorf("%d interleavings with a crash of each node, and %d with one of both together", apart, together)
	}
	r := resultOf(t, both, Options{Faults: &Faults{Nodes: []Node{{Name: "a", Crashes: 1}, {Name: "c", Crashes: 1}}}})
	if len(r.Absent) != 1 || r.Absent[0].Name != "c" {
		t.Errorf("no node is one for %v, want c", r.Absent)
	}
}

// A violation is made smaller within the faults that the model admits: each crash has its restart, on the link and the node that
// may have it.
func TestMinimizeWithinFaults(t *testing.T) {
	four := func(p *proc.P) {
		main := p.Self()
		for _, name := range []string{"a", "b"} {
			p.Monitor(p.Spawn(name, func(p *proc.P) {
				p.Send(main, 1)
				p.Send(main, 2)
			}, proc.Node))
		}
		got := 0
		for down := 0; down < 2; {
			if _, ok := p.Receive().(proc.Down); ok {
				down++
			} else {
				got++
			}
		}
		p.Assert(got == 4, "four", "there are %d messages", got)
	}
	if r := resultOf(t, Model{Name: "four", Main: four}, Options{}); r.Verdict != Verified {
		t.Fatalf("%s without faults", r.Verdict)
	}
	for _, f := range []Faults{
		{Nodes: []Node{{Name: "b", Crashes: 2}}, Restarts: AfterEachCrash},
		{Nodes: []Node{{Name: "b", Crashes: 1, Restarts: 1}}},
		{Links: []Link{{From: "b", Losses: 2}}},
	} {
		m := Model{Name: "four", Main: four, Faults: f}
		r := resultOf(t, m, Options{Algorithm: Portfolio, Runs: 50, Seed: 3})
		if len(r.Violations) == 0 {
			t.Fatalf("%v: no violation", f)
		}
		v, err := Minimize(context.Background(), r, r.Violations[0], Minimizing{Schedules: 2000})
		if err != nil {
			t.Fatal(err)
		}
		for _, st := range v.Steps {
			if st.Actor == environment.DecidesFaults && f.Restarts == AfterEachCrash || st.Actor == "a's faults" {
				t.Errorf("%v: the smallest violation has the step %v", f, st)
			}
		}
		for _, e := range v.Trace.Entries {
			if e.Fault == trace.Lost.String() && e.With == "a" {
				t.Errorf("%v: a message of a is lost", f)
			}
		}
	}
}

// A process that is no node has a disk, too. It never crashes, and no sync of it fails.
func TestDiskOfOthers(t *testing.T) {
	const log, term = proc.File[int]("log"), proc.Durable[int]("term")
	m := Model{Name: "disk", Faults: Faults{Crashes: 1, Restarts: 1, Disk: DiskSubset, SyncFailures: 1}, Main: func(p *proc.P) {
		p.Spawn("node", func(p *proc.P) {}, proc.Node)
		for i := range program.MaxUnsynced + 1 {
			log.Append(p, i)
		}
		term.Set(p, 7)
		records, err := log.Read(p)
		p.Assert(err == nil && len(records) == program.MaxUnsynced+1, "kept", "the log is %v, %v", records, err)
		n, ok := term.Get(p)
		p.Assert(ok && n == 7, "kept", "the term is %d, %v", n, ok)
		p.Assert(log.Sync(p) == nil && p.SyncDir() == nil, "kept", "a sync has failed")
		other := p.Spawn("other", func(p *proc.P) {
			_, err := log.Read(p)
			p.Assert(err == proc.ErrNoFile, "own disk", "the log is there, %v", err)
		})
		p.Monitor(other)
		proc.Receive[proc.Down](p)
	}}
	for _, a := range []Algorithm{Optimal, States} {
		if r := resultOf(t, m, Options{Algorithm: a}); r.Verdict != Verified {
			t.Errorf("%s: %s, %v", a, r.Verdict, r.Violations)
		}
	}
}
