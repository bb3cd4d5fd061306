package checker

import (
	"fmt"
	"math/rand/v2"

	"pgregory.net/rapid"

	"github.com/checkmodel/checkmodel/bounding"
	"github.com/checkmodel/checkmodel/internal/randomprograms"
	"github.com/checkmodel/checkmodel/internal/world"
	"github.com/checkmodel/checkmodel/internal/world/program"
	"github.com/checkmodel/checkmodel/optimaldpor/backtrack"
	"github.com/checkmodel/checkmodel/proc"
)

func checkConditional(t *rapid.T) {
	main := trustedSystem(randomprograms.DrawConditional(t).Main)
	defer main.Close()
	main.SetDelivery(rapid.SampledFrom([]proc.Delivery{proc.Instant, proc.Instant, proc.Instant, proc.Channel, proc.Bag}).Draw(t, "delivery"))
	main.SetOrdered(randomprograms.Boards, rapid.SampledFrom([]map[program.Board]bool{nil, randomprograms.Boards}).Draw(t, "passing"))
	checkInOrders(t, main, 300, rapid.Uint64().Draw(t, "seed"))
}

// checkInOrders compares searches with receive patterns in many orders with one without them, and
// that with random walks.
func checkInOrders(t rapid.TB, main *world.System, limit int, seed uint64) {
	truth := newSeen(Options{})
	anyRace := newSeen(Options{AnyDeliveriesRace: true})
	if r := look(t, main, Options{AnyDeliveriesRace: true, MaxInterleavings: limit, Observer: both{truth, anyRace}}, nil); r.Stop != NotStopped {
		reject(t, "too many interleavings")
	}
	if len(truth.classes) < 3 {
		reject(t, "too few classes")
	}
	compared.Add(1)
	compareSome(t, "any deliveries race", anyRace, anyRace) // each once
	walks := &randomly{Naive: backtrack.NewNaive(backtrack.Config{}), random: rand.New(rand.NewPCG(seed, 1)), left: 10}
	drawn := newSeen(Options{AnyDeliveriesRace: true})
	look(t, main, Options{Observer: drawn}, walks)
	once(drawn)
	compareSome(t, "walks", anyRace, drawn)
	once(truth)
	for i := range uint64(8) {
		o := Options{Workers: 1 + int(i)/7}
		if i > 0 {
			o.Seed = seed + i
		}
		got := newSeen(o)
		o.Observer = got
		look(t, main, o, nil)
		compare(t, fmt.Sprintf("with receive patterns, seed %d", o.Seed), truth, got, true)
	}
	for _, bound := range []bounding.Bound{bounding.Tree(int(seed % 4)), bounding.Delay(int(seed % 6))} {
		o := Options{Bound: bound, Seed: seed}
		got := newSeen(o)
		o.Observer = got
		if r := look(t, main, o, nil); r.BoundCut == 0 {
			compare(t, fmt.Sprintf("nothing cut by bound %v, seed %d", bound, seed), truth, got, true)
		} else {
			compareSome(t, fmt.Sprintf("within bound %v, seed %d", bound, seed), truth, got)
		}
	}
}

// once sets the count of each class to 1.
func once(s *seen) {
	for class := range s.classes {
		s.classes[class] = 1
	}
}
