package checker

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"github.com/checkmodel/checkmodel/bounding"
	"github.com/checkmodel/checkmodel/internal/randomprograms"
	"github.com/checkmodel/checkmodel/internal/world"
	"github.com/checkmodel/checkmodel/internal/world/program"
	"github.com/checkmodel/checkmodel/proc"
)

func checkAgents(t *rapid.T) {
	main := trustedSystem(randomprograms.DrawAgents(t, rapid.SampledFrom(randomprograms.AgentOps).Draw(t, "operations"), 1).Main)
	defer main.Close()
	compareAgents(t, main)
}

// compareAgents compares searches of a program of agents with each other, or with random walks.
func compareAgents(t *rapid.T, main *world.System) {
	main.SetDelivery(rapid.SampledFrom([]proc.Delivery{proc.Instant, proc.Instant, proc.Instant, proc.Channel, proc.Bag}).Draw(t, "delivery"))
	seed := rapid.Uint64().Draw(t, "seed")
	if rapid.Bool().Draw(t, "walks") {
		checkWalks(t, main, 2_000, seed)
		return
	}
	agree(t, main, seed)
}

// agree fails if searches that must have the same result do not. It rejects a program of more
// interleavings than 3000.
func agree(t rapid.TB, main *world.System, seed uint64) {
	first := newSeen(Options{})
	if r := look(t, main, Options{MaxInterleavings: 3_000, Observer: first}, nil); r.Stop != NotStopped {
		reject(t, "too many interleavings")
	}
	compareSome(t, "the first", first, first)
	for _, o := range []Options{{Seed: seed | 1}, {Workers: 2}, {Workers: 2, Seed: seed | 2},
		{Seed: seed | 4, Bound: bounding.Tree(1000)}, {Bound: bounding.Delay(1000)}} {
		got := newSeen(o)
		o.Observer = got
		look(t, main, o, nil)
		compare(t, fmt.Sprintf("seed %d, %d workers, %v", o.Seed, o.Workers, o.Bound), first, got, true)
	}
	for workers := range 2 {
		compare(t, fmt.Sprintf("in parts, %d workers", workers+1), first, inParts(t, main, Options{Workers: workers + 1}, seed), true)
	}
	compared.Add(1)
}

// inParts collects what a search shows that is repeatedly interrupted and resumed.
func inParts(t rapid.TB, main *world.System, o Options, seed uint64) *seen {
	t.Helper()
	got := newSeen(o)
	o.Observer = got
	random := rand.New(rand.NewPCG(seed, 2))
	for more := 1; ; more += 1 + more/4 {
		var saved *Checkpoint
		o.Saving = &Saving{Save: func(c *Checkpoint) error { saved = throughFile(t, c); return nil }}
		o.MaxInterleavings += more + random.IntN(20)
		look(t, main, o, nil)
		if saved == nil {
			return got
		}
		o.Resume = saved
	}
}

// TestAgreeOnFlushes: every search finds the same classes in the programs that showed that a
// sequence must know the flushes before it.
func TestAgreeOnFlushes(t *testing.T) {
	for name, main := range map[string]func(*proc.P){"beyond": flushesBeyond, "gone": flushesWhatIsGone} {
		t.Run(name, func(t *testing.T) {
			sys := trustedSystem(main)
			defer sys.Close()
			for seed := range uint64(8) {
				agree(t, sys, seed<<5)
			}
		})
	}
}

func checkAllAgents(t *rapid.T) {
	ops := rapid.SliceOfNDistinct(rapid.SampledFrom(randomprograms.AllAgentOps), 5, 10, rapid.ID).Draw(t, "operations")
	main := trustedSystem(randomprograms.DrawAgents(t, append(ops, "tell", "tell"), 4).Main)
	defer main.Close()
	main.SetOrdered(randomprograms.Boards, rapid.SampledFrom([]map[program.Board]bool{randomprograms.Boards, {program.States[randomprograms.State](): true}}).Draw(t, "passing"))
	compareAgents(t, main)
}
