package report

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"strings"

	"github.com/checkmodel/checkmodel/checker"
)

// Elements of a report in the form of JUnit, with the attributes that GitHub, GitLab and Jenkins read.
type (
	junitSuites struct {
		XMLName xml.Name `xml:"testsuites"`
		Name    string   `xml:"name,attr"`
		junitCounts
		Suites []*junitSuite `xml:"testsuite"`
	}
	junitSuite struct {
		Name string `xml:"name,attr"`
		junitCounts
		Cases []junitCase `xml:"testcase"`
	}
	junitCounts struct {
		Tests    int     `xml:"tests,attr"`
		Failures int     `xml:"failures,attr"`
		Errors   int     `xml:"errors,attr"`
		Skipped  int     `xml:"skipped,attr"`
		Time     seconds `xml:"time,attr"`
	}
	junitCase struct {
		Name      string     `xml:"name,attr"`
		ClassName string     `xml:"classname,attr"`
		Time      seconds    `xml:"time,attr"`
		File      string     `xml:"file,attr,omitempty"`
		Line      int        `xml:"line,attr,omitempty"`
		Skipped   *junitNote `xml:"skipped"`
		Error     *junitNote `xml:"error"`
		Failure   *junitNote `xml:"failure"`
		SystemOut string     `xml:"system-out"`
	}
	junitNote struct {
		Message string `xml:"message,attr"`
		Type    string `xml:"type,attr,omitempty"`
		Text    string `xml:",innerxml"` // escaped with its line breaks left as they are, for readers of the file

	}
)

// seconds is a duration, which a reader of JUnit takes with milliseconds.
type seconds float64

// MarshalXMLAttr implements [xml.MarshalerAttr].
func (s seconds) MarshalXMLAttr(name xml.Name) (xml.Attr, error) {
	return xml.Attr{Name: name, Value: fmt.Sprintf("%.3f", float64(s))}, nil
}

// writeJUnit writes the documents as test results: a suite for each package, and a case for each model. A model that does not
// behave as it declares is a failure, with its traces; one that cannot be checked is an error; and a search that was
// stopped before it found anything is skipped, as it shows nothing. All other cases pass, and say within which limits.
// writeJUnit returns the first error of w.
func writeJUnit(w io.Writer, t Text, docs []Document) error {
	t.Color, t.Width, t.Columns = false, 0, 0
	all := junitSuites{Name: "checkmodel"}
	of := map[string]*junitSuite{}
	for i := range docs {
		d := cleaned(docs[i])
		s := of[d.Package]
		if s == nil {
			s = &junitSuite{Name: d.Package}
			of[d.Package], all.Suites = s, append(all.Suites, s)
		}
		c := junitWriter{blamer{t}}.of(&d)
		s.Cases = append(s.Cases, c)
		s.count(&c)
		all.count(&c)
	}
	text, err := xml.MarshalIndent(all, "", "  ")
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "%s%s\n", xml.Header, text)
	return err
}

// junitWriter makes cases.
type junitWriter struct{ blamer }

func (n *junitCounts) count(c *junitCase) {
	n.Tests++
	n.Time += c.Time
	switch {
	case c.Error != nil:
		n.Errors++
	case c.Failure != nil:
		n.Failures++
	case c.Skipped != nil:
		n.Skipped++
	}
}

// of returns the case of a document, which is clean.
func (t junitWriter) of(d *Document) junitCase {
	c := junitCase{Name: d.Model, ClassName: d.Package, Time: seconds(d.Elapsed), SystemOut: d.outcome()}
	undeclared := d.undeclared()
	switch {
	case d.Error != "":
		c.Error = &junitNote{Message: d.problem(), Type: "failed", Text: t.traces(d.Shown())}
	case len(undeclared) > 0:
		v := &undeclared[foremost(undeclared)]
		c.Failure = &junitNote{Message: headline(v), Type: v.Property, Text: t.traces(undeclared)}
		if at := t.blamed(v); at != nil {
			c.File, c.Line = at.file, at.line
		}
	case !d.Expected:
		c.Failure = &junitNote{Message: strings.Join(d.unmet(), "; "), Type: "not as declared"}
	case d.Verdict == checker.Incomplete:
		c.Skipped = &junitNote{Message: c.SystemOut}
	}
	return c
}

// traces describes violations as the text form of a report does, as XML.
func (t junitWriter) traces(all []Violation) string {
	if len(all) == 0 {
		return ""
	}
	var b bytes.Buffer
	t.violations(&b, all)
	return xmlText.Replace(b.String())
}

var xmlText = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")

// undeclared returns the violations that the model does not declare.
func (d *Document) undeclared() (all []Violation) {
	for i := range d.Distinct {
		if !d.Distinct[i].Declared {
			all = append(all, d.Distinct[i])
		}
	}
	return all
}

// unmet lists the expectations that a complete search has not met.
func (d *Document) unmet() (all []string) {
	if d.Verdict == checker.Verified && len(d.Declared) > 0 {
		all = append(all, "no interleaving has the declared violation of "+strings.Join(d.Declared, ", "))
	}
	for _, g := range d.Goals {
		if g.Hits == 0 {
			all = append(all, "no interleaving reaches "+g.Name)
		}
	}
	return all
}

// outcome summarizes in one line the findings, their limits, and the size of the search.
func (d *Document) outcome() string {
	text := string(d.Verdict)
	switch {
	case d.Error != "":
		text += ": " + d.problem()
	case len(d.Distinct) == 0:
		text = d.found()
	default:
		text += ": " + headline(&d.Distinct[foremost(d.Distinct)])
	}
	n := "s"
	if d.Interleavings == "1" {
		n = ""
	}
	text += fmt.Sprintf("; %s interleaving%s explored", d.Interleavings, n)
	if d.Left > 0 {
		text += fmt.Sprintf(", %d left, as an assumption did not hold", d.Left)
	}
	if d.BoundCut > 0 {
		text += fmt.Sprintf(", %d cut by the bound", d.BoundCut)
	}
	if d.Beyond > 0 {
		text += fmt.Sprintf(", %d cut by Within", d.Beyond)
	}
	if d.DepthCut > 0 {
		text += fmt.Sprintf(", %d cut by the depth limit", d.DepthCut)
	}
	return text
}
