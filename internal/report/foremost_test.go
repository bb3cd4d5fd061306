package report_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/report"
	"github.com/checkmodel/checkmodel/internal/report/console"
	"github.com/checkmodel/checkmodel/internal/report/document"
	"github.com/checkmodel/checkmodel/internal/report/prose"
	"github.com/checkmodel/checkmodel/result"
	"github.com/checkmodel/checkmodel/trace"
)

// TestForemost: the report shows the violation with the fewest events of the first property that is
// not declared, whatever its explanation. It lists the others with their lengths, in the order in
// which they were found.
func TestForemost(t *testing.T) {
	found := func(property, explanation string, events int) *checker.Violation {
		v := &checker.Violation{Property: property, Explanation: explanation, Interleaving: 1, Count: 1, Shown: 1, Trace: &trace.Trace{Actors: []string{"main"}}}
		for i := range events {
			v.Trace.Entries = append(v.Trace.Entries, trace.Entry{Number: i + 1, Process: "main", Operation: fmt.Sprint("step ", i+1)})
		}
		return v
	}
	m := checker.Model{Name: "m", Violates: []string{"known"}}
	all := []*checker.Violation{
		found("known", "as declared", 1),
		found("fresh", "cache keeps it", 12),
		found("other", "too", 2),
		found("fresh", "cache#2 keeps it", 9),
		found("fresh", "cache#3 keeps it", 9),
	}
	var b bytes.Buffer
	if err := console.Violations((prose.Text{}), &b, m, all); err != nil {
		t.Fatal(err)
	}
	const first, others = "\n  fresh is violated (not declared) in interleaving 1: cache#2 keeps it\n\n  9 events led there, ", `
  Other violations:
      1 event  known (declared), in interleaving 1: as declared
    12 events  fresh (not declared), in interleaving 1: cache keeps it
     2 events  other (not declared), in interleaving 1: too
     9 events  fresh (not declared), in interleaving 1: cache#3 keeps it
`
	if got := b.String(); !strings.HasPrefix(got, first) || !strings.HasSuffix(got, others) {
		t.Errorf("the report is\n%swant one that begins with\n%s\nand ends with\n%s", got, first, others)
	}

	it := document.Item{Name: "m", Result: &checker.Result{Model: m, Record: result.Record{Verdict: checker.Violated, Findings: checker.Findings{Violating: 5, Violations: all}}}}
	b.Reset()
	if err := console.Model((prose.Text{}), &b, it); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(b.String(), "  violated (not declared): fresh, other; declared: known\n") {
		t.Errorf("the row of the model has other violations:\n%s", b.String())
	}
	b.Reset()
	if err := report.Write((prose.Text{}), &b, report.SVGFormat, []document.Document{document.NewDocument(it)}); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(b.String(), "step 9") || strings.Contains(b.String(), "step 10") {
		t.Errorf("the diagram is of another violation:\n%s", b.String())
	}
}
