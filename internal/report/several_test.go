package report_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/report/console"
	"github.com/checkmodel/checkmodel/internal/report/document"
	"github.com/checkmodel/checkmodel/internal/report/prose"
	"github.com/checkmodel/checkmodel/proc"
)

// severalModels returns the results of four models: two violate what they declare, each in two ways, one
// violates what it does not declare, and one nothing.
func severalModels(t *testing.T, o checker.Options) []document.Item {
	model := func(name, property string, declared ...string) checker.Model {
		return checker.Model{Name: name, Violates: declared, Main: func(p *proc.P) {
			n := p.Choose(3)
			if property != "" {
				p.Assert(n == 0, property, "the %s one was chosen", []string{"first", "second", "third"}[n])
			}
		}}
	}
	models := []checker.Model{model("fine", ""), model("a", "p", "p"), model("b", "q", "q"), model("wrong", "r")}
	var items []document.Item
	for _, m := range models {
		items = append(items, searched(t, models, m.Name, o))
	}
	return items
}

// TestTracesOfSeveral: a report about several models describes one violation of each model that does not declare it, and as
// many others as are asked for, one of each model first. It does not list declared violations of which it describes none,
// and says how to see them.
func TestTracesOfSeveral(t *testing.T) {
	hint := func(how, first string) string {
		return how + " violated as declared; to see how, add -show 1 -model '^" + first + "$'."
	}
	for _, c := range []struct {
		show   int
		full   bool
		traces []string // the models that have them
		listed int      // violations without a trace
		hint   string
	}{
		{0, false, []string{"wrong"}, 1, hint("2 models were", "a")},
		{1, false, []string{"wrong"}, 1, hint("2 models were", "a")},
		{2, false, []string{"a", "wrong"}, 2, hint("1 model was", "b")},
		{3, false, []string{"a", "b", "wrong"}, 3, ""},
		{4, false, []string{"a", "a", "b", "wrong"}, 2, ""},
		{8, false, []string{"fine", "fine", "a", "a", "b", "b", "wrong", "wrong"}, 0, ""},
		{1 << 60, false, []string{"fine", "fine", "fine", "a", "a", "b", "b", "wrong", "wrong"}, 0, ""},
		{0, true, []string{"a", "a", "b", "b", "wrong", "wrong"}, 0, ""},
	} {
		items := severalModels(t, checker.Options{Examples: min(c.show, 9), Until: checker.UntilEnd})
		var b strings.Builder
		if err := console.Summary((prose.Text{Show: c.show, Full: c.full}), &b, items); err != nil {
			t.Fatal(err)
		}
		var traces []string
		listed, about := 0, ""
		for line := range strings.Lines(b.String()) {
			switch {
			case slices.Contains([]string{"fine\n", "a\n", "b\n", "wrong\n"}, line):
				about = strings.TrimSpace(line)
			case regexp.MustCompile(` is violated |^  interleaving \d`).MatchString(line):
				traces = append(traces, about)
			case regexp.MustCompile(`events?  .* \((not )?declared\)`).MatchString(line):
				listed++
			}
		}
		said := regexp.MustCompile(`(?m)^.* violated as declared; to see how, .*$`).FindString(b.String())
		if !slices.Equal(traces, c.traces) || listed != c.listed || said != c.hint {
			t.Errorf("with Show %d, there are traces of %v (want %v), %d violations without (want %d), and the hint %q (want %q):\n%s",
				c.show, traces, c.traces, listed, c.listed, said, c.hint, b.String())
		}
	}
}

// TestSameForSeveral: what a report says of several models in the same words is there once, below all their names.
func TestSameForSeveral(t *testing.T) {
	items := severalModels(t, checker.Options{Until: checker.UntilEnd})
	late := checker.Model{Name: "late", Violates: []string{"x"}, Main: func(p *proc.P) { p.Choose(9) }}
	for _, name := range []string{"late", "later"} {
		it := searched(t, []checker.Model{late}, "late", checker.Options{MaxInterleavings: 2})
		it.Name = name
		items = append(items, it)
	}
	var b strings.Builder
	if err := console.Summary((prose.Text{}), &b, items); err != nil {
		t.Fatal(err)
	}
	if text := "\nlate, later\n\n  The model declares that it violates x; nothing of the kind was found in 2 interleavings.\n"; strings.Count(b.String(), text) != 1 {
		t.Errorf("this is not there once:%s\nin\n%s", text, b.String())
	}
}

// TestConclusionOfMany: the conclusion names models only where there is room for them.
func TestConclusionOfMany(t *testing.T) {
	items := severalModels(t, checker.Options{Until: checker.UntilEnd})
	last := func(items []document.Item) string {
		var b strings.Builder
		if err := console.Summary((prose.Text{}), &b, items); err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(strings.TrimSpace(b.String()), "\n")
		return lines[len(lines)-1]
	}
	if s := last(items[1:]); !strings.HasPrefix(s, "violated (declared): a, b; violated (not declared): wrong; ") {
		t.Errorf("the conclusion does not name three models: %s", s)
	}
	for range 3 {
		items = append(items, items...)
	}
	if s := last(items); !strings.HasSuffix(s, "; 16 violated as declared; 8 violated; 96 interleavings explored") || len(s) > 120 {
		t.Errorf("the conclusion of %d models is not short: %s", len(items), s)
	}
}
