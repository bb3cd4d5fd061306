package checker

import (
	"fmt"
	"slices"
	"testing"

	"github.com/checkmodel/checkmodel/proc"
	"pgregory.net/rapid"
)

// If a process must first be told the PIDs of others, it is rarely ended, or overtaken, before its
// main operations. The processes here begin at once: each knows the first process and those that
// were started before it.

// atOnce starts the others and continues as the first process.
func atOnce(pr program) func(*proc.P) {
	return func(p *proc.P) {
		table := proc.NewNamedTable[int, int](p, "named")
		world := surroundings{tables: [2]proc.Table[int, int]{table, table}}
		for range pr {
			world.pids = append(world.pids, p.Self())
		}
		for i, code := range pr[1:] {
			known := world
			known.pids = slices.Clone(world.pids)
			world.pids[i+1] = p.Spawn(fmt.Sprint("p", i+1), func(p *proc.P) { execute(p, code, known) })
		}
		execute(p, pr[0], world)
	}
}

var atOnceOps = []string{"send", "send", "receive", "poll", "poll", "skip", "choose", "timer",
	"insert", "insert", "insert last", "take", "swap", "select", "lookup", "await", "await any", "await any",
	"named insert", "named lookup", "named await", "named await", "rename", "drop", "named", "give",
	"register", "send name", "monitor", "take down", "link", "kill", "kill", "signal", "exit"}

func checkAtOnce(t *rapid.T) {
	all := slices.Concat(atOnceOps, ownerOps, processOps, announceOps, tableOps)
	ops := rapid.SampledFrom([][]string{atOnceOps, all}).Draw(t, "operations")
	pr := programs(ops, 4, 6).Draw(t, "program")
	delivery := rapid.SampledFrom([]proc.Delivery{proc.Instant, proc.Instant, proc.Channel, proc.Bag}).Draw(t, "delivery")
	t.Log("\n", pr.String(), delivery)
	checkMain(t, atOnce(pr), false, delivery, tooMany)
}

// TestEndedChoice: before the signal, the process chooses each alternative.
func TestEndedChoice(t *testing.T) {
	pr := program{{{do: "timer", to: 1}, {do: "kill", to: 1}}, {{do: "choose"}}}
	checkMain(t, atOnce(pr), false, proc.Instant, 100_000)
}

// TestNamedAwait: the table with the name may be renamed and replaced while a process waits.
func TestNamedAwait(t *testing.T) {
	for name, pr := range map[string]program{
		// It no longer depends on the end of the table that had the name first.
		"two tables": {{{do: "rename", v: 1}, {do: "named"}}, {{do: "named await"}}, {{do: "named insert"}}},
		// It fails before the signal that ends it if the table has not been created by then.
		"a table that comes late": {
			{{do: "named", k: 1}, {do: "await any"}},
			{{do: "named await", k: 1, v: 1}},
			{{do: "signal", to: 1}, {do: "await any"}},
		},
		// If it is not killed, it can continue because of what happens after its end.
		"without a name": {{{do: "kill", to: 1}}, {{do: "await"}}, {{do: "rename", v: 1}}},
	} {
		t.Run(name, func(t *testing.T) { checkMain(t, atOnce(pr), false, proc.Instant, 100_000) })
	}
}
