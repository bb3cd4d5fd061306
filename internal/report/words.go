package report

import (
	"fmt"
	"path/filepath"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/printable"
	"github.com/checkmodel/checkmodel/trace"
)

// firstSentence returns the first sentence of a text, without its full stop if other sentences
// follow, and these. A quoted text counts as one word.
func firstSentence(s string) (first, rest string) {
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

// clean returns s with all characters escaped that are not printable.
func clean(s string) string { return trace.OneLine(s) }

// shorten returns s in at most the given number of columns, with its middle omitted if necessary.
// The end of an operation (its receiver or sender) matters as much as its beginning; a remark in
// brackets there is kept if it takes at most half of the width. In 0 columns the result is "".
func shorten(s string, columns int) string {
	switch {
	case printable.Fits(s, columns):
		return s
	case columns < 1:
		return ""
	}
	if i := strings.LastIndex(s, " ("); i > 0 && strings.HasSuffix(s, ")") {
		if room := columns - printable.Width(s[i:]); room >= (columns+1)/2 {
			return shorten(s[:i], room) + s[i:]
		}
	}
	tail := columns / 3
	return printable.Head(s, columns-tail-1) + "…" + printable.Tail(s, tail)
}

// Quoted returns the name of a model in quotes, for lines about it. A long one is shortened.
func Quoted(name string) string { return `"` + shorten(clean(name), maxWho) + `"` }

// pad returns s with blanks appended, up to the given number of columns.
func pad(s string, width int) string {
	return s + strings.Repeat(" ", max(0, width-printable.Width(s)))
}

// padLeft returns s with blanks prepended, up to the given number of columns.
func padLeft(s string, width int) string {
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

// each returns f of each element, or nil if there are none.
func each[A, B any](all []A, f func(A) B) (results []B) {
	for _, a := range all {
		results = append(results, f(a))
	}
	return results
}

// nameOf returns the name of a property, in a form that can be printed.
func nameOf(p checker.Property) string { return clean(p.Name) }

// duration returns d with the precision that a reader of a report wants.
func duration(d time.Duration) string {
	if d < time.Minute {
		return fmt.Sprintf("%.2fs", d.Seconds())
	}
	return d.Round(time.Second).String()
}

// plural returns the number with its noun.
func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// were returns the number with its noun and verb.
func were(n int, noun string) string {
	if n == 1 {
		return plural(n, noun) + " was"
	}
	return plural(n, noun) + " were"
}

// Join is strings.Join for words of a type of their own, such as formats.
func Join[S ~string](words []S, separator string) string {
	return strings.Join(each(words, func(w S) string { return string(w) }), separator)
}
