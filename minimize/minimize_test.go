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

func (s *sums) Test(o minimize.Selection, events []minimize.Event, _, _ int) (minimize.Run, bool) {
	s.executed++
	var run minimize.Run
	var names []string
	for _, e := range events {
		if !slices.Contains(o.Without, e.Step.Actor) {
			run, names = append(run, e), append(names, e.Step.Actor)
		}
	}
	return run, s.fails(names)
}

func (s *sums) Explore(search minimize.Scope, wanted func(minimize.Run) bool) (minimize.Run, bool, bool) {
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

func (s *sums) Slow() bool { return false }

func (s *sums) Exhausted() bool { return s.allowed > 0 && s.executed >= s.allowed }

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
			want = minimize.OneMinimal
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
	leftOut.LeftOut, leftOut.Step.Alternative = true, 1
	replaced := leftOut
	replaced.Step.Alternative = 2
	decision.Fault = minimize.Decision
	sorted := []minimize.Run{{other}, {choice}, {other, other}, {fault}, {fault, other}, {replaced, replaced, external}, {replaced, external}, {external}, {external, other}}
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

// counted is a Tester of one external event with a number, which fails from some number on. It can have each smaller number.
type counted struct {
	judged
	number, fails int
}

func (s *counted) Test(o minimize.Selection, events []minimize.Event, _, _ int) (minimize.Run, bool) {
	s.executed++
	var run minimize.Run
	number := s.number
	for _, i := range o.Smaller["e"] {
		replaced := event("e")
		replaced.LeftOut, replaced.Smaller, replaced.Step.Alternative = true, number, i+2
		run, number = append(run, replaced), int(i)
	}
	last := event("e")
	last.Smaller = number
	return append(run, last), number >= s.fails && len(o.Without) == 0
}

// TestPayloads: payloads become as small as they can be, also of a run in which they have been replaced before.
func TestPayloads(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := &counted{number: rapid.IntRange(0, 20).Draw(t, "number")}
		s.fails = rapid.IntRange(0, s.number).Draw(t, "fails")
		first, _ := s.Test(minimize.Selection{}, nil, 0, 0)
		for range 2 {
			r := minimize.Minimize(s, first)
			if last := r.Run[len(r.Run)-1]; last.Smaller != s.fails || r.Run.Events() != 1 {
				t.Fatalf("the number is %d, want %d: %v", last.Smaller, s.fails, r.Run)
			}
			first = r.Run
		}
	})
}

// judged is a Tester of runs that fail if a function says so. A search that draws runs finds drawn.
type judged struct {
	fails    func([]minimize.Event) bool
	drawn    minimize.Run
	searches []minimize.Scope
	executed int
	tested   int // schedules before the first search
}

func (s *judged) Test(o minimize.Selection, events []minimize.Event, _, _ int) (minimize.Run, bool) {
	s.executed++
	run := slices.DeleteFunc(slices.Clone(events), func(e minimize.Event) bool { return slices.Contains(o.Without, e.External) })
	return run, s.fails(run)
}

func (s *judged) Explore(search minimize.Scope, wanted func(minimize.Run) bool) (minimize.Run, bool, bool) {
	if s.searches == nil {
		s.tested = s.executed
	}
	s.executed++
	s.searches = append(s.searches, search)
	found := search.Draws > 0 && s.drawn != nil && wanted(s.drawn)
	return s.drawn, found, false
}

func (s *judged) Exhausted() bool { return false }

func (s *judged) Slow() bool { return false }

func (s *judged) Executed() int { return s.executed }

// A run that fails if as much happens before the external event as after it loses both together.
func TestPeriods(t *testing.T) {
	s := &judged{fails: func(events []minimize.Event) bool {
		i := slices.IndexFunc(events, func(e minimize.Event) bool { return e.External == "e" })
		return i > 0 && len(events) == 2*i+1
	}}
	step := minimize.Event{Step: trace.NamedStep{Actor: "p"}}
	around := slices.Repeat([]minimize.Event{step}, 40)
	r := minimize.Minimize(s, slices.Concat(around, []minimize.Event{event("e")}, around))
	if len(r.Run) > 21 || !s.fails(r.Run) {
		t.Errorf("%d events are left", len(r.Run))
	}
}

