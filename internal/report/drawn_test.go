package report_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/checkmodel/checkmodel/bounding"
	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/report"
	"github.com/checkmodel/checkmodel/internal/report/console"
	"github.com/checkmodel/checkmodel/internal/report/document"
	"github.com/checkmodel/checkmodel/internal/report/prose"
	"github.com/checkmodel/checkmodel/proc"
)

// reportOf returns the text of the report about an item.
func reportOf(t *testing.T, it document.Item) string {
	t.Helper()
	var b bytes.Buffer
	if err := console.Model((prose.Text{}), &b, it); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// distant is a model with a goal that few runs reach, and one that none does.
var distant = checker.Model{Name: "distant", Goals: []checker.Property{{Name: "near"}, {Name: "far"}, {Name: "nowhere"}}, Main: func(p *proc.P) {
	p.Reach("near")
	if p.Choose(128) == 1 {
		p.Reach("far")
	}
}}

// Only a strategy that gives no odds denies them, and the share of new classes is not said of the model.
func TestOddsOfFewRuns(t *testing.T) {
	for _, c := range []struct {
		by        checker.Algorithm
		runs      int
		want, not string
	}{
		{checker.TaPCT, 100, "With more runs, tapct gives odds.", "tapct, "},
		{checker.Portfolio, 100, "With more runs, portfolio gives odds.", "portfolio give "},
		{checker.TaPCT, 101, "all runs have missed it with a probability of at most", "not known"},
		{checker.POS, 101, "How probably a bug was missed is not known: this strategy finds", "pos gives odds"},
	} {
		it := searched(t, []checker.Model{distant}, "distant", checker.Options{Algorithm: c.by, Runs: c.runs})
		text := reportOf(t, it)
		for _, want := range []string{c.want, "That is about what these draws come to, not about the model"} {
			if !strings.Contains(text, want) || strings.Contains(text, c.not) {
				t.Errorf("of %d runs by %s it does not say %q, or it says %q:\n%s", c.runs, c.by, want, c.not, text)
			}
		}
	}
}

// A goal that less than one run in a hundred reaches is warned of, in the text and on the page.
func TestSeldomGoals(t *testing.T) {
	it := searched(t, []checker.Model{distant}, "distant", checker.Options{Algorithm: checker.RandomWalk, Runs: 1000})
	hits := it.Result.Goals[1].Hits
	if hits == 0 || hits >= 10 {
		t.Fatalf("%d of 1000 runs have reached the goal; this tests nothing", hits)
	}
	text := reportOf(t, it)
	if want := fmt.Sprintf("; that is %.2g %% of the runs, so they say little about what happens from there on\n", float64(hits)/10); !strings.Contains(text, want) {
		t.Errorf("there is no %q in\n%s", want, text)
	}
	for _, want := range []string{"sampled (hardly ever reached: far, nowhere)", "near: reached in 1000 interleavings, first in interleaving 1\n", "nowhere: not reached so far; so these runs say nothing about what happens from there on\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("there is no %q in\n%s", want, text)
		}
	}
	page := written(t, report.HTMLFormat, document.NewDocument(it))
	if strings.Count(page, "of the runs, so they say little") != 1 || strings.Count(page, "say nothing about what happens") != 1 {
		t.Error("the page does not warn of two goals")
	}
	if text := reportOf(t, searched(t, []checker.Model{distant}, "distant", checker.Options{Until: checker.UntilEnd})); strings.Contains(text, "of the runs") || strings.Contains(text, "hardly") {
		t.Errorf("of a search of everything it says\n%s", text)
	}
}

// A form for one violation shows the one that the text describes first, whatever else there is to show.
func TestSingleForms(t *testing.T) {
	says := func(text string) func(*proc.P) { return func(p *proc.P) { p.Assert(false, text, "it is") } }
	models := []checker.Model{
		{Name: "right", Main: func(*proc.P) {}},
		{Name: "declared", Main: says("declared"), Violates: []string{"declared"}},
		{Name: "undeclared", Main: says("undeclared")},
	}
	var docs []document.Document
	for _, m := range models {
		docs = append(docs, document.NewDocument(searched(t, models, m.Name, checker.Options{Examples: 1, Until: checker.UntilEnd})))
	}
	for _, c := range []struct {
		docs []document.Document
		show int
		want string
	}{
		{docs, 0, "undeclared is violated"}, {docs, 1, "declared is violated"}, {docs[:2], 0, "declared is violated"}, {docs[:2], 1, "declared is violated"},
		{docs[:1], 1, "interleaving 1"},
	} {
		var b bytes.Buffer
		if err := report.Write((prose.Text{Show: c.show}), &b, report.SVGFormat, c.docs); err != nil || !strings.Contains(b.String(), c.want) || c.want == "declared is violated" && strings.Contains(b.String(), "undeclared") {
			t.Errorf("the diagram of %d models with -show %d does not show that %s, %v:\n%.600s", len(c.docs), c.show, c.want, err, b.String())
		}
	}
}

// The bound of a report is that of the search that it is about.
func TestBoundOfSeveral(t *testing.T) {
	m := checker.Model{Name: "m", Main: func(p *proc.P) {
		self := p.Self()
		for n := range 3 {
			p.Spawn("sender", func(p *proc.P) { p.Send(self, n) })
		}
		first := proc.Receive[int](p)
		p.Assert(first == 0, "in order", "the first is %d", first)
	}}
	d := document.NewDocument(searched(t, []checker.Model{m}, "m", checker.Options{Bound: bounding.Tree(7).From(0)}))
	if n := len(d.Levels); d.Bound == nil || *d.Bound != d.Levels[n-1].Bound || *d.Bound >= 7 || d.Levels[n-1].FirstViolation == 0 || *d.BoundFrom != 0 {
		t.Errorf("the bound is %v, of the searches %+v", *d.Bound, d.Levels)
	}
}
