package checker_test

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/testsize"
	"github.com/checkmodel/checkmodel/proc"
)

// choices violates a property in one of 12 000 runs. No search but a drawn one comes across that soon. Each execution of the process is told.
func choices(executed func()) checker.Model {
	return checker.Model{Name: "choices", Main: func(p *proc.P) {
		executed()
		first := p.Choose(110)
		for range 7 {
			p.Choose(110)
		}
		last := p.Choose(110)
		p.Assert(first != 50 || last != 50, "choices", "both are 50")
	}}
}

// says returns what a test compares of a result.
func says(r *checker.Result) string {
	return fmt.Sprintln(r.Verdict, r.Stop, r.Options.Algorithm, r.Interleavings, r.Events, r.FirstViolation, r.Violations[0].Steps, r.Options.Runs, r.Chosen)
}

// TestAutoDrawsBeside: draws that go on beside the last search find a violation, in the same run as alone, by any number of workers.
func TestAutoDrawsBeside(t *testing.T) {
	t.Parallel()
	executed := 0 // one process at a time, so the race detector has nothing to say
	m := choices(func() { executed++ })
	for seed := range uint64(testsize.Sample(1, 8)) {
		alone, err := checker.Check(t.Context(), m, checker.Options{Algorithm: checker.Learn, Seed: seed, Runs: 100_000, TrustModel: true})
		if err != nil {
			t.Fatal(err)
		}
		var all []string
		for _, workers := range []int{1, 3} {
			r, err := checker.Check(t.Context(), m, checker.Options{Algorithm: checker.Auto, Seed: seed, Workers: workers, TrustModel: true})
			if err != nil || alone.FirstViolation != r.FirstViolation || alone.Events != r.Events {
				t.Fatalf("seed %d: run %d is violating, after %d events, want %d, %d; %v", seed, r.FirstViolation, r.Events, alone.FirstViolation, alone.Events, err)
			}
			all = append(all, says(r))
		}
		if beside := alone.FirstViolation > 8_000; all[0] != all[1] || beside != strings.Contains(all[0], "a portfolio with feedback, beside ") ||
			beside && !strings.Contains(all[0], "nor 8000 drawn ones had decided") || seed == 0 && !beside {
			t.Errorf("seed %d: by one worker\n%sby three\n%s", seed, all[0], all[1])
		}
	}
}

// TestAutoBesideIsSaved: a search that is stopped and resumed, also during a share of the draws, has the result of one that was never stopped.
func TestAutoBesideIsSaved(t *testing.T) {
	t.Parallel()
	executed, stopAt, stop := 0, 0, func() {}
	m := choices(func() {
		if executed++; executed == stopAt {
			stop()
		}
	})
	search := func(resumed *checker.Checkpoint) (*checker.Result, *checker.Checkpoint) {
		ctx, cancel := context.WithCancel(t.Context())
		stop = cancel
		defer cancel()
		var saved bytes.Buffer
		r, err := checker.Check(ctx, m, checker.Options{
			Algorithm: checker.Auto, Workers: 1, TrustModel: true, Resume: resumed,
			Saving: &checker.Saving{Identity: "this", Save: func(c *checker.Checkpoint) error { saved.Reset(); return c.EncodeTo(&saved) }},
		})
		if err != nil {
			t.Fatal(err)
		}
		if r.Stop != checker.Canceled {
			return r, nil
		}
		c, err := checker.ReadCheckpoint(&saved)
		if err != nil {
			t.Fatal(err)
		}
		return r, c
	}
	whole, _ := search(nil)
	want, total, share := says(whole), executed, whole.Interleavings-8_000
	stops := []int{total - share/2, 8_000} // during the share, again during its rest, and before the last search
	if testsize.Long() {
		stops = append(stops, total-share-50, total-share, total-share+1, total-9, total/2, total/3, total/9)
	}
	for _, at := range stops {
		executed, stopAt = 0, at
		r, c := search(nil)
		if stopAt = executed + share/4; c == nil {
			t.Fatalf("%s at %d", r.Stop, at)
		}
		again := 0
		for ; c != nil; again++ {
			r, c = search(c)
		}
		if says(r) != want || (again != 2 && at < total-share/4) || executed > total+1_000 {
			t.Errorf("stopped at execution %d and resumed %d times, the search ends after %d of %d:\n%swant\n%s", at, again, executed, total, says(r), want)
		}
	}
}
