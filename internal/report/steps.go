package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/checkmodel/checkmodel/internal/printable"
)

// Widths of the columns of a trace.
const (
	defaultWidth = 120 // where the width is not known, as in a file

	minWhat    = 40 // for the events of a step, if the names of all processes are shown in full
	leastWhat  = 24 // otherwise
	narrowWhat = 18 // if nothing is beside it
	maxWhat    = 96
	maxWho     = 72
	fairWho    = 30 // for names, even if values must be broken

	maxLines = 4 // that a value may take in its column

	// mostWidth limits the width, because all rows are as wide as the widest one.
	mostWidth = 10_000
)

// form is how the places of steps are shown.
type form uint8

const (
	bothPlaces form = iota
	onePlace
	bothFiles // without directories
	oneFile
	beneath // under the events: whichever of the others fits
)

// layout is the arrangement of the columns of a trace.
type layout struct {
	lanes                     *lanes
	number, who, what, source int // widths
	most                      int // a width in which most events take one line
	withLanes, withWho        bool
	stacked                   bool // the events are below the processes
	form                      form
	names                     *names
}

// steps writes the trace, folded: for each step the number of its first event, the lanes if there
// is room, its processes, what happens, and the place in the source.
func (t description) steps() {
	steps := fold(t.v)
	if last := &steps[len(steps)-1]; last.reply == t.v.Explanation { // the headline shows it
		last.reply = ""
	}
	t.Width = min(cmp.Or(t.Width, defaultWidth), mostWidth)
	l := t.layOut(steps)
	about := fmt.Sprintf("%s%s, in %s%s", plural(len(t.v.Trace), "event"), where(t.v), plural(len(steps), "step"), l.legend(t.v, steps))
	fmt.Fprintf(t.b, "  %s\n\n", t.inWidth().Broken(about, 2, 4))
	t.heading(l)
	for k := range steps {
		t.forEver(&t.v.Trace[steps[k].events[0]])
		t.step(l, k, &steps[k])
	}
	l.names.legend(t.Text, t.b)
	if t.legend != "" {
		t.paragraph(t.b, t.legend)
	}
}

// inWidth returns a Text that breaks lines at the width of the trace.
func (t description) inWidth() Text {
	t.Columns = t.Width
	return t.Text
}

// step writes a step on as many lines as it needs.
func (t description) step(l layout, k int, s *step) {
	mark := " "
	if concerned(t.v, s) {
		mark = "*"
	}
	number := mark + padLeft(fmt.Sprint(t.v.Trace[s.events[0]].Number), l.number) + "  "
	what := lines(func(width int) string { return t.what(s, width) }, l.what)
	source := l.place(t.stepSource(s, l.form))
	if l.stacked {
		what = append([]string{l.names.who(l.what, s.who.clean())}, what...)
	}
	if l.form == beneath {
		if source = t.fittingSource(s, l.what); source != "" {
			what = append(what, source)
		}
		source = ""
	}
	blank := strings.Repeat(" ", l.number+3)
	for i, line := range what {
		left, right := number+l.left(t.Text, k, s), source
		if i > 0 {
			left, right = blank+l.below(t.Text, k), ""
		}
		t.b.WriteString(strings.TrimRight(" "+left+pad(line, l.what)+"  "+t.style(faint, right), " ") + "\n")
	}
	for _, log := range s.logs {
		text := l.names.in(max(l.who, leastWhat/2), clean(log.process)) + " | " + clean(log.line)
		for _, line := range lines(func(width int) string { return t.value(text, width) }, l.forLogs()) {
			t.b.WriteString(strings.TrimRight(" "+blank+l.between(t.Text, k)+line, " ") + "\n")
		}
	}
}

// forLogs returns the width of a line that a process logged: it has no place, so it may take that column, too.
func (l *layout) forLogs() int {
	width := l.what
	if l.source > 0 {
		width += 2 + l.source
	}
	if l.withWho {
		width += l.who + 2
	}
	return width
}

// lines returns a text, which is shortened to the given number of columns, in a few lines of the given width.
func lines(text func(width int) string, width int) []string {
	for room := maxLines * width; ; room -= max(1, width/8) { // words are not as long as lines
		if lines := wrapped(text(room), width); len(lines) <= maxLines || room <= width {
			return lines
		}
	}
}

// stepSource returns the source positions of the step in the given form.
func (t description) stepSource(s *step, f form) string {
	places := s.places
	if (f == onePlace || f == oneFile) && len(places) > 1 {
		places = places[:1]
	}
	if f == bothFiles || f == oneFile {
		places = each(places, func(p string) string { return p[strings.LastIndexByte(p, '/')+1:] })
	}
	return t.places(places)
}

// fittingSource returns the source positions of the step in the most telling form that fits in the given width.
func (t description) fittingSource(s *step, width int) (source string) {
	for _, f := range []form{bothPlaces, onePlace, bothFiles, oneFile} {
		if source = t.stepSource(s, f); printable.Fits(source, width) {
			return source
		}
	}
	l := layout{source: width}
	return l.place(source)
}

// what describes the events of a step, in at most the given number of columns if these are 24 or more.
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

