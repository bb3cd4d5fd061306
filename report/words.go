package report

import (
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// firstSentence returns the first sentence of a text, without its full stop if others
// follow, and those. What is quoted counts as a word.
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

// clean returns s with everything escaped that is not printable: control
// characters above all, but also line breaks and marks that change the direction
// of the text.
func clean(s string) string {
	printable := func(r rune) bool { return r != utf8.RuneError && unicode.IsPrint(r) }
	if strings.IndexFunc(s, func(r rune) bool { return !printable(r) }) < 0 {
		return s
	}
	var b strings.Builder
	for len(s) > 0 {
		r, size := utf8.DecodeRuneInString(s)
		if printable(r) {
			b.WriteRune(r)
		} else {
			quoted := strconv.QuoteToASCII(s[:size])
			b.WriteString(quoted[1 : len(quoted)-1])
		}
		s = s[size:]
	}
	return b.String()
}

// shorten returns s in at most width characters, without something in its
// middle if that is necessary. What stands at the end of an operation (to whom,
// from whom) matters as much as its beginning; a remark in brackets there is kept whole
// if it leaves half of the width.
func shorten(s string, width int) string {
	runes := []rune(s)
	if len(runes) <= width {
		return s
	}
	if i := strings.LastIndex(s, " ("); i > 0 && strings.HasSuffix(s, ")") {
		if room := width - utf8.RuneCountInString(s[i:]); room >= (width+1)/2 {
			return shorten(s[:i], room) + s[i:]
		}
	}
	tail := width / 3
	head := width - tail - 1
	return string(runes[:head]) + "…" + string(runes[len(runes)-tail:])
}

// shortenWho returns who does something in a step in at most width characters. Where something
// goes from one to another their names are cut, never the arrow between them: a name and a
// half would not say who sends and who takes.
func shortenWho(who string, width int) string {
	if utf8.RuneCountInString(who) <= width {
		return who
	}
	for _, arrow := range []string{" → ", " ⇄ "} {
		if from, to, ok := strings.Cut(who, arrow); ok {
			room := width - utf8.RuneCountInString(arrow)
			beside := func(other string) int { return max(room/2, room-utf8.RuneCountInString(other)) }
			return shorten(from, beside(to)) + arrow + shorten(to, beside(from))
		}
	}
	return shorten(who, width)
}

// pad returns s with blanks behind it, up to the width.
func pad(s string, width int) string {
	return s + strings.Repeat(" ", max(0, width-utf8.RuneCountInString(s)))
}

// padLeft returns s with blanks in front of it, up to the width.
func padLeft(s string, width int) string {
	return strings.Repeat(" ", max(0, width-utf8.RuneCountInString(s))) + s
}

// relative returns a path, with anything behind it, relative to dir if it is
// below.
func relative(dir, path string) string {
	if dir == "" {
		return path
	}
	prefix := strings.TrimSuffix(dir, string(filepath.Separator)) + string(filepath.Separator)
	// Source positions have slashes on every system.
	return strings.TrimPrefix(path, filepath.ToSlash(prefix))
}

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
	var b strings.Builder
	for i, w := range words {
		if i > 0 {
			b.WriteString(separator)
		}
		b.WriteString(string(w))
	}
	return b.String()
}
