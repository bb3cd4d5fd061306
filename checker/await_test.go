package checker

import (
	"testing"

	"github.com/checkmodel/checkmodel/proc"
	"pgregory.net/rapid"
)

var awaitOps = []string{"await", "await", "await", "await any", "insert", "insert", "insert", "insert", "delete", "delete", "take",
	"swap", "insert new", "lookup", "send", "poll", "skip"}

// oneRow lets all operations of a program be about the same row, as an Await is
// no test of the search if nothing happens to its row.
func oneRow(pr program) program {
	for _, code := range pr {
		for i := range code {
			code[i].k = 0
		}
	}
	return pr
}

// checkAwait has processes that wait for a row that comes and goes.
func checkAwait(t *rapid.T) {
	ops := rapid.SampledFrom([][]string{awaitOps[:11], awaitOps}).Draw(t, "operations")
	checkProgram(t, oneRow(programs(ops, 3, 8).Draw(t, "program")), rapid.Bool().Draw(t, "wait"), proc.Instant)
}

// checkAwaitAndSignals ends them meanwhile.
func checkAwaitAndSignals(t *rapid.T) {
	ops := append([]string{"kill", "kill", "signal", "exit"}, awaitOps[:11]...)
	f := family{program: oneRow(programs(ops, 3, 7).Draw(t, "program"))}
	for range f.program[1:] {
		f.ties = append(f.ties, rapid.IntRange(0, 2).Draw(t, "tie"))
	}
	t.Log("\n", f.String(), f.ties)
	checkMain(t, f.main, false, proc.Instant, tooMany)
}

// TestAwaitOpportunities has one process that makes a row right, wrong and right
// again, so the other one has two times to go on, and no race leads from the second
// directly to the first.
func TestAwaitOpportunities(t *testing.T) {
	set := func(v int) instruction { return instruction{do: "insert", v: v} }
	await := instruction{do: "await", v: 1}
	for name, pr := range map[string]program{
		"two":             {{set(1), set(0), set(1)}, {await}},
		"one in the past": {{set(1), set(0)}, {await}},
		"two who wait":    {{set(1), set(0), set(1)}, {await}, {await}},
		"a third":         {{set(1), set(0), set(1), set(0), set(1)}, {await}},
		"ended":           {{set(1), set(0), {do: "kill", to: 1}}, {await, set(2)}},
		"deleted":         {{set(1), {do: "delete"}, set(1)}, {await}},
	} {
		t.Run(name, func(t *testing.T) { checkMain(t, pr.main(true), false, proc.Instant, 100_000) })
	}
}
