package report

import (
	"path"
	"slices"
	"strconv"
	"strings"
)

// position is a line of a source file.
type position struct {
	file string // relative to the working directory if it is in it; with slashes
	line int
}

// blamer finds the positions of violations.
type blamer struct{ Text }

// positionOf returns the position that a place, file:line, names; nil if there is none.
func (t blamer) positionOf(place string) *position {
	file, number := atLine(t.source(place))
	line, err := strconv.Atoi(number)
	if err != nil || line < 1 || file == "" {
		return nil
	}
	return &position{path.Clean(file), line}
}

// inside reports whether the file is in the working directory.
func (p *position) inside() bool {
	return !strings.HasPrefix(p.file, "/") && !strings.Contains(p.file, ":")
}

// blamed returns the position at which a violation is reported. It takes the process which asserts, panics, exposes or
// announces something wrong; at the end of an interleaving the first process that waits for ever, or else the rule. If these
// have no known position, it is the last event that has one; nil if no event has.
func (t blamer) blamed(v *Violation) *position {
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
		if at := t.positionOf(place); at != nil {
			return at
		}
	}
	return nil
}
