package checker

import (
	"fmt"
	"testing"

	"github.com/checkmodel/checkmodel/internal/testsize"
	"github.com/checkmodel/checkmodel/proc"
)

// TestAwaitBeforeASignal: the change that makes the row match comes after the signal that ends
// the process in the explored interleaving, but does not depend on it, and is undone later. So it
// can come before the signal, with the Await in between.
func TestAwaitBeforeASignal(t *testing.T) {
	awaits := func(table proc.Table[int, int]) func(*proc.P) {
		return func(p *proc.P) {
			awaitOne(p, table)
			p.Assert(false, "never", "the row is 1")
		}
	}
	programs := map[string]func(*proc.P){
		"by the first process": func(p *proc.P) {
			table := proc.NewTable[int, int](p, "t")
			a := p.Spawn("awaits", awaits(table))
			p.Spawn("inserts", func(p *proc.P) { table.Insert(p, 0, 1) })
			p.Spawn("deletes", func(p *proc.P) { table.Delete(p, 0) })
			p.Kill(a)
			proc.Receive[string](p)
		},
		"by one of three": func(p *proc.P) {
			table := proc.NewTable[int, int](p, "t")
			a := p.Spawn("awaits", awaits(table))
			p.Spawn("kills", func(p *proc.P) { p.Kill(a) })
			p.Spawn("inserts", func(p *proc.P) { table.Insert(p, 0, 1) })
			p.Spawn("deletes", func(p *proc.P) { table.Delete(p, 0) })
			proc.Receive[string](p)
		},
		"by who inserts": func(p *proc.P) { // where the signal is delayed
			table := proc.NewTable[int, int](p, "t")
			a := p.Spawn("awaits", awaits(table))
			p.Spawn("kills", func(p *proc.P) { p.Kill(a); table.Insert(p, 0, 1); table.Insert(p, 0, 0) })
			proc.Receive[string](p)
		},
	}
	for name, body := range programs {
		for _, d := range proc.Deliveries() {
			if !testsize.Long() && name == "by one of three" && d != proc.Instant {
				continue // brute force takes long there
			}
			t.Run(fmt.Sprint(name, " ", d), func(t *testing.T) {
				m := Model{Name: "m", Main: body}
				want := found(t, m, Options{Algorithm: Naive, Delivery: d})["never: the row is 1"]
				for seed := range uint64(6) {
					if got := found(t, m, Options{Seed: seed, Delivery: d})["never: the row is 1"]; got != want {
						t.Errorf("seed %d: it is found: %v, by brute force: %v", seed, got, want)
					}
				}
				if got := found(t, m, Options{Algorithm: Source, Delivery: d})["never: the row is 1"]; got != want {
					t.Errorf("source: it is found: %v, by brute force: %v", got, want)
				}
				checkMain(t, body, false, d, 300_000)
			})
		}
	}
}

// TestWronglyVerified: a model that was wrongly verified.
func TestWronglyVerified(t *testing.T) {
	m := Model{Name: "m", Main: func(p *proc.P) {
		p.Spawn("owner", func(p *proc.P) {
			table := proc.NewTable[int, int](p, "t")
			waits := p.Spawn("waits", func(p *proc.P) {
				awaitOne(p, table)
				p.Assert(false, "never", "the row is 1")
			})
			p.Spawn("kills", func(p *proc.P) { p.Kill(waits) })
			p.Spawn("writes", func(p *proc.P) { table.Insert(p, 0, 1); table.Delete(p, 0) })
			proc.Receive[int](p)
		}, proc.Daemon)
	}}
	for _, a := range enumerating() {
		if r, err := Check(t.Context(), m, Options{Algorithm: a}); err != nil || r.Verdict != Violated {
			t.Errorf("%s: %s, %d interleavings, %v; want violated", a, r.Verdict, r.Interleavings, err)
		}
	}
}
