package report

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/report/advice"
	"github.com/checkmodel/checkmodel/internal/report/console"
	"github.com/checkmodel/checkmodel/internal/report/document"
	"github.com/checkmodel/checkmodel/internal/report/html"
	"github.com/checkmodel/checkmodel/internal/report/junit"
	"github.com/checkmodel/checkmodel/internal/report/prose"
	"github.com/checkmodel/checkmodel/internal/report/sarif"
)

// A Format is a form in which documents can be written.
type Format string

// The formats. JUnitFormat and SARIFFormat are for continuous integration. SVGFormat shows a single violation: the first that
// [console.Violations] describes. If there is none, it shows a violation that is only listed, or else the first example.
const (
	TextFormat  Format = "text"
	JSONFormat  Format = "json"
	HTMLFormat  Format = "html"
	JUnitFormat Format = "junit"
	SARIFFormat Format = "sarif"
	SVGFormat   Format = "svg"
)

// Formats lists the formats.
func Formats() []Format {
	return []Format{TextFormat, JSONFormat, HTMLFormat, JUnitFormat, SARIFFormat, SVGFormat}
}

// ErrNoViolation is the error of a format that shows a violation if there is none.
var ErrNoViolation = errors.New("there is no violation to show")

// Write writes documents in a format. It returns the first error of w, ErrNoViolation, or a
// [checker.InternalError] if something is not shown because of a panic.
func Write(t prose.Text, w io.Writer, format Format, docs []document.Document) error {
	switch format {
	case TextFormat:
		return console.Documents(t, w, docs)
	case JSONFormat:
		for _, d := range docs {
			if err := document.WriteJSON(w, d); err != nil {
				return err
			}
		}
		return nil
	case HTMLFormat:
		return prose.Into(w, "the page", func(b *bytes.Buffer) error { return html.WritePage(b, t, docs, nil) }, "")
	case JUnitFormat:
		return prose.Into(w, "the test results", func(b *bytes.Buffer) error { return junit.Write(b, t, docs) }, "")
	case SARIFFormat:
		return prose.Into(w, "the results", func(b *bytes.Buffer) error { return sarif.Write(b, t, docs) }, "")
	case SVGFormat:
		return writeSVG(t, w, docs)
	}
	return fmt.Errorf("there is no format %q; use one of %s", format, prose.Join(Formats(), ", "))
}

// writeSVG draws the violation that [single] selects.
func writeSVG(t prose.Text, w io.Writer, docs []document.Document) error {
	v := single(t, docs)
	if v == nil {
		return ErrNoViolation
	}
	if from := v.Original(); t.Original && from != nil {
		v = from
	}
	return prose.Into(w, "the violation", func(b *bytes.Buffer) error { return html.WriteSVG(t, b, v) }, "")
}

// single returns the violation, or the example, of a form that shows only one; nil if there is none.
func single(t prose.Text, docs []document.Document) *document.Violation {
	described := func(d document.Document) bool {
		return d.Verdict == checker.Failed || advice.DescribedCount(t, d.Distinct) > 0
	}
	violated := func(d document.Document) bool { return len(d.Distinct) > 0 }
	for _, is := range []func(document.Document) bool{described, violated, func(document.Document) bool { return true }} {
		for i := range docs {
			if all := docs[i].Shown(); len(all) > 0 && is(docs[i]) {
				return &all[advice.Foremost(all)]
			}
		}
	}
	return nil
}
