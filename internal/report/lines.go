package report

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/checkmodel/checkmodel/internal/printable"
)

// fewest is the minimal number of columns of a text; fewer would be unreadable.
const fewest = 16

// entry returns a name and a text, with line breaks where they are wider than the terminal.
func (t Text) entry(name, text string, indent int) string {
	if n := printable.Width(name); t.Columns == 0 || n+fewest <= t.Columns {
		text = t.broken(text, n, indent)
		if strings.HasPrefix(text, "\n") {
			name = strings.TrimRight(name, " ")
		}
		return name + text
	}
	return t.broken(name+text, 0, indent)
}

// paragraph writes a text after a blank line, indented.
func (t Text) paragraph(b *bytes.Buffer, text string) {
	fmt.Fprintf(b, "\n  %s\n", t.broken(text, 2, 2))
}

// longestWord returns the width of the longest word of a text.
func longestWord(text string) (columns int) {
	for word := range strings.FieldsSeq(text) {
		columns = max(columns, printable.Width(word))
	}
	return columns
}

// broken breaks a text between words where it is wider than the terminal. The first line begins in
// column at, the others in column indent.
func (t Text) broken(text string, at, indent int) string {
	if t.Columns == 0 || at+printable.Width(text) <= t.Columns {
		return text
	}
	end := max(t.Columns, indent+fewest)
	var b strings.Builder
	for i, word := range strings.Fields(text) {
		n := printable.Width(word)
		switch {
		case i == 0 && (at <= indent || at+n <= end):
		case i == 0 || at+1+n > end:
			b.WriteString("\n" + strings.Repeat(" ", indent))
			at = indent
		default:
			b.WriteByte(' ')
			at++
		}
		b.WriteString(word)
		at += n
	}
	return b.String()
}
