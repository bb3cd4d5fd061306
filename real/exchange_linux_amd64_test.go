package real

import (
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"github.com/checkmodel/checkmodel/internal/kernel"
	"github.com/checkmodel/checkmodel/internal/stage"
	"github.com/checkmodel/checkmodel/trace"
)

// perNode returns the calls of each node, in order.
func perNode(w *world, events []trace.Event) [][]kernel.Record {
	all := make([][]kernel.Record, len(w.nodes))
	for i := range events {
		if n := w.at(&events[i]); n >= 0 {
			all[n] = append(all[n], w.calls[i]...)
		}
	}
	return all
}

// TestExchange: neighbouring events that are independent, which those of different nodes mostly are, are exchanged, and all programs make the
// same calls, with the same data and results.
func TestExchange(t *testing.T) {
	t.Parallel()
	if err := Supported(); err != nil {
		t.Skip(err)
	}
	path := filepath.Join(t.TempDir(), "store")
	if out, err := exec.Command("go", "build", "-o", path, "./testdata/store").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	var clients []Node
	for _, name := range []string{"c0", "c1"} {
		clients = append(clients, Node{Name: name, Command: []string{path, "put", "{a}:7000", "2"}})
	}
	c := Cluster{
		Name:    "exchanged",
		Nodes:   []Node{{Name: "a", Command: []string{path, "serve", "{b}:7000"}}, {Name: "b", Command: []string{path, "serve"}}},
		Clients: clients, Crashes: 1, Points: 40,
	}
	exchanged := 0
	for seed := range uint64(2) {
		rng := rand.New(rand.NewPCG(seed, 1))
		w := newWorld(&c, nil).(*world)
		p := stage.New(w)
		for len(p.Events()) < 500 {
			all := w.Enabled(nil)
			if len(all) == 0 {
				break
			}
			next := all[rng.IntN(len(all))]
			st := trace.Step{Actor: next.Actor, Alternative: int32(rng.IntN(int(max(1, next.Op.Alternatives))))}
			if _, err := p.Step(st); err != nil {
				t.Fatal(err)
			}
		}
		before := perNode(w, p.Events())
		var schedule trace.Schedule
		events := p.Events()
		for i := 0; i < len(events); i++ {
			if i+1 < len(events) && (trace.Relation{}).Dependent(&events[i], &events[i+1], nil) == trace.Independent && events[i].Kind == trace.Use && events[i+1].Kind == trace.Use {
				schedule = append(schedule, events[i+1].Step(), events[i].Step())
				exchanged++
				i++
				continue
			}
			schedule = append(schedule, events[i].Step())
		}
		if err := p.StepBack(0); err != nil {
			t.Fatal(err)
		}
		for i, st := range schedule {
			if _, err := p.Step(st); err != nil {
				t.Fatalf("seed %d, step %d: %v", seed, i+1, err)
			}
		}
		after := perNode(w, p.Events())
		for n := range before {
			for i := range min(len(before[n]), len(after[n])) {
				if before[n][i] != after[n][i] {
					t.Fatalf("seed %d: %s does %s, and after the exchange %s", seed, w.nodes[n].Name, before[n][i], after[n][i])
				}
			}
			if !slices.Equal(before[n], after[n]) {
				t.Errorf("seed %d: %s makes %d calls, and after the exchange %d", seed, w.nodes[n].Name, len(before[n]), len(after[n]))
			}
		}
		w.Close()
	}
	if exchanged < 10 {
		t.Errorf("only %d pairs were exchanged", exchanged)
	}
	t.Logf("%d pairs were exchanged", exchanged)
}
