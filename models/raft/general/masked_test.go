package general_test

import (
	"fmt"
	"testing"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/testsize"
	"github.com/checkmodel/checkmodel/models/raft/general"
)

// TestMaskedTerms: a failing run needs fewer events if terms do not tell messages apart.
func TestMaskedTerms(t *testing.T) {
	testsize.LongOnly(t)
	minimized := func(fingerprint func(any) string) int {
		for _, m := range general.Models() {
			if m.Name != "raft-45-general-3" {
				continue
			}
			m.Violates, m.Fingerprint = nil, fingerprint // the first violation ends the search
			r, err := checker.Check(t.Context(), m, checker.Options{Algorithm: checker.RandomWalk, Runs: 3000, Seed: 1, Workers: 1})
			if err != nil || len(r.Violations) == 0 {
				t.Fatalf("no run fails: %v", err)
			}
			v, err := checker.Minimize(t.Context(), r, r.Violations[0], checker.Minimizing{})
			if err != nil {
				t.Fatal(err)
			}
			return v.Minimized.Events
		}
		t.Fatal("there is no such model")
		return 0
	}
	masked, all := minimized(nil), minimized(func(m any) string { return fmt.Sprintf("%T %v", m, m) })
	if masked >= all {
		t.Errorf("%d events are left with masked terms, %d with terms", masked, all)
	}
}
