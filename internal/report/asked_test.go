package report_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/report/advice"
	"github.com/checkmodel/checkmodel/internal/report/console"
	"github.com/checkmodel/checkmodel/internal/report/document"
	"github.com/checkmodel/checkmodel/internal/report/prose"
	"github.com/checkmodel/checkmodel/proc"
)

// TestNothingElseAsked: if a model states no properties, the last line says what "verified"
// means, once. It does not say so of other models.
func TestNothingElseAsked(t *testing.T) {
	models := []checker.Model{
		{Name: "silent", Main: func(p *proc.P) { p.Choose(2) }},
		{Name: "strict", Main: func(p *proc.P) { p.Assert(p.Choose(2) < 2, "in range", "") }},
		{Name: "quiet", Main: func(p *proc.P) {}},
	}
	items := []document.Item{searched(t, models, "silent", checker.Options{}), searched(t, models, "strict", checker.Options{}), searched(t, models, "quiet", checker.Options{})}
	var b bytes.Buffer
	for _, it := range items {
		if err := console.Model((prose.Text{}), &b, it); err != nil {
			t.Fatal(err)
		}
	}
	if err := console.Summary((prose.Text{}), &b, items); err != nil {
		t.Fatal(err)
	}
	want := "\nverified, no deadlock and no crash (nothing else was asked): silent, quiet; verified: strict; 5 interleavings explored\n"
	if !strings.Contains(b.String(), want) || strings.Count(b.String(), "asked") != 1 {
		t.Errorf("the report is\n%s", b.String())
	}
	for i, asked := range []bool{false, true, false} {
		if d := document.NewDocument(items[i]); d.Asked != asked {
			t.Errorf("in JSON it says of %s that something is asked: %t", d.Model, d.Asked)
		}
	}
	rule := checker.Always(checker.Property{Name: "in peace"}, func([]checker.Exposed[int]) error { return nil })
	told := checker.Always(checker.Property{Name: "told"}, func([]checker.Exposed[string]) error { return nil })
	vacuously := func(p *proc.P) { proc.Expose(p, "so"); p.Choose(2) }
	models = append(models, checker.Model{Name: "vacuous", Main: vacuously, Rules: []checker.Rule{rule, told}})
	b.Reset()
	vacuous := searched(t, models, "vacuous", checker.Options{MaxInterleavings: 1})
	if err := console.Model((prose.Text{}), &b, vacuous); err != nil {
		t.Fatal(err)
	}
	want = "The property in peace had nothing to judge so far: no process exposes a state of type int. They show: states of type string.\n"
	if !strings.Contains(b.String(), want) || !strings.Contains(b.String(), "  incomplete (nothing to judge so far: in peace; interleaving budget)\n") {
		t.Errorf("the report is\n%s", b.String())
	}
	if d := document.NewDocument(vacuous); len(d.Unasked) != 1 || d.Unasked[0] != "in peace" {
		t.Errorf("in JSON it says of %s that these had nothing to judge: %v", d.Model, d.Unasked)
	}
	bounded := searched(t, models, "silent", checker.Options{MaxInterleavings: 1})
	if s := advice.Sentence(bounded); strings.Contains(s, "asked") {
		t.Errorf("of an incomplete search it says %s", s)
	}
}

// The report names listed properties that no process asserts.
func TestUnasserted(t *testing.T) {
	m := checker.Model{
		Name: "typo",
		Main: func(p *proc.P) {
			p.Assert(p.Choose(2) < 2, "no itm lost", "it is")
			p.Assert(true, "in order", "not")
			proc.Expose(p, 1)
		},
		Properties: []checker.Property{{Name: "no item lost"}, {Name: "in order"}, {Name: "a rule"}, {Name: proc.NoDeadlock}},
		Rules:      []checker.Rule{checker.Finally(checker.Property{Name: "a rule"}, func([]checker.Exposed[int]) error { return nil })},
	}
	it := searched(t, []checker.Model{m}, m.Name, checker.Options{})
	var b bytes.Buffer
	if err := console.Model((prose.Text{}), &b, it); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"typo               2    0.00s  verified (never asserted: no item lost)\n",
		"\n  The model lists no item lost: no process asserts that, in any interleaving. Properties that they assert and it does not list: no itm lost.\n",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("%q is not in\n%s", want, b.String())
		}
	}
	if d := document.NewDocument(it); !slices.Equal(d.Unasserted, []string{"no item lost"}) {
		t.Errorf("in JSON it says that these were never asserted: %q", d.Unasserted)
	}
	if d := document.NewDocument(searched(t, []checker.Model{m}, m.Name, checker.Options{MaxInterleavings: 1})); !slices.Equal(d.Unasserted, []string{"no item lost"}) {
		t.Errorf("of an incomplete search it says that these were not asserted so far: %q", d.Unasserted)
	}
}
