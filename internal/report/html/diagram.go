package html

import (
	"fmt"
	"slices"

	"github.com/checkmodel/checkmodel/internal/printable"
	"github.com/checkmodel/checkmodel/internal/report/document"
	"github.com/checkmodel/checkmodel/internal/report/prose"
	"github.com/checkmodel/checkmodel/internal/report/story"
	"github.com/checkmodel/checkmodel/trace"
)

// diagram is a space-time diagram of a trace: one lane for each process and each table, time going
// down, one row for each event. The layout is shared by the page and the picture, which templates
// make from it.
type diagram struct {
	Width, Height int
	pitch         int // from one lane to the next
	names         *story.Names
	LabelX        int // where the label of a row begins
	Lanes         []lane
	Bands         []band
	Cuts          []cut
	Rows          []event
	Arrows        []arrow
	Folds         []foldedRow
	Legend        string // of the names, below the rows
	LegendY       int
	inside        []bool // which events are in the row of the previous event
	shift         []int  // after each event, and in 0 before the first: how many rows there are more than events
}

// addLegend adds a line below the rows.
func (d *diagram) addLegend(text string) {
	if text != "" {
		d.Legend, d.LegendY = text, d.Height
		d.Height += rowHeight
		d.Width = max(d.Width, charWidth*printable.Width(text)+20)
	}
}

// lane is the lifetime of a process or a table.
type lane struct {
	Name, Short string
	X, HeadY    int
	Top, Bottom int
	downs       []segment // where the process is down, in order
	Table       bool
	Color       int
}

// segment is a part of a lane.
type segment struct{ Top, Bottom int }

// Segments returns the parts of the lane in which the process lives.
func (l lane) Segments() (parts []segment) {
	top := l.Top
	for _, d := range l.downs {
		parts = append(parts, segment{top, d.Top})
		top = d.Bottom
	}
	return append(parts, segment{top, l.Bottom})
}

// band is the background of the events of one step.
type band struct {
	Y, Height int
	Odd       bool
}

// cut is the background of the rows in which the network is cut.
type cut struct {
	Y, Height int
	Title     string
}

// event is a row.
type event struct {
	Number       int
	X, Y         int
	Shape        string // dot, ring, square, stop, bad
	Color        int
	Title        string // the whole event
	Label        string
	Source       string
	First        bool // of its step
	Raced        bool // its order with another event was reversed
	Loops        bool // it repeats for ever
	Removed      bool // by minimizing
	Inside       bool // it is in the row of the event before
	TableX       int  // the lane of its table
	Reads, Write bool
}

// foldedRow is a row for events that were removed.
type foldedRow struct {
	story.Removal
	Y int
}

// arrow is a message from its send to its arrival, or the start of a process.
type arrow struct {
	From, To       int // numbers of events; To is 0 for a message that is not taken
	X1, Y1, X2, Y2 int
	Kind           string // message, untaken, lost, start
	Title          string
}

// Measures of a diagram, in pixels.
const (
	rowHeight  = 22
	marginLeft = 66
	headHeight = 48 // of the names, which are in two rows
	charWidth  = 7  // of a label, about
	maxLabel   = 110
	colors     = 8
)

// Reach is the width of lines through the whole picture, which may be shown in a wider place.
func (d *diagram) Reach() int { return d.Width + 10_000 }

// newDiagram lays out the trace of a violation, with folds for the removed events.
func newDiagram(t prose.Text, v *document.Violation, from []story.Removal) *diagram {
	d := &diagram{names: story.NamesOf(v)}
	x, tables := d.addLanes(v)
	d.LabelX = marginLeft + d.pitch*len(d.Lanes) + 10
	steps := story.Fold(v)
	d.addFolds(v, steps, from)
	d.Height = headHeight + rowHeight*(len(v.Trace)+d.shift[len(v.Trace)]) + rowHeight
	d.addRows(t, v, steps, x, tables)
	d.addArrows(v, x)
	d.addCuts(v)
	d.setLives(v, x, tables)
	longest := 0
	for _, r := range d.Rows {
		longest = max(longest, printable.Width(r.Label)+printable.Width(r.Source)+3)
	}
	for _, f := range d.Folds {
		longest = max(longest, printable.Width(f.String()))
	}
	d.Width = d.LabelX + charWidth*longest + 20
	return d
}

