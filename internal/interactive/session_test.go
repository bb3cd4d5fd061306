package interactive_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/corpus"
	"github.com/checkmodel/checkmodel/internal/interactive"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
)

// rivals is violated if right is first.
var rivals = checker.Model{Name: "rivals", Main: func(p *proc.P) {
	me := p.Self()
	p.Spawn("left", func(p *proc.P) { p.Send(me, "left") })
	p.Spawn("right", func(p *proc.P) { p.Send(me, "right") })
	first := proc.Receive[string](p)
	p.Assert(first == "left", "left first", "%s was first", first)
}}

type tick struct{}

// rich has a bit of everything that a place shows.
var rich = checker.Model{
	Name:     "rich",
	Delivery: proc.Channel,
	Faults:   checker.Faults{Crashes: 1, Restarts: 1, Losses: 1, Partitions: 1, Disk: checker.DiskPrefix},
	Goals:    []checker.Property{{Name: "four"}},
	Rules: []checker.Rule{
		checker.Always(checker.Property{Name: "small"}, func(states []checker.Exposed[int]) error {
			for _, s := range states {
				if s.State > 2 {
					return fmt.Errorf("%s counts %d", s.Process, s.State)
				}
			}
			return nil
		}),
		checker.Finally(checker.Property{Name: "some"}, func(states []checker.Exposed[int]) error {
			if len(states) == 0 {
				return fmt.Errorf("nothing was counted")
			}
			return nil
		}),
	},
	Main: func(p *proc.P) {
		rows := proc.NewTable[string, int](p, "rows")
		server := p.Spawn("server", func(p *proc.P) {
			log := proc.File[int]("log")
			proc.Loop(p, 0, func(n *int) bool {
				*n += proc.Receive[int](p)
				proc.Expose(p, *n)
				log.Append(p, *n)
				return true
			})
		}, proc.Daemon, proc.Node)
		p.Spawn("client", func(p *proc.P) {
			p.Send(server, 1+p.Choose(3))
			rows.Insert(p, "sent", 1)
		}, proc.Node)
		p.SendIn(5, p.Self(), tick{})
		proc.Receive[tick](p)
		if n, _ := rows.Lookup(p, "sent"); n == 1 {
			p.Reach("four")
		}
	},
}

