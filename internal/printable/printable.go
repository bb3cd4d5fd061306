// Package printable prepares text from a model for a terminal, a log or a shell.
package printable

import (
	"io"
	"regexp"
	"unicode"
	"unicode/utf8"
)

// Lines returns s with all characters escaped that are not printable, as [OneLine] does,
// except line breaks and tabs. It is for texts of several lines, such as errors and stacks.
func Lines(s string) string { return cells.ReplaceAllStringFunc(s, OneLine) }

// cells matches texts between line breaks and tabs.
var cells = regexp.MustCompile(`[^\n\t]+`)

// Writer returns a writer that applies [Lines] to each text and writes the result to w. A character
// must not be split between two texts.
func Writer(w io.Writer) io.Writer { return cleaner{w} }

type cleaner struct{ to io.Writer }

// Write implements [io.Writer].
func (c cleaner) Write(p []byte) (int, error) {
	if _, err := io.WriteString(c.to, Lines(string(p))); err != nil {
		return 0, err
	}
	return len(p), nil
}

// Width returns the number of columns of a terminal that s takes. All of s must be printable, as
// after [OneLine].
func Width(s string) (columns int) {
	for _, r := range s {
		columns += runeWidth(r)
	}
	return columns
}

// runeWidth returns the number of columns that a character takes: two for East Asian characters and
// emoji, none for a combining mark.
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

// Head returns the longest prefix of s that takes at most the given number of columns.
func Head(s string, columns int) string {
	for i, r := range s {
		if columns -= runeWidth(r); columns < 0 {
			return s[:i]
		}
	}
	return s
}

// Tail returns the longest suffix of s that takes at most the given number of columns and does not
// begin with a combining mark.
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

// Fits reports whether s takes at most the given number of columns. It reads no more of s than
// necessary.
func Fits(s string, columns int) bool {
	if len(s) <= columns { // a character takes at most as many columns as bytes
		return true
	}
	return len(Head(s, columns)) == len(s)
}
