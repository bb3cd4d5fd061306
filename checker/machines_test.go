package checker

import (
	"context"
	"math/rand/v2"

	"github.com/checkmodel/checkmodel/internal/randomprograms"
	"github.com/checkmodel/checkmodel/internal/world"
	"github.com/checkmodel/checkmodel/optimaldpor"
	"github.com/checkmodel/checkmodel/proc"
	"pgregory.net/rapid"
)

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
	walks := &randomly{Naive: optimaldpor.NewNaive(optimaldpor.Config{}), random: rand.New(rand.NewPCG(seed, 2)), left: 10}
	o := Options{Until: UntilEnd, MaxEvents: 300, TrustModel: true}
	r, err := newSearch(context.Background(), anyGoal("random"), o, walks).simulate(main.Twin)
	if err != nil {
		t.Fatal(err)
	}
	return r.DepthCut > 0
}
