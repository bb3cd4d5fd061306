package world_test

import (
	"math/rand/v2"
	"testing"

	"github.com/checkmodel/checkmodel/internal/world"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
)

// TestEnabledForthAndBack: those actors are enabled that can step, at each of many random steps forth and back, although Enabled does not look
// at those that are over.
func TestEnabledForthAndBack(t *testing.T) {
	for _, delivery := range []world.Delivery{world.Bag, world.Channel} {
		sys := newSystem(postmen)
		defer sys.Close()
		sys.SetDelivery(delivery)
		random := rand.New(rand.NewPCG(1, 2))
		most := 0
		var enabled []trace.Pending
		for range 6000 {
			enabled = sys.Enabled(enabled[:0])
			next := 0
			for id := range sys.Actors() {
				if sys.CanStep(trace.Step{Actor: trace.ActorID(id)}) {
					next++
				}
			}
			if next != len(enabled) {
				t.Fatalf("delivery %s, at depth %d: %d actors can step, and %d are enabled", delivery, sys.Depth(), next, len(enabled))
			}
			for _, p := range enabled {
				if !sys.CanStep(trace.Step{Actor: p.Actor}) {
					t.Fatalf("delivery %s, at depth %d: actor %d is enabled and cannot step", delivery, sys.Depth(), p.Actor)
				}
			}
			most = max(most, sys.Depth())
			if len(enabled) == 0 || random.IntN(100) == 0 {
				sys.StepBack(random.IntN(sys.Depth() + 1))
				continue
			}
			sys.Step(trace.Step{Actor: enabled[random.IntN(len(enabled))].Actor})
		}
		if most < 200 {
			t.Errorf("delivery %s: the longest interleaving has %d events", delivery, most)
		}
	}
}

// postmen has two processes that send each other messages, also after a while, and cancel some of these.
func postmen(p *proc.P) {
	post := func(to func() proc.PID) func(p *proc.P) {
		return func(p *proc.P) {
			for i := range 30 {
				p.Send(to(), i)
				ref := p.SendAfter(p.Self(), i)
				if i%3 == 0 {
					p.CancelTimer(ref)
				}
				p.Receive()
			}
		}
	}
	main := p.Self()
	other := p.Spawn("other", post(func() proc.PID { return main }))
	post(func() proc.PID { return other })(p)
}
