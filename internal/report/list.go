package report

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/checkmodel/checkmodel/internal/printable"
)

// List writes a line for each item with its name and the description of the model. It uses only the
// models of the results. It returns the first error of w.
func (t Text) List(w io.Writer, items []Item) error {
	return intoText(w, "the list of models", func(b *bytes.Buffer) { list(t, b, items) }, "")
}

// nameWidth returns the width of the widest name of the items, up to the maximal width in which
// names align.
func nameWidth(items []Item) (width int) {
	for _, it := range items {
		width = max(width, printable.Width(clean(it.Name)))
	}
	return min(width, maxWho)
}

func list(t Text, b *bytes.Buffer, items []Item) {
	width := nameWidth(items)
	indent := width + 2
	if indent+2*fewest > t.Columns {
		indent = 4
	}
	for _, it := range items {
		m := it.Result.Model
		text := clean(m.Doc)
		if len(m.Violates) > 0 {
			text = strings.TrimLeft(text+" (violates "+clean(strings.Join(m.Violates, ", "))+")", " ")
		}
		if r := ranges(&m); r != "" {
			text = strings.TrimLeft(text+" "+clean(r), " ")
		}
		name := pad(clean(it.Name), width) + "  "
		fmt.Fprintln(b, strings.TrimRight(t.entry(name, text, indent), " "))
	}
}

// ListJSON writes the model of an item as a JSON object on one line, with the fields package,
// model, doc, declared and parameters. It returns the first error of w.
func ListJSON(w io.Writer, it Item) error {
	m := it.Result.Model
	return writeJSON(w, struct {
		Package    string           `json:"package"`
		Model      string           `json:"model"`
		Doc        string           `json:"doc"`
		Declared   []string         `json:"declared"`
		Parameters []parameterRange `json:"parameters,omitempty"`
	}{it.Package, m.Name, m.Doc, append([]string{}, m.Violates...), each(m.Parameters, newRange)})
}
