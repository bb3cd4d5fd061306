package report_test

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/checkmodel/checkmodel/bounding"
	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/report"
	"github.com/checkmodel/checkmodel/internal/report/console"
	"github.com/checkmodel/checkmodel/internal/report/document"
	"github.com/checkmodel/checkmodel/internal/report/prose"
	"github.com/checkmodel/checkmodel/models/corfu"
	"github.com/checkmodel/checkmodel/models/counter"
	"github.com/checkmodel/checkmodel/models/litmus"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
)

// searched returns the result of a search of the model with that name.
func searched(t *testing.T, models []checker.Model, name string, o checker.Options) document.Item {
	t.Helper()
	i := slices.IndexFunc(models, func(m checker.Model) bool { return m.Name == name })
	r, err := checker.Check(t.Context(), models[i], o)
	if err != nil {
		t.Fatal(err)
	}
	return document.Item{Name: name, Package: "example.com/protocols", Result: withoutSources(r)}
}

// withoutSources removes the path of the repository on this machine.
func withoutSources(r *checker.Result) *checker.Result {
	local := func(s *string) {
		if i := strings.LastIndex(*s, "/"); i >= 0 {
			*s = "models" + (*s)[i:]
		}
	}
	for _, v := range traced(r) {
		for i := range v.Trace.Entries {
			local(&v.Trace.Entries[i].Source)
			local(&v.Trace.Entries[i].Handled)
		}
		for i := range v.Trace.Next {
			local(&v.Trace.Next[i].Source)
		}
		for i := range v.Waiting {
			local(&v.Waiting[i].Source)
		}
		for i, call := range v.Stack {
			function, position, _ := strings.Cut(call, " ")
			local(&position)
			v.Stack[i] = function + " " + position
		}
		if v.Reversal != nil {
			local(&v.Reversal.First.Source)
			local(&v.Reversal.Second.Source)
		}
	}
	return r
}

// forgotten is a model with a server that never ends and is not a daemon.
var forgotten = checker.Model{Name: "forgotten", Main: func(p *proc.P) {
	type add struct{ N int }
	server := p.Spawn("server", func(p *proc.P) {
		increase := func(sum *int, _ proc.PID, a add) int { *sum += a.N; return *sum }
		proc.Serve(p, 0, increase)
	})
	for range 2 {
		p.Spawn("client", func(p *proc.P) {
			proc.Call[int](p, server, add{2})
			proc.CallTimeout[int](p, server, add{3})
		})
	}
}}

