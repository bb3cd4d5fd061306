package report

import (
	"strings"

	"github.com/checkmodel/checkmodel/internal/printable"
)

// fewest is how many columns a text has at least: in fewer nobody could read it.
const fewest = 16

// broken breaks a text between words where it is wider than the terminal. It begins in
// the column at, and goes on in the column indent. Words are left whole.
func (t Text) broken(text string, at, indent int) string {
	if t.Columns == 0 || at+printable.Width(text) <= t.Columns {
		return text
	}
	end := max(t.Columns, indent+fewest)
	var b strings.Builder
	for i, word := range strings.Fields(text) {
		n := printable.Width(word)
		switch {
		case i == 0:
		case at+1+n > end:
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
