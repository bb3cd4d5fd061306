package console

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/checkmodel/checkmodel/internal/printable"
	"github.com/checkmodel/checkmodel/internal/report/document"
	"github.com/checkmodel/checkmodel/internal/report/prose"
)

// List writes a line for each request with its name and the description of the model. It returns the first error of w.
func List(t prose.Text, w io.Writer, requests []document.Request) error {
	return prose.IntoText(w, "the list of models", func(b *bytes.Buffer) { list(t, b, requests) }, "")
}

// nameWidth returns the width of the widest name of the requests, up to the maximal width in which
// names align.
func nameWidth(requests []document.Request) (width int) {
	for i := range requests {
		width = max(width, printable.Width(prose.Clean(requests[i].Name)))
	}
	return min(width, prose.MaxWho)
}

func list(t prose.Text, b *bytes.Buffer, requests []document.Request) {
	width := nameWidth(requests)
	indent := width + 2
	if indent+2*prose.Fewest > t.Columns {
		indent = 4
	}
	for i := range requests {
		m := &requests[i].Model
		text := prose.Clean(m.Doc)
		if len(m.Violates) > 0 {
			text = strings.TrimLeft(text+" (violates "+prose.Clean(strings.Join(m.Violates, ", "))+")", " ")
		}
		if r := document.Ranges(m); r != "" {
			text = strings.TrimLeft(text+" "+prose.Clean(r), " ")
		}
		name := prose.Pad(prose.Clean(requests[i].Name), width) + "  "
		fmt.Fprintln(b, strings.TrimRight(t.Entry(name, text, indent), " "))
	}
}

// ListJSON writes the model of a request as a JSON object on one line, with the fields package,
// model, doc, declared and parameters. It returns the first error of w.
func ListJSON(w io.Writer, q document.Request) error {
	m := &q.Model
	return document.WriteJSON(w, struct {
		Package    string                    `json:"package"`
		Model      string                    `json:"model"`
		Doc        string                    `json:"doc"`
		Declared   []string                  `json:"declared"`
		Parameters []document.ParameterRange `json:"parameters,omitempty"`
	}{q.Package, m.Name, m.Doc, append([]string{}, m.Violates...), prose.Each(m.Parameters, document.NewRange)})
}
