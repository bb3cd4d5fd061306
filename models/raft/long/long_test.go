package long_test

import (
	"slices"
	"testing"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/models/raft/long"
)

// shown are runs of seed 1 that violate something.
var shown = map[string]int{"raft-45-long": 47, "raft-46-long": 11}

// TestModels: the runs are long. Those that show a bug need few of their external events.
func TestModels(t *testing.T) {
	for _, m := range long.Models() {
		t.Run(m.Name, func(t *testing.T) {
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
			if m.Name != "raft-46-long" {
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
