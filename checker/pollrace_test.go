package checker

import (
	"strings"
	"sync/atomic"
	"testing"

	"github.com/checkmodel/checkmodel/proc"
)

// TestPollsApart: a turn in advance that finds a fault of the model reads nothing of a worker that is at work. (The race detector decides.)
func TestPollsApart(t *testing.T) {
	faults := 0
	for most := int64(30); most < 70; most += 3 {
		var executions atomic.Int64
		poller := func(p *proc.P, rows proc.Table[int, int]) {
			if executions.Add(1) > most {
				p.Send(p.Self(), 0)
			}
			p.Send(p.Self(), 1)
			proc.Loop(p, 0, func(last *int) bool {
				n, _ := rows.Lookup(p, 1)
				*last = max(*last, n/4)
				return *last < 3
			})
		}
		m := Model{Name: "polls", Main: func(p *proc.P) {
			rows := proc.NewTable[int, int](p, "rows")
			for range 2 {
				p.Spawn("poller", func(p *proc.P) { poller(p, rows) })
			}
			for i := range 3 {
				p.Spawn("writer", func(p *proc.P) {
					for k := range 4 {
						rows.Insert(p, 1, 4*k+i)
					}
				})
			}
		}}
		_, err := Check(t.Context(), m, Options{Algorithm: Optimal, Workers: 4, MaxInterleavings: 400, Until: UntilEnd, TrustModel: true})
		if err != nil {
			if faults++; !strings.Contains(err.Error(), "not deterministic") {
				t.Fatal(err)
			}
		}
	}
	if faults == 0 {
		t.Error("no search has found the fault")
	}
}
