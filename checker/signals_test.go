package checker

import (
	"testing"

	"github.com/checkmodel/checkmodel/internal/randomprograms"
	"github.com/checkmodel/checkmodel/internal/testsize"
	"github.com/checkmodel/checkmodel/proc"
	"pgregory.net/rapid"
)

func checkSignals(t *rapid.T) {
	f := randomprograms.DrawParent(t, randomprograms.Programs(randomprograms.SignalOps, 4, 6).Draw(t, "program"))
	t.Log("\n", f.String(), f.Ties)
	checkMain(t, f.Main, false, proc.Instant, tooMany)
}

// A message that comes after a flush, which is independent of it, must race with receives that
// could have taken it.
func TestFlushed(t *testing.T) {
	f := randomprograms.Parent{Program: randomprograms.Program{{{Do: "monitor", To: 1}, {Do: "take down"}, {Do: "flush"}}, nil}, Ties: []int{0}}
	checkMain(t, f.Main, false, proc.Instant, 100_000)
}

// TestUndoneTwice undoes a monitor twice, in all ways, with a read of the mailbox in between, while
// the other process ends.
func TestUndoneTwice(t *testing.T) {
	testsize.LongOnly(t)
	for _, first := range []string{"demonitor", "flush", "info"} {
		for _, second := range []string{"demonitor", "flush", "info"}[testsize.Sample(2, 0):] {
			t.Run(first+" "+second, func(t *testing.T) {
				pr := randomprograms.Program{{{Do: "take any"}}, {{Do: "monitor"}, {Do: first}, {Do: "take down"}, {Do: second}, {Do: "take down"}}}
				checkMain(t, pr.Main(true), false, proc.Instant, 100_000)
				checkMain(t, randomprograms.AtOnce(pr), false, proc.Instant, 100_000)
				checkMain(t, randomprograms.AtOnce(pr), false, proc.Bag, 100_000)
			})
		}
	}
}

// TestEndedInstead has the programs that showed that the search must know everything about the
// prevented operation of an ended process.
func TestEndedInstead(t *testing.T) {
	poll := randomprograms.Instruction{Do: "poll", Set: []int{0, 1}}
	for name, f := range map[string]randomprograms.Parent{
		// The message that is in the mailbox is taken.
		"receive": {Program: randomprograms.Program{{poll}, {{Do: "send"}, {Do: "kill"}}, {{Do: "send"}}}, Ties: []int{0, 0}},
		// The message arrives.
		"send": {Program: randomprograms.Program{{{Do: "send", To: 1, V: 1}}, {{Do: "timer", To: 1}, {Do: "signal"}}}, Ties: []int{0}},
		// It waits for another event than the end does.
		"monitor": {Program: randomprograms.Program{{{Do: "monitor", To: 2}}, {{Do: "exit"}}, nil}, Ties: []int{1, 0}},
		// It links.
		"spawn linked": {Program: randomprograms.Program{{{Do: "spawn linked"}}, {{Do: "kill"}}}, Ties: []int{0}},
	} {
		t.Run(name, func(t *testing.T) { checkMain(t, f.Main, false, proc.Instant, 100_000) })
	}
}
