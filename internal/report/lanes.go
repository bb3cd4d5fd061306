package report

import (
	"slices"
	"strings"

	"github.com/checkmodel/checkmodel/internal/printable"
	"github.com/checkmodel/checkmodel/trace"
)

// lanes draws the steps of a trace: a column for each process, and arrows between them.
type lanes struct {
	names  []string
	place  map[string]int
	pitch  int // from the middle of a column to that of the next
	levels int // lines of the heading
	first  []int
	last   []int // for each process, the steps in which it begins and ends
	down   [][]gap
}

// gap is where a process is down: after the step in which it crashes, and before that in which it is restarted.
type gap struct{ after, before int }

// newLanes returns lanes for the processes that appear in the steps.
func newLanes(v *Violation, steps []step) *lanes {
	l := &lanes{place: map[string]int{}}
	for _, name := range appearing(v) {
		l.place[name] = len(l.names)
		l.names = append(l.names, name)
	}
	l.setLives(v.Trace, steps)
	l.layOut()
	return l
}

// appearing returns the processes that take part in any event except the one that spawns them, each
// once.
func appearing(v *Violation) []string {
	appear := map[string]bool{}
	for i := range v.Trace {
		e := &v.Trace[i]
		appear[e.Process] = true
		if e.Kind != kindSpawn && e.Kind != kindTimer {
			appear[e.With] = true
		}
	}
	return slices.DeleteFunc(slices.Clone(v.Actors), func(name string) bool {
		first := appear[name]
		delete(appear, name)
		return !first
	})
}

// setLives sets in which steps the processes begin and end.
func (l *lanes) setLives(entries []trace.Entry, steps []step) {
	l.first, l.last, l.down = make([]int, len(l.names)), make([]int, len(l.names)), make([][]gap, len(l.names))
	for p := range l.names {
		l.last[p] = len(steps)
	}
	for k, s := range steps {
		for _, i := range s.events {
			e := &entries[i]
			if p, ok := l.place[e.With]; ok && (e.Kind == kindSpawn || e.Kind == kindTimer) {
				l.first[p] = k + 1
			}
			if p, ok := l.place[e.Process]; ok && e.Kind == kindExit {
				l.last[p] = k
			}
			if p, ok := l.place[e.With]; ok && e.Kind == kindRestart {
				l.down[p] = append(l.down[p], gap{l.last[p], k})
				l.last[p] = len(steps)
			}
		}
	}
}

// layOut chooses the distance of the columns such that their names fit in a few lines of the
// heading.
func (l *lanes) layOut() {
	longest := 0
	for _, name := range l.names {
		longest = max(longest, printable.Width(clean(name)))
	}
	for l.levels = 1; ; l.levels++ {
		l.pitch = max(4, (longest+1+l.levels)/l.levels)
		if l.pitch <= 6 || l.levels == 3 {
			return
		}
	}
}

func (l *lanes) width() int { return l.pitch*(len(l.names)-1) + 1 + l.overhang() }

// overhang returns by how much the last name is wider than its column.
func (l *lanes) overhang() int {
	n := 0
	for p := max(0, len(l.names)-l.levels); p < len(l.names); p++ {
		n = max(n, printable.Width(clean(l.names[p]))-1-l.pitch*(len(l.names)-1-p))
	}
	return n
}

// heading returns the lines with the names, each above its column.
func (l *lanes) heading() []string {
	lines := make([]string, l.levels)
	for level := range lines {
		row := newRow(l.width())
		for p := range l.names {
			if p%l.levels < level {
				row.put(p*l.pitch, "│")
			}
		}
		for p, name := range l.names {
			if p%l.levels == level {
				row.put(p*l.pitch, clean(name))
			}
		}
		lines[level] = row.String()
	}
	return lines
}

// draw returns the line of step number k. With a nil step it returns a line without an event, to
// follow that step.
func (l *lanes) draw(k int, s *step) string {
	row := newRow(l.width())
	for p := range l.names {
		if l.lives(p, k, s == nil) {
			row.put(p*l.pitch, "│")
		}
	}
	if s == nil {
		return row.String()
	}
	if s.shape == parts {
		row.line(-1, l.pitch*(len(l.names)-1)+1, "╌")
	}
	l.arrows(row, s)
	if p, ok := l.place[s.from]; ok && s.shape == plain {
		row.put(p*l.pitch, "●")
	}
	if p, ok := l.place[s.from]; ok && s.shape == enters {
		row.put(p*l.pitch, "◆")
	}
	for _, name := range append([]string{s.from}, s.to...) {
		if l.ends(k, name) {
			row.put(l.place[name]*l.pitch, "■")
		}
	}
	return row.String()
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
func (l *lanes) arrows(row row, s *step) {
	a, ok := l.place[s.from]
	if !ok {
		return
	}
	x := a * l.pitch
	line := "─"
	if s.shape == collects || s.shape == answers {
		line = "╌"
	}
	for _, to := range s.to {
		if b, ok := l.place[to]; ok {
			row.line(x, b*l.pitch, line)
		}
	}
	for _, to := range s.to {
		if b, ok := l.place[to]; ok {
			row.ends(x, b*l.pitch, s)
		}
	}
}

func sign(n int) int {
	if n < 0 {
		return -1
	}
	return 1
}

// row is a line under construction, one string for each column. A character that takes two columns
// is followed by an empty string.
type row []string

func newRow(width int) row { return slices.Repeat(row{" "}, width) }

func (r row) put(at int, s string) {
	for _, c := range s {
		n := printable.Width(string(c))
		switch {
		case at+n > len(r):
			return
		case n == 0 && at > 0:
			r[at-1] += string(c)
		case n > 0:
			r[at] = string(c)
			clear(r[at+1 : at+n])
		}
		at += n
	}
}

// lostSign ends the arrow of a message that is lost.
const lostSign = "×"

// line draws a line between two places, across the columns in between.
func (r row) line(x, y int, line string) {
	for i := min(x, y) + 1; i < max(x, y); i++ {
		switch r[i] {
		case "│", "┼":
			r[i] = "┼"
		default:
			r[i] = line
		}
	}
}

// ends draws the ends of an arrow from x to y: a dot where a process acts in this step, and the
// head of the arrow.
func (r row) ends(x, y int, of *step) {
	s := of.shape
	forth, back := "▶", "◀"
	if y < x {
		forth, back = back, forth
	}
	if of.lost {
		forth = lostSign
	}
	dot := func(at int, is bool) {
		if is {
			r.put(at, "●")
		} else {
			r.put(at, "│")
		}
	}
	dot(x, s != collects && s != answers || x == y)
	dot(y, s != posts && !of.lost || x == y)
	if x == y {
		return
	}
	r.put(y-sign(y-x), forth)
	if s == calls || s == answers {
		r.put(x+sign(y-x), back)
	}
}

func (r row) String() string { return strings.Join(r, "") }
