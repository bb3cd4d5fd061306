package report

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/checkmodel/checkmodel/internal/printable"
)

// List writes a line for each request with its name and the description of the model. It returns the first error of w.
func (t Text) List(w io.Writer, requests []Request) error {
	return intoText(w, "the list of models", func(b *bytes.Buffer) { list(t, b, requests) }, "")
}

// nameWidth returns the width of the widest name of the requests, up to the maximal width in which
// names align.
func nameWidth(requests []Request) (width int) {
	for i := range requests {
		width = max(width, printable.Width(clean(requests[i].Name)))
	}
	return min(width, maxWho)
}

func list(t Text, b *bytes.Buffer, requests []Request) {
	width := nameWidth(requests)
	indent := width + 2
	if indent+2*fewest > t.Columns {
		indent = 4
	}
	for i := range requests {
		m := &requests[i].Model
		text := clean(m.Doc)
		if len(m.Violates) > 0 {
			text = strings.TrimLeft(text+" (violates "+clean(strings.Join(m.Violates, ", "))+")", " ")
		}
		if r := ranges(m); r != "" {
			text = strings.TrimLeft(text+" "+clean(r), " ")
		}
		name := pad(clean(requests[i].Name), width) + "  "
		fmt.Fprintln(b, strings.TrimRight(t.entry(name, text, indent), " "))
	}
}

// ListJSON writes the model of a request as a JSON object on one line, with the fields package,
// model, doc, declared and parameters. It returns the first error of w.
func ListJSON(w io.Writer, q Request) error {
	m := &q.Model
	return writeJSON(w, struct {
		Package    string           `json:"package"`
		Model      string           `json:"model"`
		Doc        string           `json:"doc"`
		Declared   []string         `json:"declared"`
		Parameters []parameterRange `json:"parameters,omitempty"`
	}{q.Package, m.Name, m.Doc, append([]string{}, m.Violates...), each(m.Parameters, newRange)})
}
