package checker

import (
	"slices"

	"github.com/checkmodel/checkmodel/proc"
	"pgregory.net/rapid"
)

// Some faults need two operations that no other family has together, more often than
// once in a long program of all operations. The programs here have a few operations each, any few
// (swarm testing: Groce and others, ISSTA 2012), and everything else of them is drawn, too: how
// they begin, how messages are delivered, what properties see.

// everyOp is each operation of random programs, once.
var everyOp = func() []string {
	ops := slices.Concat(messageOps, processOps, tableOps, ownerOps, allOps, awaitOps, atOnceOps, announceOps, signalOps)
	slices.Sort(ops)
	return slices.Compact(ops)
}()

// waits are those that keep what comes behind them from being executed.
var waits = map[string]bool{"receive": true, "await": true, "await any": true, "named await": true}

// drawMixed draws the system of such a program; it is the caller's to close.
func drawMixed(t *rapid.T, processes, instructions int) *proc.System {
	ops := rapid.SliceOfNDistinct(rapid.SampledFrom(everyOp), 2, 8, rapid.ID).Draw(t, "operations")
	pr := programs(ops, processes, instructions).Draw(t, "program")
	if rapid.Bool().Draw(t, "one row") {
		pr = oneRow(pr)
	}
	var body func(*proc.P)
	switch start := rapid.IntRange(0, 3).Draw(t, "start"); start {
	case 0:
		body = atOnce(pr)
	case 1:
		f := family{program: pr}
		for range pr[1:] {
			f.ties = append(f.ties, rapid.IntRange(0, 2).Draw(t, "tie"))
		}
		body = f.main
	default:
		setup := programs(ops, len(pr), 2).Draw(t, "set-up")[0]
		setup = slices.DeleteFunc(setup, func(in instruction) bool { return waits[in.do] })
		body = pr.mainAfter(setup, start == 3, rapid.Bool().Draw(t, "wait"))
	}
	delivery := rapid.SampledFrom([]proc.Delivery{proc.Instant, proc.Instant, proc.Channel, proc.Bag}).Draw(t, "delivery")
	some := map[string]bool{proc.Board[state](): true}
	shown := rapid.SampledFrom([][2]map[string]bool{{boards, nil}, {boards, some}, {boards, boards}, {some, nil}, {some, some}, {nil, nil}}).Draw(t, "boards")
	t.Log("\n"+pr.String(), delivery)
	main := proc.NewSystem(body)
	main.SetDelivery(delivery)
	main.SetOrdered(shown[0], shown[1])
	return main
}

func checkMixed(t *rapid.T) {
	main := drawMixed(t, 4, 6)
	defer main.Close()
	checkSystem(t, main, false, tooMany)
}

func checkLargerMixed(t *rapid.T) {
	main := drawMixed(t, 5, 12)
	defer main.Close()
	checkLargerSystem(t, main, 2_000)
}
