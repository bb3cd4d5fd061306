package prose

// Style is a way of emphasizing text on a terminal: the parameter of the escape sequence.
type Style string

const (
	Strong Style = "1"
	Faint  Style = "2"
	Bad    Style = "1;31"
)

// Style emphasizes a clean text, if colors are on.
func (t Text) Style(how Style, text string) string {
	if !t.Color || text == "" {
		return text
	}
	return "\x1b[" + string(how) + "m" + text + "\x1b[0m"
}
