package world_test

import (
	"math/rand/v2"
	"testing"

	"github.com/checkmodel/checkmodel/internal/world"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
)

// TestForgetting: a system that forgets nearly all histories does the same as one that keeps them, on random
// steps forth and back.
func TestForgetting(t *testing.T) {
	keeps := newSystem(talkative)
	defer keeps.Close()
	forgets := keeps.Twin()
	defer forgets.Close()
	world.KeepPoints(forgets, 20) // so that points have siblings
	random := rand.New(rand.NewPCG(1, 2))
	forgotten := 0
	for range 6000 {
		enabled := keeps.Enabled(nil)
		if len(enabled) == 0 || random.IntN(8) == 0 {
			depth := random.IntN(keeps.Depth() + 1)
			keeps.StepBack(depth)
			before := world.Points(forgets)
			forgets.StepBack(depth)
			if after := world.Points(forgets); after < before {
				forgotten++
				if n := world.CountPoints(forgets); n != after {
					t.Fatalf("%d points of histories are still there, and %d are needed", n, after)
				}
			}
			continue
		}
		p := enabled[random.IntN(len(enabled))]
		st := trace.Step{Actor: p.Actor}
		if p.Op.Alternatives > 0 {
			st.Alternative = int32(random.IntN(int(p.Op.Alternatives)))
		}
		if !forgets.CanStep(st) {
			t.Fatalf("at depth %d a step of actor %d is possible in one of the systems only", keeps.Depth(), st.Actor)
		}
		a, b := keeps.Step(st), forgets.Step(st)
		if !a.Same(&b.Op) || a.Result != b.Result || a.Taken != b.Taken || a.ID() != b.ID() {
			t.Fatalf("at depth %d the systems differ: %+v and %+v", keeps.Depth(), a, b)
		}
		if keeps.Fingerprint() != forgets.Fingerprint() {
			t.Fatalf("at depth %d the fingerprints differ after %+v", keeps.Depth(), a)
		}
	}
	if forgotten < 100 {
		t.Errorf("only %d times was anything forgotten", forgotten)
	}
}

// talkative has processes that start others depending on what they learn, and one that comes back to few states.
func talkative(p *proc.P) {
	self := p.Self()
	table := proc.NewTable[string, int](p, "table")
	p.Spawn("loop", func(p *proc.P) {
		proc.Loop(p, 0, func(n *int) bool { *n = (*n + p.Choose(2)) % 3; return true })
	})
	for i := range 3 {
		p.Spawn("child", func(p *proc.P) {
			n := p.Choose(2) + i
			table.Insert(p, "n", n)
			if m, _ := table.Lookup(p, "n"); m == n {
				p.Spawn("grandchild", func(p *proc.P) { p.Send(self, n) })
			}
			p.Send(self, n)
		})
	}
	for range 3 {
		proc.ReceiveTimeout[int](p)
	}
	proc.Receive[int](p)
}