func begin(t testing.TB, m checker.Model) *interactive.Session {
	t.Helper()
	s, err := interactive.New(t.Context(), m, checker.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func take(t *testing.T, s *interactive.Session, steps string) {
	t.Helper()
	all, err := trace.ParseSchedule("v1 " + steps)
	if err == nil {
		err = s.Take(t.Context(), all...)
	}
	if err != nil {
		t.Fatalf("%s cannot be taken: %v", steps, err)
	}
}

func wantAt(t *testing.T, s *interactive.Session, at, events, fork, forks int) {
	t.Helper()
	gotAt, gotEvents := s.At()
	current := 1 + slices.IndexFunc(s.Forks(), func(f interactive.Fork) bool { return f.Current })
	if gotAt != at || gotEvents != events || current != fork || len(s.Forks()) != forks {
		t.Errorf("it is at event %d of %d of fork %d of %d, want %d of %d of fork %d of %d", gotAt, gotEvents, current, len(s.Forks()), at, events, fork, forks)
	}
}

// TestForks: another choice makes a fork, the same one does not, and each fork is kept where it was left.
func TestForks(t *testing.T) {
	s, ctx := begin(t, rivals), t.Context()
	take(t, s, "main*2 left right")
	wantAt(t, s, 4, 4, 1, 1)
	if err := s.Go(ctx, 2); err != nil {
		t.Fatal(err)
	}
	take(t, s, "left")
	wantAt(t, s, 3, 4, 1, 1)
	take(t, s, "right main")
	wantAt(t, s, 5, 5, 1, 1)
	s.Mark("here")
	if err := s.Go(ctx, 1); err != nil {
		t.Fatal(err)
	}
	take(t, s, "main right")
	wantAt(t, s, 3, 3, 2, 2)
	if f := s.Forks()[1]; f.Of != 1 || f.From != 2 {
		t.Errorf("fork 2 parts from fork %d after event %d, want 1 and 2", f.Of, f.From)
	}
	if err := s.Return(ctx, "here"); err != nil {
		t.Fatal(err)
	}
	wantAt(t, s, 5, 5, 1, 2)
	if err := s.Go(ctx, 2); err != nil {
		t.Fatal(err)
	}
	s.Fork()
	wantAt(t, s, 2, 2, 3, 3)
	if err := s.Switch(ctx, 2); err != nil {
		t.Fatal(err)
	}
	wantAt(t, s, 3, 3, 2, 3)
	for what, err := range map[string]error{
		"an event": s.Go(ctx, 4), "a fork": s.Switch(ctx, 4), "a mark": s.Return(ctx, "nowhere"),
		"a step": s.Take(ctx, trace.NamedStep{Actor: "left"}, trace.NamedStep{Actor: "nobody"}),
	} {
		if err == nil {
			t.Errorf("%s is found that is not there", what)
		}
	}
	wantAt(t, s, 3, 3, 2, 3)
}

// TestRunOn: a session runs on along its fork, and then as a search, and stays where it is if there is no goal.
func TestRunOn(t *testing.T) {
	s, ctx := begin(t, rivals), t.Context()
	run := func(to interactive.Goal, want bool) {
		t.Helper()
		if found, err := s.RunOn(ctx, to); found != want || err != nil {
			t.Errorf("the goal is reached: %v, %v; want %v", found, err, want)
		}
	}
	run(interactive.NextOf("right"), true)
	wantAt(t, s, 5, 5, 1, 1) // main starts both, and left sends and ends
	run(interactive.NextViolation(), false)
	run(interactive.NextOf("nobody"), false)
	wantAt(t, s, 5, 5, 1, 1)
	if err := s.Go(ctx, 2); err != nil {
		t.Fatal(err)
	}
	take(t, s, "right left")
	if err := s.Go(ctx, 0); err != nil {
		t.Fatal(err)
	}
	run(interactive.Events(3), true)
	if last := s.Steps()[2]; last.Actor != "right" {
		t.Errorf("%s moves, although right did in this fork", last.Actor)
	}
	run(interactive.NextViolation(), true)
	p, err := s.Place(ctx)
	if err != nil || len(p.Violations) != 1 || p.Violations[0].Length != len(s.Steps()) {
		t.Errorf("after %v the violations are %v, %v", s.Steps(), p.Violations, err)
	}
	run(interactive.Events(100), false)
	if err := s.Go(ctx, 4); err != nil {
		t.Fatal(err)
	}
	run(interactive.Events(100), true)
	wantAt(t, s, 8, 8, 2, 2)
}

// TestFailure: what a session has come to is replayed as it was, with its violation.
func TestFailure(t *testing.T) {
	s := begin(t, rivals)
	take(t, s, "main*2 right main*2")
	f, v, err := s.Failure(t.Context())
	if err != nil || v == nil || v.Property != "left first" || !f.Names("rivals") || f.Property("rivals") != "left first" {
		t.Fatalf("the failure is %v, of %v, %v", f, v, err)
	}
	f, err = corpus.Parse(f.String())
	if err != nil {
		t.Fatal(err)
	}
	r, err := checker.Check(t.Context(), rivals, checker.Options{Replay: f.Schedule(), ReplayEvents: f.Events()})
	if err != nil || r.Verdict != checker.Violated || f.Deviation(r.Replayed) != "" {
		t.Errorf("the replay is %v, %v: %s", r.Verdict, err, f.Deviation(r.Replayed))
	}
	again, skipped, err := interactive.Continue(t.Context(), rivals, checker.Options{}, f)
	if err != nil || len(skipped) > 0 {
		t.Fatal(skipped, err)
	}
	wantAt(t, again, 5, 5, 1, 1)
}

// TestKeptFaults: a session with a schedule that has more faults than the model can go back before them, and choose them again.
func TestKeptFaults(t *testing.T) {
	m := checker.Model{Name: "node", Main: func(p *proc.P) {
		p.Spawn("a", func(p *proc.P) { p.Receive() }, proc.Node, proc.Daemon)
	}}
	steps, err := trace.ParseSchedule(`v1 main "main's faults"=1 "a's faults"`)
	if err != nil {
		t.Fatal(err)
	}
	var f corpus.Failure
	for _, st := range steps {
		f.Steps = append(f.Steps, corpus.Step{NamedStep: st})
	}
	s, skipped, err := interactive.Continue(t.Context(), m, checker.Options{}, f)
	if err != nil || len(skipped) > 0 {
		t.Fatal(skipped, err)
	}
	if err := s.Go(t.Context(), 0); err != nil {
		t.Fatal(err)
	}
	take(t, s, `main "main's faults"=1 "a's faults"`)
	wantAt(t, s, 3, 3, 1, 1)
}

// TestSessions: in random sessions, each place is the same as for a new session, and each step has the event that was
// foretold. So trying steps changes nothing.
func TestSessions(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		s, ctx := begin(t, rich), t.Context()
		for range rapid.IntRange(1, 25).Draw(rt, "commands") {
			p, err := s.Place(ctx)
			if err != nil {
				rt.Fatal(err)
			}
			at, events := s.At()
			switch rapid.IntRange(0, 9).Draw(rt, "command") {
			case 0:
				err = s.Go(ctx, rapid.IntRange(0, events).Draw(rt, "to"))
			case 1:
				err = s.Switch(ctx, rapid.IntRange(1, len(s.Forks())).Draw(rt, "fork"))
			case 2:
				_, err = s.RunOn(ctx, interactive.Events(rapid.IntRange(1, 9).Draw(rt, "events")))
			default:
				if p.Ended {
					continue
				}
				m := p.Moves[rapid.IntRange(0, len(p.Moves)-1).Draw(rt, "move")]
				if err = s.Take(ctx, m.NamedStep); err != nil {
					break
				}
				now, _ := s.Place(ctx)
				if entries := now.Interleaving.Trace.Entries; len(entries) != at+1 || entries[at].Event() != m.Event() {
					rt.Fatalf("%v happens, and %q was foretold", entries[at:], m.Event())
				}
			}
			if err != nil {
				rt.Fatal(err)
			}
		}
		same(rt, s)
	})
}

