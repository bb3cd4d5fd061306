package spark

import (
	"strings"
	"testing"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/checktest"
	"github.com/checkmodel/checkmodel/internal/testsize"
)

// TestModels: the right protocol is verified to the end, and each bug violates what it should.
func TestModels(t *testing.T) {
	for _, m := range Models() {
		r := checktest.Run(t, m)
		if len(m.Violates) == 0 && (!holds(r) || !testing.Short() && len(r.Missed()) > 0) {
			t.Errorf("%s: %s, without %v", m.Name, r.Verdict, r.Missed())
		}
	}
}

// holds reports whether nothing was found and all was explored, by short tests within their bound.
func holds(r *checker.Result) bool {
	return r.Verdict == checker.Verified || testing.Short() && r.Verdict == checker.Bounded
}

// explanations are typical of the violations.
var explanations = map[string]string{
	"spark-2294":          "task 0 of job 0 (no preference) is launched at worker 0 before task 1 (node-local)",
	"spark-3150":          "process master panicked: runtime error: invalid memory address or nil pointer dereference",
	"spark-3150-restarts": "the master has been started again 3 times, and crashes each time: runtime error: invalid memory address",
	"spark-9256":          "process master panicked: the database has an application 0 of second 0 already",
}

// TestExplanations: each bug is found by a search of all interleavings, and it is the one that the model is about.
func TestExplanations(t *testing.T) {
	for _, v := range wrong {
		r, err := checker.Check(t.Context(), v.model(), checker.Options{Algorithm: checker.Optimal, Until: checker.UntilFirst, MaxInterleavings: 20_000})
		if err != nil {
			t.Fatal(err)
		}
		if len(r.Violations) == 0 || !strings.HasPrefix(r.Violations[0].Explanation, explanations[v.name]) {
			t.Errorf("%s: %v", v.name, r.Violations)
		}
	}
}

// TestOnlyTheBug: without its bug, the setting of a wrong model violates nothing.
func TestOnlyTheBug(t *testing.T) {
	for _, v := range wrong {
		v.setting.bug, v.violates = "", nil
		if r := checktest.Run(t, v.model()); !holds(r) {
			t.Errorf("%s: %s", v.name, r.Verdict)
		}
	}
	for _, v := range long {
		v.setting.bug, v.violates = "", nil
		r, err := checker.Check(t.Context(), v.model(), checker.Options{Algorithm: checker.RandomWalk, Runs: testsize.Sample(1, 8)})
		if err != nil || len(r.Violations) > 0 || r.DepthCut > 0 {
			t.Errorf("%s: %v %v, %d cut", v.name, err, r, r.DepthCut)
		}
	}
}
