package story

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/checkmodel/checkmodel/internal/report/document"
	"github.com/checkmodel/checkmodel/internal/report/prose"
)

// Position is a line of a source file.
type Position struct {
	File string // relative to the working directory if it is in it; with slashes
	Line int
}

// PositionOf returns the position that a place, file:line, names; nil if there is none.
func PositionOf(t prose.Text, place string) *Position {
	file, number := prose.AtLine(t.Source(place))
	line, err := strconv.Atoi(number)
	if err != nil || line < 1 || file == "" {
		return nil
	}
	return &Position{path.Clean(file), line}
}

// Inside reports whether the file is in the working directory.
func (p *Position) Inside() bool {
	return !strings.HasPrefix(p.File, "/") && !strings.Contains(p.File, ":")
}

// Blame returns the position at which a violation is reported. It takes the process which asserts, panics, exposes or
// announces something wrong; at the end of an interleaving the first process that waits for ever, or else the rule. If these
// have no known position, it is the last event that has one; nil if no event has.
func Blame(t prose.Text, v *document.Violation) *Position {
	var places []string
	if last := len(v.Trace) - 1; v.Process != "" && last >= 0 {
		places = append(places, v.Trace[last].Source)
	}
	for _, w := range v.Waiting {
		if !w.Daemon {
			places = append(places, w.Source)
		}
	}
	places = append(places, v.Rule)
	for _, e := range slices.Backward(v.Trace) {
		places = append(places, e.Source)
	}
	for _, place := range places {
		if at := PositionOf(t, place); at != nil {
			return at
		}
	}
	return nil
}
