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

// What a search has found is found again by its schedule alone.
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

// Behind its end, a schedule goes on like a search.
func TestReplayGoesOn(t *testing.T) {
	r, err := replay(t, "v1 main*2")
	if err != nil || r.Verdict != checker.Incomplete || r.Stop != checker.Replayed || r.Interleavings != 1 || r.Events <= 2 {
		t.Errorf("the replay is %+v, %v", r, err)
	}
}

func TestStaleSchedule(t *testing.T) {
	for text, want := range map[string]string{
		"v1 main*3":                            "step 3 of the schedule is not possible: process main cannot move, it waits at \"receive string\"",
		"v1 main*2 left*3":                     "step 5 of the schedule is not possible: process left cannot move, it has ended or has not begun; those that can move are main, right;",
		"v1 middle":                            "step 1 of the schedule is not possible: process middle cannot move, there is none of that name; those that can move are main;",
		"v1 main=1":                            "step 1 of the schedule is not possible: process main has no alternative 1; it is at \"spawn left\"",
		"v1 main*2 right main=0 main=2":        "step 5 of the schedule is not possible: process main has no alternative 2; it is at \"choose one of 2\"",
		"v1 main*2 left*2 main*2 right*2 main": "step 9 of the schedule is not possible: the interleaving has ended behind step 8;",
	} {
		r, err := replay(t, text)
		if r.SleepSetBlocked != 0 {
			t.Errorf("%s: an interleaving is said to be sleep-set blocked", text)
		}
		var stale *checker.StaleSchedule
		if !errors.As(err, &stale) || !strings.HasPrefix(stale.Error(), want) || r.Verdict != checker.Failed {
			t.Errorf("%s: the error is\n%v, want\n%s", text, err, want)
		}
		if r.Replayed == nil || len(r.Replayed.Entries) != stale.Step-1 {
			t.Errorf("%s: the trace is %v, want the steps in front of step %d", text, r.Replayed, stale.Step)
		}
	}
}

// Of a schedule that does not fit it is said, in the words of traces, what there is
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
