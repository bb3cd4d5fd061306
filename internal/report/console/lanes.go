package console

import (
	"slices"
	"strings"

	"github.com/checkmodel/checkmodel/internal/printable"
	"github.com/checkmodel/checkmodel/internal/report/document"
	"github.com/checkmodel/checkmodel/internal/report/prose"
	"github.com/checkmodel/checkmodel/internal/report/story"
)

// lanes draws the steps of a trace: a column for each process, and arrows between them.
type lanes struct {
	names  []string
	labels []string // above the columns: the names, or their initials
	place  map[string]int
	pitch  int // from the middle of a column to the middle of the next
	levels int // lines of the heading
	first  []int
	last   []int // for each process, the steps in which it begins and ends
	down   [][]gap
}

// gap is the part in which a process is down: after the step of its crash, and before the step of its restart.
type gap struct{ after, before int }

// newLanes returns lanes for the processes that appear in the steps. With short, initials stand above the columns.
func newLanes(v *document.Violation, steps []story.Step, short bool) *lanes {
	l := &lanes{place: map[string]int{}}
	for _, name := range story.Appearing(v) {
		l.place[name] = len(l.names)
		l.names = append(l.names, name)
	}
	l.setLives(v, steps)
	if l.labels = prose.Each(l.names, prose.Clean); short {
		l.labels = initials(l.labels)
		l.levels, l.pitch = 1, max(3, l.longest()+1)
	} else {
		l.layOut()
	}
	return l
}

// short reports whether initials stand above the columns.
func (l *lanes) short() bool { return !slices.Equal(l.labels, prose.Each(l.names, prose.Clean)) }

// setLives sets in which steps the processes begin and end.
func (l *lanes) setLives(v *document.Violation, steps []story.Step) {
	at := make([]int, len(v.Trace)+1) // the step of each event
	for k, s := range steps {
		for _, i := range s.Events {
			at[i+1] = k
		}
	}
	life := story.LifeOf(v)
	l.first, l.last, l.down = make([]int, len(l.names)), make([]int, len(l.names)), make([][]gap, len(l.names))
	for p, name := range l.names {
		for k, s := range life.Spans[name] {
			switch {
			case k > 0:
				l.down[p] = append(l.down[p], gap{l.last[p], at[s.From]})
			case s.From > 0:
				l.first[p] = at[s.From] + 1
			}
			if l.last[p] = len(steps); s.To > 0 {
				l.last[p] = at[s.To]
			}
		}
		if len(life.Spans[name]) == 0 {
			l.last[p] = len(steps)
		}
	}
}

// layOut chooses the distance of the columns such that their names fit in a few lines of the
// heading.
func (l *lanes) layOut() {
	longest := l.longest()
	for l.levels = 1; ; l.levels++ {
		l.pitch = max(4, (longest+1+l.levels)/l.levels)
		if l.pitch <= 6 || l.levels == 3 {
			return
		}
	}
}

// longest returns the width of the longest label.
func (l *lanes) longest() (width int) {
	for _, label := range l.labels {
		width = max(width, printable.Width(label))
	}
	return width
}

func (l *lanes) width() int { return l.pitch*(len(l.names)-1) + 1 + l.overhang() }

// overhang returns by how much the last name is wider than its column.
func (l *lanes) overhang() int {
	n := 0
	for p := max(0, len(l.names)-l.levels); p < len(l.names); p++ {
		n = max(n, printable.Width(l.labels[p])-1-l.pitch*(len(l.names)-1-p))
	}
	return n
}

// heading returns the lines with the labels, each above its column.
func (l *lanes) heading() []row {
	lines := make([]row, l.levels)
	for level := range lines {
		row := newRow(l.width())
		for p := range l.names {
			if p%l.levels < level {
				row.put(p*l.pitch, "│", p)
			}
		}
		for p, label := range l.labels {
			if p%l.levels == level {
				row.put(p*l.pitch, label, p)
			}
		}
		lines[level] = row
	}
	return lines
}

// draw returns the line of step number k. With a nil step it returns a line without an event, to
// follow that step.
func (l *lanes) draw(k int, s *story.Step) row {
	row := newRow(l.width())
	for p := range l.names {
		if l.lives(p, k, s == nil) {
			row.put(p*l.pitch, "│", p)
		}
	}
	if s == nil {
		return row
	}
	if s.Shape == story.Parts {
		row.line(-1, l.pitch*(len(l.names)-1)+1, "╌", nobody)
	}
	l.arrows(row, s)
	if p, ok := l.place[s.From]; ok && s.Shape == story.Plain {
		row.put(p*l.pitch, "●", p)
	}
	if p, ok := l.place[s.From]; ok && s.Shape == story.Enters {
		row.put(p*l.pitch, "◆", p)
	}
	for _, name := range append([]string{s.From}, s.To...) {
		if l.ends(k, name) {
			row.put(l.place[name]*l.pitch, endSign, l.place[name])
		}
	}
	return row
}

