package checker

import (
	"testing"

	"github.com/checkmodel/checkmodel/proc"
)

// The search predicts the effect of an operation in an order that was not executed yet. If a
// prediction is wrong, a branch to the left seems to cover the new order, or not to, and a class is
// missed, or explored twice. Here are the smallest programs in which this matters, one for each
// kind of prediction.

// waitForEver is what the first process of such a program does in the end, so that its
// tables remain.
func waitForEver(p *proc.P) { proc.Receive[string](p) }

var foreseen = map[string]func(*proc.P){
	// A cell holds what was written to it last, even if it was only read since: before the
	// Unregister, Register finds the name taken. So it does not name the process, and a Register
	// that checks whether the process has a name cannot tell.
	"a name that was looked up": func(p *proc.P) {
		p.Register("a", p.Spawn("a", waitForEver))
		p.Register("b", p.Spawn("b", waitForEver))
		p.Whereis("a")
		self := p.Self()
		p.Spawn("asks", func(p *proc.P) { p.Register("b", self) })
		p.Spawn("frees", func(p *proc.P) { p.Unregister("a") })
		p.Spawn("takes", func(p *proc.P) { p.Register("a", self) })
		waitForEver(p)
	},
	// If a row is written again with the same value, the write reports the last different value, as
	// the previous write would if they were exchanged. So it depends on a select of that value.
	"a row that is written again": func(p *proc.P) {
		table := proc.NewTable[int, int](p, "t")
		table.Insert(p, 0, 0)
		table.Insert(p, 0, 1)
		for range 2 {
			p.Spawn("selects", func(p *proc.P) { table.Select(p, func(_, v int) bool { return v == 0 }) })
		}
		p.Spawn("writes", func(p *proc.P) { table.Insert(p, 0, 1) })
		waitForEver(p)
	},
	// An Await fails when the table is removed, if its process is not killed first. It finds
	// neither the table nor its row.
	"a table that is gone": func(p *proc.P) {
		table := proc.NewTable[int, int](p, "t")
		table.Insert(p, 0, 0)
		waits := p.Spawn("waits", func(p *proc.P) { proc.Try(func() { awaitOne(p, table) }) })
		table.Drop(p)
		p.Kill(waits)
	},
	// A process that polls may find nothing, if it is not ended first.
	"a poll that is ended": func(p *proc.P) {
		polls := p.Spawn("polls", func(p *proc.P) { proc.ReceiveTimeout[int](p) })
		p.Kill(polls)
	},
	// A message that was taken cannot be taken again instead of ending.
	"a second receive that is ended": func(p *proc.P) {
		receives := p.Spawn("receives", func(p *proc.P) {
			proc.Receive[int](p)
			proc.Receive[int](p)
		})
		p.Send(receives, 1)
		p.Spawn("kills", func(p *proc.P) { p.Kill(receives) })
	},
}

func TestPredictedEffects(t *testing.T) {
	for name, body := range foreseen {
		t.Run(name, func(t *testing.T) { checkMain(t, body, false, proc.Instant, 10*tooMany) })
	}
}
