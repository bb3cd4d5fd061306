package printable

import (
	"io"
	"strings"
)

// ASCIILocale reports whether the locale allows only ASCII. The locale is the first nonempty variable of LC_ALL, LC_CTYPE and
// LANG. C, POSIX and encodings other than UTF-8 allow only ASCII. Without a locale the result is false, because programs in
// containers have none, and their output is read elsewhere. getenv is usually os.Getenv.
func ASCIILocale(getenv func(string) string) bool {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		locale := getenv(name)
		if locale == "" {
			continue
		}
		_, encoding, ok := strings.Cut(locale, ".")
		encoding, _, _ = strings.Cut(strings.ToLower(encoding), "@")
		return locale == "C" || locale == "POSIX" || ok && strings.ReplaceAll(encoding, "-", "") != "utf8"
	}
	return false
}

// symbols replaces the symbols of reports by ASCII characters of the same width, so that columns stay aligned.
var symbols = strings.NewReplacer(
	"│", "|", "─", "-", "╌", ".", "┼", "+", "├", "|", "┤", "|", "✗", "x", "●", "*", "■", "#", "◆", "@", "▶", ">", "◀", "<", "▷", ")", "◁", "(", "×", "x",
	" ⇄ ", "<=>", "→", ">", "…", "~", "·", "*", "█", "#",
)

// ASCII replaces the symbols of reports. It keeps all other characters, such as letters in the names and values of a model.
func ASCII(s string) string { return symbols.Replace(s) }

// ASCIIWriter returns a writer that applies [ASCII] and writes the result to w. A call of Write must not end inside a character.
func ASCIIWriter(w io.Writer) io.Writer { return asciiWriter{w} }

type asciiWriter struct{ to io.Writer }

// Write implements [io.Writer].
func (s asciiWriter) Write(p []byte) (int, error) {
	if _, err := io.WriteString(s.to, ASCII(string(p))); err != nil {
		return 0, err
	}
	return len(p), nil
}
