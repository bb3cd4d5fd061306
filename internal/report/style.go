package report

// style is a way of emphasizing text on a terminal: the parameter of the escape sequence.
type style string

const (
	strong style = "1"
	faint  style = "2"
	bad    style = "1;31"
)

// style emphasizes a clean text, if colors are on.
func (t Text) style(how style, text string) string {
	if !t.Color || text == "" {
		return text
	}
	return "\x1b[" + string(how) + "m" + text + "\x1b[0m"
}
