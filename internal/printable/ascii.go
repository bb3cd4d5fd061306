package printable

import (
	"io"
	"strings"
)

// ASCIILocale reports whether the locale allows ASCII only: LC_ALL, LC_CTYPE or LANG, the first that is set, is C or POSIX, or
// names another encoding than UTF-8. If none is set, nothing is known: programs in containers have no locale, and their output is
// read elsewhere. getenv is usually os.Getenv.
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

// signs replaces the signs of reports by others that take as many columns, so that nothing moves.
var signs = strings.NewReplacer(
	"│", "|", "─", "-", "╌", ".", "┼", "+", "├", "|", "┤", "|", "✗", "x", "●", "*", "■", "#", "◆", "@", "▶", ">", "◀", "<", "▷", ")", "◁", "(", "×", "x",
	" ⇄ ", "<=>", "→", ">", "…", "~", "·", "*", "█", "#",
)

// ASCII replaces the signs of reports. Names and values of a model keep other characters.
func ASCII(s string) string { return signs.Replace(s) }

// ASCIIWriter returns a writer that applies [ASCII] to each text and writes the result to w. A character must not be split between
// two texts.
func ASCIIWriter(w io.Writer) io.Writer { return signWriter{w} }

type signWriter struct{ to io.Writer }

// Write implements [io.Writer].
func (s signWriter) Write(p []byte) (int, error) {
	if _, err := io.WriteString(s.to, ASCII(string(p))); err != nil {
		return 0, err
	}
	return len(p), nil
}
