package minimize_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/checkmodel/checkmodel/minimize"
	"github.com/checkmodel/checkmodel/trace"
	"pgregory.net/rapid"
)

// sums is a Tester of runs whose events are numbers, each of a process of its own. A run fails if it contains the needed
// numbers. Explore finds the smallest run, if departures admits all.
type sums struct {
	needed            []string
	executed, allowed int
	hopeless          bool // Explore is never complete
}

func event(name string) minimize.Event {
	return minimize.Event{Step: trace.NamedStep{Actor: name}, External: name}
}

func (s *sums) fails(names []string) bool {
	return !slices.ContainsFunc(s.needed, func(n string) bool { return !slices.Contains(names, n) })
}

func (s *sums) Test(without []string, events []minimize.Event) (minimize.Run, bool) {
	s.executed++
	var run minimize.Run
	var names []string
	for _, e := range events {
		if !slices.Contains(without, e.Step.Actor) {
			run, names = append(run, e), append(names, e.Step.Actor)
		}
	}
	return run, s.fails(names)
}

func (s *sums) Explore(search minimize.Search, wanted func(minimize.Run) bool) (minimize.Run, bool, bool) {
	without, departures := search.Without, search.Departures
	s.executed++
	var run minimize.Run
	for _, n := range s.needed {
		run = append(run, event(n))
	}
	left := slices.ContainsFunc(s.needed, func(n string) bool { return slices.Contains(without, n) })
	if departures < 0 && !left && wanted(run) {
		return run, true, false
	}
	return nil, false, departures < 0 && !s.hopeless
}

func (s *sums) Spent() bool { return s.allowed > 0 && s.executed >= s.allowed }

func (s *sums) Executed() int { return s.executed }

// What is left is what is needed, and that is known if the searches end. With less time it is at least no larger.
func TestNeeded(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 12).Draw(t, "events")
		var run minimize.Run
		s := &sums{hopeless: rapid.Bool().Draw(t, "hopeless")}
		for i := range n {
			run = append(run, event(fmt.Sprint("event ", i)))
			if rapid.Bool().Draw(t, "needed") {
				s.needed = append(s.needed, run[i].External)
			}
		}
		r := minimize.Minimize(s, run)
		if got := r.Run.Externals(); len(got) != len(s.needed) || !s.fails(got) {
			t.Fatalf("left are %q, needed are %q", got, s.needed)
		}
		want := minimize.Minimal
		if s.hopeless || len(s.needed) == 0 {
			want = minimize.Tried
		}
		if r.Claim != want || want == minimize.Minimal && len(r.Needed) != len(s.needed) {
			t.Fatalf("claimed is %s, %q; want %s", r.Claim, r.Needed, want)
		}
		s.executed, s.allowed = 0, rapid.IntRange(1, 20).Draw(t, "allowed")
		short := minimize.Minimize(s, run)
		if run.Less(short.Run) || s.executed > s.allowed || short.Claim != minimize.Reduced && short.Run.Less(r.Run) {
			t.Fatalf("with %d schedules %d events are left, %s, after %d schedules", s.allowed, len(short.Run), short.Claim, s.executed)
		}
		if executed := short.Stages[len(short.Stages)-1]; executed.Schedules < 0 {
			t.Fatal(short.Stages)
		}
	})
}

// External events count before faults, these before events, and these before the alternatives of choices.
func TestLess(t *testing.T) {
	external, other := event("e"), minimize.Event{Step: trace.NamedStep{Actor: "p"}}
	fault, choice := other, other
	fault.Fault, choice.Step.Alternative = "crash", 1
	leftOut, decision := external, other
	leftOut.LeftOut, leftOut.External = true, ""
	decision.Fault = minimize.Decision
	sorted := []minimize.Run{{other}, {choice}, {other, other}, {fault}, {fault, other}, {external}, {external, other}}
	for i, r := range sorted {
		for k, q := range sorted {
			if r.Less(q) != (i < k) {
				t.Errorf("run %d is smaller than run %d: %v", i, k, r.Less(q))
			}
		}
	}
	if r := (minimize.Run{other, leftOut, decision}); r.Less(sorted[0]) || sorted[0].Less(r) || r.Events() != 1 {
		t.Errorf("what is left out, or decided, counts: %d events", r.Events())
	}
}
