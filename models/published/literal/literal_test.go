package literal

import (
	"slices"
	"testing"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/models/published"
)

// small lists the models with few interleavings.
var small = []string{
	"commit-3", "commit-hasty", "register-2-clients", "register-two-copies-2-clients", "paxos-1-clients", "abd-2-servers-ordered-2-clients",
}

// TestSmall: the small models behave as they declare, and a stateful search counts what an enumeration does.
func TestSmall(t *testing.T) {
	for _, m := range Models() {
		if !slices.Contains(small, m.Name) {
			continue
		}
		t.Run(m.Name, func(t *testing.T) {
			t.Parallel()
			check := func(o checker.Options) *checker.Result {
				o.Until = checker.UntilEnd
				r, err := checker.Check(t.Context(), m, o)
				if err != nil {
					t.Fatal(err)
				}
				return r
			}
			got, want := check(checker.Options{Algorithm: checker.States}), check(checker.Options{AnyDeliveriesRace: true})
			if got.Interleavings != want.Interleavings || got.Violating != want.Violating {
				t.Errorf("%d interleavings, %d of them violating; want %d and %d", got.Interleavings, got.Violating, want.Interleavings, want.Violating)
			}
			verdict := checker.Verified
			if m.Violates != nil {
				verdict = checker.Violated
			}
			if late := check(checker.Options{Algorithm: checker.States, LateDelivery: true}); late.Verdict != verdict || got.Verdict != verdict || want.Verdict != verdict {
				t.Errorf("%s, %s by enumeration, %s with late delivery; want %s", got.Verdict, want.Verdict, late.Verdict, verdict)
			}
		})
	}
}

// TestRuns: random runs of the larger models violate nothing.
func TestRuns(t *testing.T) {
	for _, m := range Models() {
		if m.Violates != nil || slices.Contains(small, m.Name) {
			continue
		}
		t.Run(m.Name, func(t *testing.T) {
			t.Parallel()
			r, err := checker.Check(t.Context(), m, checker.Options{Algorithm: checker.Portfolio, Runs: 2_000})
			if err != nil || r.Violating > 0 || !r.Expected {
				t.Error(r, err)
			}
		})
	}
}

// TestNames: each model that package published has, too, has the same name there.
func TestNames(t *testing.T) {
	shaped := published.Models()
	for _, name := range []string{"commit-9", "register-4-clients", "paxos-2-clients", "abd-2-servers-2-clients", "abd-3-servers-ordered-2-clients", "commit-hasty"} {
		for _, models := range [][]checker.Model{Models(), shaped} {
			if !slices.ContainsFunc(models, func(m checker.Model) bool { return m.Name == name }) {
				t.Errorf("there is no model %s", name)
			}
		}
	}
}
