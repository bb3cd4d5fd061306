package report_test

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/report"
	"github.com/checkmodel/checkmodel/internal/report/document"
	"github.com/checkmodel/checkmodel/internal/report/prose"
	"github.com/checkmodel/checkmodel/minimize"
	"github.com/checkmodel/checkmodel/result"
	"github.com/checkmodel/checkmodel/trace"
)

// shrunk returns a report of a violation with steps 2 and 9, made from one with steps 1 to 9.
func shrunk() document.Document {
	found := func(steps ...int) *checker.Violation {
		v := &checker.Violation{Property: "fresh", Explanation: "it is old", Interleaving: 1, Count: 1, Shown: 1, Trace: &trace.Trace{Actors: []string{"main"}}}
		for i, k := range steps {
			e := trace.Entry{Number: i + 1, Process: "main", Operation: fmt.Sprint("step ", k)}
			if k == 5 {
				e.External = "request"
			}
			v.Trace.Entries = append(v.Trace.Entries, e)
		}
		return v
	}
	v := found(2, 9)
	v.Minimized = &checker.Minimization{
		Events: 2, FromEvents: 9, FromExternals: 1, Claim: minimize.OneMinimal, From: found(1, 2, 3, 4, 5, 6, 7, 8, 9),
		Stages: []minimize.Stage{{Name: "provenance", Events: 7, Externals: 1, Schedules: 1}, {Name: "events", Events: 2, Schedules: 11}},
	}
	m := checker.Model{Name: "m"}
	return document.NewDocument(document.Item{Name: "m", Result: &checker.Result{Model: m, Record: result.Record{Verdict: checker.Violated, Findings: checker.Findings{Violating: 1, Violations: []*checker.Violation{v}}}}})
}

// TestOriginal: the report shows what a violation was made from if that is asked for.
func TestOriginal(t *testing.T) {
	written := func(original bool, format report.Format) string {
		var b bytes.Buffer
		if err := report.Write((prose.Text{Original: original}), &b, format, []document.Document{shrunk()}); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	for _, c := range []struct {
		format    report.Format
		has, only string // with and without the original, and only with it
	}{
		{report.TextFormat, "Minimized: 9 events → 2, 1 external → 0; 1-minimal", "Before it was minimized:"},
		{report.TextFormat, "step 9", "    provenance        7 events, 1 external; 1 schedule\n"},
		{report.SVGFormat, "step 9", "step 7"},
	} {
		without, with := written(false, c.format), written(true, c.format)
		if !strings.Contains(without, c.has) || !strings.Contains(with, c.has) {
			t.Errorf("format %v has no %q:\n%s", c.format, c.has, with)
		}
		if strings.Contains(without, c.only) || !strings.Contains(with, c.only) {
			t.Errorf("format %v: %q is to be shown only with the original:\n%s", c.format, c.only, with)
		}
	}
}

// TestFolded: the page has a row for what was removed in one place, and the original besides, where the same is marked.
func TestFolded(t *testing.T) {
	var b bytes.Buffer
	if err := report.Write((prose.Text{}), &b, report.HTMLFormat, []document.Document{shrunk()}); err != nil {
		t.Fatal(err)
	}
	page := b.String()
	for _, want := range []string{`data-first="1"`, `data-first="3"`, "⋯ 1 event", "⋯ 6 events", `"other":1,"same":[2,9]`, `"other":0,"same":[0,1,0,0,0,0,0,0,2],"original":true`,
		"<td>provenance</td><td>7</td><td>1</td><td>1</td>"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page has no %s", want)
		}
	}
	_, diagram, _ := strings.Cut(page, `class="hit"`)
	diagram, _, _ = strings.Cut(diagram, "</svg>")
	places := map[string]bool{}
	rows := regexp.MustCompile(` x="0" y="([^"]*)" width="[^"]*" height="22"`).FindAllStringSubmatch(diagram, -1)
	for _, row := range rows {
		places[row[1]] = true
	}
	if len(rows) != 4 || len(places) != 4 {
		t.Errorf("two events and two folds are rows %v", rows)
	}
	if n := strings.Count(page, `class="minus"`); n != 7+1 { // and one in the key of signs
		t.Errorf("%d events are marked as removed, want 7", n-1)
	}
}

// TestOriginalIsSaved: a saved report has what a violation was made from; one that has not still loads.
func TestOriginalIsSaved(t *testing.T) {
	var b bytes.Buffer
	if err := report.Write((prose.Text{}), &b, report.JSONFormat, []document.Document{shrunk()}); err != nil {
		t.Fatal(err)
	}
	for _, saved := range [][]byte{b.Bytes(), slices.Clone(bytes.ReplaceAll(b.Bytes(), []byte(`"from":{`), []byte(`"was":{`)))} {
		docs, err := document.Read(bytes.NewReader(saved))
		if err != nil || len(docs) != 1 {
			t.Fatal(docs, err)
		}
	}
}
