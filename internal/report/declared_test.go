package report_test

import (
	"context"
	"strings"
	"testing"

	"github.com/checkmodel/checkmodel/bounding"
	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/report/advice"
	"github.com/checkmodel/checkmodel/internal/report/console"
	"github.com/checkmodel/checkmodel/internal/report/document"
	"github.com/checkmodel/checkmodel/internal/report/prose"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
)

// TestDeclaredNotFound: if a search was cut before it found a declared violation, the report says
// so, and what to try. It does not if the search has found the violation, or is a
// replay.
func TestDeclaredNotFound(t *testing.T) {
	late := checker.Model{Name: "late", Violates: []string{"in\torder"}, Main: func(p *proc.P) {
		first, second := p.Choose(3), p.Choose(3)
		p.Assert(first != 2 || second != 2, "in\torder", "both are last")
		p.Send(p.Self(), 0)
	}}
	models := []checker.Model{late}
	const it = "\n  The model declares that it violates in\\torder; nothing of the kind was found "
	for _, c := range []struct {
		name    string
		options checker.Options
		want    string
	}{
		{"bound", checker.Options{Bound: bounding.Delay(1)}, "within the bound 1.\n  To find it, try -bound 2 or more.\n"},
		{"bounds", checker.Options{Bound: bounding.Delay(1).From(0)}, "up to the bound 1.\n  To find it, try a last bound above 1.\n"},
		{"budget", checker.Options{MaxInterleavings: 2}, "in 2 interleavings.\n  To find it, try a larger -max-interleavings than 2.\n"},
		{"depth", checker.Options{MaxEvents: 1}, "within 1 event of an interleaving.\n  To find it, try a larger -depth.\n"},
		{"found", checker.Options{}, ""},
		{"replay", checker.Options{Replay: trace.NamedSchedule{{Actor: "main"}}}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			found := searched(t, models, "late", c.options)
			var b strings.Builder
			if err := console.Model((prose.Text{}), &b, found); err != nil {
				t.Fatal(err)
			}
			if c.want == "" == strings.Contains(b.String(), "declared violation not found") || !strings.Contains(b.String(), c.want) || c.want == "" == strings.Contains(b.String(), it) {
				t.Errorf("it does not say %q:\n%s", c.want, b.String())
			}
		})
	}
}

// TestStoppedLevel: if a search with several bounds was stopped, the table says
// where.
func TestStoppedLevel(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	m := checker.Model{Name: "m", Main: func(p *proc.P) {
		p.Choose(3)
		if p.Choose(3) == 1 {
			cancel()
		}
	}}
	r, err := checker.Check(ctx, m, checker.Options{Bound: bounding.Tree(4).From(0)})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := console.Model((prose.Text{}), &b, document.Item{Name: "m", Result: r, Canceled: document.Interrupted}); err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(b.String(), "\n\n")
	want := `  Bound  Interleavings  Branches cut
      0              1             4
      1              2             0  stopped here: interrupted
`
	if !strings.HasPrefix(table, want) {
		t.Errorf("the report is\n%swith the table\n%s", b.String(), want)
	}
}

// TestUnbegun: if a search was canceled before it had explored anything, the verdict says so, and
// what it would have looked for.
func TestUnbegun(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for want, m := range map[string]checker.Model{
		"incomplete (nothing explored; timeout)":                                       {Name: "m", Main: func(*proc.P) {}},
		"incomplete (nothing explored; declared violation not looked for: a; timeout)": {Name: "m", Main: func(*proc.P) {}, Violates: []string{"a"}},
	} {
		r, err := checker.Check(ctx, m, checker.Options{})
		if err != nil {
			t.Fatal(err)
		}
		it := document.Item{Name: "m", Result: r, Canceled: document.TimedOut}
		var b strings.Builder
		if err := console.Model((prose.Text{}), &b, it); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(b.String(), "\nm                  0    0.00s  "+want+"\n") {
			t.Errorf("it does not say %q:\n%s", want, b.String())
		}
		if s := advice.Conclusion([]document.Item{it}); !strings.HasPrefix(s, want+": m; ") {
			t.Errorf("the conclusion does not say %q: %s", want, s)
		}
	}
}