// same compares where a session is with what a new execution leads to.
func same(t *rapid.T, s *interactive.Session) {
	p, err := s.Place(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	o := s.Options()
	o.Replay = s.Steps()
	anew, err := checker.Look(t.Context(), s.Model(), o, checker.Looking{Peek: true})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(anew, p, cmpopts.IgnoreFields(checker.Place{}, "Violations"), cmpopts.EquateEmpty()); diff != "" {
		t.Fatalf("after %v (-new +session):\n%s", s.Steps(), diff)
	}
	if !slices.Equal(p.Interleaving.Steps, s.Steps()) {
		t.Fatalf("the events are %v, and the steps %v", p.Interleaving.Steps, s.Steps())
	}
}

// TestBlind: code that fails when a step is tried does not end a session.
func TestBlind(t *testing.T) {
	m := checker.Model{Name: "faulty", Main: func(p *proc.P) {
		if p.Choose(2) == 1 {
			var f any = func() {}
			p.Send(p.Self(), f)
		}
	}}
	s := begin(t, m)
	p, err := s.Place(t.Context())
	if err != nil || s.Blind() == nil || len(p.Moves) != 1 || p.Moves[0].Untried != 1 {
		t.Fatalf("%v can happen; it is blind because of %v, %v", p.Moves, s.Blind(), err)
	}
	if err := s.Take(t.Context(), trace.NamedStep{Actor: "main", Alternative: 1}); err == nil || !strings.Contains(err.Error(), "func() cannot be sent") {
		t.Errorf("the faulty step: %v", err)
	}
	wantAt(t, s, 0, 0, 1, 1)
	take(t, s, "main main")
}
