// Package printable prepares what comes from a model for a terminal, a log or a shell.
package printable

import (
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/checkmodel/checkmodel/trace"
)

// Lines returns s with everything escaped that is not printable, as [trace.OneLine] does, but
// line breaks and tabs. It is for texts of several lines, such as errors and stacks.
func Lines(s string) string {
	var b strings.Builder
	for i, line := range strings.Split(s, "\n") {
		if i > 0 {
			b.WriteByte('\n')
		}
		for j, cell := range strings.Split(line, "\t") {
			if j > 0 {
				b.WriteByte('\t')
			}
			b.WriteString(trace.OneLine(cell))
		}
	}
	return b.String()
}

// Writer returns a writer that writes to w what [Lines] makes of each text. A character must
// not be cut between two texts.
func Writer(w io.Writer) io.Writer { return cleaner{w} }

type cleaner struct{ to io.Writer }

// Write implements [io.Writer].
func (c cleaner) Write(p []byte) (int, error) {
	if _, err := io.WriteString(c.to, Lines(string(p))); err != nil {
		return 0, err
	}
	return len(p), nil
}

// Width returns how many columns of a terminal s takes. All of s must be printable: [trace.OneLine]
// makes it so.
func Width(s string) (columns int) {
	for _, r := range s {
		columns += runeWidth(r)
	}
	return columns
}

// runeWidth returns how many columns a character takes: two if it is one of East Asia or an emoji,
// none if it is a mark on the character before it.
func runeWidth(r rune) int {
	switch {
	case r < 0x300:
		return 1
	case unicode.In(r, unicode.Mn, unicode.Me):
		return 0
	case unicode.Is(wide, r):
		return 2
	}
	return 1
}

// Head returns the longest beginning of s that takes at most so many columns.
func Head(s string, columns int) string {
	for i, r := range s {
		if columns -= runeWidth(r); columns < 0 {
			return s[:i]
		}
	}
	return s
}

// Tail returns the longest end of s that takes at most so many columns and does not begin with a
// mark on a character that is missing.
func Tail(s string, columns int) string {
	begin := len(s)
	for i := len(s); i > 0; {
		r, size := utf8.DecodeLastRuneInString(s[:i])
		i -= size
		n := runeWidth(r)
		if columns -= n; columns < 0 {
			break
		}
		if n > 0 {
			begin = i
		}
	}
	return s[begin:]
}

// Fits reports whether s takes at most so many columns. It looks at no more of s than it must.
func Fits(s string, columns int) bool {
	if len(s) <= columns { // a character takes at most as many columns as bytes
		return true
	}
	return len(Head(s, columns)) == len(s)
}
