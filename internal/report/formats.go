package report

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/problems"
)

// A Format is a form in which documents can be written.
type Format string

// The formats. JUnitFormat and SARIFFormat are for continuous integration. SVGFormat shows a single violation: the first that
// [Text.Violations] describes. If there is none, it shows a violation that is only listed, or else the first example.
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
func (t Text) Write(w io.Writer, format Format, docs []Document) error {
	switch format {
	case TextFormat:
		return t.documents(w, docs)
	case JSONFormat:
		for _, d := range docs {
			if err := writeJSON(w, d); err != nil {
				return err
			}
		}
		return nil
	case HTMLFormat:
		return into(w, "the page", func(b *bytes.Buffer) error { return writePage(b, t, docs, nil) }, "")
	case JUnitFormat:
		return into(w, "the test results", func(b *bytes.Buffer) error { return writeJUnit(b, t, docs) }, "")
	case SARIFFormat:
		return into(w, "the results", func(b *bytes.Buffer) error { return writeSARIF(b, t, docs) }, "")
	case SVGFormat:
		return t.writeSVG(w, docs)
	}
	return fmt.Errorf("there is no format %q; use one of %s", format, Join(Formats(), ", "))
}

// writeSVG draws the violation that [single] selects.
func (t Text) writeSVG(w io.Writer, docs []Document) error {
	v := single(t, docs)
	if v == nil {
		return ErrNoViolation
	}
	if from := v.original(); t.Original && from != nil {
		v = from
	}
	return into(w, "the violation", func(b *bytes.Buffer) error { return t.svg(b, v) }, "")
}

// single returns the violation, or the example, of a form that shows only one; nil if there is none.
func single(t Text, docs []Document) *Violation {
	described := func(d Document) bool {
		return d.Verdict == checker.Failed || t.described(d.Distinct) > 0
	}
	violated := func(d Document) bool { return len(d.Distinct) > 0 }
	for _, is := range []func(Document) bool{described, violated, func(Document) bool { return true }} {
		for i := range docs {
			if all := docs[i].Shown(); len(all) > 0 && is(docs[i]) {
				return &all[foremost(all)]
			}
		}
	}
	return nil
}

// documents describes each violation in the documents, and says why models failed.
func (t Text) documents(w io.Writer, docs []Document) error {
	var all []error
	for i := range docs {
		d := &docs[i]
		head := clean(d.Model) + "  " + clean(string(d.Verdict))
		if d.Error != "" {
			head += ": " + clean(d.problem())
		}
		all = append(all, intoText(w, "model "+d.Model, func(b *bytes.Buffer) {
			fmt.Fprintln(b, t.Broken(head, 0, 4))
			shown := d.Shown()
			for k := range shown {
				b.WriteByte('\n')
				t.describing(b, &shown[k]).write()
			}
			sections{Text: t, b: b, d: d}.unlisted()
		}, head+"\n"))
	}
	return problems.Join(all...)
}
