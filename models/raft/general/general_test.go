package general_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/testsize"
	"github.com/checkmodel/checkmodel/models/raft/general"
)

// seldom are the bugs that hardly one of 2000 runs with three nodes hits.
var seldom = []string{"raft-in-place"}

// large are the bugs whose runs are long.
var large = []string{"raft-58b", "raft-66", "raft-stale-read", "raft-vote-without-term"}

// TestModels: with three nodes, runs hit the bugs, and nothing else is violated; the models with five nodes are executed.
func TestModels(t *testing.T) {
	names := map[string]bool{}
	for _, m := range general.Models() {
		if names[m.Name] || m.Doc == "" {
			t.Errorf("the model %s has no name of its own, or says nothing about itself", m.Name)
		}
		names[m.Name] = true
		t.Run(m.Name, func(t *testing.T) {
			bug, small := strings.CutSuffix(m.Name, "-general-3")
			if !small && m.Name != "raft-general-5" || slices.Contains(large, bug) {
				testsize.LongOnly(t)
			}
			o := checker.Options{Runs: 110, Workers: 1} // 100 are preliminary
			hit := small && len(m.Violates) > 0 && !slices.Contains(seldom, bug)
			if hit {
				o.Runs = 2000
				m.Violates = nil // so that the first violation ends the search
			}
			r, err := checker.Check(t.Context(), m, o)
			if err != nil {
				t.Fatal(err)
			}
			switch {
			case hit && r.Verdict != checker.Violated:
				t.Errorf("%s after %d runs, want violated", r.Verdict, r.Interleavings)
			case len(m.Violates) == 0 && !hit && r.Verdict != checker.Sampled:
				t.Errorf("%s: %v", r.Verdict, r.Violations)
			}
		})
	}
}
