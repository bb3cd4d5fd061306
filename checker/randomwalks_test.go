package checker

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/checkmodel/checkmodel/internal/randomprograms"
	"github.com/checkmodel/checkmodel/internal/world"
	"github.com/checkmodel/checkmodel/optimaldpor/backtrack"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
	"pgregory.net/rapid"
)

// Programs too large for brute force can still be compared with interleavings drawn at random,
// independent of races: a complete search must have shown their classes. (checkLarger compares the
// search with itself.)

// randomly is a strategy that draws a number of interleavings.
type randomly struct {
	*backtrack.Naive
	random *rand.Rand
	left   int
	rank   map[trace.ActorID]float64
	ranked bool // processes continue for long; otherwise each step is drawn separately
}

func (s *randomly) Begin() (trace.Schedule, bool) {
	s.left--
	s.rank, s.ranked = map[trace.ActorID]float64{}, s.random.IntN(3) > 0
	return trace.Schedule{}, s.left >= 0
}

func (s *randomly) Choose(v trace.View) (trace.Step, bool) {
	for _, p := range v.Enabled {
		if _, ok := s.rank[p.Actor]; !ok || !s.ranked || s.random.IntN(12) == 0 {
			s.rank[p.Actor] = s.random.Float64()
		}
	}
	p := slices.MaxFunc(v.Enabled, func(p, q trace.Pending) int {
		if s.rank[p.Actor] < s.rank[q.Actor] {
			return -1
		}
		return 1
	})
	st := trace.Step{Actor: p.Actor}
	if p.Op.Alternatives > 1 {
		st.Alternative = s.random.Int32N(p.Op.Alternatives)
	}
	return st, true
}

func (s *randomly) Observe(int, *trace.Event) error { return nil }
func (s *randomly) End(trace.Ending) error          { return nil }
func (s *randomly) Coverage() trace.Coverage        { return trace.Coverage{Sample: true} }

// checkWalks fails if a walk reaches a class that the search has not shown. It rejects a program of
// more interleavings than limit.
func checkWalks(t rapid.TB, main *world.System, limit int, seed uint64) {
	count := 200
	if testing.Short() { // with the race detector, and one goroutine
		count = 10
	}
	for _, o := range []Options{{}, {Seed: seed | 1}, {Seed: seed | 2, Workers: 2}, {AnyDeliveriesRace: true}} {
		got, drawn := newSeen(o), newSeen(o)
		o.Observer, o.MaxInterleavings = got, limit
		if r := look(t, main, o, nil); r.Stop != NotStopped {
			reject(t, "too many interleavings")
		}
		walks := &randomly{Naive: backtrack.NewNaive(backtrack.Config{}), random: rand.New(rand.NewPCG(seed, 1)), left: count}
		look(t, main, Options{Observer: drawn}, walks)
		compareSome(t, "search", got, got)
		for class := range drawn.classes {
			if got.classes[class] == 0 {
				t.Fatalf("any deliveries race: %v; of %d classes, this one was drawn and not explored: %x", o.AnyDeliveriesRace, len(got.classes), class)
			}
		}
		for order := range drawn.shown {
			if !got.shown[order] {
				t.Fatalf("no interleaving announces this, though there is one: %s", order)
			}
		}
	}
	compared.Add(1)
}

func checkMixedWalks(t *rapid.T) {
	main := drawMixedSystem(t, 5, 14)
	defer main.Close()
	checkWalks(t, main, 2_000, rapid.Uint64().Draw(t, "seed"))
}

// checkAwaitWalks has processes that wait for rows which are written and removed, and are ended
// meanwhile.
func checkAwaitWalks(t *rapid.T) {
	more := []string{"kill", "signal", "exit", "named await", "named insert", "rename", "named", "drop", "count", "select", "insert last", "timer", "receive", "choose"}
	ops := append(rapid.SliceOfNDistinct(rapid.SampledFrom(more), 0, 4, rapid.ID).Draw(t, "more"), randomprograms.AwaitOps[:11]...)
	main := trustedSystem(randomprograms.DrawStart(t, ops, randomprograms.Programs(ops, 4, 14).Draw(t, "program")))
	defer main.Close()
	main.SetDelivery(rapid.SampledFrom([]proc.Delivery{proc.Instant, proc.Instant, proc.Channel, proc.Bag}).Draw(t, "delivery"))
	checkWalks(t, main, 2_000, rapid.Uint64().Draw(t, "seed"))
}
