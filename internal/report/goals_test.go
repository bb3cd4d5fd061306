package report_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/checkmodel/checkmodel/bounding"
	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/report/console"
	"github.com/checkmodel/checkmodel/internal/report/document"
	"github.com/checkmodel/checkmodel/internal/report/prose"
	"github.com/checkmodel/checkmodel/proc"
)

// goals reaches one of its goals.
var goals = checker.Model{
	Name:  "goals",
	Goals: []checker.Property{{Name: "near", Doc: "Round the corner."}, {Name: "far\nout"}},
	Main:  comeNear,
}

func comeNear(p *proc.P) {
	if p.Choose(2) == 1 {
		p.Reach("near")
	}
}

// commuting claims something of its messages, and something of others.
var commuting = checker.Model{
	Name: "commuting",
	Commuting: []checker.Commuting{
		checker.Commutes[int, int](checker.Property{Name: "numbers", Doc: "They are discarded."}, nil),
		checker.Commutes[string, any](checker.Property{Name: "texts"}, nil),
	},
	Main: func(p *proc.P) {
		me := p.Self()
		for i := range 2 {
			p.Spawn("sender", func(p *proc.P) { p.Send(me, i) })
		}
		p.Receive()
		p.Receive()
	},
}

// TestClaims: a report says what a model claims, and how often that was checked.
func TestClaims(t *testing.T) {
	it := searched(t, []checker.Model{commuting}, "commuting", checker.Options{})
	var b strings.Builder
	if err := console.Model((prose.Text{}), &b, it); err != nil {
		t.Fatal(err)
	}
	want := "The model has 2 claims that messages commute. Two such messages were executed in both orders 2 times, with the same outcome. " +
		"Not checked, as two such messages were not met, or seldom: texts."
	if !strings.Contains(b.String(), want) {
		t.Errorf("the report is\n%s\nwant\n%s", b.String(), want)
	}
	claims := document.NewDocument(it).Claims
	if diff := cmp.Diff([]checker.Claim{{Property: checker.Property{Name: "numbers", Doc: "They are discarded."}, Exchanged: 2}, {Property: checker.Property{Name: "texts"}}}, claims); diff != "" {
		t.Error(diff)
	}
}

// TestOneBlankLine: no report has two blank lines in a row, and exactly one comes before the
// summary.
func TestOneBlankLine(t *testing.T) {
	endless := checker.Model{Name: "endless", Goals: goals.Goals, Main: func(p *proc.P) {
		comeNear(p)
		for {
			p.Send(p.Self(), 0)
		}
	}}
	bad := checker.Model{Name: "bad", Goals: goals.Goals, Main: func(p *proc.P) {
		comeNear(p)
		p.Assert(false, "good", "it is bad")
	}}
	quiet := checker.Model{Name: "quiet", Main: func(p *proc.P) { p.Choose(2) }}
	for _, o := range []checker.Options{
		{MaxEvents: 5}, {MaxEvents: 5, Examples: 2}, {MaxEvents: 5, Explain: true}, {MaxEvents: 5, Until: checker.UntilEnd}, {MaxEvents: 5, Bound: bounding.Tree(2).From(0)},
	} {
		models := []checker.Model{quiet, goals, endless, bad}
		for last := range models {
			var items []document.Item
			var b strings.Builder
			for _, m := range models[:last+1] {
				it := searched(t, models, m.Name, o)
				items = append(items, it)
				if err := console.Model((prose.Text{}), &b, it); err != nil {
					t.Fatal(err)
				}
			}
			if err := console.Summary((prose.Text{}), &b, items); err != nil {
				t.Fatal(err)
			}
			if text := b.String(); strings.Contains(text, "\n\n\n") || !strings.Contains(strings.ToLower(text), "searched by ") {
				t.Errorf("%+v: the report is\n%s", o, text)
			}
		}
	}
}

func TestGoals(t *testing.T) {
	var b strings.Builder
	item := searched(t, []checker.Model{goals}, "goals", checker.Options{})
	if err := console.Model((prose.Text{}), &b, item); err != nil {
		t.Fatal(err)
	}
	const want = `  Goals:
    near: reached in 1 interleaving, first in interleaving 2
    far\nout: not reached in any interleaving
`
	line, rest, _ := strings.Cut(b.String(), "\n\n")
	if diff := cmp.Diff(want, rest); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if !strings.HasSuffix(line, `  verified (not reached: far\nout)`) {
		t.Errorf("the line is %s", line)
	}
}