// TestPairs: two messages that are apart are left undelivered together, if neither can be alone.
func TestPairs(t *testing.T) {
	s := &judged{fails: func(events []minimize.Event) bool {
		count := map[string]int{}
		for _, e := range events {
			count[e.Step.Actor]++
		}
		return count["p3"] == 2 && count["p1"] == count["p2"] && count["c1"] == count["p1"] && count["c2"] == count["p2"] && count["c3"] == 2
	}}
	step := func(name string) minimize.Event { return minimize.Event{Step: trace.NamedStep{Actor: name}} }
	takes := func(name string, delivery int) minimize.Event {
		e := step(name)
		e.Receive, e.Delivery = true, delivery
		return e
	}
	run := minimize.Run{step("c1"), takes("p1", 1), step("c3"), takes("p3", 3), step("c3"), takes("p3", 5), step("c2"), takes("p2", 7)}
	s.renumbers()
	if r := minimize.Minimize(s, run); len(r.Run) != 4 {
		t.Errorf("%d events are left, want 4: %v", len(r.Run), r.Run)
	}
}

// A run that fails if an even number of messages is taken loses several at a time.
func TestMessagesTogether(t *testing.T) {
	const n = 16
	s := &judged{fails: func(events []minimize.Event) bool {
		var sent, taken []string
		for _, e := range events {
			if e.Receive {
				taken = append(taken, e.Step.Actor[1:])
			} else {
				sent = append(sent, e.Step.Actor[1:])
			}
		}
		return len(sent) > 0 && len(sent)%2 == 0 && slices.Equal(sent, taken)
	}}
	var run minimize.Run
	for i := range n {
		run = append(run, minimize.Event{Step: trace.NamedStep{Actor: fmt.Sprint("c", i)}})
	}
	for i := range n {
		run = append(run, minimize.Event{Step: trace.NamedStep{Actor: fmt.Sprint("p", i)}, Receive: true, Delivery: i + 1})
	}
	s.renumbers()
	if r := minimize.Minimize(s, run); len(r.Run) != 4 {
		t.Errorf("%d events are left, want 4", len(r.Run))
	}
}

// renumbers lets Deliveries of runs that are returned be right: the event of channel c1 delivers to process p1.
func (s *judged) renumbers() {
	fails := s.fails
	s.fails = func(events []minimize.Event) bool {
		for i := range events {
			if e := &events[i]; e.Receive {
				e.Delivery = 1 + slices.IndexFunc(events, func(d minimize.Event) bool { return d.Step.Actor == "c"+e.Step.Actor[1:] })
			}
		}
		return fails(events)
	}
}

// A random run that is smaller is taken. More are drawn for a long run than for a short one. None are drawn again for a run that is about as
// long, but for once with all external events, and once at the end.
func TestRandomRuns(t *testing.T) {
	s := &judged{fails: func(events []minimize.Event) bool { return len(events) >= 900 || len(events) == 7 }}
	step := minimize.Event{Step: trace.NamedStep{Actor: "p"}}
	s.drawn = slices.Repeat(minimize.Run{step}, 7)
	r := minimize.Minimize(s, slices.Concat(minimize.Run{event("e")}, slices.Repeat(minimize.Run{step}, 4999)))
	if len(r.Run) != 7 {
		t.Errorf("%d events are left, want 7", len(r.Run))
	}
	if s.tested != 1 {
		t.Errorf("%d schedules are executed before runs are drawn, want 1: those of a long run take long", s.tested)
	}
	var draws []int
	for _, search := range s.searches {
		if search.Draws > 0 {
			draws = append(draws, search.Draws)
		}
	}
	if want := []int{312, 140, 140, 140}; !slices.Equal(draws, want) {
		t.Errorf("the searches draw %v runs, want %v", draws, want)
	}
}
