package report

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/checkmodel/checkmodel/checker"
)

// Level is what was explored at one bound of a search that goes from bound to bound.
type Level struct {
	Bound         int `json:"bound"`
	Interleavings int `json:"interleavings"` // that are within it and within no lower one
	Waiting       int `json:"waiting"`       // sequences beyond it that were known by then
	// FirstViolation is the number of the first interleaving with a violation, if that
	// is one of these; otherwise 0.
	FirstViolation int `json:"first_violation"`
}

func newLevels(r *checker.Result) []Level {
	var all []Level
	before := 0
	for _, l := range r.Levels {
		n := Level{Bound: l.Bound, Interleavings: l.Interleavings, Waiting: l.Waiting}
		if before < r.FirstViolation && r.FirstViolation <= before+l.Interleavings {
			n.FirstViolation = r.FirstViolation
		}
		all = append(all, n)
		before += l.Interleavings
	}
	return all
}

// levels writes a table of what was explored at each bound. The last row of a search
// that was stopped need not be all that there is at this bound.
func levels(b *bytes.Buffer, it *Item) {
	r := it.Result
	if len(r.Levels) == 0 {
		return
	}
	head := []string{"Bound", "Interleavings", "Sequences beyond it"}
	b.WriteString("  " + strings.Join(head, "  ") + "\n")
	for row, l := range newLevels(r) {
		for i, n := range []int{l.Bound, l.Interleavings, l.Waiting} {
			b.WriteString("  " + padLeft(fmt.Sprint(n), utf8.RuneCountInString(head[i])))
		}
		if l.FirstViolation > 0 {
			fmt.Fprintf(b, "  the first violation: interleaving %d", l.FirstViolation)
		}
		if stop := it.stop(); stop != "" && row == len(r.Levels)-1 {
			b.WriteString("  stopped here: " + stop)
		}
		b.WriteByte('\n')
	}
}
