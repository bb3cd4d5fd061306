package corfu

import (
	"testing"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/testsize"
)

// TestFeedback: the bug of tail, which one class in 1640 has, is hit by each seed where draws by the portfolio repeat themselves.
func TestFeedback(t *testing.T) {
	for _, m := range Models() {
		if m.Name != "tail" {
			continue
		}
		m.Violates = nil // so that the first violation ends the search
		for seed := range uint64(testsize.Sample(3, 20)) {
			r, err := checker.Check(t.Context(), m, checker.Options{Algorithm: checker.Learn, Runs: 20_000, Seed: seed + 1, TrustModel: true})
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("seed %d: run %d", seed+1, r.FirstViolation)
			if r.FirstViolation == 0 {
				t.Errorf("seed %d: no run of %d hits the bug", seed+1, r.Sample.Runs)
			}
		}
	}
}
