package checker

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/checkmodel/checkmodel/internal/randomprograms"
	"github.com/checkmodel/checkmodel/internal/world"
	"github.com/checkmodel/checkmodel/internal/world/program"
	"github.com/checkmodel/checkmodel/optimaldpor/backtrack"
	"github.com/checkmodel/checkmodel/proc"
)

func checkDiverted(t *rapid.T) {
	checkLarger(t, randomprograms.DrawDiverted(t).Main, proc.Instant, 1_500)
}

func checkMachines(t *rapid.T) {
	main := trustedSystem(randomprograms.DrawMachines(t).Main)
	defer main.Close()
	main.SetDelivery(rapid.SampledFrom([]proc.Delivery{proc.Instant, proc.Instant, proc.Channel, proc.Bag}).Draw(t, "delivery"))
	seed := rapid.Uint64().Draw(t, "seed")
	if tooLong(t, main, seed) { // machines that start others without end
		reject(t, "too many events")
	}
	checkWalks(t, main, 2_000, seed)
}

// tooLong reports whether some interleavings come near to the limit on events.
func tooLong(t rapid.TB, main *world.System, seed uint64) bool {
	walks := &randomly{Naive: backtrack.NewNaive(backtrack.Config{}), random: rand.New(rand.NewPCG(seed, 2)), left: 10}
	o := Options{Until: UntilEnd, MaxEvents: 300, TrustModel: true}
	r, err := searchWith(context.Background(), anyGoal("random"), o, walks).simulate(main.Twin)
	if err != nil {
		t.Fatal(err)
	}
	return r.DepthCut > 0
}

// checkCores compares the searches of such a program with brute force, and with those of the
// program in which the state is copied by hand.
func checkCores(t *rapid.T) {
	cs := randomprograms.DrawCores(t)
	t.Logf("%+v", cs)
	delivery := rapid.SampledFrom([]proc.Delivery{proc.Instant, proc.Instant, proc.Channel, proc.Bag}).Draw(t, "delivery")
	systems := map[bool]*world.System{}
	for _, byHand := range []bool{false, true} {
		systems[byHand] = trustedSystem(cs.Main(byHand))
		defer systems[byHand].Close()
		systems[byHand].SetDelivery(delivery)
	}
	checkSystem(t, systems[false], true, tooMany)
	count := func(byHand bool) string {
		r := look(t, systems[byHand], Options{}, nil)
		return fmt.Sprint(r.Interleavings, " interleavings of ", r.Events, " events")
	}
	if tool, hand := count(false), count(true); tool != hand {
		t.Fatalf("there are %s, and %s where the state is copied by hand", tool, hand)
	}
}

func checkCounters(t *rapid.T) {
	checkMain(t, randomprograms.DrawCounting(t), false, proc.Instant, tooMany)
}

// TestCounterFromNothing: whether the select sees the counter depends on which of the two begins it.
func TestCounterFromNothing(t *testing.T) {
	checkMain(t, randomprograms.Counting([][]randomprograms.CounterStep{
		{{Do: "delete"}, {Do: "count from", By: 3}},
		{{Do: "count from", By: -1}, {Do: "select", By: 5}},
		{{Do: "select", By: 1}},
	}), false, proc.Instant, 10*tooMany)
}

// TestCounterIsForeseen: the select of 2 sees the result of 3 and then -1, but not that of -1
// before 3.
func TestCounterIsForeseen(t *testing.T) {
	checkMain(t, randomprograms.Counting([][]randomprograms.CounterStep{
		{{Do: "count", By: 3}},
		{{Do: "select", By: 2}, {Do: "count", By: 1}},
		{{Do: "count", By: -1}, {Do: "await", By: 1}},
	}), false, proc.Instant, 10*tooMany)
}

// drawMixedSystem also draws the surroundings of a program. The caller must close the system.
func drawMixedSystem(t *rapid.T, processes, instructions int) *world.System {
	main := trustedSystem(randomprograms.DrawMixed(t, processes, instructions))
	main.SetDelivery(rapid.SampledFrom([]proc.Delivery{proc.Instant, proc.Instant, proc.Channel, proc.Bag}).Draw(t, "delivery"))
	some := map[program.Board]bool{program.States[randomprograms.State](): true}
	shown := rapid.SampledFrom([][2]map[program.Board]bool{{randomprograms.Boards, nil}, {randomprograms.Boards, some}, {randomprograms.Boards, randomprograms.Boards}, {some, nil}, {some, some}, {nil, nil}})
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
	if faults.Partitions == 0 && !faults.OfMessages() {
		faults.Losses = 1
	}
	return func(p *proc.P) {
		if faults.OfMessages() {
			p.Send(p.Spawn("taker", func(p *proc.P) { p.Receive() }, proc.Daemon), "a message")
		}
		main(p)
	}, faults
}

func checkAtOnce(t *rapid.T) {
	all := slices.Concat(randomprograms.AtOnceOps, randomprograms.OwnerOps, randomprograms.ProcessOps, randomprograms.AnnounceOps, randomprograms.TableOps)
	ops := rapid.SampledFrom([][]string{randomprograms.AtOnceOps, all}).Draw(t, "operations")
	pr := randomprograms.Programs(ops, 4, 6).Draw(t, "program")
	delivery := rapid.SampledFrom([]proc.Delivery{proc.Instant, proc.Instant, proc.Channel, proc.Bag}).Draw(t, "delivery")
	t.Log("\n", pr.String(), delivery)
	checkMain(t, randomprograms.AtOnce(pr), false, delivery, tooMany)
}

// TestEndedChoice: before the signal, the process chooses each alternative.
func TestEndedChoice(t *testing.T) {
	pr := randomprograms.Program{{{Do: "timer", To: 1}, {Do: "kill", To: 1}}, {{Do: "choose"}}}
	checkMain(t, randomprograms.AtOnce(pr), false, proc.Instant, 100_000)
}

// TestNamedAwait: the table with the name may be renamed and replaced while a process waits.
func TestNamedAwait(t *testing.T) {
	for name, pr := range map[string]randomprograms.Program{
		// It no longer depends on the end of the table that had the name first.
		"two tables": {{{Do: "rename", V: 1}, {Do: "named"}}, {{Do: "named await"}}, {{Do: "named insert"}}},
		// It fails before the signal that ends it if the table has not been created by then.
		"a table that comes late": {
			{{Do: "named", K: 1}, {Do: "await any"}},
			{{Do: "named await", K: 1, V: 1}},
			{{Do: "signal", To: 1}, {Do: "await any"}},
		},
		// If it is not killed, it can continue because of what happens after its end.
		"without a name": {{{Do: "kill", To: 1}}, {{Do: "await"}}, {{Do: "rename", V: 1}}},
	} {
		t.Run(name, func(t *testing.T) { checkMain(t, randomprograms.AtOnce(pr), false, proc.Instant, 100_000) })
	}
}
