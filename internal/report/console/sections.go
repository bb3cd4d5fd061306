package console

import (
	"bytes"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/report/document"
	"github.com/checkmodel/checkmodel/internal/report/prose"
	"github.com/checkmodel/checkmodel/internal/report/story"
)

// sections writes the sections about a model, usually none. A blank line precedes each section.
type sections struct {
	prose.Text
	b *bytes.Buffer
	r *checker.Result
	d *document.Document

	concealed bool // the violations are not described or listed
}

// description writes the description of a violation in a document.
type description struct {
	prose.Text
	b      *bytes.Buffer
	v      *document.Violation // in words
	legend string              // of the names in it
}

// describing returns a description of the violation.
func describing(t prose.Text, b *bytes.Buffer, v *document.Violation) description {
	v, legend := story.InWords(v, t.Full)
	return description{t, b, v, legend}
}