// addLanes adds the lanes and returns the positions of the lanes of processes and tables.
func (d *diagram) addLanes(v *document.Violation) (x, tables map[string]int) {
	x, tables = map[string]int{}, map[string]int{}
	longest := 0
	add := func(at map[string]int, name string, table bool) {
		short := d.names.In(14, prose.Clean(name))
		longest = max(longest, printable.Width(short))
		at[name] = len(d.Lanes)
		d.Lanes = append(d.Lanes, lane{Name: prose.Clean(name), Short: short, Table: table, Color: len(d.Lanes) % colors})
	}
	for _, name := range story.Appearing(v) {
		add(x, name, false)
	}
	for i := range v.Trace {
		name := v.Trace[i].Table
		if _, ok := tables[name]; !ok && name != "" {
			add(tables, name, true)
		}
	}
	d.pitch = max(44, (charWidth*longest+14)/2)
	for _, places := range []map[string]int{x, tables} {
		for name, n := range places {
			places[name] = marginLeft + d.pitch*n + d.pitch/2
			d.Lanes[n].X, d.Lanes[n].HeadY = places[name], 18+16*(n%2)
		}
	}
	return x, tables
}

// addFolds adds a row for each place where events were removed; later ones come below it. Events in the row of the previous
// event have none.
func (d *diagram) addFolds(v *document.Violation, steps []story.Step, places []story.Removal) {
	d.shift, d.inside = make([]int, len(v.Trace)+1), make([]bool, len(v.Trace))
	for k := range steps {
		for _, i := range steps[k].Inside {
			d.inside[i] = true
		}
	}
	for n := range d.shift {
		if n > 0 {
			d.shift[n] = d.shift[n-1]
		}
		switch inside := n < len(v.Trace) && d.inside[n]; {
		case len(places) > 0 && places[0].After == n:
			d.Folds = append(d.Folds, foldedRow{places[0], d.rowY(n) + rowHeight})
			d.shift[n]++
			places = places[1:]
			if inside {
				d.inside[n] = false
			}
		case inside:
			d.shift[n]--
		}
	}
}

// rowY returns the middle of the row of event number n.
func (d *diagram) rowY(n int) int {
	return headHeight + rowHeight*(n-1+d.shift[max(0, n-1)]) + rowHeight/2
}

func (d *diagram) addRows(t prose.Text, v *document.Violation, steps []story.Step, x, tables map[string]int) {
	for k, s := range steps {
		who := d.names.Who(maxLabel/2, s.Who.Clean())
		label := who + ":  " + story.What(t, &s, maxLabel-printable.Width(who))
		first, last := s.Events[0], s.Events[len(s.Events)-1]
		top := d.rowY(first+1) - rowHeight/2
		d.Bands = append(d.Bands, band{Y: top, Height: d.rowY(last+1) + rowHeight/2 - top, Odd: k%2 == 1})
		for n, i := range s.Events {
			e := &v.Trace[i]
			r := event{
				Number: i + 1, Y: d.rowY(i + 1), X: d.place(e, x), Shape: shapeOf(e, i == len(v.Trace)-1 && !slices.ContainsFunc(v.Waiting, story.Stuck) && v.Property != "" && v.LoopFrom == 0),
				Title: prose.Clean(e.Process) + ": " + prose.Clean(story.Outcome(e)), First: n == 0, Label: label, Loops: v.LoopFrom > 0 && i+1 >= v.LoopFrom,
			}
			r.Color = (r.X - marginLeft) / d.pitch % colors
			if shares := i+1 < len(d.inside) && d.inside[i+1]; d.inside[i] && e.Kind != story.KindExit || shares && e.Kind == story.KindCrash {
				r.Shape = "" // one sign is enough
			}
			switch {
			case n == 0:
				r.Source = t.Places(s.Places)
			case d.inside[i]:
				r.Label, r.Inside = "", true
			default:
				r.Label = prose.Shorten(prose.Clean(story.Outcome(e)), maxLabel)
			}
			if why := v.Reversal; why != nil && (why.First.Number == i+1 || why.Second.Number == i+1) {
				r.Raced = true
			}
			if at := tables[e.Table]; at > 0 {
				r.TableX, r.Write, r.Reads = at, e.Row != nil, e.Row == nil
			}
			d.Rows = append(d.Rows, r)
		}
	}
}

// place returns the lane of an event. For a channel it is the lane of the process it delivers to.
func (d *diagram) place(e *trace.Entry, x map[string]int) int {
	if at, ok := x[e.Process]; ok {
		return at
	}
	if at, ok := x[e.With]; ok {
		return at
	}
	return marginLeft
}

func shapeOf(e *trace.Entry, violation bool) string {
	switch {
	case violation:
		return "bad"
	case e.Kind == story.KindExit:
		return "stop"
	case e.External != "":
		return "diamond"
	case e.Table != "":
		return "square"
	case story.Takes(e), len(e.Collected) > 0, e.Kind == story.KindDeliver:
		return "ring"
	case slices.Contains(story.KindsTimeout, e.Kind):
		return "late"
	}
	return "dot"
}