// schedule returns a schedule from its text.
func schedule(t *testing.T, text string) trace.NamedSchedule {
	t.Helper()
	s, err := trace.ParseSchedule(text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// The golden files have the traces of real searches, as a list and on two terminals.
func TestTraces(t *testing.T) {
	items := map[string]document.Item{
		"counter":    searched(t, counter.Models(), "lost-update", checker.Options{}),
		"corfu_tail": searched(t, corfu.Models(), "tail", checker.Options{Bound: bounding.Tree(4), Until: checker.UntilFirst}),
		"corfu_head": searched(t, corfu.Models(), "head", checker.Options{Bound: bounding.Tree(4), Until: checker.UntilFirst}),
		"deadlock":   searched(t, litmus.Models(), "deadlock_sometimes", checker.Options{Delivery: proc.Channel}),
		"crash":      searched(t, litmus.Models(), "wrong_order_crashes", checker.Options{}),
		"calls":      searched(t, []checker.Model{forgotten}, forgotten.Name, checker.Options{}),
		"late": searched(t, []checker.Model{forgotten}, forgotten.Name, checker.Options{
			Replay: schedule(t, "v1 main*4 client server*2 client client#2 server client*3 server client#2*4 server*4")}),
		"evil": searched(t, []checker.Model{everything}, "everything", checker.Options{}),
	}
	for name, it := range items {
		var b bytes.Buffer
		doc := document.NewDocument(it)
		doc.Distinct = doc.Distinct[:1]
		for _, width := range []int{0, 100, 150} {
			fmt.Fprintf(&b, "width %d\n\n", width)
			if err := report.Write((prose.Text{Width: width}), &b, report.TextFormat, []document.Document{doc}); err != nil {
				t.Fatal(err)
			}
			b.WriteByte('\n')
		}
		golden(t, name+".txt", b.String())
	}
}

// The traces of the bugs of CORFU, of 117 to 129 events, fit on a
// screen.
func TestCorfuFitsOnAScreen(t *testing.T) {
	for _, name := range []string{"tail", "head", "tail+condread", "head+condread", "head+table", "head+condread+table"} {
		it := searched(t, corfu.Models(), name, checker.Options{Bound: bounding.Tree(4), Until: checker.UntilFirst})
		var b bytes.Buffer
		if err := console.Model((prose.Text{Show: 1}), &b, it); err != nil {
			t.Fatal(err)
		}
		steps := 0
		for _, line := range strings.Split(b.String(), "\n") {
			if strings.Contains(line, ".go:") {
				steps++
			}
		}
		if steps < 10 || steps > 40 {
			t.Errorf("the trace of %s has %d lines", name, steps)
		}
	}
}

// Colors add only escape sequences, around clean texts.
func TestColor(t *testing.T) {
	it := searched(t, []checker.Model{everything}, "everything", checker.Options{})
	var plain, colored bytes.Buffer
	for b, text := range map[*bytes.Buffer]prose.Text{&plain: {Width: 150}, &colored: {Width: 150, Color: true}} {
		if err := console.Model(text, b, it); err != nil {
			t.Fatal(err)
		}
	}
	without := regexp.MustCompile("\x1b\\[(1|2|1;31|(1;)?[39][2-6]|0)m").ReplaceAllString(colored.String(), "")
	if without != plain.String() || without == colored.String() {
		t.Errorf("with colors it is\n%q", colored.String())
	}
}

// If there is room, no name is shortened: two of them would look the same.
func TestNamesInFull(t *testing.T) {
	m := checker.Model{Name: "long names", Main: func(p *proc.P) {
		p.Spawn("node number one", func(p *proc.P) { p.Receive() }, proc.Daemon) // so the name of the other one cannot be shorter
		p.Spawn("the supervisor", func(p *proc.P) {
			first := p.Spawn("node number one", func(p *proc.P) { p.Assert(proc.Receive[int](p) == 1, "one", "it is two") })
			for n := range 2 {
				p.Spawn("node number two", func(p *proc.P) { p.Send(first, n+1) })
			}
		})
	}}
	it := searched(t, []checker.Model{m}, m.Name, checker.Options{Delivery: proc.Bag, Until: checker.UntilEnd})
	for width, want := range map[int]string{
		0:   "m=main, ts=the supervisor, t1=the supervisor/node number one, t2=the supervisor/node number two#2",
		300: "   the supervisor/node number two#2",
		80:  "t1=the supervisor/node number one",
		20:  "the…#2 → the…ne",
	} {
		var b bytes.Buffer
		if err := console.Model((prose.Text{Width: width}), &b, it); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(b.String(), want) {
			t.Errorf("in %d columns, %q is not in\n%s", width, want, b.String())
		}
	}
}

// The list of all events names the interleaving, and marks the two events that were reversed, as
// the list of steps does.
func TestEventsInFull(t *testing.T) {
	m := checker.Model{Name: "race", Main: func(p *proc.P) {
		main := p.Self()
		p.Spawn("first", func(p *proc.P) { p.Send(main, 1) })
		p.Spawn("second", func(p *proc.P) { p.Send(main, 2) })
		p.Assert(proc.Receive[int](p) == 1, "first", "it is not")
	}}
	it := searched(t, []checker.Model{m}, m.Name, checker.Options{})
	it.Result.Violations[0].Shown = 5
	var b bytes.Buffer
	if err := console.Model((prose.Text{Full: true}), &b, it); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"in interleaving 2: ", "\n  5 events led there in interleaving 5, the shortest way\n", "\n *3  second  send 2 to main", "in an earlier one (*)\n"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("%q is not in\n%s", want, b.String())
		}
	}
}

// Processes that one process starts and names in succession are one step.
func TestSetUpIsOneStep(t *testing.T) {
	idle := func(p *proc.P) { p.Receive() }
	m := checker.Model{Name: "started", Main: func(p *proc.P) {
		table := proc.NewTable[int, int](p, "t")
		table.SetHeir(p, p.Self(), nil)
		p.Spawn("boss", func(p *proc.P) {
			for _, name := range []string{"a", "b"} {
				p.Register(name, p.Spawn(name, idle, proc.Daemon))
			}
			p.Assert(false, "none", "one")
		})
	}}
	it := searched(t, []checker.Model{m}, m.Name, checker.Options{})
	var b bytes.Buffer
	if err := console.Model((prose.Text{}), &b, it); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{", in 3 steps: ■ an end\n", "  new table t; table t has the heir main; spawn boss",
		"  spawn a; register a as \"a\"; spawn b; register b as \"b\"  "} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("%q is not in\n%s", want, b.String())
		}
	}
}

// A message that a flush discards does not count as taken.
func TestFlushedIsNotTaken(t *testing.T) {
	m := checker.Model{Name: "flush", Main: func(p *proc.P) {
		main := p.Self()
		_, ref := p.SpawnMonitor("child", func(p *proc.P) { p.Send(main, 1) })
		proc.Receive[int](p)
		p.Assert(p.DemonitorInfo(ref, true), "there", "it was not")
	}}
	it := searched(t, []checker.Model{m}, m.Name, checker.Options{})
	var b bytes.Buffer
	if err := console.Model((prose.Text{}), &b, it); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"(discarded at 6)", "demonitor main ref 1 with flush → it was not (discards what came at 5)"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("%q is not in\n%s", want, b.String())
		}
	}
}
