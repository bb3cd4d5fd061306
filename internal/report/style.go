package report

// style is how something is emphasized on a terminal: the parameter of the escape
// sequence that does so.
type style string

const (
	strong style = "1"
	faint  style = "2"
	bad    style = "1;31"
)

// style emphasizes a text that has been cleaned, where that is wanted.
func (t Text) style(how style, text string) string {
	if !t.Color || text == "" {
		return text
	}
	return "\x1b[" + string(how) + "m" + text + "\x1b[0m"
}
