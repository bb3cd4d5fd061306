package report

import (
	"strings"

	"github.com/checkmodel/checkmodel/trace"
)

// The line of a receive says little if it is the only receive of a loop, or if it takes any
// message: the line where the process continues says more. For any other receive, such as one for a
// reply, its own line says more than the next one.

// placer determines the source positions of steps.
type placer struct {
	entries []trace.Entry
	comes   map[receive]int // how often a process executes a receive
}

// receive is a receive in the code of a process.
type receive struct{ process, source string }

func newPlacer(v *Violation) *placer {
	p := &placer{entries: v.Trace, comes: map[receive]int{}}
	for i := range v.Trace {
		e := &v.Trace[i]
		p.comes[receive{e.Process, e.Source}]++
	}
	for i := range v.Next {
		n := &v.Next[i]
		p.comes[receive{n.Process, n.Source}]++
	}
	return p
}

// of returns the places of a step, file:line: the place of its first event and, if that is a
// message which the same step takes, the place of the receive. There may be none.
func (p *placer) of(s *step) (places []string) {
	first := &p.entries[s.events[0]]
	timed := notifies(first) || first.Kind == kindAlarm
	if !timed { // it has no place, but the receive of its message has
		places = p.add(places, first)
	}
	if !sends(first) && !timed {
		return places
	}
	for _, i := range s.events[1:] {
		if e := &p.entries[i]; takes(e) && e.Sent == first.Number {
			return p.add(places, e)
		}
	}
	return places
}

// add adds the place of an event, unless there is none or it is already in the list.
func (p *placer) add(places []string, e *trace.Entry) []string {
	place := e.Source
	if e.Handled != "" && p.dispatches(e) {
		place = e.Handled
	}
	if place == "" || len(places) > 0 && places[0] == place {
		return places
	}
	return append(places, place)
}

// dispatches reports whether the receive takes several messages, which are handled elsewhere.
func (p *placer) dispatches(e *trace.Entry) bool {
	return e.Any || p.comes[receive{e.Process, e.Source}] > 1
}

// places returns up to two places as one text. The second one omits the part in common with the
// first: the directory, or all but the line.
func (t Text) places(places []string) string {
	switch len(places) {
	case 0:
		return ""
	case 1:
		return t.source(places[0])
	}
	file, _ := atLine(places[0])
	then, line := atLine(places[1])
	switch dir := strings.LastIndexByte(file, '/') + 1; {
	case then == file:
		then = line
	case strings.LastIndexByte(then, '/')+1 == dir && then[:dir] == file[:dir]:
		then = clean(places[1][dir:])
	default:
		then = t.source(places[1])
	}
	return t.source(places[0]) + " → " + then
}

// atLine returns the file and the line of a place.
func atLine(place string) (file, line string) {
	i := strings.LastIndexByte(place, ':')
	if i < 0 {
		return place, ""
	}
	return place[:i], place[i+1:]
}

// eventPlace returns the place of an event and, for a receive, the place where the message is
// handled.
func (t Text) eventPlace(e *trace.Entry) string {
	places := []string{e.Source, e.Handled}
	if e.Handled == "" || e.Handled == e.Source {
		places = places[:1]
	}
	return t.places(places)
}
