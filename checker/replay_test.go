package checker_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
)

// rivals is violated in the second interleaving only.
var rivals = checker.Model{Name: "rivals", Main: func(p *proc.P) {
	self := p.Self()
	p.Spawn("left", func(p *proc.P) { p.Send(self, "left") })
	p.Spawn("right", func(p *proc.P) { p.Send(self, "right") })
	first := proc.Receive[string](p)
	p.Assert(first == "left" || p.Choose(2) == 0, "left first", "%s was first", first)
}}

func replay(t *testing.T, text string) (*checker.Result, error) {
	t.Helper()
	steps, err := trace.ParseSchedule(text)
	if err != nil {
		t.Fatal(err)
	}
	return checker.Check(t.Context(), rivals, checker.Options{Replay: steps})
}

// A violation of a search is found again by its schedule alone.
func TestReplayOfViolation(t *testing.T) {
	found, err := checker.Check(t.Context(), rivals, checker.Options{})
	if err != nil || found.Verdict != checker.Violated {
		t.Fatal(found, err)
	}
	v := found.Violations[0]
	for _, steps := range []trace.NamedSchedule{v.Steps, v.Steps.Short(v.Trace.Actors)} {
		again, err := replay(t, steps.String())
		if err != nil || again.Verdict != checker.Violated || again.Interleavings != 1 {
			t.Fatalf("%s is replayed as %+v, %v", steps, again, err)
		}
		if diff := cmp.Diff(v.Trace, again.Violations[0].Trace); diff != "" {
			t.Errorf("the trace is another one (-found +replayed):\n%s", diff)
		}
	}
}

// After its end, a schedule continues like a search.
func TestReplayGoesOn(t *testing.T) {
	r, err := replay(t, "v1 main*2")
	if err != nil || r.Verdict != checker.Incomplete || r.Stop != checker.Replayed || r.Interleavings != 1 || r.Events <= 2 {
		t.Errorf("the replay is %+v, %v", r, err)
	}
}

// Impossible steps are skipped, with the reason.
func TestSkippedSteps(t *testing.T) {
	for text, want := range map[string]string{
		"v1 main*3":                                   "step 3 of the schedule is skipped: process main waits at \"receive string\"",
		"v1 main*2 left*3":                            "step 5 of the schedule is skipped: process left has ended",
		"v1 main left right":                          "step 3 of the schedule is skipped: process right has not begun",
		"v1 main middle":                              "step 2 of the schedule is skipped: there is no process middle",
		"v1 main main=1":                              "step 2 of the schedule is skipped: process main has no alternative 1; it is at \"spawn right\"",
		"v1 main*2 right main=0 main=2":               "step 5 of the schedule is skipped: process main has no alternative 2; it is at \"choose one of 2\"",
		"v1 main*2 left*2 main*2 right*2 main left":   "step 9 of the schedule is skipped: process main has ended",
		"v1 main*2 right*2 left*2 main main=1 main*2": "step 10 of the schedule is skipped: process main has ended",
	} {
		r, err := replay(t, text)
		if err != nil || len(r.Skipped) == 0 || !strings.HasPrefix(r.Skipped[0].String(), want) || r.Unplanned > 0 {
			t.Errorf("%s: %v, %d unplanned, skipped is\n%v, want\n%s", text, err, r.Unplanned, r.Skipped, want)
		}
		if r.SleepSetBlocked != 0 || r.Interleavings != 1 {
			t.Errorf("%s: %d of %d interleavings are said to be sleep-set blocked", text, r.SleepSetBlocked, r.Interleavings)
		}
	}
	r, err := replay(t, "v1 middle main*2 middle left middle main right middle*2")
	if err != nil || len(r.Skipped) != 5 || r.Skipped[3].Step != 9 {
		t.Errorf("the rest is not tried: %v, %v", r.Skipped, err)
	}
}

// A schedule without any possible step is of another model.
func TestStaleSchedule(t *testing.T) {
	r, err := replay(t, "v1 middle left*2")
	const want = "no step of the schedule is possible; step 1 is not: there is no process middle; "
	var stale *checker.StaleSchedule
	if !errors.As(err, &stale) || !strings.HasPrefix(stale.Error(), want) || r.Verdict != checker.Failed || len(r.Replayed.Entries) > 0 {
		t.Errorf("the error is\n%v, want\n%s", err, want)
	}
}

// The error for a schedule that does not fit says, in the words of traces, what the model does
// instead.
func TestStaleScheduleWords(t *testing.T) {
	steps, err := trace.ParseSchedule("v1 main=2")
	if err != nil {
		t.Fatal(err)
	}
	m := checker.Model{Name: "m", Main: func(p *proc.P) { proc.Pick(p, "deliver", "drop") }}
	_, err = checker.Check(t.Context(), m, checker.Options{Replay: steps})
	if want := `process main has no alternative 2; it is at "pick one of 2"`; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("the error is %v, want %s", err, want)
	}
}
