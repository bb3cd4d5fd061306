package report_test

import (
	"strings"
	"testing"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/report/console"
	"github.com/checkmodel/checkmodel/internal/report/document"
	"github.com/checkmodel/checkmodel/internal/report/prose"
	"github.com/checkmodel/checkmodel/proc"
)

// TestPolling: if interleavings are endless because a process polls, the report says how it can wait
// instead. Other loops do not count as polling.
func TestPolling(t *testing.T) {
	const table, mailbox, life = "poller polls a table: let it wait for the row by Table.Await",
		"poller polls its mailbox: ", "poller polls whether a process is alive: let it Monitor that process"
	for name, c := range map[string]struct {
		round func(p *proc.P, t proc.Table[string, int], main proc.PID)
		want  string
	}{
		"look up":  {func(p *proc.P, t proc.Table[string, int], _ proc.PID) { t.Lookup(p, "x") }, table},
		"member":   {func(p *proc.P, t proc.Table[string, int], _ proc.PID) { t.Member(p, "x") }, table},
		"two rows": {func(p *proc.P, t proc.Table[string, int], _ proc.PID) { t.Lookup(p, "x"); t.Lookup(p, "y") }, table},
		"time out": {func(p *proc.P, _ proc.Table[string, int], _ proc.PID) { proc.ReceiveTimeout[int](p) }, mailbox},
		"alive":    {func(p *proc.P, _ proc.Table[string, int], main proc.PID) { p.IsAlive(main) }, life},
		"a table and a mailbox": {func(p *proc.P, t proc.Table[string, int], _ proc.PID) {
			t.Lookup(p, "x")
			proc.ReceiveTimeout[int](p)
		}, ""},
		"a writer": {func(p *proc.P, t proc.Table[string, int], _ proc.PID) {
			n, _ := t.Lookup(p, "x")
			t.Insert(p, "x", n)
		}, ""},
		"a choice": {func(p *proc.P, _ proc.Table[string, int], _ proc.PID) { p.Choose(2) }, ""},
	} {
		m := checker.Model{Name: "m", Main: func(p *proc.P) {
			rows, main := proc.NewTable[string, int](p, "rows"), p.Self()
			p.Spawn("poller", func(p *proc.P) {
				for {
					c.round(p, rows, main)
				}
			})
			p.Receive()
		}}
		r, err := checker.Check(t.Context(), m, checker.Options{MaxEvents: 50, MaxInterleavings: 1})
		if err != nil || len(r.Repeated) == 0 {
			t.Fatalf("%s: %+v, %v", name, r, err)
		}
		var b strings.Builder
		if err := console.Model((prose.Text{}), &b, document.Item{Name: m.Name, Result: r}); err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(b.String(), " polls "); got != (c.want != "") || strings.Count(b.String(), "\n\n  "+c.want) < 1 {
			t.Errorf("%s: want %q in\n%s", name, c.want, &b)
		}
	}
}
