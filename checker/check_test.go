package checker_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/checkmodel/checkmodel/bounding"
	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/testsize"
	"github.com/checkmodel/checkmodel/internal/world"
	"github.com/checkmodel/checkmodel/internal/world/guard"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// race is a model with n! different interleavings: n processes send a number each, and the first
// process takes all of them in the order in which they came.
func race(n int, look func(p *proc.P, came []int)) checker.Model {
	return checker.Model{Name: "race", Main: func(p *proc.P) {
		main := p.Self()
		for i := range n {
			p.Spawn("sender", func(p *proc.P) { p.Send(main, i) })
		}
		var came []int
		for range n {
			came = append(came, proc.Receive[int](p))
		}
		look(p, came)
	}}
}

// inOrder is violated in all interleavings of race except one.
func inOrder(p *proc.P, came []int) {
	p.Assert(slices.IsSorted(came), "in order", "%v came", came)
}

func nothing(*proc.P, []int) {}

func check(t *testing.T, m checker.Model, o checker.Options) *checker.Result {
	t.Helper()
	o.TrustModel = o.TrustModel || !testsize.Long() // the long form also looks for nondeterminism
	r, err := checker.Check(t.Context(), m, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestRefusedModelsAndOptions: an error says what is wrong. There is no result.
func TestRefusedModelsAndOptions(t *testing.T) {
	good := race(1, nothing)
	for _, c := range []struct {
		model   checker.Model
		options checker.Options
		want    string
	}{
		{checker.Model{Main: good.Main}, checker.Options{}, "a model has no name"},
		{checker.Model{Name: "m"}, checker.Options{}, "model m has no first process"},
		{checker.Model{Name: "\xff", Main: good.Main}, checker.Options{}, `the name "\xff" of a model is not UTF-8`},
		{checker.Model{Name: "m", Main: good.Main, Goals: []checker.Property{{Name: "\xff"}}}, checker.Options{}, `a property in checker.Model.Goals whose name "\xff" is not UTF-8`},
		{checker.Model{Name: "m", Main: good.Main, Violates: []string{"a", ""}}, checker.Options{}, "a property without a name"},
		{good, checker.Options{MaxInterleavings: -1}, "checker.Options.MaxInterleavings is -1"},
		{good, checker.Options{MaxEvents: -1}, "checker.Options.MaxEvents is -1"},
		{good, checker.Options{Bound: bounding.Tree(-1)}, "checker.Options.Bound is -1; it must be 0 or more"},
		{good, checker.Options{Bound: bounding.Delay(-2)}, "checker.Options.Bound is -2"},
		{good, checker.Options{Algorithm: "best"}, `checker.Options.Algorithm is "best"; it must be one of auto, optimal, source, naive, states`},
		{good, checker.Options{Delivery: "pigeon"}, `checker.Options.Delivery is "pigeon"`},
	} {
		r, err := checker.Check(t.Context(), c.model, c.options)
		if err == nil || !strings.Contains(err.Error(), c.want) || r != nil {
			t.Errorf("want an error with %q and no result; got %v and %v", c.want, err, r)
		}
	}
}

// TestAllThatIsWrong: one error describes all problems of a model and the options, one per line.
func TestAllThatIsWrong(t *testing.T) {
	unnamed := checker.Property{}
	empty := checker.Rule{Property: checker.Property{Name: "twice"}}
	m := checker.Model{
		Name:       "m",
		Properties: []checker.Property{unnamed, {Name: "\xff"}},
		Rules:      []checker.Rule{empty, empty},
		Goals:      []checker.Property{{Name: "goal"}, unnamed},
		Violates:   []string{""},
	}
	o := checker.Options{
		Algorithm: "best", Bound: bounding.Tree(2).From(3), Delivery: "pigeon", Saving: &checker.Saving{},
		Workers: -1, MaxInterleavings: -2, MaxEvents: -3, Examples: -4,
	}
	want := `model m has no first process; set checker.Model.Main
model m declares the violation of a property without a name
model m has an empty rule "twice"; make rules by Always, Finally, Eventually, AlwaysPossible, Sometimes, Monitor or Automaton
model m has an empty rule "twice"; make rules by Always, Finally, Eventually, AlwaysPossible, Sometimes, Monitor or Automaton
model m has a property without a name, the one at 1 of 2 in checker.Model.Properties; set its Name
model m has a property in checker.Model.Properties whose name "\xff" is not UTF-8; set another Name
model m has a property without a name, the one at 2 of 2 in checker.Model.Goals; set its Name
model m has several rules or goals with the name "twice"; give each its own
checker.Options.Bound is 3..2; it must go up from 0 or more, such as 0..6
checker.Options.Algorithm is "best"; it must be one of auto, optimal, source, naive, states, random-walk, rapos, pos, pct, d-pos, tapct, surw, visited, portfolio, learn
checker.Options.Delivery is "pigeon"; it must be one of instant, channel, bag
checker.Options.Saving is not possible: only a search with checker.Options.Algorithm optimal or states or one that draws at random can be saved
checker.Options.Workers is -1; it must be 0 (one for each processor) or more
checker.Options.MaxInterleavings is -2; it must be 0 (no limit) or more
checker.Options.MaxEvents is -3; it must be 0 (the default, 10000 events) or more
checker.Options.Examples is -4; it must be 0 (none) or more`
	r, err := checker.Check(t.Context(), m, o)
	if err == nil || r != nil {
		t.Fatalf("the error is %v, the result %v", err, r)
	}
	if diff := cmp.Diff(want, err.Error()); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// TestVerdicts: the verdict of a search, and whether it is what the model declares.
func TestVerdicts(t *testing.T) {
	holds, fails := race(3, nothing), race(3, inOrder)
	declared, wrong := fails, holds
	declared.Violates, wrong.Violates = []string{"in order"}, []string{"in order"}
	other := fails
	other.Violates = []string{"something else"}
	timed, end := context.WithTimeout(t.Context(), time.Hour)
	defer end()
	canceled, cancel := context.WithCancel(t.Context())
	cancel()
	for _, c := range []struct {
		name     string
		ctx      context.Context
		model    checker.Model
		options  checker.Options
		verdict  checker.Verdict
		stop     checker.Stop
		expected bool
		explored int
		complete bool
	}{
		{"holds", t.Context(), holds, checker.Options{}, checker.Verified, "", true, 6, true},
		{"holds, by source-DPOR", t.Context(), holds, checker.Options{Algorithm: checker.Source}, checker.Verified, "", true, 6, true},
		{"fails", t.Context(), fails, checker.Options{}, checker.Violated, checker.AtViolation, false, 2, false},
		{"fails, and goes on", t.Context(), fails, checker.Options{Until: checker.UntilEnd}, checker.Violated, "", false, 6, true},
		{"fails as declared", t.Context(), declared, checker.Options{}, checker.Violated, "", true, 6, true},
		{"fails as declared, within a bound", t.Context(), declared, checker.Options{Bound: bounding.Tree(9)}, checker.Violated, "", true, 6, true},
		{"fails as declared, within a budget", t.Context(), declared, checker.Options{MaxInterleavings: 4}, checker.Violated, checker.OutOfBudget, true, 4, false},
		{"fails as declared, within a time", timed, declared, checker.Options{}, checker.Violated, "", true, 6, true},
		{"fails as declared, and stops at the first", t.Context(), declared, checker.Options{Bound: bounding.Tree(9), Until: checker.UntilFirst}, checker.Violated, checker.AtViolation, true, 2, false},
		{"fails as declared, and goes on", t.Context(), declared, checker.Options{Until: checker.UntilEnd}, checker.Violated, "", true, 6, true},
		{"fails otherwise than declared", t.Context(), other, checker.Options{}, checker.Violated, checker.AtViolation, false, 2, false},
		{"holds and should not", t.Context(), wrong, checker.Options{}, checker.Verified, "", false, 6, true},
		{"bounded", t.Context(), fails, checker.Options{Bound: bounding.Tree(0)}, checker.Bounded, "", true, 1, false},
		{"bounded, the violation is outside", t.Context(), declared, checker.Options{Bound: bounding.Tree(0)}, checker.Bounded, "", true, 1, false},
		{"the bound is wide", t.Context(), holds, checker.Options{Bound: bounding.Tree(9)}, checker.Verified, "", true, 6, true},
		{"the violation is within the bound", t.Context(), fails, checker.Options{Bound: bounding.Tree(1)}, checker.Violated, checker.AtViolation, false, 2, false},
		{"out of budget", t.Context(), fails, checker.Options{MaxInterleavings: 1}, checker.Incomplete, checker.OutOfBudget, true, 1, false},
		{"one less than there are", t.Context(), holds, checker.Options{MaxInterleavings: 5}, checker.Incomplete, checker.OutOfBudget, true, 5, false},
		{"as many as there are", t.Context(), holds, checker.Options{MaxInterleavings: 6}, checker.Verified, "", true, 6, true},
		{"more than there are", t.Context(), holds, checker.Options{MaxInterleavings: 7}, checker.Verified, "", true, 6, true},
		{"the violation comes with the last of the budget", t.Context(), fails, checker.Options{MaxInterleavings: 2}, checker.Violated, checker.AtViolation, false, 2, false},
		{"the budget ends after a violation", t.Context(), fails, checker.Options{MaxInterleavings: 3, Until: checker.UntilEnd}, checker.Violated, checker.OutOfBudget, false, 3, false},
		{"canceled from the beginning", canceled, fails, checker.Options{}, checker.Incomplete, checker.Canceled, true, 0, false},
		{"no model is too small", t.Context(), checker.Model{Name: "empty", Main: func(*proc.P) {}}, checker.Options{}, checker.Verified, "", true, 1, true},
		{"nothing left to explore after the violation", t.Context(),
			checker.Model{Name: "one", Main: func(p *proc.P) { p.Assert(false, "in order", "") }}, checker.Options{}, checker.Violated, checker.AtViolation, false, 1, false},
	} {
		r, err := checker.Check(c.ctx, c.model, c.options)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if r.Verdict != c.verdict || r.Stop != c.stop || r.Expected != c.expected || r.Interleavings != c.explored || r.Complete() != c.complete {
			t.Errorf("%s: %s, stopped by %q, expected %t, %d interleavings, complete %t; want %s, %q, %t, %d, %t", c.name,
				r.Verdict, r.Stop, r.Expected, r.Interleavings, r.Complete(), c.verdict, c.stop, c.expected, c.explored, c.complete)
		}
		if r.Model.Name != c.model.Name {
			t.Errorf("%s: the result is of model %q", c.name, r.Model.Name)
		}
	}
}

// TestDepth: an interleaving that reaches the limit on events is cut. That is not a violation, but
// the model is not verified either.
func TestDepth(t *testing.T) {
	forever := checker.Model{Name: "forever", Main: func(p *proc.P) {
		for {
			p.Send(p.Self(), 1)
			p.Receive()
		}
	}}
	short := checker.Model{Name: "short", Main: func(p *proc.P) {
		for range 4 {
			p.Send(p.Self(), 1)
		}
	}}
	late := checker.Model{Name: "late", Main: func(p *proc.P) {
		for range 9 {
			p.Send(p.Self(), 1)
		}
		p.Assert(false, "late", "")
	}}
	stuck := checker.Model{Name: "stuck", Main: func(p *proc.P) {
		for range 4 {
			p.Send(p.Self(), 1)
		}
		proc.Receive[string](p)
	}}
	for _, c := range []struct {
		model    checker.Model
		limit    int
		verdict  checker.Verdict
		depthCut int
		events   int
	}{
		{forever, 10, checker.Bounded, 1, 10},
		{forever, 0, checker.Bounded, 1, checker.DefaultMaxEvents},
		{short, 6, checker.Verified, 0, 5},
		{short, 5, checker.Verified, 0, 5}, // nothing would come next
		{short, 4, checker.Bounded, 1, 4},
		{stuck, 4, checker.Violated, 0, 4},
		{stuck, 3, checker.Bounded, 1, 3},
		{late, 9, checker.Bounded, 1, 9},
		{late, 11, checker.Violated, 0, 10},
	} {
		r := check(t, c.model, checker.Options{Algorithm: checker.Optimal, MaxEvents: c.limit})
		if r.Verdict != c.verdict || r.DepthCut != c.depthCut || r.Events != c.events {
			t.Errorf("%s within %d events: %s, %d cut, %d events; want %s, %d, %d",
				c.model.Name, c.limit, r.Verdict, r.DepthCut, r.Events, c.verdict, c.depthCut, c.events)
		}
	}
}

// counter counts interleavings by outcome and can stop the search.
type counter struct {
	numbers  []int
	outcomes map[trace.Outcome]int
	events   int
	at       int
	stop     func()
}

func (c *counter) Interleaving(number int, outcome trace.Outcome, events []trace.Event) {
	if c.outcomes == nil {
		c.outcomes = map[trace.Outcome]int{}
	}
	c.numbers = append(c.numbers, number)
	c.outcomes[outcome]++
	c.events += len(events)
	if number == c.at {
		c.stop()
	}
}

// TestCancel: the search ends after the current interleaving.
func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	c := &counter{at: 3, stop: cancel}
	r, err := checker.Check(ctx, race(4, nothing), checker.Options{Observer: c})
	if err != nil || r.Verdict != checker.Incomplete || r.Stop != checker.Canceled || r.Interleavings != 3 {
		t.Errorf("%v; %s, stopped by %q, after %d interleavings, want 3", err, r.Verdict, r.Stop, r.Interleavings)
	}
	// A search that was complete before it was canceled is complete.
	ctx, cancel = context.WithCancel(t.Context())
	c = &counter{at: 6, stop: cancel}
	r, err = checker.Check(ctx, race(3, nothing), checker.Options{Observer: c})
	if err != nil || r.Verdict != checker.Verified || r.Interleavings != 6 {
		t.Errorf("%v; %s after %d interleavings, want verified", err, r.Verdict, r.Interleavings)
	}
}

// TestObserver: an observer is told of each interleaving once, by number, with its outcome.
func TestObserver(t *testing.T) {
	mixed := checker.Model{Name: "mixed", Main: func(p *proc.P) {
		p.Spawn("child", func(*proc.P) {})
		switch p.Choose(4) {
		case 0:
			p.Receive()
		case 1:
			p.Exit("why")
		case 2:
			for {
				p.Send(p.Self(), 1)
			}
		}
	}}
	c := &counter{}
	r := check(t, mixed, checker.Options{Observer: c, Until: checker.UntilEnd, MaxEvents: 20})
	want := map[trace.Outcome]int{trace.Complete: 1, trace.Deadlocked: 1, trace.Violated: 1, trace.Cut: 1}
	if diff := cmp.Diff(want, c.outcomes); diff != "" {
		t.Errorf("outcomes (-want +got):\n%s", diff)
	}
	if !slices.Equal(c.numbers, []int{1, 2, 3, 4}) {
		t.Errorf("the numbers are %v", c.numbers)
	}
	if r.Violating != 2 || r.FirstViolation != 1 || r.DepthCut != 1 || r.Verdict != checker.Violated {
		t.Errorf("%d violating, the first of them %d, %d cut, %s", r.Violating, r.FirstViolation, r.DepthCut, r.Verdict)
	}
	if r.Events >= c.events {
		t.Errorf("%d events were executed for interleavings with %d in all; nothing was shared", r.Events, c.events)
	}
	afresh := check(t, mixed, checker.Options{Afresh: true, Until: checker.UntilEnd, MaxEvents: 20})
	if afresh.Events != c.events {
		t.Errorf("afresh %d events were executed, want %d", afresh.Events, c.events)
	}
}

// TestAbandoned: source-DPOR abandons interleavings that others cover. These are counted, and
// reported to the observer.
func TestAbandoned(t *testing.T) {
	m := checker.Model{Name: "rows", Main: func(p *proc.P) {
		table := proc.NewTable[int, int](p, "t")
		p.Spawn("a", func(p *proc.P) { table.Insert(p, 2, 1); table.Lookup(p, 3) })
		p.Spawn("b", func(p *proc.P) { table.Insert(p, 3, 2); table.Insert(p, 2, 2) })
		p.Spawn("c", func(p *proc.P) { table.Insert(p, 1, 3); table.Lookup(p, 2) })
		p.Receive()
	}, Violates: []string{proc.NoDeadlock}}
	c := &counter{}
	source := check(t, m, checker.Options{Algorithm: checker.Source, Until: checker.UntilEnd, Observer: c})
	optimal := check(t, m, checker.Options{Until: checker.UntilEnd})
	if source.SleepSetBlocked == 0 || source.SleepSetBlocked != c.outcomes[trace.Abandoned] {
		t.Errorf("%d interleavings are sleep-set blocked, the observer was told of %d", source.SleepSetBlocked, c.outcomes[trace.Abandoned])
	}
	if optimal.SleepSetBlocked != 0 || optimal.Interleavings != source.Interleavings-source.SleepSetBlocked {
		t.Errorf("optimal DPOR has %d interleavings, %d of them blocked; source-DPOR has %d, %d of them blocked",
			optimal.Interleavings, optimal.SleepSetBlocked, source.Interleavings, source.SleepSetBlocked)
	}
	if source.Violating != optimal.Violating {
		t.Errorf("source-DPOR finds %d violating interleavings, optimal DPOR %d", source.Violating, optimal.Violating)
	}
}

// TestDeadlock: a process that waits for ever violates a property of every model.
// Daemons may.
func TestDeadlock(t *testing.T) {
	m := checker.Model{Name: "stuck", Main: func(p *proc.P) {
		p.Spawn("server", func(p *proc.P) { p.Receive() }, proc.Daemon)
		other := p.Spawn("other", func(p *proc.P) { proc.Receive(p, func(n int) bool { return n > 1 }) })
		p.Send(other, 1)
		proc.Receive[string](p)
	}}
	r := check(t, m, checker.Options{Until: checker.UntilEnd})
	if r.Verdict != checker.Violated || len(r.Violations) != 1 || r.Violating != r.Interleavings {
		t.Fatalf("%s, with %d violations in %d of %d interleavings", r.Verdict, len(r.Violations), r.Violating, r.Interleavings)
	}
	v := r.Violations[0]
	want := "process main waits for ever to receive string; process other waits for ever to receive int where …"
	if v.Property != proc.NoDeadlock || v.Explanation != want || v.Process != "" || v.Stack != nil {
		t.Errorf("the violation is %s by %q: %s; want %s", v.Property, v.Process, v.Explanation, want)
	}
	var waiting []string
	for _, w := range v.Waiting {
		waiting = append(waiting, fmt.Sprint(w.Process, " ", w.For, " ", w.Mailbox, " ", strings.Contains(w.Source, "check_test.go:")))
	}
	if diff := cmp.Diff([]string{"main string [] true", "other int where … [1] true"}, waiting); diff != "" {
		t.Errorf("waiting (-want +got):\n%s", diff)
	}
	if len(v.Trace.Entries) != len(v.Schedule) {
		t.Errorf("the trace has %d events, the schedule %d", len(v.Trace.Entries), len(v.Schedule))
	}
}

// TestViolations groups violations by property and explanation, each with the
// number of interleavings that have it, and describes the first one.
func TestViolations(t *testing.T) {
	r := check(t, race(3, func(p *proc.P, came []int) {
		p.Assert(came[0] != 1, "one is not first", "")
		p.Assert(came[0] == 0, "first", "%d came first", came[0])
		p.Assert(came[1] == 1, "second", "%d came second", came[1])
	}), checker.Options{Until: checker.UntilEnd})
	if r.Violating != 5 || r.FirstViolation != 2 || r.Interleavings != 6 {
		t.Errorf("%d of %d interleavings violate, the first of them is %d", r.Violating, r.Interleavings, r.FirstViolation)
	}
	var got []string
	total := 0
	for _, v := range r.Violations {
		total += v.Count
		got = append(got, fmt.Sprintf("%s: %s: %d, by %s", v.Property, v.Explanation, v.Count, v.Process))
		if v.Interleaving < r.FirstViolation || v.Interleaving > r.Interleavings {
			t.Errorf("%s was found in interleaving %d", v.Property, v.Interleaving)
		}
		last := v.Trace.Entries[len(v.Trace.Entries)-1]
		if len(v.Trace.Entries) != len(v.Schedule) || last.Process != "main" || last.Operation != "end: "+v.Property+" violated" {
			t.Errorf("the trace of %s has %d events, the last one %s", v.Property, len(v.Trace.Entries), last)
		}
		if !strings.Contains(last.Source, "check_test.go:") {
			t.Errorf("%s is violated at %q", v.Property, last.Source)
		}
	}
	slices.Sort(got)
	want := []string{"first: 2 came first: 2, by main", "one is not first: the assertion has no explanation: 2, by main", "second: 2 came second: 1, by main"}
	if diff := cmp.Diff(want, got); diff != "" || total != r.Violating {
		t.Errorf("%d violations (-want +got):\n%s", total, diff)
	}
}

// TestTwoViolationsInOneInterleaving: an interleaving continues after a violation, and may have
// another.
func TestTwoViolationsInOneInterleaving(t *testing.T) {
	r := check(t, checker.Model{Name: "two", Main: func(p *proc.P) {
		p.Spawn("a", func(p *proc.P) { p.Assert(false, "a", "x") })
		p.Spawn("b", func(p *proc.P) { panic("boo") })
	}}, checker.Options{})
	if len(r.Violations) != 2 || r.Violating != 1 || r.Violations[0].Property != "a" || r.Violations[1].Property != proc.NoCrash {
		t.Fatalf("%d violations in %d interleavings: %+v", len(r.Violations), r.Violating, r.Violations)
	}
	v := r.Violations[1]
	if v.Process != "b" || v.Explanation != "process b panicked: boo" || len(v.Stack) == 0 || !strings.Contains(v.Stack[0], "TestTwoViolations") {
		t.Errorf("%s, by %s: %s, with the stack %q", v.Property, v.Process, v.Explanation, v.Stack)
	}
	if a := r.Violations[0]; len(a.Schedule) >= len(v.Schedule) || a.Stack != nil {
		t.Errorf("the first violation is after %d events, the second after %d; the first has the stack %q", len(a.Schedule), len(v.Schedule), a.Stack)
	}
}

// TestOneKindTwiceInOneInterleaving: a violation is counted once in each interleaving, even if
// several processes see it, and the shortest is shown.
func TestOneKindTwiceInOneInterleaving(t *testing.T) {
	m := checker.Model{Name: "each", Main: func(p *proc.P) {
		for range 3 {
			p.Spawn("worker", func(p *proc.P) { p.Assert(p.Choose(2) == 0, "first", "no") })
		}
	}}
	for _, workers := range []int{1, 2} {
		r := check(t, m, checker.Options{Until: checker.UntilEnd, Workers: workers})
		if r.Interleavings != 8 || r.Violating != 7 || len(r.Violations) != 1 {
			t.Fatalf("%d of %d interleavings have %d kinds of violations", r.Violating, r.Interleavings, len(r.Violations))
		}
		if v := r.Violations[0]; v.Count != 7 || v.Interleaving != 2 || v.Shown != 8 || v.Length != 6 {
			t.Errorf("it is in %d interleavings, first in %d, shown in %d with %d events; want 7, 2, 8, 6", v.Count, v.Interleaving, v.Shown, v.Length)
		}
	}
}

// TestSchedule: the schedule of a violation, executed by hand, leads to it.
func TestSchedule(t *testing.T) {
	m := race(4, inOrder)
	r := check(t, m, checker.Options{Until: checker.UntilEnd})
	if len(r.Violations) != 1 || r.Violations[0].Count != 23 {
		t.Fatalf("%d violations, want one of 23, for each order but one", len(r.Violations))
	}
	for _, v := range r.Violations {
		sys := world.NewSystem(proc.Body(m.Main), nil)
		var last trace.Event
		for _, st := range v.Schedule {
			if !sys.CanStep(st) {
				t.Fatalf("%s: %v is not possible", v.Explanation, st)
			}
			last = sys.Step(st)
		}
		if last.Kind != kind.Exit {
			t.Errorf("%s: the last event is %v", v.Explanation, last.Kind)
		} else if got := sys.ExitReason(&last); got.Text != v.Explanation || got.Property != v.Property {
			t.Errorf("the schedule of %q leads to %q", v.Explanation, got.Text)
		}
		sys.Close()
	}
}

// TestSameSearchSameResult: two searches of a model have the same result.
func TestSameSearchSameResult(t *testing.T) {
	m := race(4, inOrder)
	a, b := check(t, m, checker.Options{Until: checker.UntilEnd}), check(t, m, checker.Options{Until: checker.UntilEnd})
	if diff := cmp.Diff(a.Violations, b.Violations); diff != "" || a.Events != b.Events {
		t.Errorf("%d and %d events, violations (-first +second):\n%s", a.Events, b.Events, diff)
	}
}

// TestNondeterministicModels: nondeterminism is an error, not a violation. The result says how far
// the search came.
func TestNondeterministicModels(t *testing.T) {
	executions := 0
	for _, c := range []struct {
		name  string
		model func(*proc.P)
		want  string
	}{
		{"noticed in the search", func(p *proc.P) {
			executions++
			p.Send(p.Self(), executions)
			p.Choose(2)
			p.Send(p.Self(), "after")
		}, "process main, step 1, at "},
		{"noticed when a violation is described", func(p *proc.P) {
			executions++
			p.Send(p.Self(), executions)
			p.Exit("why")
		}, "when the same schedule is executed again"},
		{"noticed by a step that is not possible", func(p *proc.P) {
			if executions++; executions == 1 {
				p.Choose(2)
			}
			p.Receive(proc.Equal("never"))
		}, "when the same schedule is executed again"},
	} {
		executions = 0
		r, err := checker.Check(t.Context(), checker.Model{Name: c.name, Main: c.model}, checker.Options{})
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), "model "+c.name+":") ||
			!strings.Contains(err.Error(), "not deterministic") {
			t.Errorf("%s: the error is %v", c.name, err)
		}
		if r == nil || r.Verdict != checker.Failed || r.Complete() {
			t.Errorf("%s: the result is %+v", c.name, r)
		}
	}
}

