package randomprograms

import (
	"github.com/checkmodel/checkmodel/proc"
	"pgregory.net/rapid"
)

// Whether a process can tell that a counter was changed depends on its old and new values, so the
// search must predict how an UpdateCounter counts in another order.

// CounterStep is an operation of a random program on the only counter.
type CounterStep struct {
	Do string
	By int // or the value that is meant
}

// Counting is a program of such operations.
func Counting(processes [][]CounterStep) func(*proc.P) {
	return func(p *proc.P) {
		table := proc.NewTable[int, int](p, "counters")
		table.Insert(p, 0, 0)
		for _, all := range processes {
			p.Spawn("process", func(p *proc.P) {
				for _, c := range all {
					meant := func(v int) bool { return v == c.By }
					switch c.Do {
					case "count":
						proc.UpdateCounter(p, table, 0, c.By)
					case "count from":
						proc.UpdateCounter(p, table, 0, c.By, 2)
					case "delete":
						table.Delete(p, 0)
					case "select":
						table.Select(p, func(_, v int) bool { return meant(v) })
					case "await":
						table.Await(p, 0, meant)
					case "insert":
						table.Insert(p, 0, c.By)
					}
				}
			})
		}
		proc.Receive[string](p)
	}
}

// DrawCounting draws such a program.
func DrawCounting(t *rapid.T) func(*proc.P) {
	what := rapid.Custom(func(t *rapid.T) CounterStep {
		return CounterStep{
			rapid.SampledFrom([]string{"count", "count from", "count from", "select", "select", "await", "insert", "delete"}).Draw(t, "do"),
			rapid.SampledFrom([]int{1, 2, 3, -1}).Draw(t, "by"),
		}
	})
	return Counting(rapid.SliceOfN(rapid.SliceOfN(what, 1, 2), 2, 3).Draw(t, "program"))
}
