package examples

import (
	"testing"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/models/examples/commit"
	"github.com/checkmodel/checkmodel/models/examples/election"
	"github.com/checkmodel/checkmodel/models/examples/lease"
	"github.com/checkmodel/checkmodel/models/examples/replicas"
)

// The first model of each example is right, and all of it is explored; the others
// are wrong, each in one way.
func TestRightAndWrong(t *testing.T) {
	for name, models := range map[string][]checker.Model{
		"commit":   commit.Models(),
		"election": election.Models(),
		"lease":    lease.Models(),
		"replicas": replicas.Models(),
	} {
		if len(models) < 2 {
			t.Errorf("%s has no wrong model", name)
		}
		for i, m := range models {
			want := checker.Violated
			if i == 0 {
				want = checker.Verified
			}
			r, err := checker.Check(t.Context(), m, checker.Options{})
			if err != nil || r.Verdict != want || !r.Expected {
				t.Errorf("%s is %s, want %s as declared; %v", m.Name, r.Verdict, want, err)
			}
		}
	}
}
