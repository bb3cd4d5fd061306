package printable

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// OneLine returns s with all characters escaped that are not printable, such as control characters,
// line breaks, marks that change the direction of text, and bytes that are not UTF-8.
func OneLine(s string) string {
	is := func(r rune) bool { return r != utf8.RuneError && unicode.IsPrint(r) }
	if strings.IndexFunc(s, func(r rune) bool { return !is(r) }) < 0 {
		return s
	}
	var b strings.Builder
	for len(s) > 0 {
		r, size := utf8.DecodeRuneInString(s)
		if is(r) {
			b.WriteRune(r)
		} else {
			quoted := strconv.QuoteToASCII(s[:size])
			b.WriteString(quoted[1 : len(quoted)-1])
		}
		s = s[size:]
	}
	return b.String()
}
