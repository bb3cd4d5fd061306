package printable

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"
)

// Quote quotes a word for a POSIX shell.
func Quote(word string) string { return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'" }

// Word is like [Quote], but does not change a word without special characters.
func Word(word string) string {
	if word != "" && strings.IndexFunc(word, special) < 0 {
		return word
	}
	return Quote(word)
}

// special reports whether a character may have a meaning in a shell.
func special(r rune) bool {
	return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("-_./,:+@%", r)
}

// Pattern returns a regular expression that matches the name and nothing else. It has printable
// characters only.
func Pattern(name string) string {
	var b strings.Builder
	for _, r := range name { // invalid UTF-8 is U+FFFD, also when an expression is matched
		if s := string(r); OneLine(s) == s {
			b.WriteString(regexp.QuoteMeta(s))
		} else {
			fmt.Fprintf(&b, `\x{%x}`, r)
		}
	}
	return "^" + b.String() + "$"
}
