package checker

import (
	"fmt"
	"testing"

	"github.com/checkmodel/checkmodel/bounding"
	"github.com/checkmodel/checkmodel/internal/testsize"
	"github.com/checkmodel/checkmodel/proc"
)

// A receive that times out is as late as a timer: last in the first interleaving, and seldom in random runs.

// hastyClients returns a model of clients that ask a server and may give up. Its goal is that all are answered.
func hastyClients(clients int) Model {
	const answered = "all answered"
	return Model{Name: fmt.Sprint(clients, " clients"), Goals: []Property{{Name: answered}}, Main: func(p *proc.P) {
		server := p.Spawn("server", func(p *proc.P) {
			proc.Serve(p, 0, func(sum *int, _ proc.PID, n int) int { *sum += n; return *sum })
		}, proc.Daemon)
		self := p.Self()
		for range clients {
			p.Spawn("client", func(p *proc.P) {
				_, ok := proc.CallTimeout[int](p, server, 1)
				p.Send(self, ok)
			})
		}
		n := 0
		for range clients {
			if proc.Receive[bool](p) {
				n++
			}
		}
		if n == clients {
			p.Reach(answered)
		}
	}}
}

// reached searches a model, and returns in how many interleavings its goal is reached.
func reached(t *testing.T, m Model, o Options) (goals, interleavings int) {
	t.Helper()
	o.TrustModel = o.TrustModel || !testsize.Long() // the long form also looks for nondeterminism
	r, err := Check(t.Context(), m, o)
	if err != nil {
		t.Fatal(err)
	}
	return r.Goals[0].Hits, r.Interleavings
}

// TestTimeoutsComeLast: within a bound of 0, a receive times out only if no answer can arrive.
func TestTimeoutsComeLast(t *testing.T) {
	for _, delivery := range []proc.Delivery{proc.Instant, proc.Channel, proc.Bag} {
		for clients := 1; clients <= 5; clients++ {
			m := hastyClients(clients)
			m.Delivery = delivery
			for _, b := range []bounding.Bound{bounding.Tree(0), bounding.Delay(0)} {
				if k, n := reached(t, m, Options{Bound: b}); k != 1 || n != 1 {
					t.Errorf("%s, %s, %s bound 0: all are answered in %d of %d interleavings, want 1 of 1", m.Name, delivery, b.Kind(), k, n)
				}
			}
			if clients <= 2 {
				if k, _ := reached(t, m, Options{Bound: bounding.Preemption(0), Algorithm: Source}); k == 0 {
					t.Errorf("%s, %s: without a preemption, all are answered in no interleaving", m.Name, delivery)
				}
			}
		}
	}
}

// TestTimeoutsAreRare: all are answered in most runs with one client, and in many with five.
func TestTimeoutsAreRare(t *testing.T) {
	for clients, share := range map[int]float64{1: .6, 5: .3} {
		k, n := reached(t, hastyClients(clients), Options{Algorithm: Portfolio, Runs: 2_000, Workers: 1})
		if float64(k) < share*float64(n) {
			t.Errorf("%d clients: all are answered in %d of %d runs, want a share of %.1f", clients, k, n, share)
		}
	}
}
