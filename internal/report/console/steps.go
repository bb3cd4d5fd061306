package console

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/checkmodel/checkmodel/internal/printable"
	"github.com/checkmodel/checkmodel/internal/report/document"
	"github.com/checkmodel/checkmodel/internal/report/prose"
	"github.com/checkmodel/checkmodel/internal/report/story"
)

// steps writes the trace, folded: for each step the number of its first event, the lanes if there
// is room, its processes, what happens, and the place in the source.
func (t description) steps() {
	steps := story.Fold(t.v)
	if story.Fails(t.v) { // the headline shows it
		steps[len(steps)-1].Reply = ""
	}
	t.Width = min(cmp.Or(t.Width, prose.DefaultWidth), prose.MostWidth)
	l := t.layOut(steps)
	about := fmt.Sprintf("%s%s, in %s%s", prose.Plural(len(t.v.Trace), "event"), where(t.v), prose.Plural(len(steps), "step"), l.legend(t.v, steps))
	fmt.Fprintf(t.b, "  %s\n\n", t.inWidth().Broken(about, 2, 4))
	t.heading(l)
	for k := range steps {
		t.forEver(&t.v.Trace[steps[k].Events[0]])
		t.step(l, k, &steps[k])
	}
	l.names.Legend(t.Text, t.b)
	if t.legend != "" {
		t.Paragraph(t.b, t.legend)
	}
}

// inWidth returns a Text that breaks lines at the width of the trace.
func (t description) inWidth() prose.Text {
	t.Columns = t.Width
	return t.Text
}

// step writes a step on as many lines as it needs.
func (t description) step(l layout, k int, s *story.Step) {
	mark := " "
	if story.Concerned(t.v, s) {
		mark = "*"
	}
	number := mark + prose.PadLeft(fmt.Sprint(t.v.Trace[s.Events[0]].Number), l.number) + "  "
	what := lines(func(width int) string { return story.What(t.Text, s, width) }, l.what)
	source := l.place(t.stepSource(s, l.form))
	if l.stacked {
		what = append([]string{l.names.Who(l.what, s.Who.Clean())}, what...)
	}
	if l.form == beneath {
		if source = t.fittingSource(s, l.what); source != "" {
			what = append(what, source)
		}
		source = ""
	}
	blank := strings.Repeat(" ", l.number+3)
	for i, line := range what {
		left, right := number+l.lineStart(t.Text, k, s), source
		if i > 0 {
			left, right = blank+l.below(t.Text, k), ""
		}
		t.b.WriteString(strings.TrimRight(" "+left+prose.Pad(line, l.what)+"  "+t.Style(prose.Faint, right), " ") + "\n")
	}
	for _, log := range s.Logs {
		text := l.names.In(max(l.who, prose.LeastWhat/2), prose.Clean(log.Process)) + " | " + prose.Clean(log.Line)
		for _, line := range lines(func(width int) string { return t.Value(text, width) }, l.forLogs()) {
			t.b.WriteString(strings.TrimRight(" "+blank+l.between(t.Text, k)+line, " ") + "\n")
		}
	}
}

// lines returns a text, which is shortened to the given number of columns, in a few lines of the given width.
func lines(text func(width int) string, width int) []string {
	for room := prose.MaxLines * width; ; room -= max(1, width/8) { // words are not as long as lines
		if lines := prose.Wrapped(text(room), width); len(lines) <= prose.MaxLines || room <= width {
			return lines
		}
	}
}

// stepSource returns the source positions of the step in the given form.
func (t description) stepSource(s *story.Step, f form) string {
	places := s.Places
	if (f == onePlace || f == oneFile) && len(places) > 1 {
		places = places[:1]
	}
	if f == bothFiles || f == oneFile {
		places = prose.Each(places, func(p string) string { return p[strings.LastIndexByte(p, '/')+1:] })
	}
	return t.Places(places)
}

// fittingSource returns the source positions of the step in the most telling form that fits in the given width.
func (t description) fittingSource(s *story.Step, width int) (source string) {
	for _, f := range []form{bothPlaces, onePlace, bothFiles, oneFile} {
		if source = t.stepSource(s, f); printable.Fits(source, width) {
			return source
		}
	}
	l := layout{source: width}
	return l.place(source)
}

// layOut arranges the columns in the available width: the first arrangement that leaves enough room for the events. The
// names of processes in full are worth more than directories and second places, and any column for each process is worth
// more than a list.
func (t description) layOut(steps []story.Step) layout {
	names := t.measureLayout(steps, newLanes(t.v, steps, false))
	if len(names.lanes.names) > 1 {
		initials := names
		initials.lanes = newLanes(t.v, steps, true)
		for _, tried := range []struct {
			layout
			forms []form
			least int
		}{
			{names, []form{bothPlaces, onePlace, bothFiles, oneFile}, names.most},
			{names, []form{oneFile}, prose.MinWhat},
			{initials, []form{oneFile}, prose.MinWhat},
			{names, []form{oneFile}, prose.LeastWhat},
			{initials, []form{oneFile, beneath}, prose.LeastWhat},
			{initials, []form{beneath}, prose.NarrowWhat},
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
func (t description) list(l layout, steps []story.Step) layout {
	l.withWho = true
	wide := l.who
	l.who = min(l.who, prose.FairWho)
	for _, f := range []form{bothPlaces, onePlace, bothFiles, oneFile} {
		tried := l
		if t.fit(&tried, steps, f, l.most) || f == oneFile && t.fit(&tried, steps, f, prose.LeastWhat) {
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

// measureLayout returns a layout with the widths that the texts of the columns need.
func (t description) measureLayout(steps []story.Step, lanes *lanes) layout {
	l := layout{lanes: lanes, names: story.NamesOf(t.v)}
	var wide []int
	for k := range steps {
		s := &steps[k]
		l.number = max(l.number, len(fmt.Sprint(t.v.Trace[s.Events[0]].Number)))
		l.who = max(l.who, min(prose.MaxWho, printable.Width(s.Who.Clean().String())))
		wide = append(wide, printable.Width(story.What(t.Text, s, prose.MostWidth)))
	}
	slices.Sort(wide)
	l.what, l.most = wide[len(wide)-1], max(prose.MinWhat, min(prose.MaxWhat, wide[len(wide)*9/10]))
	return l
}

// fit gives the events the columns that the others leave, and reports whether that are enough: as many as they need, or
// the given number.
func (t description) fit(l *layout, steps []story.Step, f form, least int) bool {
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

// where returns a clause about the events: that they led there, and in which interleaving.
func where(v *document.Violation) string {
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
			meanings = append(meanings, l.lanes.labels[p]+"="+l.names.In(max(prose.LeastWhat, min(prose.MaxWho, t.Width-10)), prose.Clean(name)))
		}
		fmt.Fprintf(t.b, "  %s\n\n", t.inWidth().Broken(strings.Join(meanings, ", "), 2, 4))
	}
	for _, line := range l.lanes.heading() {
		fmt.Fprintf(t.b, "  %s  %s\n", prose.PadLeft("", l.number), line.text(t.Text, prose.Strong+";"))
	}
}
