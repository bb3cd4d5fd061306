package spark_test

import (
	"slices"
	"testing"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/models/spark"
)

// TestModels: the right protocol has no violation, and each bug shows as what its model declares.
func TestModels(t *testing.T) {
	for _, m := range spark.Models() {
		t.Run(m.Name, func(t *testing.T) {
			declared := m.Violates
			m.Violates = nil // so that the first violation ends the search
			r, err := checker.Check(t.Context(), m, checker.Options{StopAtFirst: true, Workers: 1})
			if err != nil {
				t.Fatal(err)
			}
			if len(declared) == 0 {
				if r.Verdict != checker.Verified {
					t.Errorf("%s: %v", r.Verdict, r.Violations)
				}
				return
			}
			if len(r.Violations) == 0 || !slices.Contains(declared, r.Violations[0].Property) {
				t.Errorf("%s, declared is %q: %v", r.Verdict, declared, r.Violations)
			}
		})
	}
}
