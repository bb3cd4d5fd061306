package console

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/checkmodel/checkmodel/internal/printable"
	"github.com/checkmodel/checkmodel/internal/report/document"
	"github.com/checkmodel/checkmodel/internal/report/prose"
)

// levels writes a table of the interleavings explored under each bound. If the search was stopped,
// the last row need not be complete.
func levels(t prose.Text, b *bytes.Buffer, it *document.Item) {
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
			b.WriteString("  " + prose.PadLeft(fmt.Sprint(n), printable.Width(head[i])))
		}
		note := ""
		if l.FirstViolation > 0 {
			note = fmt.Sprintf("the first violation: interleaving %d", l.FirstViolation)
		}
		if stop := it.Stop(); stop != "" && row == len(r.Levels)-1 {
			note = strings.TrimLeft(note+"  stopped here: "+stop, " ")
		}
		if note != "" {
			b.WriteString("  " + t.Broken(note, numbers+2, 4))
		}
		b.WriteByte('\n')
	}
}
