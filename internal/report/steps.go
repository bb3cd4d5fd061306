package report

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/checkmodel/checkmodel/internal/printable"
)

// How wide the columns of a trace may be.
const (
	minWhat = 40 // what happens in a step gets as much, or its line becomes too long
	maxWhat = 96
	fairWho = 30 // names have as much even where values must be shortened for it
	maxWho  = 72

	// leastWidth is the narrowest terminal in which no line of a trace is too long: in it columns are
	// not narrower than this, unless numbers of events have five digits.
	leastWidth  = 80
	leastWhat   = 24
	leastSource = 22
	leastWho    = 22
	narrowWho   = 12

	// mostWidth is the widest: all rows are as wide as the widest.
	mostWidth = 10_000
)

// layout says how the columns of a trace are arranged.
type layout struct {
	lanes                     *lanes
	number, who, what, source int // widths
	log                       int // of a line that a process logged
	withLanes, withWho        bool
	onePlace                  bool // of each step
	names                     *names
}

// steps writes the trace, folded: the number of the first event of each step, the
// lanes if there is room, who does what, and where that is in the source.
func (t Text) steps(b *bytes.Buffer, v *Violation) {
	steps := fold(v)
	if last := &steps[len(steps)-1]; last.reply == v.Explanation { // the headline has it
		last.reply = ""
	}
	l := t.layOut(v, steps)
	about := fmt.Sprintf("%s%s, in %s%s", plural(len(v.Trace), "event"), where(v), plural(len(steps), "step"), l.legend(steps))
	fmt.Fprintf(b, "  %s\n\n", t.broken(about, 2, 4))
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
		source := t.style(faint, l.place(t.stepSource(s, &l)))
		b.WriteString(strings.TrimRight(" "+line+"  "+source, " ") + "\n")
		for _, log := range s.logs {
			text := l.names.in(max(l.who, narrowWho), clean(log.process)) + " | " + clean(log.line)
			b.WriteString(strings.TrimRight(fmt.Sprintf("  %s  %s%s", padLeft("", l.number), l.between(k), t.value(text, l.log)), " ") + "\n")
		}
	}
	l.names.legend(b)
}

// stepSource is where the step is in the model, in as many places as the layout has room for.
func (t Text) stepSource(s *step, l *layout) string {
	if l.onePlace && len(s.places) > 1 {
		return t.places(s.places[:1])
	}
	return t.places(s.places)
}

// what says what happens in a step, in at most so many columns, if there are 24 or more.
func (t Text) what(s *step, width int) string {
	const arrow = " → "
	what := clean(s.what)
	if s.reply == "" {
		return t.value(what+s.note, width)
	}
	reply, note := clean(s.reply), t.value(s.note, width/2)
	rest := width - printable.Width(arrow+note)
	what = t.value(what, max(rest/2, rest-printable.Width(reply)))
	return what + arrow + t.value(reply, rest-printable.Width(what)) + note
}

// layOut arranges the columns in the width there is. Who does not read on a
// terminal gets a list: the same everywhere, and one that can be searched. The second
// places of steps are left out if nothing else has to make room then.
func (t Text) layOut(v *Violation, steps []step) layout {
	t.Width = min(t.Width, mostWidth)
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
	l := layout{lanes: newLanes(v, steps), names: namesOf(v), onePlace: onePlace}
	for k := range steps {
		s := &steps[k]
		e := &v.Trace[s.events[0]]
		l.number = max(l.number, len(fmt.Sprint(e.Number)))
		l.who = max(l.who, min(maxWho, printable.Width(clean(s.who))))
		l.what = max(l.what, printable.Width(t.what(s, 1<<20)))
		l.source = max(l.source, printable.Width(t.stepSource(s, &l)))
	}
	if t.Width == 0 {
		l.withWho, l.what = true, min(l.what, maxWhat)
		l.log = l.who + l.what
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
	l.squeeze(max(t.Width, leastWidth))
	return l
}

// squeeze lets columns make room until the lines are no wider than that.
func (l *layout) squeeze(width int) {
	squeeze := func(column *int, least int) {
		if over := l.total() - width; over > 0 {
			*column = max(min(*column, least), *column-over)
		}
	}
	squeeze(&l.what, leastWhat)
	squeeze(&l.source, leastSource)
	squeeze(&l.who, leastWho)
	squeeze(&l.who, narrowWho)
	l.log = l.who + l.what
	if l.withLanes {
		l.log = min(l.log, width-l.number-l.lanes.width()-6)
	}
}

// place is a place in the source in the column for it. Its end says more than its beginning.
func (l *layout) place(source string) string {
	if printable.Fits(source, l.source) {
		return source
	}
	return "…" + printable.Tail(source, l.source-1)
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
		text += pad(l.names.who(l.who, clean(s.who)), l.who) + "  "
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
