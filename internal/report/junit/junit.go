package junit

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"strings"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/report/advice"
	"github.com/checkmodel/checkmodel/internal/report/console"
	"github.com/checkmodel/checkmodel/internal/report/document"
	"github.com/checkmodel/checkmodel/internal/report/prose"
	"github.com/checkmodel/checkmodel/internal/report/story"
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

// Write writes the documents as test results: a suite for each package, and a case for each model. A model that does not
// behave as it declares is a failure, with its traces; one that cannot be checked is an error; and a search that was
// stopped before it found anything is skipped, as it shows nothing. All other cases pass, and say within which limits.
// writeJUnit returns the first error of w.
func Write(w io.Writer, t prose.Text, docs []document.Document) error {
	t.Color, t.Width, t.Columns = false, 0, 0
	all := junitSuites{Name: "checkmodel"}
	of := map[string]*junitSuite{}
	for i := range docs {
		d := document.Clean(docs[i])
		s := of[d.Package]
		if s == nil {
			s = &junitSuite{Name: d.Package}
			of[d.Package], all.Suites = s, append(all.Suites, s)
		}
		c := junitWriter{t}.of(&d)
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
type junitWriter struct{ prose.Text }

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
func (t junitWriter) of(d *document.Document) junitCase {
	c := junitCase{Name: d.Model, ClassName: d.Package, Time: seconds(d.Elapsed), SystemOut: advice.Outcome(d)}
	undeclared := advice.Undeclared(d)
	switch {
	case d.Error != "":
		c.Error = &junitNote{Message: d.Problem, Type: "failed", Text: t.traces(d.Shown())}
	case len(undeclared) > 0:
		v := &undeclared[advice.Foremost(undeclared)]
		c.Failure = &junitNote{Message: advice.Headline(v), Type: v.Property, Text: t.traces(undeclared)}
		if at := story.Blame(t.Text, v); at != nil {
			c.File, c.Line = at.File, at.Line
		}
	case !d.Expected:
		c.Failure = &junitNote{Message: strings.Join(advice.Unmet(d), "; "), Type: "not as declared"}
	case d.Verdict == checker.Incomplete:
		c.Skipped = &junitNote{Message: c.SystemOut}
	}
	return c
}

// traces describes violations as the text form of a report does, as XML.
func (t junitWriter) traces(all []document.Violation) string {
	if len(all) == 0 {
		return ""
	}
	var b bytes.Buffer
	console.WriteViolations(t.Text, &b, all)
	return xmlText.Replace(b.String())
}

var xmlText = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")
