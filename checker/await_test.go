package checker

import (
	"fmt"
	"slices"
	"testing"

	"github.com/checkmodel/checkmodel/internal/randomprograms"
	"github.com/checkmodel/checkmodel/internal/testsize"
	"github.com/checkmodel/checkmodel/proc"
	"pgregory.net/rapid"
)

// checkAwait has processes that wait for a row that is written and removed.
func checkAwait(t *rapid.T) {
	ops := rapid.SampledFrom([][]string{randomprograms.AwaitOps[:11], randomprograms.AwaitOps}).Draw(t, "operations")
	checkProgram(t, randomprograms.OneRow(randomprograms.Programs(ops, 3, 8).Draw(t, "program")), rapid.Bool().Draw(t, "wait"), proc.Instant)
}

// checkAwaitAndSignals also ends them.
func checkAwaitAndSignals(t *rapid.T) {
	ops := append([]string{"kill", "kill", "signal", "exit"}, randomprograms.AwaitOps[:11]...)
	f := randomprograms.DrawParent(t, randomprograms.OneRow(randomprograms.Programs(ops, 3, 7).Draw(t, "program")))
	t.Log("\n", f.String(), f.Ties)
	checkMain(t, f.Main, false, proc.Instant, tooMany)
}

// TestAwaitOpportunities has one process that makes a row match, not match, and match again. So the
// other one has two opportunities to continue, and no race leads directly from the second to the
// first.
func TestAwaitOpportunities(t *testing.T) {
	set := func(v int) randomprograms.Instruction { return randomprograms.Instruction{Do: "insert", V: v} }
	await := randomprograms.Instruction{Do: "await", V: 1}
	for name, pr := range map[string]randomprograms.Program{
		"two":             {{set(1), set(0), set(1)}, {await}},
		"one in the past": {{set(1), set(0)}, {await}},
		"two who wait":    {{set(1), set(0), set(1)}, {await}, {await}},
		"a third":         {{set(1), set(0), set(1), set(0), set(1)}, {await}},
		"ended":           {{set(1), set(0), {Do: "kill", To: 1}}, {await, set(2)}},
		"deleted":         {{set(1), {Do: "delete"}, set(1)}, {await}},
	} {
		t.Run(name, func(t *testing.T) { checkMain(t, pr.Main(true), false, proc.Instant, 100_000) })
	}
}

// incomplete lists programs with an Await that does not complete in the interleaving that is explored
// first; events that would have come in time for it are found after that.
var incomplete = map[string]func(*proc.P){
	// Two writes of the same value are not ordered, and it must come before both.
	"two who write the same": func(p *proc.P) {
		table := proc.NewTable[int, int](p, "t")
		table.Insert(p, 0, 1)
		for range 2 {
			p.Spawn("writes", func(p *proc.P) { table.Insert(p, 0, 0) })
		}
		p.Spawn("waits", func(p *proc.P) { awaitOne(p, table) })
		waitForEver(p)
	},
	// The row matched before the process existed.
	"too early": func(p *proc.P) {
		table := proc.NewTable[int, int](p, "t")
		table.Insert(p, 0, 1)
		table.Insert(p, 0, 0)
		p.Spawn("waits", func(p *proc.P) { awaitOne(p, table) })
		waitForEver(p)
	},
	// It finds its table by name: a table with such a row, no table, or a table without it.
	"another table": func(p *proc.P) {
		proc.NewNamedTable[int, int](p, "t").Insert(p, 0, 1)
		proc.NewNamedTable[int, int](p, "u")
		p.Spawn("renames", func(p *proc.P) {
			proc.NamedTable[int, int](p, "t").Rename(p, "v")
			proc.NamedTable[int, int](p, "u").Rename(p, "t")
		})
		p.Spawn("waits", func(p *proc.P) { proc.Try(func() { awaitOne(p, proc.NamedTable[int, int](p, "t")) }) })
		waitForEver(p)
	},
	// The row matches only after the end of the process that waits for it.
	"too late": func(p *proc.P) {
		table := proc.NewTable[int, int](p, "t")
		waits := p.Spawn("waits", func(p *proc.P) { awaitOne(p, table) })
		p.Kill(waits)
		table.Insert(p, 0, 1)
		table.Insert(p, 0, 0)
		waitForEver(p)
	},
	// Before all changes of its row there is no receive yet that would tell the order of the two
	// messages. There is none later either, if the next operation of the process that waited comes
	// before the question.
	"a receive that does not come": func(p *proc.P) {
		table := proc.NewTable[int, int](p, "t")
		table.Insert(p, 0, 1)
		receives := p.Spawn("writes and receives", func(p *proc.P) {
			table.Insert(p, 0, 0)
			if !table.Member(p, 1) {
				proc.Receive[int](p)
			}
		})
		for i := range 2 {
			p.Spawn("sends", func(p *proc.P) { p.Send(receives, i) })
		}
		p.Spawn("waits", func(p *proc.P) { awaitOne(p, table); table.Insert(p, 1, 1) })
		table.Insert(p, 0, 0)
		waitForEver(p)
	},
}

func awaitOne(p *proc.P, table proc.Table[int, int]) {
	table.Await(p, 0, func(v int) bool { return v == 1 })
}

func TestIncompleteAwait(t *testing.T) {
	for name, body := range incomplete {
		endsAreSilent := name != "too late"
		t.Run(name, func(t *testing.T) { checkMain(t, body, endsAreSilent, proc.Instant, 10*tooMany) })
	}
}

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

// TestStatesAwait: a stateful search explores a row that matches for a moment only, although no other process has used the table
// before, and no interleaving so far has the Await.
func TestStatesAwait(t *testing.T) {
	m := Model{Name: "m", Properties: []Property{{Name: "never"}}, Main: func(p *proc.P) {
		table := proc.NewTable[int, int](p, "t")
		p.Spawn("waits", func(p *proc.P) { awaitOne(p, table); p.Assert(false, "never", "it goes on") })
		table.Insert(p, 0, 1)
		table.Insert(p, 0, 0)
		waitForEver(p)
	}}
	r, err := Check(t.Context(), m, Options{Algorithm: States, Until: UntilEnd})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.ContainsFunc(r.Violations, func(v *Violation) bool { return v.Property == "never" }) {
		t.Errorf("after %d interleavings, never is not violated", r.Interleavings)
	}
}
