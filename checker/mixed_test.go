package checker

import (
	"github.com/checkmodel/checkmodel/internal/randomprograms"
	"github.com/checkmodel/checkmodel/internal/world"
	"github.com/checkmodel/checkmodel/proc"
	"pgregory.net/rapid"
)

// drawMixedSystem also draws the surroundings of a program. The caller must close the system.
func drawMixedSystem(t *rapid.T, processes, instructions int) *world.System {
	main := trustedSystem(randomprograms.DrawMixed(t, processes, instructions))
	main.SetDelivery(rapid.SampledFrom([]proc.Delivery{proc.Instant, proc.Instant, proc.Channel, proc.Bag}).Draw(t, "delivery"))
	some := map[world.Board]bool{world.States[randomprograms.State](): true}
	shown := rapid.SampledFrom([][2]map[world.Board]bool{{randomprograms.Boards, nil}, {randomprograms.Boards, some}, {randomprograms.Boards, randomprograms.Boards}, {some, nil}, {some, some}, {nil, nil}})
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
		m.Main = randomprograms.DrawMixed(t, 4, 8)
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
	ops := rapid.SampledFrom([][]string{randomprograms.MessageOps, randomprograms.TableOps, randomprograms.ProcessOps, randomprograms.AllOps, randomprograms.AwaitOps, randomprograms.AnnounceOps}).Draw(t, "operations")
	m.Main = randomprograms.Programs(ops, 4, 8).Draw(t, "program").Main(rapid.Bool().Draw(t, "wait"))
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