// TestModelErrors: errors of the model can be distinguished from others.
func TestModelErrors(t *testing.T) {
	m := checker.Model{Name: "odd", Main: func(p *proc.P) {
		if p.Choose(2) == 1 {
			p.Send(p.Self(), func() {})
		}
	}}
	r, err := checker.Check(t.Context(), m, checker.Options{})
	var model *guard.ModelError
	if !errors.As(err, &model) || model.Process != "main" || !strings.Contains(model.Source, "check_test.go:") {
		t.Errorf("the error is %v", err)
	}
	if r == nil || r.Verdict != checker.Failed || r.Interleavings != 1 {
		t.Errorf("the result is %+v, want one that failed after one interleaving", r)
	}
	if _, err := checker.Check(t.Context(), checker.Model{Name: "at once", Main: func(p *proc.P) { p.Choose(0) }}, checker.Options{}); !errors.As(err, &model) {
		t.Errorf("a model that cannot even begin: %v", err)
	}
}

// TestNotStarted: a search that is canceled before it begins executes nothing of
// the model, which might take long.
func TestNotStarted(t *testing.T) {
	canceled, cancel := context.WithCancel(t.Context())
	cancel()
	m := checker.Model{Name: "m", Main: func(*proc.P) { t.Error("the model has been started") }}
	r, err := checker.Check(canceled, m, checker.Options{})
	if err != nil || r.Verdict != checker.Incomplete || r.Stop != checker.Canceled {
		t.Errorf("the result is %+v, %v", r, err)
	}
}
