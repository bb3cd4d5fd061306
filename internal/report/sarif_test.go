package report_test

import (
	_ "embed"
	"encoding/json"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/report"
	"github.com/checkmodel/checkmodel/internal/report/document"
	"github.com/checkmodel/checkmodel/internal/report/prose"
	"github.com/checkmodel/checkmodel/models/counter"
	"github.com/checkmodel/checkmodel/proc"
)

// sarifSchema has, of the schema of SARIF 2.1.0, the objects that reports have: their members, which of these are required, and
// their values.
//
//go:embed testdata/sarif.json
var sarifSchema string

// sarifLog is what a reader of SARIF finds.
type sarifLog struct {
	Runs []struct {
		Tool struct {
			Driver struct {
				Rules []struct{ ID string }
			}
		}
		Invocations []struct {
			ExecutionSuccessful        bool
			ToolExecutionNotifications []struct {
				Level   string
				Message struct{ Text string }
			}
		}
		Results []sarifResult
	}
}

type sarifResult struct {
	RuleID              string
	RuleIndex           int
	Level               string
	Message             struct{ Text string }
	Locations           []sarifLocation
	PartialFingerprints map[string]string
	CodeFlows           []struct {
		ThreadFlows []struct {
			Locations []struct {
				ExecutionOrder int
				Location       sarifLocation
			}
		}
	}
	Suppressions []struct{ Kind string }
}

type sarifLocation struct {
	PhysicalLocation struct {
		ArtifactLocation struct{ URI, URIBaseID string }
		Region           struct{ StartLine int }
	}
	Message struct{ Text string }
}

// readSARIF returns what is written of documents, which must satisfy the schema.
func readSARIF(t *testing.T, text prose.Text, docs ...document.Document) (log sarifLog) {
	t.Helper()
	parsed, err := jsonschema.UnmarshalJSON(strings.NewReader(sarifSchema))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("sarif.json", parsed); err != nil {
		t.Fatal(err)
	}
	schema, err := c.Compile("sarif.json")
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := report.Write(text, &b, report.SARIFFormat, docs); err != nil {
		t.Fatal(err)
	}
	object, err := jsonschema.UnmarshalJSON(strings.NewReader(b.String()))
	if err != nil {
		t.Fatal(err)
	}
	if err := schema.Validate(object); err != nil {
		t.Error(err)
	}
	if err := json.Unmarshal([]byte(b.String()), &log); err != nil {
		t.Fatal(err)
	}
	return log
}

// TestSARIF: reports of all kinds satisfy the schema. Each result has the rule of its index, a fingerprint that no other has, and a
// place; what is declared is suppressed, and a model that cannot be checked makes the execution unsuccessful.
func TestSARIF(t *testing.T) {
	docs := documents(append(append(several(t), searchedByStates(t)...), lassos(t)...)...)
	log := readSARIF(t, prose.Text{}, docs...)
	run, violations := log.Runs[0], 0
	for i := range docs {
		violations += len(docs[i].Distinct)
	}
	if len(run.Results) != violations {
		t.Errorf("there are %d results, want %d", len(run.Results), violations)
	}
	seen, found := map[string]string{}, regexp.MustCompile(` in interleaving \d+( and \d+ more)?`)
	for _, r := range run.Results {
		if run.Tool.Driver.Rules[r.RuleIndex].ID != r.RuleID {
			t.Errorf("the rule of %q is that of number %d", r.RuleID, r.RuleIndex)
		}
		what := found.ReplaceAllString(r.Message.Text, "")
		if other, ok := seen[r.PartialFingerprints["violation/v1"]]; ok && other != what {
			t.Errorf("%q and %q have the same fingerprint", other, what)
		}
		seen[r.PartialFingerprints["violation/v1"]] = what
		if declared := strings.Contains(r.Message.Text, "is violated (declared)"); declared != (len(r.Suppressions) == 1) || declared != (r.Level == "note") {
			t.Errorf("%q has the level %s and %d suppressions", r.Message.Text, r.Level, len(r.Suppressions))
		}
	}
	if run.Invocations[0].ExecutionSuccessful {
		t.Error("the execution is successful, and a model has failed")
	}
	var notes []string
	for _, n := range run.Invocations[0].ToolExecutionNotifications {
		notes = append(notes, n.Level+" "+n.Message.Text)
	}
	golden(t, "sarif.txt", strings.Join(notes, "\n")+"\n")
	if none := readSARIF(t, prose.Text{}, documents(others()[0])...); !none.Runs[0].Invocations[0].ExecutionSuccessful || len(none.Runs[0].Results) != 0 {
		t.Errorf("of a model that is verified, there is %+v", none)
	}
}

// TestSARIFPlaces: a result is at the line that asserts, addresses are relative to the working directory, and the flow has the
// events in order.
func TestSARIFPlaces(t *testing.T) {
	doc := document.NewDocument(searched(t, counter.Models(), "lost-update", checker.Options{}))
	last := doc.Distinct[0].Trace[len(doc.Distinct[0].Trace)-1].Source
	for i := range doc.Distinct[0].Trace {
		e := &doc.Distinct[0].Trace[i]
		e.Source = "/a b/" + e.Source
	}
	for dir, want := range map[string][2]string{
		"/a b":       {"models/counter.go", "%SRCROOT%"},
		"/":          {"a%20b/models/counter.go", "%SRCROOT%"},
		"/elsewhere": {"file:///a%20b/models/counter.go", ""},
	} {
		r := readSARIF(t, prose.Text{Dir: dir}, doc).Runs[0].Results[0]
		at := r.Locations[0].PhysicalLocation
		if got := [2]string{at.ArtifactLocation.URI, at.ArtifactLocation.URIBaseID}; got != want {
			t.Errorf("from %s the address is %q, want %q", dir, got, want)
		}
		if want := lineOf(t, last); at.Region.StartLine != want {
			t.Errorf("the line is %d, want %d", at.Region.StartLine, want)
		}
		before := 0
		for _, step := range r.CodeFlows[0].ThreadFlows[0].Locations {
			if step.ExecutionOrder <= before || step.Location.Message.Text == "" {
				t.Errorf("after event %d there is %+v", before, step)
			}
			before = step.ExecutionOrder
		}
	}
}

// lineOf returns the line of a place, file:line.
func lineOf(t *testing.T, place string) int {
	t.Helper()
	n, err := strconv.Atoi(place[strings.LastIndexByte(place, ':')+1:])
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// TestSARIFBlames: what is seen at the end is reported where a process waits, or at the rule.
func TestSARIFBlames(t *testing.T) {
	m := checker.Model{Name: "m", Main: func(p *proc.P) { proc.Expose(p, 1) }, Rules: []checker.Rule{
		checker.Finally(checker.Property{Name: "two"}, func([]checker.Exposed[int]) error { return errFull })}}
	for name, it := range map[string]document.Item{"sarif_test.go": searched(t, []checker.Model{m}, "m", checker.Options{}), "main.go": deadlocked()} {
		at := readSARIF(t, prose.Text{}, document.NewDocument(it)).Runs[0].Results[0].Locations[0].PhysicalLocation
		if uri := at.ArtifactLocation.URI; !strings.HasSuffix(uri, "/"+name) {
			t.Errorf("the place is %+v, want %s", at, name)
		}
		if name == "main.go" && at.Region.StartLine != 14 {
			t.Errorf("the line is %d, want 14, where main waits", at.Region.StartLine)
		}
	}
}
