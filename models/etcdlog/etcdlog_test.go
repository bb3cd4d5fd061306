package etcdlog

import (
	"testing"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/conform"
	"github.com/checkmodel/checkmodel/systemlog"
)

func readLog(t *testing.T) []systemlog.Line {
	t.Helper()
	log, err := systemlog.ReadFile("testdata/three.log")
	if err != nil {
		t.Fatal(err)
	}
	return log
}

// TestFits: the log of a run of the library fits, also if it does not say in which order lines of different nodes come.
func TestFits(t *testing.T) {
	for _, total := range []bool{true, false} {
		if r, err := conform.Check(t.Context(), Models()[0], readLog(t), conform.Options{Total: total, MostStates: 100_000}); err != nil || !r.Fits || r.Lines != 80 {
			t.Errorf("total %v: %v, %v", total, r, err)
		}
	}
}

// TestEveryFieldCounts: a line that tells another term, vote, commit index or length of the log fits no more.
func TestEveryFieldCounts(t *testing.T) {
	const line = 20
	for _, change := range []func(*event){
		func(e *event) { e.Term++ }, func(e *event) { e.Vote++ }, func(e *event) { e.Commit++ }, func(e *event) { e.Log++ },
		func(e *event) { e.Role = "" }, func(e *event) { e.Message.Term++ },
	} {
		m := Models()[0]
		m.Log = func(l systemlog.Line) systemlog.Meaning {
			means := meaning(l)
			if e, is := means.Events[0].(event); is && l.Number == line {
				change(&e)
				means.Events[0] = e
			}
			return means
		}
		r, err := conform.Check(t.Context(), m, readLog(t), conform.Options{Total: true, MostStates: 10_000})
		if err != nil || r.Fits || r.Met != line-1 || r.Misfit.Number != line {
			t.Errorf("%v, %v", r, err)
		}
	}
}

// TestRuns: drawn runs of the models violate nothing.
func TestRuns(t *testing.T) {
	for _, m := range Models() {
		r, err := checker.Check(t.Context(), m, checker.Options{Algorithm: checker.RandomWalk, Runs: 5, MaxEvents: 500, Seed: 1})
		if err != nil || r.Verdict == checker.Violated {
			t.Errorf("%s: %v, %v", m.Name, r.Violations, err)
		}
	}
}
