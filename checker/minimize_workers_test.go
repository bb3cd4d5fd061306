package checker_test

import (
	"slices"
	"testing"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/testsize"
	"github.com/checkmodel/checkmodel/minimize"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/google/go-cmp/cmp"
)

// streak fails when the last alternative was chosen so often in succession. A failing run may be long, and a short one has
// nothing to do with it.
func streak(of int) func(*proc.P) {
	return func(p *proc.P) {
		for n := 0; ; {
			if n++; p.Choose(6) < 5 {
				n = 0
			}
			p.Assert(n < of, "no streak", "%d in succession", n)
		}
	}
}

// stage returns what a stage of minimizing has left.
func stage(v *checker.Violation, name string) minimize.Stage {
	stages := v.Minimized.Stages
	return stages[slices.IndexFunc(stages, func(s minimize.Stage) bool { return s.Name == name })]
}

// Random runs are drawn by several workers, and what is left does not depend on how many.
func TestMinimizeWorkers(t *testing.T) {
	m := checker.Model{Name: "streak", Main: streak(4)}
	var want *checker.Violation
	for workers := 1; workers <= 3; workers++ {
		r, err := checker.Check(t.Context(), m, checker.Options{TrustModel: !testsize.Long(), Algorithm: checker.RandomWalk, Seed: 2, Workers: workers})
		if err != nil || len(r.Violations) == 0 {
			t.Fatal(r, err)
		}
		v, err := checker.Minimize(t.Context(), r, r.Violations[0], checker.Minimizing{Schedules: 2000})
		if err != nil {
			t.Fatal(err)
		}
		if stage(v, "random runs").Schedules < 200 {
			t.Errorf("%v: too few random runs for other workers to join", v.Minimized.Stages)
		}
		if want == nil {
			want = v
			continue
		}
		if diff := cmp.Diff(want.Steps, v.Steps); diff != "" {
			t.Errorf("%d workers: another run\n%s", workers, diff)
		}
		if diff := cmp.Diff(want.Minimized.Stages, v.Minimized.Stages); diff != "" {
			t.Errorf("%d workers: other stages\n%s", workers, diff)
		}
	}
}
