package report_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/checkmodel/checkmodel/bounding"
	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/report/console"
	"github.com/checkmodel/checkmodel/internal/report/document"
	"github.com/checkmodel/checkmodel/internal/report/prose"
	"github.com/checkmodel/checkmodel/models/corfu"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/result"
)

// The advice about the first model of CORFU names everything that its authors have done to make the
// search smaller: receives that select, a second read that depends on the first, and a table for the
// layout.
func TestCausesOfCorfu(t *testing.T) {
	it := searched(t, corfu.Models(), "middle-2to3", checker.Options{Explain: true, AnyDeliveriesRace: true, Bound: bounding.Tree(4)})
	for i := range it.Result.Causes {
		c := &it.Result.Causes[i]
		for _, s := range []*checker.Side{&c.First, &c.Second, c.Receive} {
			if s != nil {
				s.Source = s.Source[strings.LastIndex(s.Source, "/")+1:]
			}
		}
	}
	var b bytes.Buffer
	if err := console.Model((prose.Text{}), &b, it); err != nil {
		t.Fatal(err)
	}
	_, said, _ := strings.Cut(b.String(), "\n")
	golden(t, "causes.txt", said)
	_, help, _ := strings.Cut(said, "What may help:")
	for _, advice := range []string{"Search with -receive-patterns", "reader.go:24", "can be made conditional", "layout.go:117", "in a table"} {
		if !strings.Contains(help, advice) {
			t.Errorf("there is no %q in\n%s", advice, help)
		}
	}
}

// One pair that is not listed is counted in the singular.
func TestMoreCauses(t *testing.T) {
	for n, want := range map[int]string{10: "", 11: "          and 1 more pair\n", 12: "          and 2 more pairs\n"} {
		it := document.Item{Name: "m", Result: &checker.Result{Record: result.Record{Causes: make([]checker.Cause, n)}}}
		var b strings.Builder
		if err := console.Model((prose.Text{}), &b, it); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(b.String(), want) || strings.Contains(b.String(), " more ") != (want != "") {
			t.Errorf("of %d causes it says\n%s, want %q", n, &b, want)
		}
	}
}

// If an end is a cause because of a rule of the living, the report says so.
func TestCausesOfTheLiving(t *testing.T) {
	m := checker.Model{Name: "m", Main: func(p *proc.P) {
		p.Spawn("a", func(p *proc.P) { proc.Expose(p, 1) })
		proc.Expose(p, 2)
	}, Rules: []checker.Rule{
		checker.Always(checker.Property{Name: "small"}, func([]checker.Exposed[int]) error { return nil }).Living(),
	}}
	it := searched(t, []checker.Model{m}, "m", checker.Options{Explain: true})
	var b strings.Builder
	if err := console.Model((prose.Text{}), &b, it); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"(a rule of the living can tell which came first)", "Leave Living out", "  the end of main\n"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("%q is not there:\n%s", want, &b)
		}
	}
}

// The report says what each change leaves, and names rules and types.
func TestRemedies(t *testing.T) {
	type office struct{ Leads bool }
	m := checker.Model{Name: "m", Faults: checker.Faults{Crashes: 1}, Main: func(p *proc.P) {
		p.Spawn("a", func(p *proc.P) { proc.Expose(p, office{true}) }, proc.Node)
		p.Spawn("b", func(p *proc.P) { proc.Expose(p, office{true}) })
	}, Rules: []checker.Rule{
		checker.Always(checker.Property{Name: "leads"}, func(all []checker.Exposed[office]) error {
			if len(all) == 2 {
				return errFull
			}
			return nil
		}),
	}}
	it := searched(t, []checker.Model{m}, "m", checker.Options{Explain: true, Until: checker.UntilEnd})
	var b strings.Builder
	if err := console.Model((prose.Text{}), &b, it); err != nil {
		t.Fatal(err)
	}
	_, said, _ := strings.Cut(b.String(), "  What changes save")
	said, _, _ = strings.Cut(said, "  What may help")
	golden(t, "remedies.txt", "  What changes save"+said)
}

// An answer that races at a receive of any message has advice of its own.
func TestLateAnswers(t *testing.T) {
	m := checker.Model{Name: "m", Main: func(p *proc.P) {
		echo := func(p *proc.P) { proc.Serve(p, 0, func(_ *int, _ proc.PID, n int) int { return n }) }
		for range 2 {
			server := p.Spawn("server", echo, proc.Daemon)
			proc.CallTimeout[int](p, server, 1)
		}
		p.Receive()
	}}
	it := searched(t, []checker.Model{m}, "m", checker.Options{Explain: true, Until: checker.UntilEnd})
	var b strings.Builder
	if err := console.Model((prose.Text{}), &b, it); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(b.String(), "takes any message, also answers to requests. If an answer changes\n          nothing once it comes too late") {
		t.Errorf("the report is\n%s", &b)
	}
}
