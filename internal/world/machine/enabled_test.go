package machine_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/checkmodel/checkmodel/internal/world"
	"github.com/checkmodel/checkmodel/internal/world/environment"
	"github.com/checkmodel/checkmodel/internal/world/machine"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
)

// TestEnabledForthAndBack: those actors are enabled that can step, at each of many random steps forth and back, although Enabled does not look
// at those that are over, nor at those that the last event did not change.
func TestEnabledForthAndBack(t *testing.T) {
	for _, c := range []struct {
		name     string
		main     func(*proc.P)
		delivery environment.Delivery
		long     int // how many events some interleaving has at least
	}{
		{"postmen", postmen, environment.Bag, 200},
		{"postmen", postmen, environment.Channel, 200},
		{"family", family(false), environment.Instant, 50},
		{"family", family(false), environment.Channel, 50},
		{"family", family(false), environment.Bag, 50},
		{"family that waits for rows", family(true), environment.Instant, 50},
		{"sleepers", sleepers, environment.Instant, 50},
	} {
		sys := world.NewSystem(proc.Body(c.main), nil)
		defer sys.Close()
		sys.SetDelivery(c.delivery)
		random := rand.New(rand.NewPCG(1, 2))
		most := 0
		var enabled []trace.Pending
		for range 6000 {
			enabled = sys.Enabled(enabled[:0])
			if anew := machine.EnabledAnew(sys.Machine); !slices.Equal(enabled, anew) {
				t.Fatalf("%s, delivery %s, at depth %d: enabled are %v, want %v", c.name, c.delivery, sys.Depth(), enabled, anew)
			}
			next := 0
			for id := range sys.CountActors() {
				if sys.CanStep(trace.Step{Actor: trace.ActorID(id)}) {
					next++
				}
			}
			if next != len(enabled) {
				t.Fatalf("%s, delivery %s, at depth %d: %d actors can step, and %d are enabled", c.name, c.delivery, sys.Depth(), next, len(enabled))
			}
			for _, p := range enabled {
				if !sys.CanStep(trace.Step{Actor: p.Actor}) {
					t.Fatalf("%s, delivery %s, at depth %d: actor %d is enabled and cannot step", c.name, c.delivery, sys.Depth(), p.Actor)
				}
			}
			most = max(most, sys.Depth())
			if len(enabled) == 0 || random.IntN(100) == 0 {
				sys.StepBack(random.IntN(sys.Depth() + 1))
				continue
			}
			for _, i := range random.Perm(len(enabled))[:1+random.IntN(len(enabled))/2] { // mostly one
				if st := (trace.Step{Actor: enabled[i].Actor}); sys.CanStep(st) {
					sys.Step(st)
				}
			}
		}
		if most < c.long {
			t.Errorf("%s, delivery %s: the longest interleaving has %d events", c.name, c.delivery, most)
		}
	}
}

// family returns processes that are started at different times, wait for messages, and are killed while they wait; also for rows, if rows
// is set.
func family(rows bool) func(*proc.P) {
	return func(p *proc.P) {
		table := proc.NewTable[int, int](p, "table")
		parent := p.Self()
		var children []proc.PID
		for i := range 8 {
			child := p.Spawn("child", func(p *proc.P) {
				if rows && i%3 == 0 {
					table.Await(p, i, func(v int) bool { return v > 0 })
				}
				p.Receive(proc.Equal(i))
				p.Send(parent, i)
				p.Send(parent, -i)
				p.Receive(proc.Equal(-1))
			})
			children = append(children, child)
			p.Send(child, i+1) // nobody waits for it
			if i > 2 {
				p.SendExit(children[i-2], "enough")
				p.Monitor(children[i-2])
				p.Receive()
			}
		}
		for i, child := range children {
			table.Insert(p, i, i)
			p.Send(child, i)
		}
		for range children {
			proc.Receive[int](p)
		}
	}
}

// sleepers has processes that sleep for different times.
func sleepers(p *proc.P) {
	for i := range 6 {
		p.Spawn("sleeper", func(p *proc.P) {
			for j := range 4 {
				p.Sleep(1 + (3*i+5*j)%7)
			}
		})
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