// layOut arranges the columns in the available width: the first arrangement that leaves enough room for the events. The
// names of processes in full are worth more than directories and second places, and any column for each process is worth
// more than a list.
func (t description) layOut(steps []step) layout {
	names := t.measured(steps, newLanes(t.v, steps, false))
	if len(names.lanes.names) > 1 {
		initials := names
		initials.lanes = newLanes(t.v, steps, true)
		for _, tried := range []struct {
			layout
			forms []form
			least int
		}{
			{names, []form{bothPlaces, onePlace, bothFiles, oneFile}, names.most},
			{names, []form{oneFile}, minWhat},
			{initials, []form{oneFile}, minWhat},
			{names, []form{oneFile}, leastWhat},
			{initials, []form{oneFile, beneath}, leastWhat},
			{initials, []form{beneath}, narrowWhat},
		} {
			for _, f := range tried.forms {
				l := tried.layout
				l.withLanes = true
				if t.fit(&l, steps, f, tried.least) {
					return l
				}
			}
		}
	}
	return t.list(names, steps)
}

// list arranges the columns of a trace without lanes.
func (t description) list(l layout, steps []step) layout {
	l.withWho = true
	wide := l.who
	l.who = min(l.who, fairWho)
	for _, f := range []form{bothPlaces, onePlace, bothFiles, oneFile} {
		tried := l
		if t.fit(&tried, steps, f, l.most) || f == oneFile && t.fit(&tried, steps, f, leastWhat) {
			if rest := t.Width - tried.total(); rest > 0 {
				tried.who = min(wide, tried.who+rest)
			}
			return tried
		}
	}
	l.stacked, l.withWho, l.form = true, false, beneath
	l.what = max(1, t.Width-l.number-4)
	return l
}

// measured returns a layout with the widths that the columns would like to have.
func (t description) measured(steps []step, lanes *lanes) layout {
	l := layout{lanes: lanes, names: namesOf(t.v)}
	var wide []int
	for k := range steps {
		s := &steps[k]
		l.number = max(l.number, len(fmt.Sprint(t.v.Trace[s.events[0]].Number)))
		l.who = max(l.who, min(maxWho, printable.Width(s.who.clean().String())))
		wide = append(wide, printable.Width(t.what(s, mostWidth)))
	}
	slices.Sort(wide)
	l.what, l.most = wide[len(wide)-1], max(minWhat, min(maxWhat, wide[len(wide)*9/10]))
	return l
}

// fit gives the events the columns that the others leave, and reports whether that are enough: as many as they need, or
// the given number.
func (t description) fit(l *layout, steps []step, f form, least int) bool {
	l.form, l.source = f, 0
	for k := range steps {
		if f != beneath {
			l.source = max(l.source, printable.Width(t.stepSource(&steps[k], f)))
		}
	}
	rest := t.Width - l.total() + l.what
	if rest < min(l.what, least) {
		return false
	}
	l.what = min(l.what, rest)
	return true
}

// total returns the maximal width of a line.
func (l *layout) total() int {
	total := l.number + l.what + 4
	if l.source > 0 {
		total += l.source + 2
	}
	if l.withLanes {
		total += l.lanes.width() + 2
	}
	if l.withWho {
		total += l.who + 2
	}
	return total
}

// place returns a source position that fits in its column. Its end says more than its beginning.
func (l *layout) place(source string) string {
	if l.source == 0 || printable.Fits(source, l.source) {
		return source
	}
	return "…" + printable.Tail(source, l.source-1)
}

// where returns a clause about the events: that they led there, and in which interleaving.
func where(v *Violation) string {
	switch {
	case v.Property == "":
		return ""
	case v.Shown != v.Interleaving:
		return fmt.Sprintf(" led there in interleaving %d, the shortest way", v.Shown)
	}
	return " led there"
}

// heading writes the headings of the columns.
func (t description) heading(l layout) {
	if !l.withLanes {
		return
	}
	if l.lanes.short() {
		var meanings []string
		for p, name := range l.lanes.names {
			meanings = append(meanings, l.lanes.labels[p]+"="+l.names.in(max(leastWhat, min(maxWho, t.Width-10)), clean(name)))
		}
		fmt.Fprintf(t.b, "  %s\n\n", t.inWidth().Broken(strings.Join(meanings, ", "), 2, 4))
	}
	for _, line := range l.lanes.heading() {
		fmt.Fprintf(t.b, "  %s  %s\n", padLeft("", l.number), line.text(t.Text, strong+";"))
	}
}

// left returns the part of the line of step k before its events.
func (l *layout) left(t Text, k int, s *step) string {
	text := ""
	if l.withLanes {
		text = l.lanes.draw(k, s).padded(t) + "  "
	}
	if l.withWho {
		text += pad(l.names.who(l.who, s.who.clean()), l.who) + "  "
	}
	return text
}

// below returns the same part of a further line of step k.
func (l *layout) below(t Text, k int) string {
	text := l.between(t, k)
	if l.withWho {
		text += strings.Repeat(" ", l.who+2)
	}
	return text
}

// between returns the lanes on an extra line after step k.
func (l *layout) between(t Text, k int) string {
	if l.withLanes {
		return l.lanes.draw(k+1, nil).padded(t) + "  "
	}
	return ""
}
