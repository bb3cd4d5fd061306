package sarif

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"path"
	"slices"
	"strings"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/report/advice"
	"github.com/checkmodel/checkmodel/internal/report/document"
	"github.com/checkmodel/checkmodel/internal/report/prose"
	"github.com/checkmodel/checkmodel/internal/report/story"
	"github.com/checkmodel/checkmodel/proc"
)

// Objects of the Static Analysis Results Interchange Format (SARIF) 2.1.0, OASIS Standard 2020, by section 3.
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool        sarifTool            `json:"tool"`
		Invocations []sarifInvocation    `json:"invocations"`
		Bases       map[string]sarifBase `json:"originalUriBaseIds"`
		ColumnKind  string               `json:"columnKind"`
		Results     []sarifResult        `json:"results"`
	}
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct {
		Name  string      `json:"name"`
		URI   string      `json:"informationUri"`
		Rules []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID      string       `json:"id"`
		Short   sarifMessage `json:"shortDescription"`
		Full    sarifMessage `json:"fullDescription"`
		Default struct {
			Level string `json:"level"`
		} `json:"defaultConfiguration"`
	}
	sarifInvocation struct {
		Successful    bool                `json:"executionSuccessful"`
		Notifications []sarifNotification `json:"toolExecutionNotifications"`
	}
	sarifNotification struct {
		Level   string       `json:"level"`
		Message sarifMessage `json:"message"`
	}
	sarifBase struct {
		Description sarifMessage `json:"description"`
	}
	sarifMessage struct {
		Text string `json:"text"`
	}
	sarifResult struct {
		RuleID       string             `json:"ruleId"`
		RuleIndex    int                `json:"ruleIndex"`
		Level        string             `json:"level"`
		Message      sarifMessage       `json:"message"`
		Locations    []sarifLocation    `json:"locations"`
		Related      []sarifLocation    `json:"relatedLocations,omitempty"`
		Fingerprints map[string]string  `json:"partialFingerprints"`
		Flows        []sarifCodeFlow    `json:"codeFlows,omitempty"`
		Suppressions []sarifSuppression `json:"suppressions,omitempty"`
	}
	sarifLocation struct {
		Physical *sarifPhysical `json:"physicalLocation,omitempty"`
		Logical  []sarifLogical `json:"logicalLocations,omitempty"`
		Message  *sarifMessage  `json:"message,omitempty"`
	}
	sarifPhysical struct {
		Artifact sarifArtifact `json:"artifactLocation"`
		Region   sarifRegion   `json:"region"`
	}
	sarifArtifact struct {
		URI  string `json:"uri"`
		Base string `json:"uriBaseId,omitempty"`
	}
	sarifRegion struct {
		StartLine int `json:"startLine"`
	}
	sarifLogical struct {
		Name string `json:"fullyQualifiedName"`
	}
	sarifCodeFlow struct {
		Threads []sarifThreadFlow `json:"threadFlows"`
	}
	sarifThreadFlow struct {
		Locations []sarifStep `json:"locations"`
	}
	sarifStep struct {
		Location   sarifLocation `json:"location"`
		Order      int           `json:"executionOrder"`
		Importance string        `json:"importance"`
	}
	sarifSuppression struct {
		Kind          string `json:"kind"`
		Justification string `json:"justification"`
	}
)

// sourceRoot is the base of relative addresses.
const sourceRoot = "%SRCROOT%"

