package corfu

import (
	"bytes"
	"context"
	"math/rand/v2"
	"testing"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/testsize"
)

// TestResumeStates saves a stateful search several times, through files, and resumes it: it has executed and found the
// same as one without a pause.
func TestResumeStates(t *testing.T) {
	testsize.LongOnly(t)
	m := named(t, "middle-2to3+condread+table").model()
	asked := 0
	o := checker.Options{Algorithm: checker.States, Until: checker.UntilEnd}
	o.Saving = &checker.Saving{Due: func() bool { asked++; return false }}
	want := check(t, m, o)
	random, all := rand.New(rand.NewPCG(1, 1)), asked
	for range 2 {
		var file bytes.Buffer
		ctx, cancel := context.WithCancel(t.Context())
		asked = random.IntN(all / 6)
		o.Saving = &checker.Saving{
			Due: func() bool {
				if asked--; asked < 0 {
					cancel()
				}
				return false
			},
			Save: func(c *checker.Checkpoint) error { return c.EncodeTo(&file) },
		}
		if r, err := checker.Check(ctx, m, o); err != nil || r.Stop != checker.Canceled {
			t.Fatal(err, r)
		}
		c, err := checker.ReadCheckpoint(&file)
		if err != nil {
			t.Fatal(err)
		}
		o.Resume = c
	}
	o.Saving = nil
	got := check(t, m, o)
	g, w := *got.Merged, *want.Merged
	g.Bytes, w.Bytes = 0, 0
	if g != w || got.Events != want.Events || got.Verdict != want.Verdict || len(got.Violations) != len(want.Violations) {
		t.Errorf("%+v, %d events, %s; want %+v, %d events, %s", g, got.Events, got.Verdict, w, want.Events, want.Verdict)
	}
}
