package long_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/testsize"
	"github.com/checkmodel/checkmodel/models/raft/long"
	"github.com/checkmodel/checkmodel/trace"
)

// size is how many messages are received in a run, and how many external events it has.
type size struct{ messages, externals int }

// optima has, for some models, a run of a random walk with seed 1, and the optimum: the smallest run that fails, by the protocol. Each
// node of the cluster receives two messages before anything else: who belongs to it, and that it begins.
//
//   - raft-45: Two candidates of one term have one other vote each, of another node, which they count twice. So there are four
//     nodes. Each of the candidates has a timer that expires, repeats its request, and receives two votes; each of the voters receives
//     two requests.
//   - raft-56: Two candidates of one term have the vote of the same third node, which hears from the first as a leader before it
//     votes for the second. It receives three messages, and each candidate its timer and the vote.
//   - raft-58a: A leader of two nodes receives a command right after the vote. Before that its timer expires, and the other node
//     receives the request for its vote. The user waits three times before each command.
var optima = map[string]struct {
	run     int
	optimum size
}{
	"raft-45-long":  {47, size{20, 5}},
	"raft-56-long":  {15, size{13, 4}},
	"raft-58a-long": {46, size{11, 4}},
}

// TestOptima: minimizing leaves the optimum.
func TestOptima(t *testing.T) {
	if !testsize.Long() {
		t.Skip("it takes minutes to minimize such runs; -long does, and results/minimized.md has what is left of them")
	}
	for _, m := range long.Models() {
		want, known := optima[m.Name]
		if !known {
			continue
		}
		t.Run(m.Name, func(t *testing.T) {
			m.Violates = nil
			r, err := checker.Check(t.Context(), m, checker.Options{Algorithm: checker.RandomWalk, Seed: 1, Run: want.run, Workers: 1})
			if err != nil || len(r.Violations) == 0 {
				t.Fatal("no violation", err)
			}
			v, err := checker.Minimize(t.Context(), r, r.Violations[0], checker.Minimizing{})
			if err != nil {
				t.Fatal(err)
			}
			if got := sizeOf(v.Trace); got != want.optimum {
				t.Errorf("minimized: %v, want %v", got, want.optimum)
			}
		})
	}
}

func sizeOf(t *trace.Trace) (s size) {
	for _, e := range t.Entries {
		switch {
		case strings.HasPrefix(e.Kind, "receive") && e.Message != "":
			s.messages++
		case e.External != "":
			s.externals++
		}
	}
	return s
}

// shown are runs of seed 1 that violate something.
var shown = map[string]int{"raft-45-long": 47, "raft-46-long": 11}

// large are the models with the longest runs.
var large = []string{"raft-45-long", "raft-58a-long"}

// TestModels: the runs are long. Those that show a bug need few of their external events.
func TestModels(t *testing.T) {
	for _, m := range long.Models() {
		t.Run(m.Name, func(t *testing.T) {
			if slices.Contains(large, m.Name) {
				testsize.LongOnly(t)
			}
			declared := m.Violates
			m.Violates = nil // so that the first violation ends the search
			r, err := checker.Check(t.Context(), m, checker.Options{Algorithm: checker.RandomWalk, Seed: 1, Run: max(1, shown[m.Name]), Workers: 1})
			if err != nil {
				t.Fatal(err)
			}
			if r.Events < 200 {
				t.Errorf("the run has %d events", r.Events)
			}
			for _, v := range r.Violations {
				if !slices.Contains(declared, v.Property) {
					t.Errorf("%s is violated", v.Property)
				}
			}
			if shown[m.Name] == 0 {
				return
			}
			if len(r.Violations) == 0 {
				t.Fatal("no property is violated")
			}
			if m.Name != "raft-46-long" || !testsize.Long() {
				return // the others take longer
			}
			v, err := checker.Minimize(t.Context(), r, r.Violations[0], checker.Minimizing{Schedules: 210})
			if err != nil {
				t.Fatal(err)
			}
			if is := v.Minimized; is.FromExternals < 100 || is.Externals > 40 || is.Events > is.FromEvents/2 {
				t.Errorf("%d events, %d external → %d, %d external", is.FromEvents, is.FromExternals, is.Events, is.Externals)
			}
		})
	}
}
