package pages

import (
	"strings"
	"unicode/utf8"
)

// Prose returns paragraphs, which empty lines part, in lines of at most 100 characters. A heading or a line of code is a
// paragraph.
func Prose(lines ...string) string {
	var b strings.Builder
	for _, p := range strings.Split(strings.Join(lines, "\n"), "\n\n") {
		if strings.HasPrefix(p, "    ") {
			b.WriteString(p + "\n\n")
			continue
		}
		length := 0
		for i, word := range strings.Fields(p) {
			n := utf8.RuneCountInString(word)
			switch {
			case i == 0:
			case length+1+n > 100:
				b.WriteByte('\n')
				length = 0
			default:
				b.WriteByte(' ')
				length++
			}
			b.WriteString(word)
			length += n
		}
		b.WriteString("\n\n")
	}
	return b.String()
}
