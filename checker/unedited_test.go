package checker

import (
	"testing"

	"github.com/checkmodel/checkmodel/internal/randomprograms"
	"github.com/checkmodel/checkmodel/proc"
	"pgregory.net/rapid"
)

// TestReplayUnedited: interleavings of random programs are replayed exactly if the program is the same.
func TestReplayUnedited(t *testing.T) {
	steps := 0
	rapid.Check(t, func(t *rapid.T) {
		pr := randomprograms.Programs(randomprograms.AllOps, 4, 12).Draw(t, "program")
		t.Log("\n" + pr.String())
		m := anyGoal("random")
		m.Main = pr.Main(rapid.Bool().Draw(t, "wait"))
		m.Delivery = rapid.SampledFrom(proc.Deliveries()).Draw(t, "delivery")
		r, err := Check(t.Context(), m, Options{Algorithm: RandomWalk, Runs: 3, Examples: 3, Until: UntilEnd, Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range r.Examples {
			o := Options{Replay: v.Steps, Until: UntilEnd}
			for _, e := range v.Trace.Entries {
				o.ReplayEvents = append(o.ReplayEvents, e.FileLine())
			}
			again, err := Check(t.Context(), m, o)
			if err != nil || again.Exact != len(v.Steps) || len(again.Similar)+len(again.Skipped)+again.Unplanned > 0 {
				t.Fatalf("%v: of %d steps %d are exact, %d unplanned\n%v\n%v", err, len(v.Steps), again.Exact, again.Unplanned, again.Similar, again.Skipped)
			}
			steps += again.Exact
		}
	})
	if steps == 0 {
		t.Error("nothing was replayed")
	}
}
