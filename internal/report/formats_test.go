package report_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/checkmodel/checkmodel/bounding"
	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/report"
	"github.com/checkmodel/checkmodel/internal/report/document"
	"github.com/checkmodel/checkmodel/internal/report/prose"
	"github.com/checkmodel/checkmodel/models/corfu"
	"github.com/checkmodel/checkmodel/models/counter"
	"github.com/checkmodel/checkmodel/models/litmus"
	"github.com/checkmodel/checkmodel/proc"
)

// several returns items of all kinds, which are searched once.
func several(t *testing.T) []document.Item {
	t.Helper()
	searchedOnce.Do(func() { ofAllKinds = searchAll(t) })
	return slices.Clone(ofAllKinds)
}

var (
	searchedOnce sync.Once
	ofAllKinds   []document.Item
)

func searchAll(t *testing.T) []document.Item {
	t.Helper()
	return append(others(), asserted(), deadlocked(), crashed(2),
		searched(t, counter.Models(), "lost-update", checker.Options{}),
		searched(t, corfu.Models(), "head+table", checker.Options{Bound: bounding.Tree(4), Until: checker.UntilEnd, Explain: true, Examples: 2}),
		searched(t, litmus.Models(), "deadlock_sometimes", checker.Options{Delivery: proc.Bag}),
		searched(t, litmus.Models(), "wrong_order_crashes", checker.Options{}),
		searched(t, []checker.Model{queue}, "queue", checker.Options{}),
		searched(t, []checker.Model{everything}, "everything", checker.Options{Until: checker.UntilEnd}))
}

func documents(items ...document.Item) []document.Document {
	var docs []document.Document
	for _, it := range items {
		docs = append(docs, document.NewDocument(it))
	}
	return docs
}

func written(t *testing.T, format report.Format, docs ...document.Document) string {
	t.Helper()
	var b bytes.Buffer
	if err := report.Write((prose.Text{}), &b, format, docs); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// JSON output satisfies the schema, and reading it gives the same
// document.
func TestSchema(t *testing.T) {
	parsed, err := jsonschema.UnmarshalJSON(strings.NewReader(document.Schema))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("schema.json", parsed); err != nil {
		t.Fatal(err)
	}
	schema, err := c.Compile("schema.json")
	if err != nil {
		t.Fatal(err)
	}
	docs := documents(append(append(append(several(t), searchedByStates(t)...), lassos(t)...), searched(t, []checker.Model{goals}, "goals", checker.Options{}), searched(t, []checker.Model{commuting}, "commuting", checker.Options{}), searched(t, []checker.Model{majority}, "majority", checker.Options{}), minimized(t))...)
	text := written(t, report.JSONFormat, docs...)
	for line := range strings.Lines(text) {
		object, err := jsonschema.UnmarshalJSON(strings.NewReader(line))
		if err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(object); err != nil {
			t.Errorf("%.60s…: %v", line, err)
		}
	}
	again, err := document.Read(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	if written(t, report.JSONFormat, again...) != text {
		t.Error("what is read is not what was written")
	}
	for _, format := range report.Formats() {
		if diff := cmp.Diff(written(t, format, docs...), written(t, format, again...)); diff != "" {
			t.Errorf("as %s, what was read looks otherwise (-written +read):\n%s", format, diff)
		}
	}
}

func TestReadErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":               "it has no report; 'checkmodel -json' writes one",
		"{":              "it is not a report written by 'checkmodel -json': unexpected EOF",
		`{"model":"m"}`:  "it is not a report written by 'checkmodel -json': an object has no model and verdict",
		`{"model":1}`:    "it is not a report written by 'checkmodel -json': json: cannot unmarshal number into Go struct field Document.model of type string",
		"main  violated": "it is not a report written by 'checkmodel -json': invalid character 'm' looking for beginning of value",
	} {
		if _, err := document.Read(strings.NewReader(text)); err == nil || err.Error() != want {
			t.Errorf("%q: the error is %v, want %s", text, err, want)
		}
	}
}

// The golden files have all forms of a small trace, and of one with hostile texts.
func TestFormats(t *testing.T) {
	embedded := regexp.MustCompile(`(?s)(<style>|<script>).*?(</style>|</script>)`)
	small := documents(searched(t, counter.Models(), "lost-update", checker.Options{}))
	evil := documents(searched(t, []checker.Model{everything}, "everything", checker.Options{}))
	for _, format := range report.Formats() {
		if format == report.TextFormat || format == report.JSONFormat {
			continue // they have tests of their own
		}
		golden(t, "counter."+string(format), embedded.ReplaceAllString(written(t, format, small...), "$1$2"))
		golden(t, "evil."+string(format), embedded.ReplaceAllString(written(t, format, evil...), "$1$2"))
	}
	if got := written(t, report.TextFormat, small...); !strings.HasPrefix(got, "lost-update  violated\n\n  no lost update is violated") {
		t.Errorf("the text is\n%s", got)
	}
}

// Nothing from a model becomes markup or a control character.
func TestNothingEvil(t *testing.T) {
	docs := documents(searched(t, []checker.Model{everything}, "everything", checker.Options{Until: checker.UntilEnd}))
	for _, format := range report.Formats() {
		text := written(t, format, docs...)
		for _, bad := range []string{"\x1b", "\u202e", "<script>alert", "</script>\\x1b", "<b>"} {
			// JSON and text have no markup; the other formats have.
			if strings.HasPrefix(bad, "<") && (format == report.JSONFormat || format == report.TextFormat) {
				continue
			}
			if strings.Contains(text, bad) {
				t.Errorf("%s contains %q", format, bad)
			}
		}
	}
}

// A picture is well-formed XML.
func TestPictureIsXML(t *testing.T) {
	for _, doc := range documents(several(t)...) {
		if len(doc.Distinct) == 0 {
			continue
		}
		d := xml.NewDecoder(strings.NewReader(written(t, report.SVGFormat, doc)))
		for {
			if _, err := d.Token(); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatalf("%s: %v", doc.Model, err)
			}
		}
	}
}

func TestNoViolation(t *testing.T) {
	docs := documents(others()...)
	if err := report.Write((prose.Text{}), io.Discard, report.SVGFormat, docs); !errors.Is(err, report.ErrNoViolation) {
		t.Errorf("the error is %v", err)
	}
	if page := written(t, report.HTMLFormat, docs[:6]...); !strings.Contains(page, "There is no violation to be shown.") || strings.Contains(page, "<script") {
		t.Errorf("the page is\n%s", page)
	}
	if err := report.Write((prose.Text{}), io.Discard, "pdf", docs); err == nil || err.Error() != `there is no format "pdf"; use one of text, json, html, junit, sarif, svg` {
		t.Errorf("the error is %v", err)
	}
}
