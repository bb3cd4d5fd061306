package report

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// How wide the columns of a trace may be.
const (
	minWhat = 40 // what happens in a step gets as much, or its line becomes too long
	maxWhat = 96
	fairWho = 30 // names have as much even where values must be shortened for it
	maxWho  = 72
)

// layout says how the columns of a trace are arranged.
type layout struct {
	lanes                     *lanes
	number, who, what, source int // widths
	withLanes, withWho        bool
	onePlace                  bool // of each step
}

// steps writes the trace, folded: the number of the first event of each step, the
// lanes if there is room, who does what, and where that is in the source.
func (t Text) steps(b *bytes.Buffer, v *Violation) {
	steps := fold(v)
	if last := &steps[len(steps)-1]; last.reply == v.Explanation { // the headline has it
		last.reply = ""
	}
	l := t.layOut(v, steps)
	fmt.Fprintf(b, "  %s%s, in %s%s\n\n", plural(len(v.Trace), "event"), where(v), plural(len(steps), "step"), l.legend(steps))
	t.heading(b, l)
	for k := range steps {
		s := &steps[k]
		e := &v.Trace[s.events[0]]
		mark := " "
		if concerned(v, s) {
			mark = "*"
		}
		what := t.what(s, l.what)
		line := fmt.Sprintf("%s%s  %s%s", mark, padLeft(fmt.Sprint(e.Number), l.number), l.left(k, s), pad(what, l.what))
		source := t.style(faint, t.stepSource(s, &l))
		b.WriteString(strings.TrimRight(" "+line+"  "+source, " ") + "\n")
		for _, log := range s.logs {
			text := t.value(clean(log.process)+" | "+clean(log.line), l.who+l.what)
			b.WriteString(strings.TrimRight(fmt.Sprintf("  %s  %s%s", padLeft("", l.number), l.between(k), text), " ") + "\n")
		}
	}
}

// stepSource is where the step is in the model, in as many words as the layout has room for.
func (t Text) stepSource(s *step, l *layout) string {
	if l.onePlace && len(s.places) > 1 {
		return t.places(s.places[:1])
	}
	return t.places(s.places)
}

// what says what happens in a step, in at most that many characters if possible.
func (t Text) what(s *step, width int) string {
	const arrow = " → "
	what := clean(s.what)
	if s.reply == "" {
		return t.value(what+s.note, width)
	}
	reply := clean(s.reply)
	rest := width - utf8.RuneCountInString(arrow+s.note)
	what = t.value(what, max(rest/2, rest-utf8.RuneCountInString(reply)))
	return what + arrow + t.value(reply, rest-utf8.RuneCountInString(what)) + s.note
}

// layOut arranges the columns in the width there is. Who does not read on a
// terminal gets a list: the same everywhere, and one that can be searched. The second
// places of steps are left out if nothing else has to make room then.
func (t Text) layOut(v *Violation, steps []step) layout {
	both, one := t.arrange(v, steps, false), t.arrange(v, steps, true)
	if t.Width > 0 && (both.withLanes != one.withLanes || both.withWho != one.withWho || both.who < one.who || both.what < one.what || both.total() > t.Width) {
		return one
	}
	return both
}

// total is how wide the longest line may be.
func (l *layout) total() int {
	total := l.number + l.what + l.source + 6
	if l.withLanes {
		total += l.lanes.width() + 2
	}
	if l.withWho {
		total += l.who + 2
	}
	return total
}

// arrange is layOut with one place of each step, or with all.
func (t Text) arrange(v *Violation, steps []step, onePlace bool) layout {
	l := layout{lanes: newLanes(v, steps), onePlace: onePlace}
	for k := range steps {
		s := &steps[k]
		e := &v.Trace[s.events[0]]
		l.number = max(l.number, len(fmt.Sprint(e.Number)))
		l.who = max(l.who, min(maxWho, utf8.RuneCountInString(clean(s.who))))
		l.what = max(l.what, utf8.RuneCountInString(t.what(s, 1<<20)))
		l.source = max(l.source, utf8.RuneCountInString(t.stepSource(s, &l)))
	}
	if t.Width == 0 {
		l.withWho, l.what = true, min(l.what, maxWhat)
		return l
	}
	rest := t.Width - l.number - l.source - 6
	wish := min(l.what, minWhat)
	lanes := l.lanes.width() + 2
	who := l.whoIn(rest-lanes-l.what) + 2
	switch {
	case len(l.lanes.names) > 1 && rest-lanes-who >= wish:
		l.withLanes, l.withWho, l.who = true, true, who-2
		rest -= lanes + who
	case len(l.lanes.names) > 1 && rest-lanes >= wish: // the lanes say who
		l.withLanes = true
		rest -= lanes
	default:
		l.withWho, l.who = true, l.whoIn(rest-l.what)
		rest -= l.who + 2
	}
	l.what = min(l.what, max(rest, minWhat))
	return l
}

// whoIn returns how wide the names of who does something are where so many columns are left
// for them: a fair share in any case.
func (l *layout) whoIn(columns int) int { return min(l.who, max(fairWho, columns-2)) }

// where says what the events are of.
func where(v *Violation) string {
	switch {
	case v.Property == "":
		return ""
	case v.Shown != v.Interleaving:
		return fmt.Sprintf(" led there in interleaving %d, the shortest way", v.Shown)
	}
	return " led there"
}

// legend explains the arrows, if there are any.
func (l *layout) legend(steps []step) string {
	request, message := "⇄ a request and its reply", "→ a message"
	if l.withLanes {
		request, message = "◀─▶ a request and its reply", "─▶ a message"
	}
	has := func(shapes ...shape) bool {
		return slices.ContainsFunc(steps, func(s step) bool { return slices.Contains(shapes, s.shape) })
	}
	switch requests, messages := has(calls, answers), has(carries, posts, collects); {
	case requests && messages:
		return " (" + request + ", " + message + ")"
	case requests:
		return " (" + request + ")"
	case messages:
		return " (" + message + ")"
	}
	return ""
}

// heading writes what the columns are.
func (t Text) heading(b *bytes.Buffer, l layout) {
	if !l.withLanes {
		return
	}
	for _, line := range l.lanes.heading() {
		fmt.Fprintf(b, "  %s  %s\n", padLeft("", l.number), t.style(strong, strings.TrimRight(line, " ")))
	}
}

// left is what stands in front of what happens in step k.
func (l *layout) left(k int, s *step) string {
	text := ""
	if l.withLanes {
		text = l.lanes.draw(k, s) + "  "
	}
	if l.withWho {
		text += pad(shortenWho(clean(s.who), l.who), l.who) + "  "
	}
	return text
}

// between is what stands in front of a line behind step k.
func (l *layout) between(k int) string {
	if l.withLanes {
		return l.lanes.draw(k+1, nil) + "  "
	}
	return ""
}
