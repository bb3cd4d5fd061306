package console

import (
	"bytes"
	"fmt"
	"io"

	"github.com/checkmodel/checkmodel/internal/problems"
	"github.com/checkmodel/checkmodel/internal/report/document"
	"github.com/checkmodel/checkmodel/internal/report/prose"
)

// Model writes a table with the result of a model, and the details below it: for a violation a description with the trace,
// unless the model declares it. It returns the first error of w, or a [checker.InternalError] if the description panics; the
// name and the verdict are written even then.
func Model(t prose.Text, w io.Writer, it document.Item) error {
	table := NewTable(t, []document.Request{it.Request()})
	return problems.Join(table.Head(w), table.Row(w, it), prose.IntoText(w, "model "+it.Name, func(b *bytes.Buffer) { details(t, b, it, false) }, ""))
}

// Documents describes each violation in the documents, and says why models failed.
func Documents(t prose.Text, w io.Writer, docs []document.Document) error {
	var all []error
	for i := range docs {
		d := &docs[i]
		head := prose.Clean(d.Model) + "  " + prose.Clean(string(d.Verdict))
		if d.Error != "" {
			head += ": " + prose.Clean(d.Problem)
		}
		all = append(all, prose.IntoText(w, "model "+d.Model, func(b *bytes.Buffer) {
			fmt.Fprintln(b, t.Broken(head, 0, 4))
			shown := d.Shown()
			for k := range shown {
				b.WriteByte('\n')
				describing(t, b, &shown[k]).write()
			}
			sections{Text: t, b: b, d: d}.unlisted()
		}, head+"\n"))
	}
	return problems.Join(all...)
}
