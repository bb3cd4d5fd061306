package report

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/printable"
	"github.com/checkmodel/checkmodel/trace"
)

// explored returns the number of interleavings that all searches explored.
func explored(r *checker.Result) (n trace.Count) {
	if len(r.Levels) == 0 {
		return interleavings(r)
	}
	for _, l := range r.Levels {
		n = n.Plus(trace.CountOf(uint64(l.Interleavings)))
	}
	return n
}

// levels writes a table of the interleavings explored under each bound. If the search was stopped,
// the last row need not be complete.
func levels(t Text, b *bytes.Buffer, it *Item) {
	r := it.Result
	if len(r.Levels) == 0 {
		return
	}
	head := []string{"Bound", "Interleavings", "Branches cut"}
	b.WriteString("\n  " + strings.Join(head, "  ") + "\n")
	numbers := 0
	for _, h := range head {
		numbers += 2 + printable.Width(h)
	}
	for row, l := range r.Levels {
		for i, n := range []int{l.Bound, l.Interleavings, l.BoundCut} {
			b.WriteString("  " + padLeft(fmt.Sprint(n), printable.Width(head[i])))
		}
		note := ""
		if l.FirstViolation > 0 {
			note = fmt.Sprintf("the first violation: interleaving %d", l.FirstViolation)
		}
		if stop := it.stop(); stop != "" && row == len(r.Levels)-1 {
			note = strings.TrimLeft(note+"  stopped here: "+stop, " ")
		}
		if note != "" {
			b.WriteString("  " + t.Broken(note, numbers+2, 4))
		}
		b.WriteByte('\n')
	}
}

// exploredOf says how many interleavings were explored, of the last bound where there were several.
func exploredOf(items []Item, last trace.Count) string {
	var all trace.Count
	for _, it := range items {
		all = all.Plus(explored(it.Result))
	}
	text := "1 interleaving explored"
	if last != trace.One {
		text = last.String() + " interleavings explored"
	}
	if all != last {
		text += fmt.Sprintf(" with the last bound (%v with all)", all)
	}
	return text
}
