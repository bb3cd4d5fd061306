package world_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"github.com/checkmodel/checkmodel/internal/randomprograms"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
)

// TestEnteringLoops: processes that begin again at a late turn of a loop do the same as processes that execute all turns again, on random
// steps forth and back.
func TestEnteringLoops(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		main := randomprograms.DrawLoops(t).Main(randomprograms.DeclaredLoop)
		seed := rapid.Uint64().Draw(t, "seed")
		compareEntering(t, main, rand.New(rand.NewPCG(seed, 0)), 200)
	})
}

// TestEnteringLateTurns: so it is with long loops, which count what they make.
func TestEnteringLateTurns(t *testing.T) {
	compareEntering(t, turner, rand.New(rand.NewPCG(1, 2)), 3000)
	compareEntering(t, nester, rand.New(rand.NewPCG(1, 2)), 3000)
}

func compareEntering(t rapid.TB, main func(*proc.P), random *rand.Rand, steps int) {
	executes := newSystem(main)
	defer executes.Close()
	enters := executes.Twin()
	defer enters.Close()
	executes.ManyTurns, enters.ManyTurns = math.MaxInt32, 1
	for range steps {
		enabled := executes.Enabled(nil)
		if len(enabled) == 0 || random.IntN(4) == 0 {
			depth := executes.Depth() - random.IntN(min(8, executes.Depth())+1)
			executes.StepBack(depth)
			enters.StepBack(depth)
			continue
		}
		p := enabled[random.IntN(len(enabled))]
		st := trace.Step{Actor: p.Actor}
		if p.Op.Alternatives > 0 {
			st.Alternative = int32(random.IntN(int(p.Op.Alternatives)))
		}
		a, b := executes.Step(st), enters.Step(st)
		if !a.Same(&b.Op) || a.Result != b.Result || a.Taken != b.Taken || a.ID() != b.ID() || executes.Fingerprint() != enters.Fingerprint() {
			t.Fatalf("at depth %d the systems differ: %+v and %+v", executes.Depth(), a, b)
		}
	}
}

// turner has processes with loops whose turns make references, timers, tables and children now and then, and expose states.
func turner(p *proc.P) {
	type state struct{ N int }
	for range 2 {
		p.Spawn("turner", func(p *proc.P) {
			proc.Loop(p, state{}, func(s *state) bool {
				switch s.N++; p.Choose(5) {
				case 0:
					p.Send(p.Self(), p.MakeRef())
				case 1:
					proc.Expose(p, s.N%3)
				case 2:
					p.SendAfter(p.Self(), s.N)
				case 3:
					if s.N%5 == 0 {
						p.Spawn("child", func(p *proc.P) { p.Choose(2) })
					}
				case 4:
					if s.N%7 == 0 {
						proc.NewTable[int, int](p, "t").Insert(p, 1, s.N)
					}
				}
				return true
			})
		})
	}
}

// nester has processes with loops one after another, and one in another.
func nester(p *proc.P) {
	type state struct{ Phase, N, M int }
	p.Spawn("phases", func(p *proc.P) {
		for phase := 0; ; phase++ {
			proc.Loop(p, state{Phase: phase}, func(s *state) bool { s.N += p.Choose(2); return s.N < 4 })
			p.Send(p.Self(), phase)
		}
	})
	p.Spawn("nested", func(p *proc.P) {
		proc.Loop(p, state{}, func(outer *state) bool {
			proc.Loop(p, state{outer.Phase, outer.N, 0}, func(inner *state) bool { inner.M += p.Choose(2); return inner.M < 4 })
			outer.N++
			return true
		})
	})
}
