package command

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/checkmodel/checkmodel/internal/files"
	"github.com/checkmodel/checkmodel/internal/problems"
	"github.com/checkmodel/checkmodel/internal/report"
	"github.com/checkmodel/checkmodel/internal/report/document"
)

// write writes the reports that go to files. If one cannot be written, the others still are. If
// there is no violation, a format that shows one is omitted with a message.
func (r *run) write() error {
	var all []error
	var docs []document.Document
	if len(r.options.Outputs) > 0 {
		for _, it := range r.items {
			docs = append(docs, document.NewDocument(it))
		}
	}
	for _, o := range r.options.Outputs {
		err := r.writeFile("the report for -"+string(o.Format), o.File, func(w io.Writer) error { return report.Write(r.text, w, o.Format, docs) })
		if !errors.Is(err, report.ErrNoViolation) {
			all = append(all, err)
			continue
		}
		instead := "with -show 1 it shows the first interleaving instead"
		if slices.ContainsFunc(docs, func(d document.Document) bool { return d.Error != "" }) {
			instead = "the report says why a model failed"
		}
		fmt.Fprintf(r.env.Stderr, "checkmodel: %s is not written: %v; %s\n", o.File, report.ErrNoViolation, instead)
	}
	return problems.Join(all...)
}

// writeFile writes to a file of the options. The error names the output that cannot be written.
func (r *run) writeFile(what, file string, write func(io.Writer) error) error {
	var b bytes.Buffer
	err := write(&b)
	if err == nil {
		err = files.Write(r.path(file), b.Bytes())
	}
	if err != nil {
		err = fmt.Errorf("%s cannot be written: %w", what, err)
	}
	return err
}
