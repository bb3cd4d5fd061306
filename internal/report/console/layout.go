package console

import (
	"strings"

	"github.com/checkmodel/checkmodel/internal/printable"
	"github.com/checkmodel/checkmodel/internal/report/prose"
	"github.com/checkmodel/checkmodel/internal/report/story"
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
	names                     *story.Names
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

// lineStart returns the part of the line of step k before its events.
func (l *layout) lineStart(t prose.Text, k int, s *story.Step) string {
	text := ""
	if l.withLanes {
		text = l.lanes.draw(k, s).pad(t) + "  "
	}
	if l.withWho {
		text += prose.Pad(l.names.Who(l.who, s.Who.Clean()), l.who) + "  "
	}
	return text
}

// below returns the same part of a further line of step k.
func (l *layout) below(t prose.Text, k int) string {
	text := l.between(t, k)
	if l.withWho {
		text += strings.Repeat(" ", l.who+2)
	}
	return text
}

// between returns the lanes on an extra line after step k.
func (l *layout) between(t prose.Text, k int) string {
	if l.withLanes {
		return l.lanes.draw(k+1, nil).pad(t) + "  "
	}
	return ""
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
