package console

import (
	"fmt"
	"strings"

	"github.com/checkmodel/checkmodel/internal/printable"
	"github.com/checkmodel/checkmodel/internal/report/prose"
	"github.com/checkmodel/checkmodel/internal/report/story"
	"github.com/checkmodel/checkmodel/trace"
)

// events writes each event on a line, in columns: number, process, operation with result, and
// source. What a process logged comes before its event. What processes declare comes after the event that changes it: ↻ is the
// state of a loop, ▤ a disk.
func (t description) events() {
	if t.v.Shown != t.v.Interleaving && t.v.Property != "" { // the headline names another one
		fmt.Fprintf(t.b, "  %s\n\n", t.Broken(prose.Plural(len(t.v.Trace), "event")+where(t.v), 2, 4))
	}
	rows := make([][3]string, len(t.v.Trace))
	var width [3]int
	for i, e := range t.v.Trace {
		rows[i] = [3]string{fmt.Sprint(e.Number), prose.Clean(e.Process), t.Value(prose.Clean(story.Outcome(&e)), eventWidth)}
		for c, cell := range rows[i] {
			width[c] = max(width[c], printable.Width(cell))
		}
	}
	width[1], width[2] = min(width[1], prose.MaxWho), min(width[2], eventWidth)
	for i, e := range t.v.Trace {
		t.forEver(&e)
		row := rows[i]
		for _, l := range e.Log {
			t.event("  "+prose.PadLeft("", width[0])+"  "+prose.Pad(row[1], width[1]), "| "+prose.Clean(l), "")
		}
		mark := " "
		if story.Reversed(t.v, &e) {
			mark = "*"
		}
		t.event(" "+mark+prose.PadLeft(row[0], width[0])+"  "+prose.Pad(row[1], width[1]), prose.Pad(row[2], width[2]), t.EventPlace(&e))
		for _, d := range e.Declared {
			if sign := map[string]string{trace.LoopState: "↻", trace.DiskState: "▤"}[d.Part]; d.Text != "" {
				t.event("  "+prose.PadLeft("", width[0])+"  "+prose.Pad(prose.Clean(d.Process), width[1]), sign+" "+prose.Clean(d.Text), "")
			}
		}
	}
}

// event writes a line about an event, or several where it is wider than the terminal: then its place is on its own line, and
// the text after the process is indented.
func (t description) event(left, what, source string) {
	line := strings.TrimRight(left+"  "+what+"  "+source, " ")
	if t.Columns == 0 || printable.Fits(line, t.Columns) {
		t.b.WriteString(line + "\n")
		return
	}
	const indent = 6
	parts := prose.Wrapped(strings.TrimRight(what, " "), t.Columns-indent)
	if source != "" {
		parts = append(parts, prose.Wrapped(source, t.Columns-indent)...)
	}
	for _, part := range append(prose.Wrapped(strings.TrimRight(left, " "), t.Columns), parts...) {
		if len(parts) > 0 && part != "" && !strings.HasPrefix(part, " ") {
			part = strings.Repeat(" ", indent) + part
		}
		t.b.WriteString(part + "\n")
	}
}

// forEver writes a line before the first event that repeats for ever.
func (t description) forEver(e *trace.Entry) {
	if e.Number == t.v.LoopFrom {
		fmt.Fprintf(t.b, "  then for ever:\n")
	}
}

// eventWidth is the maximal width of an event, its operation and result, in a list of events.
const eventWidth = 96