// lives reports whether a process lives in step number k, or also after it.
func (l *lanes) lives(p, k int, after bool) bool {
	if k < l.first[p] || k > l.last[p] || after && k == l.last[p] {
		return false
	}
	return !slices.ContainsFunc(l.down[p], func(g gap) bool { return g.after < k && k < g.before || after && k == g.after })
}

func (l *lanes) ends(k int, name string) bool {
	p, ok := l.place[name]
	return ok && (l.last[p] == k || slices.ContainsFunc(l.down[p], func(g gap) bool { return g.after == k }))
}

// arrows draws the arrows of a step: first the lines, then their ends, so that no arrow hides the
// end of another one.
func (l *lanes) arrows(row row, s *story.Step) {
	a, ok := l.place[s.From]
	if !ok {
		return
	}
	x := a * l.pitch
	line := "─"
	if s.Shape == story.Collects || s.Shape == story.Answers {
		line = "╌"
	}
	for _, to := range s.To {
		if b, ok := l.place[to]; ok {
			row.line(x, b*l.pitch, line, a)
		}
	}
	for _, to := range s.To {
		if b, ok := l.place[to]; ok {
			row.ends(x, b*l.pitch, s, a, b)
		}
	}
}

func sign(n int) int {
	if n < 0 {
		return -1
	}
	return 1
}

// row is a line under construction, one cell for each column. A character that takes two columns
// is followed by an empty cell.
type row []cell

// cell is a column of a line.
type cell struct {
	text string
	of   int // the process in whose color it is drawn
}

// nobody is the process of a cell that belongs to none.
const nobody = -1

func newRow(width int) row { return slices.Repeat(row{{" ", nobody}}, width) }

func (r row) put(at int, s string, of int) {
	for _, c := range s {
		n := printable.Width(string(c))
		switch {
		case at+n > len(r):
			return
		case n == 0 && at > 0:
			r[at-1].text += string(c)
		case n > 0:
			r[at] = cell{string(c), of}
			clear(r[at+1 : at+n])
		}
		at += n
	}
}

const (
	lostSign = "×" // ends the arrow of a message that is lost
	endSign  = "■" // ends the column of a process
)

// line draws a line between two places, across the columns in between.
func (r row) line(x, y int, line string, of int) {
	for i := min(x, y) + 1; i < max(x, y); i++ {
		switch r[i].text {
		case "│", "┼":
			r[i].text = "┼" // in the color of its column
		default:
			r[i] = cell{line, of}
		}
	}
}

// ends draws the ends of an arrow from x to y, between two processes: a dot where a process acts in this step, and the
// head of the arrow. The head of a reply is hollow, so that one sees who asks.
func (r row) ends(x, y int, of *story.Step, from, to int) {
	s := of.Shape
	forth, back := "▶", "◁"
	if y < x {
		forth, back = "◀", "▷"
	}
	if of.Lost {
		forth = lostSign
	}
	dot := func(at int, is bool, process int) {
		if is {
			r.put(at, "●", process)
		} else {
			r.put(at, "│", process)
		}
	}
	dot(x, s != story.Collects && s != story.Answers || x == y, from)
	dot(y, s != story.Posts && !of.Lost || x == y, to)
	if x == y {
		return
	}
	r.put(y-sign(y-x), forth, from)
	if s == story.Calls || s == story.Answers {
		r.put(x+sign(y-x), back, to)
	}
}

// palette has the colors of the columns. None is red, which is for violations.
var palette = [...]prose.Style{"36", "33", "35", "32", "34", "96", "93", "95", "92", "94"}

// text returns the line without the blanks at its end, each column in the color of its process, and in the given style, if
// colors are on.
func (r row) text(t prose.Text, how prose.Style) string {
	last := len(r)
	for last > 0 && r[last-1].text == " " {
		last--
	}
	var b strings.Builder
	for i := 0; i < last; {
		of, part := r[i].of, ""
		for ; i < last && (r[i].of == of || r[i].text == ""); i++ {
			part += r[i].text
		}
		if of != nobody {
			part = t.Style(how+palette[of%len(palette)], part)
		}
		b.WriteString(part)
	}
	return b.String()
}

// pad returns the text of the row, with blanks up to the width of the line.
func (r row) pad(t prose.Text) string {
	return r.text(t, "") + strings.Repeat(" ", max(0, len(r)-printable.Width(r.text(prose.Text{}, ""))))
}
