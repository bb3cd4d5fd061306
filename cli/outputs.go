package cli

import (
	"bytes"
	"errors"
	"fmt"
	"slices"

	"github.com/checkmodel/checkmodel/internal/files"
	"github.com/checkmodel/checkmodel/internal/problems"
	"github.com/checkmodel/checkmodel/internal/report"
)

// write writes the reports that go to files. If one cannot be written, the others still are. If
// there is no violation, a format that shows one is omitted with a message.
func (r *run) write() error {
	var all []error
	if r.options.Tree != "" {
		all = append(all, unwritten("the report for -tree", writeTree(r.tree, r.path(r.options.Tree))))
	}
	var docs []report.Document
	if len(r.options.Outputs) > 0 {
		for _, it := range r.items {
			docs = append(docs, report.NewDocument(it))
		}
	}
	for _, o := range r.options.Outputs {
		var b bytes.Buffer
		err := r.text.Write(&b, o.Format, docs)
		if errors.Is(err, report.ErrNoViolation) {
			instead := "with -show 1 it shows the first interleaving instead"
			if slices.ContainsFunc(docs, func(d report.Document) bool { return d.Error != "" }) {
				instead = "why a model failed is said in the report"
			}
			fmt.Fprintf(r.env.Stderr, "checkmodel: %s is not written: %v; %s\n", o.File, err, instead)
			continue
		}
		if err == nil {
			err = files.Write(r.path(o.File), b.Bytes())
		}
		all = append(all, unwritten("the report for -"+string(o.Format), err))
	}
	return problems.Join(all...)
}
