package cli

import (
	"bytes"
	"errors"
	"fmt"
	"os"

	"github.com/checkmodel/checkmodel/report"
)

// write writes the reports that go into files. A format that shows a violation is
// left out, and that is said, if there is none.
func (r *run) write() error {
	if r.options.Tree != "" {
		if err := writeTree(r.tree, r.options.Tree); err != nil {
			return err
		}
	}
	if len(r.options.Outputs) == 0 {
		return nil
	}
	var docs []report.Document
	for _, it := range r.items {
		docs = append(docs, report.NewDocument(it))
	}
	for _, o := range r.options.Outputs {
		var b bytes.Buffer
		switch err := r.text.Write(&b, o.Format, docs); {
		case errors.Is(err, report.ErrNoViolation):
			fmt.Fprintf(r.env.Stderr, "checkmodel: %s is not written: %v\n", o.File, err)
			continue
		case err != nil:
			return err
		}
		if err := os.WriteFile(o.File, b.Bytes(), 0o666); err != nil {
			return err
		}
	}
	return nil
}
