package checker

import (
	"testing"

	"github.com/checkmodel/checkmodel/proc"
)

// write is a request of the holder of a lease.
type write struct{ By string }

// leases is a model of a store and two nodes. The first one has a lease, which it looks at before it writes. The other one takes
// over when the lease has expired, and writes several times; after its last write, the first one must not write.
func leases(f Faults) Model {
	return Model{Name: "leases", Faults: f, Main: func(p *proc.P) {
		store := p.Spawn("store", func(p *proc.P) {
			proc.Serve(p, 0, func(taken *int, _ proc.PID, request write) int {
				switch request.By {
				case "new":
					*taken++
				case "old":
					p.Assert(*taken < 12, "one holder", "the old one writes after the new one")
				}
				return *taken
			})
		}, proc.Daemon)
		p.Spawn("old", func(p *proc.P) {
			proc.Call[int](p, store, write{"check"})
			proc.Call[int](p, store, write{"old"})
		}, proc.Node)
		p.Spawn("new", func(p *proc.P) {
			for range 12 {
				proc.Call[int](p, store, write{"new"})
			}
		}, proc.Node)
	}}
}

// In random walks a lease that is acted on after its end is found with pauses, and hardly ever without.
func TestPausesBreakLeases(t *testing.T) {
	const runs = 1000
	for pauses, found := range []bool{false, true} {
		r := resultOf(t, leases(Faults{Pauses: pauses}), Options{Algorithm: RandomWalk, Runs: runs, Seed: 1, Until: UntilEnd})
		if got := len(r.Violations) > 0; got != found {
			t.Errorf("with %d pauses a violation is found: %v, want %v", pauses, got, found)
		}
		t.Logf("with %d pauses %d of %d runs are violating", pauses, r.Violating, r.Interleavings)
	}
}

// TestPausesAddNothing: exhaustive searches explore the same with pauses and without.
func TestPausesAddNothing(t *testing.T) {
	m := func(f Faults) Model {
		return Model{Name: "pairs", Faults: f, Main: func(p *proc.P) {
			to := p.Self()
			for _, name := range []string{"a", "b"} {
				p.Spawn(name, func(p *proc.P) {
					p.Send(to, 1)
					p.Send(to, 2)
				}, proc.Node)
			}
			for range 4 {
				p.Receive()
			}
		}}
	}
	for _, a := range []Algorithm{Optimal, States, Naive} {
		without := resultOf(t, m(Faults{}), Options{Algorithm: a})
		with := resultOf(t, m(Faults{Pauses: 2}), Options{Algorithm: a})
		if with.Interleavings != without.Interleavings || with.Verdict != without.Verdict {
			t.Errorf("%s explores %d interleavings with pauses and %d without", a, with.Interleavings, without.Interleavings)
		}
	}
}
