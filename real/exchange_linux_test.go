//go:build amd64 || arm64

package real

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/kernel"
	"github.com/checkmodel/checkmodel/internal/stage"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/causality"
	"github.com/checkmodel/checkmodel/trace/kind"
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

// exchanged returns a cluster of two nodes and two clients.
func exchanged(t *testing.T, f checker.Faults) Cluster {
	if err := CheckSupport(); err != nil {
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
	return Cluster{
		Name:    "exchanged",
		Nodes:   []Node{{Name: "a", Command: []string{path, "serve", "{b}:7000"}}, {Name: "b", Command: []string{path, "serve"}}},
		Clients: clients, Faults: f, Points: 40,
	}
}

// allFaults has each kind of fault.
var allFaults = checker.Faults{Crashes: 1, Restarts: 1, Disk: checker.DiskTorn, SyncFailures: 1, Partitions: 1, Pauses: 1, Reorderings: 1, Losses: 1}

// TestPossible: which operations are possible follows from the cells, as a search that reverses races predicts it.
func TestPossible(t *testing.T) {
	t.Parallel()
	c := exchanged(t, allFaults)
	compared := map[trace.ValueID]int{}
	late, reset := false, false
	for seed := range uint64(8) {
		rng := rand.New(rand.NewPCG(seed, 1))
		w := newWorld(&c, nil).(*world)
		p := stage.New(w)
		for len(p.Events()) < 400 {
			all := w.Enabled(nil)
			if len(all) == 0 {
				break
			}
			for possible, pending := range map[bool][]trace.Pending{true: w.pending(nil, true), false: w.pending(nil, false)} {
				for _, at := range pending {
					u, is := at.Op.Does.(use)
					if !is {
						continue
					}
					compared[u.key]++
					if _, predicted := u.Use(nil, w.cell, nil); predicted != possible {
						t.Fatalf("seed %d, step %d: %s of %s is possible: %v, and predicted: %v", seed, len(p.Events()), w.words(at.Op), w.nodes[u.node].Name, possible, predicted)
					}
				}
			}
			next := all[rng.IntN(len(all))]
			st := trace.Step{Actor: next.Actor, Alternative: int32(rng.IntN(int(max(1, next.Op.Alternatives))))}
			if _, err := p.Step(st); err != nil {
				t.Fatal(err)
			}
			for _, q := range w.queues {
				last := &q.packets[len(q.packets)-1]
				late = late || last.Late
				reset = reset || last.String() == "reset" && strings.Contains(strings.Join(w.places[last.From].printed[1], "\n"), "— a connection is reset")
			}
		}
		w.Close()
	}
	if !late || !reset {
		t.Errorf("a packet was late: %v; a connection was reset: %v", late, reset)
	}
	for key := start; key <= arrival; key++ {
		if compared[key] == 0 {
			t.Errorf("there was no %d", key)
		}
	}
	t.Log(compared)
}

// TestParts: a node can be cut off alone, or together with some of the others, but not with all of them.
func TestParts(t *testing.T) {
	c := &Cluster{Nodes: []Node{{Name: "a"}, {Name: "b"}, {Name: "c"}}}
	for others, want := range []string{"b | a, c", "a, b | c", "b, c | a"} {
		p := c.split(1, uint64(others))
		if got := c.named(p); got != want {
			t.Errorf("the parts are %s, want %s", got, want)
		}
		first, _, _ := strings.Cut(want, " | ")
		for other, name := range []string{"a", "b", "c", "a client"} {
			if apart := !strings.Contains(first, name) && other < 3; p.Separate(1, other) != apart {
				t.Errorf("%s: b and %s are separate: %v", want, name, !apart)
			}
		}
	}
}

// TestExchange: neighbouring events that are independent, which those of different nodes mostly are, are exchanged, and all programs make the
// same calls, with the same data and results.
func TestExchange(t *testing.T) {
	t.Parallel()
	c := exchanged(t, checker.Faults{Crashes: 1, Restarts: checker.AfterEachCrash, Disk: checker.DiskTorn, Partitions: 1})
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
			if i+1 < len(events) && (causality.Relation{}).Dependent(&events[i], &events[i+1], nil) == causality.Independent && events[i].Kind == kind.Use && events[i+1].Kind == kind.Use {
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

// TestUndisturbed: programs make the same calls with a validation after each event.
func TestUndisturbed(t *testing.T) {
	t.Parallel()
	c := exchanged(t, checker.Faults{Crashes: 1, Restarts: 1, Disk: checker.DiskTorn})
	run := func(schedule trace.Schedule) (trace.Schedule, [][]kernel.Record) {
		w := newWorld(&c, nil).(*world)
		defer w.Close()
		rng := rand.New(rand.NewPCG(3, 1))
		p := stage.New(w)
		for all := w.Enabled(nil); len(all) > 0; all = w.Enabled(nil) {
			next := all[rng.IntN(len(all))]
			st := trace.Step{Actor: next.Actor, Alternative: int32(rng.IntN(int(max(1, next.Op.Alternatives))))}
			if n := len(p.Events()); n < len(schedule) {
				st = schedule[n]
			}
			if _, err := p.Step(st); err != nil {
				t.Fatal(err)
			}
		}
		if w.violent != nil {
			t.Fatal(w.violent)
		}
		var executed trace.Schedule
		for i := range p.Events() {
			executed = append(executed, p.Events()[i].Step())
		}
		return executed, perNode(w, p.Events())
	}
	schedule, alone := run(nil)
	c.Validation = Validation{Node{Name: "v", Command: []string{c.Nodes[0].Command[0], "check", "2", "a", "b"}}, 1}
	if _, validated := run(schedule); !reflect.DeepEqual(alone, validated) {
		t.Error("the programs make other calls with a validation")
	}
}

// classes is an observer that notes the class of each run: what each program has done.
type classes struct {
	world checker.World
	seen  map[string]int
}

// Inspect implements checker.Inspector.
func (c *classes) Inspect(w checker.World) { c.world = w }

// Interleaving implements checker.Observer.
func (c *classes) Interleaving(_ int, _ trace.Outcome, events []trace.Event) {
	did := make([]string, 2)
	for i := range events {
		if e := &events[i]; e.Kind == kind.Use {
			did[e.Object] += fmt.Sprintf("%x\n", c.world.Value(e.Result))
		}
	}
	c.seen[strings.Join(did, "|")]++
}

// beginning reports whether each program does in class a what it does first in class b.
func beginning(a, b string) bool {
	longer := strings.Split(b, "|")
	return !slices.ContainsFunc(strings.Split(a, "|"), func(part string) bool {
		is := strings.HasPrefix(longer[0], part)
		longer = longer[1:]
		return !is
	})
}

// TestOptimal: optimal DPOR explores each class of a small cluster once, and drawn runs are in these classes.
func TestOptimal(t *testing.T) {
	t.Parallel()
	c := exchanged(t, checker.Faults{})
	c.Nodes = c.Nodes[1:]
	c.Clients = []Node{{Name: "c", Command: []string{c.Nodes[0].Command[0], "put", "{b}:7000", "1"}}}
	search := func(o checker.Options) (*checker.Result, map[string]int) {
		found := &classes{seen: map[string]int{}}
		o.Observer, o.TrustModel = found, true
		r, err := checker.Check(t.Context(), c.Model(), o)
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%s: %s, %d runs, %d classes", r.Options.Algorithm, r.Verdict, r.Interleavings, len(found.seen))
		return r, found.seen
	}
	r, optimal := search(checker.Options{Algorithm: checker.Optimal})
	if r.Verdict != checker.Bounded || r.Interleavings != len(optimal) {
		t.Errorf("the search is %s, with %d runs of %d classes", r.Verdict, r.Interleavings, len(optimal))
	}
	_, drawn := search(checker.Options{Algorithm: checker.RandomWalk, Runs: 60})
	for class := range drawn { // the run ends with the client, so a node may do less
		if optimal[class] == 0 && !slices.ContainsFunc(slices.Collect(maps.Keys(optimal)), func(o string) bool { return beginning(class, o) }) {
			t.Errorf("optimal DPOR has not explored a class:\n%q", class)
		}
	}
}
