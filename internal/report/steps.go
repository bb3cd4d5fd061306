package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/checkmodel/checkmodel/internal/printable"
)

// Widths of the columns of a trace.
const (
	minWhat = 40 // for what happens in a step, even if its line becomes too long
	maxWhat = 96
	fairWho = 30 // for names, even if values must be shortened
	maxWho  = 72

	// leastWidth is the narrowest terminal in which no line of a trace is too long; columns are not
	// made narrower than in it, unless numbers of events have five digits.
	leastWidth  = 80
	leastWhat   = 24
	leastSource = 22
	leastWho    = 22
	narrowWho   = 12

	// mostWidth limits the width, because all rows are as wide as the widest one.
	mostWidth = 10_000
)

// layout is the arrangement of the columns of a trace.
type layout struct {
	lanes                     *lanes
	number, who, what, source int // widths
	log                       int // width of a line that a process logged
	withLanes, withWho        bool
	onePlace                  bool // show only one place for each step
	names                     *names
}

// steps writes the trace, folded: for each step the number of its first event, the lanes if there
// is room, its processes, what happens, and the place in the source.
func (t description) steps() {
	steps := fold(t.v)
	if last := &steps[len(steps)-1]; last.reply == t.v.Explanation { // the headline shows it
		last.reply = ""
	}
	l := t.layOut(steps)
	about := fmt.Sprintf("%s%s, in %s%s", plural(len(t.v.Trace), "event"), where(t.v), plural(len(steps), "step"), l.legend(steps))
	fmt.Fprintf(t.b, "  %s\n\n", t.broken(about, 2, 4))
	t.heading(l)
	for k := range steps {
		s := &steps[k]
		e := &t.v.Trace[s.events[0]]
		t.forEver(e)
		mark := " "
		if concerned(t.v, s) {
			mark = "*"
		}
		what := t.what(s, l.what)
		line := fmt.Sprintf("%s%s  %s%s", mark, padLeft(fmt.Sprint(e.Number), l.number), l.left(k, s), pad(what, l.what))
		source := t.style(faint, l.place(t.stepSource(s, &l)))
		t.b.WriteString(strings.TrimRight(" "+line+"  "+source, " ") + "\n")
		for _, log := range s.logs {
			text := l.names.in(max(l.who, narrowWho), clean(log.process)) + " | " + clean(log.line)
			t.b.WriteString(strings.TrimRight(fmt.Sprintf("  %s  %s%s", padLeft("", l.number), l.between(k), t.value(text, l.log)), " ") + "\n")
		}
	}
	l.names.legend(t.b)
}

// stepSource returns the source positions of the step, as many as the layout has room for.
func (t description) stepSource(s *step, l *layout) string {
	if l.onePlace && len(s.places) > 1 {
		return t.places(s.places[:1])
	}
	return t.places(s.places)
}

// what returns what happens in a step, in at most the given number of columns if these are 24 or
// more.
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

// layOut arranges the columns in the available width. Output that is not for a terminal is a list,
// which is the same everywhere and can be searched. The second places of steps are omitted if that
// leaves enough room for everything else.
func (t description) layOut(steps []step) layout {
	t.Width = min(t.Width, mostWidth)
	both, one := t.arrange(steps, false), t.arrange(steps, true)
	if t.Width > 0 && (both.withLanes != one.withLanes || both.withWho != one.withWho || both.who < one.who || both.what < one.what || both.total() > t.Width) {
		return one
	}
	return both
}

// total returns the maximal width of a line.
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

// arrange is layOut with one place for each step, or with all.
func (t description) arrange(steps []step, onePlace bool) layout {
	l := layout{lanes: newLanes(t.v, steps), names: namesOf(t.v), onePlace: onePlace}
	for k := range steps {
		s := &steps[k]
		e := &t.v.Trace[s.events[0]]
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
	case len(l.lanes.names) > 1 && rest-lanes >= wish: // the lanes show the processes
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

// squeeze narrows the columns until the lines fit in the given width.
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

// place returns a source position that fits in its column. Its end says more than its beginning.
func (l *layout) place(source string) string {
	if printable.Fits(source, l.source) {
		return source
	}
	return "…" + printable.Tail(source, l.source-1)
}

// whoIn returns the width of the names of processes if the given number of columns is left: at
// least a fair share.
func (l *layout) whoIn(columns int) int { return min(l.who, max(fairWho, columns-2)) }

// where says what the events belong to.
func where(v *Violation) string {
	switch {
	case v.Property == "":
		return ""
	case v.Shown != v.Interleaving:
		return fmt.Sprintf(" led there in interleaving %d, the shortest way", v.Shown)
	}
	return " led there"
}

// legend explains the marks, if there are any.
func (l *layout) legend(steps []step) string {
	request, message := "⇄ a request and its reply", "→ a message"
	if l.withLanes {
		request, message = "◀─▶ a request and its reply", "─▶ a message"
	}
	has := func(shapes ...shape) bool {
		return slices.ContainsFunc(steps, func(s step) bool { return slices.Contains(shapes, s.shape) })
	}
	var marks []string
	if has(calls, answers) {
		marks = append(marks, request)
	}
	if has(carries, posts, collects) {
		marks = append(marks, message)
	}
	if l.withLanes && has(enters) {
		marks = append(marks, "◆ an external event")
	}
	if len(marks) == 0 {
		return ""
	}
	return " (" + strings.Join(marks, ", ") + ")"
}

// heading writes what the columns are.
func (t description) heading(l layout) {
	if !l.withLanes {
		return
	}
	for _, line := range l.lanes.heading() {
		fmt.Fprintf(t.b, "  %s  %s\n", padLeft("", l.number), t.style(strong, strings.TrimRight(line, " ")))
	}
}

// left returns the part of the line of step k that precedes what happens.
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

// between returns the same part of an extra line after step k.
func (l *layout) between(k int) string {
	if l.withLanes {
		return l.lanes.draw(k+1, nil) + "  "
	}
	return ""
}
