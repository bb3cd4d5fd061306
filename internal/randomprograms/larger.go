package randomprograms

import (
	"github.com/checkmodel/checkmodel/proc"
	"pgregory.net/rapid"
)

// DrawLarger draws the first process of a program that is too large for brute force.
func DrawLarger(t *rapid.T) func(*proc.P) {
	ops := rapid.SampledFrom([][]string{MessageOps, TableOps, AllOps, SignalOps, AtOnceOps, ProcessOps}).Draw(t, "operations")
	pr := Programs(ops, 5, 12).Draw(t, "program")
	t.Log("\n", pr.String())
	if rapid.Bool().Draw(t, "at once") {
		return AtOnce(pr)
	}
	return pr.Main(true)
}

// DrawChoosers draws a program whose processes choose between receives, and race for a name meanwhile. The
// choice of a process hides in which order messages have come to it.
func DrawChoosers(t *rapid.T) Program {
	more := []string{"whereis", "unregister", "insert", "lookup", "exit", "alive", "kill", "monitor", "take down", "flush", "link", "signal",
		"count", "swap", "spawn", "timer", "announce", "take any", "poll", "send last", "send name"}
	ops := append(rapid.SliceOfNDistinct(rapid.SampledFrom(more), 0, 3, rapid.ID).Draw(t, "more"),
		"send", "send", "receive", "receive", "choose", "skip", "register", "register")
	pr := Programs(ops, 5, 18).Draw(t, "program")
	t.Log("\n", pr.String())
	return pr
}