// Write writes the violations in the documents as SARIF 2.1.0, so that code hosts show them at lines of the models.
// Violations that a model declares are suppressed results. A model without a violation has a notification with the limits
// within which none was found, and one for each expectation that was not met. writeSARIF returns the first error of w.
func Write(w io.Writer, t prose.Text, docs []document.Document) error {
	s := sarifWriter{Text: t}
	s.run.Tool.Driver = sarifDriver{Name: "checkmodel", URI: "https://github.com/checkmodel/checkmodel", Rules: []sarifRule{}}
	s.run.Bases = map[string]sarifBase{sourceRoot: {sarifMessage{"The directory in which checkmodel was started."}}}
	s.run.ColumnKind, s.run.Results = "utf16CodeUnits", []sarifResult{}
	s.run.Invocations = []sarifInvocation{{Successful: true, Notifications: []sarifNotification{}}}
	for i := range docs {
		d := document.Clean(docs[i])
		s.document(&d)
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetIndent("", "  ")
	if err := e.Encode(sarifLog{"https://json.schemastore.org/sarif-2.1.0.json", "2.1.0", []sarifRun{s.run}}); err != nil {
		return err
	}
	_, err := w.Write(b.Bytes())
	return err
}

// sarifWriter collects the findings of a run of the tool.
type sarifWriter struct {
	prose.Text
	run sarifRun
}

// document adds a document, which is clean.
func (s *sarifWriter) document(d *document.Document) {
	for i := range d.Distinct {
		s.result(d, &d.Distinct[i])
	}
	note := func(level, text string) {
		n := &s.run.Invocations[0].Notifications
		*n = append(*n, sarifNotification{level, sarifMessage{d.Package + ", " + d.Model + ": " + text}})
	}
	for _, text := range advice.Unmet(d) {
		note("error", text)
	}
	switch {
	case d.Error != "":
		s.run.Invocations[0].Successful = false
		note("error", advice.Outcome(d))
	case len(d.Distinct) == 0 && d.Verdict == checker.Incomplete:
		note("warning", advice.Outcome(d))
	case len(d.Distinct) == 0:
		note("note", advice.Outcome(d))
	}
	if text := advice.FurtherKinds(d.Unlisted, len(d.Distinct)); text != "" {
		note("warning", text)
	}
}

// result adds a violation.
func (s *sarifWriter) result(d *document.Document, v *document.Violation) {
	r := sarifResult{Level: "error", Message: sarifMessage{d.Model + ": " + advice.Headline(v)}, Locations: []sarifLocation{}}
	r.RuleIndex = s.rule(d, v)
	r.RuleID = s.run.Tool.Driver.Rules[r.RuleIndex].ID
	identity := sha256.Sum256([]byte(strings.Join([]string{d.Package, d.Model, v.Property, v.Explanation}, "\x00")))
	r.Fingerprints = map[string]string{"violation/v1": fmt.Sprintf("%x", identity[:16])}
	if at := story.Blame(s.Text, v); at != nil {
		r.Locations = append(r.Locations, sarifLocation{Physical: sarif(at), Logical: []sarifLogical{{d.Package + "." + d.Model}}})
	}
	if at := story.PositionOf(s.Text, v.Rule); at != nil {
		r.Related = append(r.Related, sarifLocation{Physical: sarif(at), Message: &sarifMessage{"the rule that is violated"}})
	}
	if v.Declared {
		r.Level = "note"
		r.Suppressions = []sarifSuppression{{"inSource", "The model declares that it violates this property."}}
	}
	if steps := s.steps(v); len(steps) > 0 {
		r.Flows = []sarifCodeFlow{{[]sarifThreadFlow{{steps}}}}
	}
	s.run.Results = append(s.run.Results, r)
}

// rule returns the index of the rule for the property of a violation, which it adds if it is not there. The properties of
// every model have their own names, other names include the package.
func (s *sarifWriter) rule(d *document.Document, v *document.Violation) int {
	id, doc := v.Property, v.Doc
	switch v.Property {
	case proc.NoDeadlock:
		doc = "No process waits for ever, unless it is a daemon."
	case proc.NoCrash:
		doc = "No process panics."
	case proc.NoRace:
		doc = "No two goroutines access memory, one to write, without an order."
	default:
		id = path.Base(d.Package) + "/" + v.Property
	}
	rules := &s.run.Tool.Driver.Rules
	if i := slices.IndexFunc(*rules, func(r sarifRule) bool { return r.ID == id }); i >= 0 {
		return i
	}
	r := sarifRule{ID: id, Short: sarifMessage{v.Property}, Full: sarifMessage{v.Property}}
	if doc != "" {
		r.Full.Text = doc
	}
	r.Default.Level = "error"
	*rules = append(*rules, r)
	return len(*rules) - 1
}

// steps returns the steps of the trace of a violation, in one flow: they happen one after the other, in all processes.
func (s *sarifWriter) steps(v *document.Violation) (all []sarifStep) {
	if len(v.Trace) == 0 {
		return nil
	}
	v, _ = story.InWords(v, true) // a legend has no place
	steps := story.Fold(v)
	for k := range steps {
		step := &steps[k]
		importance := "important"
		if story.Concerned(v, step) || k == len(steps)-1 {
			importance = "essential"
		}
		e := &v.Trace[step.Events[0]]
		at := sarifLocation{Logical: []sarifLogical{{e.Process}}, Message: &sarifMessage{fmt.Sprintf("%d  %s: %s", e.Number, step.Who, story.What(s.Text, step, prose.MaxWhat))}}
		for _, place := range step.Places {
			if p := story.PositionOf(s.Text, place); p != nil && at.Physical == nil {
				at.Physical = sarif(p)
			}
		}
		all = append(all, sarifStep{at, e.Number, importance})
	}
	return all
}

// sarif returns the position as a physical location. The address of a file in the working directory is relative to it.
func sarif(p *story.Position) *sarifPhysical {
	a := sarifArtifact{URI: (&url.URL{Path: p.File}).String(), Base: sourceRoot}
	if !p.Inside() {
		a = sarifArtifact{URI: (&url.URL{Scheme: "file", Path: "/" + strings.TrimPrefix(p.File, "/")}).String()}
	}
	return &sarifPhysical{a, sarifRegion{p.Line}}
}