func (d *diagram) addArrows(v *document.Violation, x map[string]int) {
	taken := map[int][]int{} // several, if the message is duplicated
	for i := range v.Trace {
		if e := &v.Trace[i]; story.Takes(e) || story.CutOff(e) && e.Sent > 0 {
			taken[e.Sent] = append(taken[e.Sent], i+1)
		}
		for _, sent := range v.Trace[i].Collected {
			taken[sent] = append(taken[sent], i+1)
		}
	}
	for i := range v.Trace {
		e := &v.Trace[i]
		a := arrow{From: i + 1, X1: d.Rows[i].X, Y1: d.rowY(i + 1), Title: prose.Clean(e.Message)}
		to, ok := x[e.With]
		switch {
		case !ok:
			continue
		case e.Kind == story.KindSpawn || e.Kind == story.KindTimer:
			a.Kind, a.X2, a.Y2 = "start", to, a.Y1
		case e.Message == "" || story.Takes(e) || e.Kind == story.KindDeliver:
			continue
		case len(taken[i+1]) > 0:
			for _, by := range taken[i+1] {
				b := a
				b.Kind, b.To, b.X2, b.Y2 = "message", by, to, d.rowY(by)
				if b = d.shortened(b); story.IsLost(&v.Trace[by-1]) || story.CutOff(&v.Trace[by-1]) {
					b = b.halfway()
				}
				d.Arrows = append(d.Arrows, b)
			}
			continue
		default:
			a.Kind, a.X2, a.Y2 = "untaken", to, a.Y1+rowHeight/2
			if story.CutOff(e) {
				a = a.halfway()
			}
		}
		d.Arrows = append(d.Arrows, d.shortened(a))
	}
}

// addCuts adds the partitions of the network, each up to the event in which it heals.
func (d *diagram) addCuts(v *document.Violation) {
	for i := range v.Trace {
		switch e := &v.Trace[i]; e.Kind {
		case story.KindSever:
			d.Cuts = append(d.Cuts, cut{d.rowY(i + 1), d.Height - rowHeight - d.rowY(i+1), prose.Clean(e.Operation)})
		case story.KindHeal:
			c := &d.Cuts[len(d.Cuts)-1]
			c.Height = d.rowY(i+1) - c.Y
		}
	}
}

// halfway makes the arrow stop halfway, as a lost message does not arrive.
func (a arrow) halfway() arrow {
	a.Kind, a.Title = "lost", a.Title+" is lost"
	a.X2, a.Y2 = a.X1+(a.X2-a.X1)*2/3, a.Y1+(a.Y2-a.Y1)*2/3
	return a
}

// End is the mark at the end of the arrow: a cross if the message is lost.
func (a arrow) End() string {
	if a.Kind == "lost" {
		return a.Kind
	}
	return "tip"
}

// shortened makes the arrow end at the edge of its target.
func (d *diagram) shortened(a arrow) arrow {
	const gap = 7
	switch {
	case a.X2 > a.X1:
		a.X2 -= gap
	case a.X2 < a.X1:
		a.X2 += gap
	default:
		a.Y2 -= gap
	}
	return a
}

// setLives sets where the lanes begin and end.
func (d *diagram) setLives(v *document.Violation, x, tables map[string]int) {
	at := func(places map[string]int, name string) *lane {
		if place, ok := places[name]; ok {
			return &d.Lanes[(place-marginLeft)/d.pitch]
		}
		return &lane{} // which is not drawn
	}
	for n := range d.Lanes {
		d.Lanes[n].Top, d.Lanes[n].Bottom = headHeight-6, d.Height-rowHeight/2
	}
	for i := range v.Trace {
		e := &v.Trace[i]
		switch whole := e.Row != nil && e.Row.Key == ""; {
		case whole && e.Row.Gone:
			at(tables, e.Table).Bottom = d.rowY(i + 1)
		case whole:
			at(tables, e.Table).Top = d.rowY(i + 1)
		}
	}
	for name, spans := range story.LifeOf(v).Spans {
		l := at(x, name)
		for k, s := range spans {
			switch {
			case k > 0:
				l.downs = append(l.downs, segment{l.Bottom, max(d.rowY(s.From), l.Bottom+rowHeight/2)})
				l.Bottom = d.Height - rowHeight/2
			case s.From > 0:
				l.Top = d.rowY(s.From)
			}
			if s.To > 0 {
				l.Bottom = d.rowY(s.To)
			}
		}
	}
}

// Path is the line of an arrow; one from a process to itself goes around.
func (a arrow) Path() string {
	if a.X1 == a.X2 {
		return fmt.Sprintf("M%d %d C%d %d %d %d %d %d", a.X1, a.Y1, a.X1+26, a.Y1, a.X2+26, a.Y2, a.X2+4, a.Y2+3)
	}
	return fmt.Sprintf("M%d %d L%d %d", a.X1, a.Y1, a.X2, a.Y2)
}
