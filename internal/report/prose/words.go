package prose

import (
	"fmt"
	"path/filepath"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/printable"
)

// FirstSentence returns the first sentence of a text, without its full stop if other sentences
// follow, and these. A quoted text counts as one word.
func FirstSentence(s string) (first, rest string) {
	quoted := false
	for i, r := range s {
		if r == '"' {
			quoted = !quoted
		}
		if next := strings.TrimPrefix(s[i:], ". "); !quoted && len(next) < len(s[i:]) {
			if c, _ := utf8.DecodeRuneInString(next); unicode.IsUpper(c) {
				return s[:i], next
			}
		}
	}
	return s, ""
}

// Clean returns s with all characters escaped that are not printable.
func Clean(s string) string { return printable.OneLine(s) }

// Shorten returns s in at most the given number of columns, with its middle omitted if necessary.
// The end of an operation (its receiver or sender) matters as much as its beginning; a remark in
// brackets there is kept if it takes at most half of the width. In 0 columns the result is "".
func Shorten(s string, columns int) string {
	switch {
	case printable.Fits(s, columns):
		return s
	case columns < 1:
		return ""
	}
	if i := strings.LastIndex(s, " ("); i > 0 && strings.HasSuffix(s, ")") {
		if room := columns - printable.Width(s[i:]); room >= (columns+1)/2 {
			return Shorten(s[:i], room) + s[i:]
		}
	}
	tail := columns / 3
	return printable.Head(s, columns-tail-1) + "…" + printable.Tail(s, tail)
}

// Quoted returns the name of a model in quotes, for lines about it. A long one is shortened.
func Quoted(name string) string { return `"` + Shorten(Clean(name), MaxWho) + `"` }

// Pad returns s with blanks appended, up to the given number of columns.
func Pad(s string, width int) string {
	return s + strings.Repeat(" ", max(0, width-printable.Width(s)))
}

// PadLeft returns s with blanks prepended, up to the given number of columns.
func PadLeft(s string, width int) string {
	return strings.Repeat(" ", max(0, width-printable.Width(s))) + s
}

// relative returns a path, with any suffix such as a line number, relative to dir if it is in it.
func relative(dir, path string) string {
	if dir == "" {
		return path
	}
	prefix := strings.TrimSuffix(dir, string(filepath.Separator)) + string(filepath.Separator)
	// Source positions have slashes on every system.
	return strings.TrimPrefix(path, filepath.ToSlash(prefix))
}

// Each returns f of each element, or nil if there are none.
func Each[A, B any](all []A, f func(A) B) (results []B) {
	for _, a := range all {
		results = append(results, f(a))
	}
	return results
}

// NameOf returns the name of a property, in a form that can be printed.
func NameOf(p checker.Property) string { return Clean(p.Name) }

// Duration returns d with the precision that a reader of a report wants.
func Duration(d time.Duration) string {
	if d < time.Minute {
		return fmt.Sprintf("%.2fs", d.Seconds())
	}
	return d.Round(time.Second).String()
}

// Plural returns the number with its noun.
func Plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// Were returns the number with its noun and verb.
func Were(n int, noun string) string {
	if n == 1 {
		return Plural(n, noun) + " was"
	}
	return Plural(n, noun) + " were"
}

// Join is strings.Join for words of a type of their own, such as formats.
func Join[S ~string](words []S, separator string) string {
	return strings.Join(Each(words, func(w S) string { return string(w) }), separator)
}
