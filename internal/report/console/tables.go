package console

import (
	"fmt"

	"github.com/checkmodel/checkmodel/internal/report/prose"
	"github.com/checkmodel/checkmodel/internal/report/story"
	"github.com/checkmodel/checkmodel/trace"
)

// missingTable explains a crash at the end of the trace that was caused by the absence of a table, if the
// table was removed at the end of another process.
func (t description) missingTable() {
	n := len(t.v.Trace)
	if n == 0 || t.v.Trace[n-1].Kind != story.KindExit {
		return
	}
	asked := story.Before(t.v.Trace, n-1, func(e *trace.Entry) bool { return e.Process == t.v.Trace[n-1].Process })
	if asked == nil || asked.Table == "" || !asked.Failed {
		return
	}
	end := story.Before(t.v.Trace, asked.Number-1, func(e *trace.Entry) bool {
		return e.Table == asked.Table && e.Row != nil && e.Row.Key == ""
	})
	if end == nil || end.Kind != story.KindRelease || !end.Row.Gone {
		return
	}
	table, owner := prose.Clean(end.Table), prose.Clean(end.Process)
	fmt.Fprintf(t.b, "\n  %s\n  %s\n",
		t.Broken(fmt.Sprintf("Table %s belonged to %s and was removed at its end, at %d.", table, owner, end.Number), 2, 2),
		t.Broken(fmt.Sprintf("Let %s wait until the others are done.", owner), 2, 2))
}
