package checker

import (
	"slices"

	"github.com/checkmodel/checkmodel/internal/world"
	"github.com/checkmodel/checkmodel/proc"
	"pgregory.net/rapid"
)

// Some faults need two operations that no other family combines, more often than a long program of
// all operations has them. Each program here has a few operations, drawn from all (swarm testing:
// Groce and others, ISSTA 2012), and everything else is drawn, too: how the program begins, how
// messages are delivered, what properties see.

// everyOp is each operation of random programs, once.
var everyOp = func() []string {
	ops := slices.Concat(messageOps, processOps, tableOps, ownerOps, allOps, awaitOps, atOnceOps, announceOps, signalOps,
		[]string{"timed", "now", "sleep", "within"})
	slices.Sort(ops)
	return slices.Compact(ops)
}()

// waits lists the instructions that can keep later ones from being executed.
var waits = map[string]bool{"receive": true, "await": true, "await any": true, "named await": true}

// drawMixed draws the first process of such a program.
func drawMixed(t *rapid.T, processes, instructions int) func(*proc.P) {
	ops := rapid.SliceOfNDistinct(rapid.SampledFrom(everyOp), 2, 8, rapid.ID).Draw(t, "operations")
	return drawStart(t, ops, programs(ops, processes, instructions).Draw(t, "program"))
}

// drawStart draws how the program, made of the operations, begins.
func drawStart(t *rapid.T, ops []string, pr program) func(*proc.P) {
	if rapid.Bool().Draw(t, "one row") {
		pr = oneRow(pr)
	}
	t.Log("\n" + pr.String())
	switch start := rapid.IntRange(0, 3).Draw(t, "start"); start {
	case 0:
		return atOnce(pr)
	case 1:
		f := family{program: pr}
		for range pr[1:] {
			f.ties = append(f.ties, rapid.IntRange(0, 2).Draw(t, "tie"))
		}
		return f.main
	default:
		setup := programs(ops, len(pr), 2).Draw(t, "set-up")[0]
		setup = slices.DeleteFunc(setup, func(in instruction) bool { return waits[in.do] })
		return pr.mainAfter(setup, start == 3, rapid.Bool().Draw(t, "wait"))
	}
}

// drawMixedSystem also draws the surroundings of a program. The caller must close the system.
func drawMixedSystem(t *rapid.T, processes, instructions int) *world.System {
	main := trustedSystem(drawMixed(t, processes, instructions))
	main.SetDelivery(rapid.SampledFrom([]proc.Delivery{proc.Instant, proc.Instant, proc.Channel, proc.Bag}).Draw(t, "delivery"))
	some := map[world.Board]bool{world.States[state](): true}
	shown := rapid.SampledFrom([][2]map[world.Board]bool{{boards, nil}, {boards, some}, {boards, boards}, {some, nil}, {some, some}, {nil, nil}})
	on := shown.Draw(t, "boards")
	main.SetOrdered(on[0], on[1])
	return main
}

func checkMixed(t *rapid.T) {
	main := drawMixedSystem(t, 4, 6)
	defer main.Close()
	checkSystem(t, main, false, tooMany)
}

func checkLargerMixed(t *rapid.T) {
	main := drawMixedSystem(t, 5, 12)
	defer main.Close()
	checkLargerSystem(t, main, 2_000)
}

// drawModel draws a model with rules and goals.
func drawModel(t *rapid.T) Model {
	m := anyGoal("m")
	m.Rules = []Rule{neverAlike, sometimesAlike}
	if rapid.Bool().Draw(t, "living") {
		m.Rules[0] = m.Rules[0].Living()
	}
	if rapid.Bool().Draw(t, "mixed") {
		m.Main = drawMixed(t, 4, 8)
		return m
	}
	if rapid.IntRange(0, 3).Draw(t, "time") == 0 {
		m.Main, m.Faults = drawTime(t)
		return m
	}
	if rapid.IntRange(0, 3).Draw(t, "nodes") == 0 {
		m.Main, m.Faults = drawNodes(t)
		return m
	}
	if rapid.IntRange(0, 3).Draw(t, "network") == 0 {
		m.Main, m.Faults = drawDisturbed(t)
		return m
	}
	ops := rapid.SampledFrom([][]string{messageOps, tableOps, processOps, allOps, awaitOps, announceOps}).Draw(t, "operations")
	m.Main = programs(ops, 4, 8).Draw(t, "program").main(rapid.Bool().Draw(t, "wait"))
	return m
}

// drawDisturbed draws a program whose messages have faults, or whose network is cut. There is a message with faults, as
// a model without one is refused; and none is reordered, as the delivery is not known.
func drawDisturbed(t *rapid.T) (func(*proc.P), Faults) {
	draw := rapid.SampledFrom([]func(*rapid.T, proc.Delivery) (func(*proc.P), Faults){drawNetwork, drawParted}).Draw(t, "faults")
	main, faults := draw(t, proc.Bag)
	faults.Links = nil
	if faults.Partitions == 0 && !faults.ofMessages() {
		faults.Losses = 1
	}
	return func(p *proc.P) {
		if faults.ofMessages() {
			p.Send(p.Spawn("taker", func(p *proc.P) { p.Receive() }, proc.Daemon), "a message")
		}
		main(p)
	}, faults
}
