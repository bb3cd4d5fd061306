package prose

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/checkmodel/checkmodel/internal/printable"
)

// Fewest is the minimal number of columns of a text; fewer would be unreadable.
const Fewest = 16

// Entry returns a name and a text, with line breaks where they are wider than the terminal.
func (t Text) Entry(name, text string, indent int) string {
	if n := printable.Width(name); t.Columns == 0 || n+Fewest <= t.Columns {
		text = t.Broken(text, n, indent)
		if strings.HasPrefix(text, "\n") {
			name = strings.TrimRight(name, " ")
		}
		return name + text
	}
	return t.Broken(name+text, 0, indent)
}

// Paragraph writes a text after a blank line, indented.
func (t Text) Paragraph(b *bytes.Buffer, text string) {
	fmt.Fprintf(b, "\n  %s\n", t.Broken(text, 2, 2))
}

// LongestWord returns the width of the longest word of a text.
func LongestWord(text string) (columns int) {
	for word := range strings.FieldsSeq(text) {
		columns = max(columns, printable.Width(word))
	}
	return columns
}

// Broken breaks a text between words where it is wider than Columns. The first line begins in
// column at, the others in column indent.
func (t Text) Broken(text string, at, indent int) string {
	if t.Columns == 0 || at+printable.Width(text) <= t.Columns {
		return text
	}
	end := max(t.Columns, indent+Fewest)
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

// Command returns a command to copy, indented, in several lines where it is wider than the terminal. A POSIX shell reads
// these as one command: outside of quotes a line ends with a backslash, and a schedule may have line breaks.
func (t Text) Command(line string) string {
	line = Clean(line)
	if t.Columns == 0 || 2+printable.Width(line) <= t.Columns {
		return line
	}
	var b strings.Builder
	at := 2
	for i, word := range commandWords(line) {
		inSchedule := strings.HasPrefix(word, " ")
		word = strings.TrimPrefix(word, " ")
		if n := printable.Width(word); i > 0 && at+1+n+2 > t.Columns {
			if !inSchedule {
				b.WriteString(" \\")
			}
			b.WriteString("\n    ")
			at = 4
		} else if i > 0 {
			b.WriteByte(' ')
			at++
		}
		b.WriteString(word)
		at += printable.Width(word)
	}
	return b.String()
}

// commandWords splits a command at blanks outside of quotes, and in a quoted schedule also at those between its steps; such a part
// begins with a blank.
func commandWords(line string) (words []string) {
	quoted, schedule, inName, begin := false, false, false, 0
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case c == '\\' && (!quoted || inName): // the next character is no quote
			i++
		case c == '\'':
			quoted = !quoted
			schedule = schedule || strings.HasPrefix(line[i:], "'v1 ")
		case c == '"' && schedule:
			inName = !inName
		case c == ' ' && !inName && (!quoted || schedule):
			words = append(words, line[begin:i])
			if begin = i + 1; quoted {
				begin = i
			} else {
				schedule = false
			}
		}
	}
	return append(words, line[begin:])
}

// Wrapped returns a clean text in lines of at most the given width, broken between words where that is possible.
func Wrapped(text string, width int) []string {
	width = max(width, 2) // a character may take two columns
	var lines []string
	for !printable.Fits(text, width) {
		line := printable.Head(text, width)
		if i := strings.LastIndexByte(text[:min(len(text), len(line)+1)], ' '); i > 0 && printable.Width(text[:i]) >= width/2 {
			line = text[:i]
		}
		lines = append(lines, strings.TrimRight(line, " "))
		text = strings.TrimLeft(text[len(line):], " ")
	}
	return append(lines, text)
}

// Shown is the maximal number of violations listed without a trace.
const Shown = 20
