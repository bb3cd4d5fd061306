package checker

import (
	"testing"

	"github.com/checkmodel/checkmodel/proc"
)

// twoLocks is a model with a bug behind two locks, of which a run opens each with a probability of 1/100. It shows states that are
// new in nearly every run. Its goal is reached where the first lock is open.
func twoLocks() Model {
	return Model{Name: "two locks", Goals: []Property{{Name: "open"}}, Main: func(p *proc.P) {
		choose := func() int { return p.Choose(100) }
		proc.Announce(p, [3]int{choose(), choose(), choose()})
		open := choose() == 57
		if open {
			p.Reach("open")
		}
		proc.Announce(p, [3]int{choose(), choose(), choose()})
		p.Assert(choose() != 57 || !open, "closed", "both locks are open")
	}}
}

// TestFeedbackByGoals: a search that learns goes on from a goal that few runs reach, so it hits what comes after the goal.
func TestFeedbackByGoals(t *testing.T) {
	hits := 0
	for seed := range uint64(8) {
		r, err := Check(t.Context(), twoLocks(), Options{Algorithm: Learn, Runs: 2_500, Seed: seed + 1, TrustModel: true})
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("seed %d: run %d", seed+1, r.FirstViolation)
		if r.FirstViolation > 0 {
			hits++
		}
	}
	if hits < 6 {
		t.Errorf("%d of 8 searches hit the bug", hits)
	}
}

// TestGoalsByWorkers: a search that goes on from goals is the same by several workers, and if it is resumed.
func TestGoalsByWorkers(t *testing.T) {
	o := Options{Algorithm: Learn, Runs: 1_500, Seed: 3, Until: UntilEnd, Workers: 1}
	want, _ := drawnBy(t, twoLocks(), o)
	o.Workers = 4
	if got, _ := drawnBy(t, twoLocks(), o); got != want {
		t.Errorf("by %d workers:\n%s\nwant\n%s", o.Workers, got, want)
	}
	o.Saving, o.MaxInterleavings = new(Saving), 777
	_, saved := drawnBy(t, twoLocks(), o)
	o.MaxInterleavings, o.Resume = 0, saved
	if got, _ := drawnBy(t, twoLocks(), o); saved == nil || got != want {
		t.Errorf("resumed after 777 runs:\n%s\nwant\n%s", got, want)
	}
}
