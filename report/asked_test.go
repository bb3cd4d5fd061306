package report_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/report"
)

// TestNothingElseAsked: of a model without anything that must hold of it, the last
// line says what "verified" means. It is said once, and of no other model.
func TestNothingElseAsked(t *testing.T) {
	models := []checker.Model{
		{Name: "silent", Main: func(p *proc.P) { p.Choose(2) }},
		{Name: "strict", Main: func(p *proc.P) { p.Assert(p.Choose(2) < 2, "in range", "") }},
		{Name: "quiet", Main: func(p *proc.P) {}},
	}
	items := []report.Item{searched(t, models, "silent", checker.Options{}), searched(t, models, "strict", checker.Options{}), searched(t, models, "quiet", checker.Options{})}
	var b bytes.Buffer
	for _, it := range items {
		if err := (report.Text{}).Model(&b, it); err != nil {
			t.Fatal(err)
		}
	}
	if err := (report.Text{}).Summary(&b, items); err != nil {
		t.Fatal(err)
	}
	want := "\nverified, no deadlock and no crash (nothing else was asked): silent, quiet; verified: strict; 5 interleavings explored, "
	if !strings.Contains(b.String(), want) || strings.Count(b.String(), "asked") != 1 {
		t.Errorf("the report is\n%s", b.String())
	}
	for i, asked := range []bool{false, true, false} {
		if d := report.NewDocument(items[i]); d.Asked != asked {
			t.Errorf("in JSON it says of %s that something is asked: %t", d.Model, d.Asked)
		}
	}
	bounded := searched(t, models, "silent", checker.Options{MaxInterleavings: 1})
	if s := report.Sentence(bounded); strings.Contains(s, "asked") {
		t.Errorf("of an incomplete search it says %s", s)
	}
}
