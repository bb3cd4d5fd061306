package checker

import (
	"testing"

	"github.com/checkmodel/checkmodel/bounding"
	"github.com/checkmodel/checkmodel/internal/randomprograms"
	"github.com/checkmodel/checkmodel/internal/world"
	"github.com/checkmodel/checkmodel/proc"
	"pgregory.net/rapid"
)

// Some classes are only lost in programs that are too large for brute force. For these, the search
// with receive patterns is compared with the one without them, and with other orders: if any two
// messages race, each class is a part of one with patterns.

// checkLarger is checkLargerSystem of the program that begins with body.
func checkLarger(t rapid.TB, body func(*proc.P), delivery proc.Delivery, limit int) {
	main := trustedSystem(body)
	defer main.Close()
	main.SetDelivery(delivery)
	checkLargerSystem(t, main, limit)
}

// checkLargerSystem compares the searches of a program. It rejects one of more
// interleavings than limit.
func checkLargerSystem(t rapid.TB, main *world.System, limit int) {
	patterns := Options{}
	truth := newSeen(patterns)
	if r := look(t, main, Options{AnyDeliveriesRace: true, MaxInterleavings: limit, Observer: truth}, nil); r.Stop != NotStopped {
		reject(t, "too many interleavings")
	}
	compared.Add(1)
	for class := range truth.classes {
		truth.classes[class] = 1
	}
	for seed := range uint64(4) {
		got := newSeen(patterns)
		look(t, main, Options{Observer: got, Seed: seed, Workers: 1 + int(seed%2)}, nil) // two keep what they find for later
		compare(t, "with receive patterns", truth, got, true)
	}
}

func checkRelays(t *rapid.T) { checkLarger(t, randomprograms.DrawRelays(t).Main, proc.Instant, 2_000) }

func checkLargerPrograms(t *rapid.T) {
	checkLarger(t, randomprograms.DrawLarger(t), proc.Instant, 2_000)
}

func checkChoosers(t *rapid.T) {
	pr := randomprograms.DrawChoosers(t)
	delivery := rapid.SampledFrom([]proc.Delivery{proc.Instant, proc.Instant, proc.Instant, proc.Channel}).Draw(t, "delivery")
	checkLarger(t, pr.Main(true), delivery, 1_500)
}

// TestSequencePlannedOnce: events after a sequence that a branch has already executed are not planned
// again below it.
func TestSequencePlannedOnce(t *testing.T) {
	r := randomprograms.Relays{
		Reactions: [][]randomprograms.Reaction{{}, {}, {{When: 3, To: 1}}, {{When: 1, To: 1, Also: true}, {When: 1, To: 3, Also: true}, {When: 1, To: 1}}},
		Sends:     [][2]int{{3, 1}, {2, 3}, {2, 0}},
	}
	checkLarger(t, r.Main, proc.Instant, 2_000)
}

// TestSeenLater has the program that showed that a sequence must know which receives take its
// messages even if a receive comes too late to be a part of it: b sees in which order the messages
// of a and of the first process come, but only after the reversed event.
func TestSeenLater(t *testing.T) {
	relay := func(then func(*proc.P, string)) func(*proc.P) {
		return func(p *proc.P) {
			for {
				then(p, proc.Receive[string](p))
			}
		}
	}
	checkLarger(t, func(p *proc.P) {
		c := p.Spawn("c", relay(func(*proc.P, string) {}), proc.Daemon)
		b := p.Spawn("b", relay(func(p *proc.P, m string) {
			if m == "go" {
				p.Send(c, "from b")
			}
		}), proc.Daemon)
		a := p.Spawn("a", func(p *proc.P) {
			proc.Receive[string](p)
			p.Spawn("d", func(p *proc.P) { p.Send(b, "go") })
			proc.Receive[string](p)
			p.Send(b, "first")
			p.Send(c, "from a")
			p.Send(b, "second")
		}, proc.Daemon)
		p.Send(a, "begin")
		p.Send(a, "go on")
		p.Send(b, "third")
		p.Send(c, "from the first")
	}, proc.Instant, 100)
}

// TestHiddenByChoice has the program that showed that a sequence must not go below a branch that
// conflicts with events which certainly follow it. The taker chooses between two receives of any
// message. Another outcome of the choice omits the second receive, and with it the order of the
// messages. So that outcome counts as explored where the other messages are reversed, and its
// consequences must be planned next to the outcome that came first.
func TestHiddenByChoice(t *testing.T) {
	checkLarger(t, func(p *proc.P) {
		taker := p.Spawn("taker", func(p *proc.P) {
			p.Send(p.Self(), 0)
			p.Send(p.Self(), 1)
			for range 2 {
				if p.Receive() == 0 {
					p.Choose(2)
				}
			}
		})
		names := p.Spawn("names", func(p *proc.P) {
			p.Receive()
			p.Register("name", taker)
		})
		p.Spawn("sends", func(p *proc.P) {
			p.Send(taker, 2)
			p.Send(names, 2)
		})
		p.Spawn("names, too", func(p *proc.P) { p.Register("name", names) })
	}, proc.Instant, 100)
}

// TestCutThoughSeenLater: a branch that a bound excludes is counted even if the branch to the left
// would cover it except for a later receive. (Without a bound, that branch plans it itself, when it
// reverses what the receive makes visible.)
func TestCutThoughSeenLater(t *testing.T) {
	r := randomprograms.Relays{
		Reactions: [][]randomprograms.Reaction{{}, {{When: 3, To: 1, Also: true}, {When: 3, To: 1}}, {{When: 1, To: 2}}},
		Sends:     [][2]int{{1, 3}, {2, 1}, {0, 0}, {1, 0}},
	}
	main := trustedSystem(r.Main)
	defer main.Close()
	if all := look(t, main, Options{}, nil).Interleavings; all != 12 {
		t.Errorf("%d interleavings, want 12", all)
	}
	for _, c := range []struct {
		seed           uint64
		bound          int
		explored, cuts int // some of those that are left are cut more than once
	}{{0, 1, 4, 6}, {1, 2, 9, 4}} {
		r := look(t, main, Options{Seed: c.seed, Bound: bounding.Tree(c.bound)}, nil)
		if r.Interleavings != c.explored || r.BoundCut != c.cuts {
			t.Errorf("within bound %d: %d interleavings, %d cut, want %d, %d", c.bound, r.Interleavings, r.BoundCut, c.explored, c.cuts)
		}
	}
}

// TestEachOutcome: a choice has each outcome after each outcome of the previous choice.
func TestEachOutcome(t *testing.T) {
	main := trustedSystem(func(p *proc.P) {
		p.Spawn("other", func(p *proc.P) { p.Choose(2) })
		p.Choose(3)
		p.Choose(4)
	})
	defer main.Close()
	for seed := range uint64(4) {
		for workers := 1; workers <= 2; workers++ {
			if r := look(t, main, Options{Seed: seed, Workers: workers}, nil); r.Interleavings != 2*3*4 {
				t.Errorf("seed %d, %d workers: %d interleavings, want %d", seed, workers, r.Interleavings, 2*3*4)
			}
		}
	}
}
