package prose

import (
	"strings"

	"github.com/checkmodel/checkmodel/trace"
)

// Places returns up to two places as one text. The second one omits the part in common with the
// first: the directory, or all but the line.
func (t Text) Places(places []string) string {
	switch len(places) {
	case 0:
		return ""
	case 1:
		return t.Source(places[0])
	}
	file, _ := AtLine(places[0])
	then, line := AtLine(places[1])
	switch dir := strings.LastIndexByte(file, '/') + 1; {
	case then == file:
		then = line
	case strings.LastIndexByte(then, '/')+1 == dir && then[:dir] == file[:dir]:
		then = Clean(places[1][dir:])
	default:
		then = t.Source(places[1])
	}
	return t.Source(places[0]) + " → " + then
}

// AtLine returns the file and the line of a place.
func AtLine(place string) (file, line string) {
	i := strings.LastIndexByte(place, ':')
	if i < 0 {
		return place, ""
	}
	return place[:i], place[i+1:]
}

// EventPlace returns the place of an event and, for a receive, the place where the message is
// handled.
func (t Text) EventPlace(e *trace.Entry) string {
	places := []string{e.Source, e.Handled}
	if e.Handled == "" || e.Handled == e.Source {
		places = places[:1]
	}
	return t.Places(places)
}
