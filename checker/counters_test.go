package checker

import (
	"testing"

	"github.com/checkmodel/checkmodel/proc"
	"pgregory.net/rapid"
)

// Whether a process can tell that a counter was changed depends on its old and new values, so the
// search must predict how an UpdateCounter counts in another order.

// counted is an operation of a random program on the only counter.
type counted struct {
	Do string
	By int // or the value that is meant
}

// counting is a program of such operations.
func counting(processes [][]counted) func(*proc.P) {
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

func checkCounters(t *rapid.T) {
	what := rapid.Custom(func(t *rapid.T) counted {
		return counted{
			rapid.SampledFrom([]string{"count", "count from", "count from", "select", "select", "await", "insert", "delete"}).Draw(t, "do"),
			rapid.SampledFrom([]int{1, 2, 3, -1}).Draw(t, "by"),
		}
	})
	processes := rapid.SliceOfN(rapid.SliceOfN(what, 1, 2), 2, 3).Draw(t, "program")
	checkMain(t, counting(processes), false, proc.Instant, tooMany)
}

// TestCounterFromNothing: whether the select sees the counter depends on which of the two begins it.
func TestCounterFromNothing(t *testing.T) {
	checkMain(t, counting([][]counted{
		{{"delete", 0}, {"count from", 3}},
		{{"count from", -1}, {"select", 5}},
		{{"select", 1}},
	}), false, proc.Instant, 10*tooMany)
}

// TestCounterIsForeseen: the select of 2 sees the result of 3 and then -1, but not that of -1
// before 3.
func TestCounterIsForeseen(t *testing.T) {
	checkMain(t, counting([][]counted{
		{{"count", 3}},
		{{"select", 2}, {"count", 1}},
		{{"count", -1}, {"await", 1}},
	}), false, proc.Instant, 10*tooMany)
}
