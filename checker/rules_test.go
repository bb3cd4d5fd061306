package checker_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/checkmodel/checkmodel/bounding"
	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/google/go-cmp/cmp"
)

// section is the state that a process exposes about its critical section.
type section struct{ Inside bool }

// passing are processes that pass through a section, without a lock.
func passing(processes int) func(*proc.P) {
	return func(p *proc.P) {
		for range processes {
			p.Spawn("process", func(p *proc.P) {
				proc.Expose(p, section{true})
				proc.Expose(p, section{true}) // exposing the same state again is not an event
				proc.Expose(p, section{false})
			})
		}
	}
}

func inside(states []checker.Exposed[section]) (names []string) {
	for _, s := range states {
		if s.State.Inside {
			names = append(names, s.Process)
		}
	}
	return names
}

func atMost(n int) func([]checker.Exposed[section]) error {
	return func(states []checker.Exposed[section]) error {
		if names := inside(states); len(names) > n {
			return fmt.Errorf("%s are inside", strings.Join(names, ", "))
		}
		return nil
	}
}

// Independent processes are inside together in some orders only; the rule can tell which, no
// process can.
func TestAlways(t *testing.T) {
	alone := checker.Always(checker.Property{Name: "alone"}, atMost(1))
	m := checker.Model{Name: "m", Main: passing(2), Rules: []checker.Rule{alone}}
	r := check(t, m, checker.Options{Until: checker.UntilEnd})
	// Six orders of two times two events; in two of them they pass one by one.
	if r.Interleavings != 6 || r.Violating != 4 {
		t.Errorf("%d of %d interleavings violate the rule, want 4 of 6", r.Violating, r.Interleavings)
	}
	v := r.Violations[0]
	if v.Property != "alone" || !strings.HasSuffix(v.Explanation, " are inside") || v.Process == "" {
		t.Errorf("the violation is %+v", v)
	}
	again := check(t, m, checker.Options{Replay: v.Steps})
	if again.Verdict != checker.Violated || again.Violations[0].Explanation != v.Explanation {
		t.Errorf("the schedule %v leads to %+v", v.Steps, again)
	}

	m.Rules = []checker.Rule{checker.Always(checker.Property{Name: "two"}, atMost(2))}
	if r := check(t, m, checker.Options{}); r.Verdict != checker.Verified {
		t.Errorf("the verdict is %s", r.Verdict)
	}
	m.Violates, m.Rules = []string{"alone"}, []checker.Rule{alone}
	if r := check(t, m, checker.Options{}); r.Verdict != checker.Violated || !r.Expected {
		t.Errorf("the verdict is %s, expected %t", r.Verdict, r.Expected)
	}
}

// Exposures of different types are independent, and so are those whose order no rule can tell.
func TestTypesAreApart(t *testing.T) {
	type other struct{ N int }
	m := checker.Model{Name: "m", Main: func(p *proc.P) {
		p.Spawn("a", func(p *proc.P) { proc.Expose(p, section{true}) })
		p.Spawn("b", func(p *proc.P) { proc.Expose(p, other{1}) })
	}}
	nothing := func([]checker.Exposed[section]) error { return nil }
	property := checker.Property{Name: "nothing"}
	for _, c := range []struct {
		main  func(*proc.P)
		rules []checker.Rule
		want  int
	}{
		{m.Main, nil, 1},
		{m.Main, []checker.Rule{checker.Always(property, nothing)}, 1},
		{passing(2), nil, 1}, // no rule can tell the order
		{passing(2), []checker.Rule{checker.Finally(property, nothing)}, 1},
		{passing(2), []checker.Rule{checker.Always(property, nothing)}, 6},
	} {
		m.Main, m.Rules = c.main, c.rules
		if r := check(t, m, checker.Options{}); r.Interleavings != c.want {
			t.Errorf("%d interleavings with the rules %v, want %d", r.Interleavings, c.rules, c.want)
		}
	}
}

func TestFinally(t *testing.T) {
	empty := checker.Finally(checker.Property{Name: "empty"}, atMost(0))
	m := checker.Model{Name: "m", Main: passing(2), Rules: []checker.Rule{empty}}
	if r := check(t, m, checker.Options{}); r.Verdict != checker.Verified {
		t.Errorf("the verdict is %s", r.Verdict)
	}
	m.Main = func(p *proc.P) {
		proc.Expose(p, section{true})
		p.Spawn("other", func(p *proc.P) {})
	}
	r := check(t, m, checker.Options{})
	if r.Verdict != checker.Violated || r.Violations[0].Explanation != "main are inside" || len(r.Violations[0].Trace.Entries) != 4 {
		t.Errorf("the result is %+v", r)
	}
	m.Main = func(p *proc.P) { // there is no such end
		proc.Expose(p, section{true})
		p.Receive()
	}
	if r := check(t, m, checker.Options{}); len(r.Violations) != 1 || r.Violations[0].Property != proc.NoDeadlock {
		t.Errorf("the result is %+v", r)
	}
}

// TestLiving: for rules about living processes, exposed states are removed when their processes
// end, at each possible moment.
func TestLiving(t *testing.T) {
	never := checker.Property{Name: "never"}
	alone := checker.Always(never, atMost(1))
	visits := func(n int, also ...func(*proc.P)) func(*proc.P) {
		return func(p *proc.P) {
			for range n {
				p.Spawn("visitor", func(p *proc.P) { proc.Expose(p, section{true}) })
			}
			for _, f := range also {
				p.Spawn("other", f)
			}
		}
	}
	killed := func(p *proc.P) {
		lock := func(p *proc.P) {
			proc.Expose(p, section{true})
			p.Receive()
		}
		first, _ := p.SpawnMonitor("first", lock)
		p.Kill(first)
		proc.Receive[proc.Down](p)
		p.Spawn("second", func(p *proc.P) { proc.Expose(p, section{true}) })
	}
	atEnd := checker.Finally(never, atMost(0))
	for name, c := range map[string]struct {
		main       func(*proc.P)
		rule       checker.Rule
		want, fail int // interleavings, and in how many the rule does not hold
	}{
		"the states of all":             {visits(2), alone, 2, 2},
		"the states of the living":      {visits(2), alone.Living(), 6, 4},
		"who exposes nothing":           {visits(1, func(*proc.P) {}), alone.Living(), 1, 0},
		"who exposes something else":    {visits(1, func(p *proc.P) { proc.Expose(p, 1) }), alone.Living(), 1, 0},
		"a process that is killed":      {killed, alone, 2, 1},
		"it is dead before one is told": {killed, alone.Living(), 2, 0},
		"all at the end":                {visits(2), atEnd, 1, 1},
		"the living at the end":         {visits(2), atEnd.Living(), 1, 0},
		"who waits is alive": {func(p *proc.P) {
			p.Spawn("daemon", func(p *proc.P) {
				proc.Expose(p, section{true})
				p.Receive()
			}, proc.Daemon)
		}, atEnd.Living(), 1, 1},
	} {
		m := checker.Model{Name: "m", Main: c.main, Rules: []checker.Rule{c.rule}}
		r := check(t, m, checker.Options{Until: checker.UntilEnd})
		if r.Interleavings != c.want || r.Violating != c.fail {
			t.Errorf("%s: %d of %d interleavings violate the rule, want %d of %d", name, r.Violating, r.Interleavings, c.fail, c.want)
		}
	}
}

// TestUnasked: a rule that got no states holds, and the result says so.
func TestUnasked(t *testing.T) {
	sees := func(name string) checker.Rule { return checker.Always(checker.Property{Name: name}, atMost(9)) }
	never := func(name string) checker.Property { return checker.Property{Name: name} }
	wrong := checker.Always(never("state"), func([]checker.Exposed[fmt.Stringer]) error { return errors.New("never") })
	m := checker.Model{Name: "m", Main: func(p *proc.P) {
		passing(2)(p)
		if p.Choose(2) == 1 {
			proc.Announce(p, "late")
		}
		proc.Expose(p, event("an event, but as a state"))
	}, Rules: []checker.Rule{
		sees("seen"), wrong, wrong.Living(), sees("also seen").Living(),
		checker.Monitor(never("some"), func() func(string, string) error { return func(string, string) error { return nil } }),
		checker.Monitor(never("none"), func() func(string, int) error { return func(string, int) error { return nil } }),
		checker.Finally(never("end"), func([]checker.Exposed[int]) error { return nil }),
		checker.Sometimes(never("goal"), func([]checker.Exposed[int]) bool { return true }),
	}}
	m.Rules[2].Name = "state of the living"
	want := []string{"state: exposes a state of type fmt.Stringer", "state of the living: exposes a state of type fmt.Stringer",
		"none: announces an event of type int", "end: exposes a state of type int"}
	for _, workers := range []int{1, 2, 3} {
		for name, c := range map[string]struct {
			o    checker.Options
			late bool // it comes to the announcement
		}{
			"complete": {checker.Options{}, true}, "states": {checker.Options{Algorithm: checker.States}, true}, "cut": {checker.Options{MaxInterleavings: 2}, false},
			"bounded": {checker.Options{Bound: bounding.Tree(0)}, false}, "drawn": {checker.Options{Algorithm: checker.TaPCT, Runs: 50}, true},
		} {
			c.o.Workers = workers
			r := check(t, m, c.o)
			var model string
			err := r.Vacuous()
			if err != nil {
				model, _, _ = strings.Cut(err.Error(), ". ")
			}
			if model != `model m: the rule "state" has nothing to judge: no process exposes a state of type fmt.Stringer` {
				t.Fatalf("%s, %d workers: %v", name, workers, err)
			}
			var got []string
			for _, rule := range r.Unasked {
				if rule.Name != "some" || c.late {
					got = append(got, rule.Name+": "+m.Rule(rule.Name).Asks())
				}
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s, %d workers: rules to which nothing was shown (-want +got):\n%s", name, workers, diff)
			}
			if !slices.Contains(r.Shown, "states of type github.com/checkmodel/checkmodel/checker_test.event") {
				t.Errorf("%s, %d workers: shown is %v", name, workers, r.Shown)
			}
		}
	}
}

// TestUnaskedSoFar: that nothing was shown to a rule is an error only of a model that shows something else instead, if the search
// is not complete, and only of what the model asks for.
func TestUnaskedSoFar(t *testing.T) {
	rule := checker.Always(checker.Property{Name: "rule"}, func([]checker.Exposed[int]) error { return nil })
	text := checker.Always(checker.Property{Name: "text"}, func([]checker.Exposed[string]) error { return nil })
	end := checker.Finally(checker.Property{Name: "end"}, func([]checker.Exposed[int]) error { return nil })
	late := func(p *proc.P) {
		proc.Expose(p, "begun")
		if p.Choose(2) == 1 {
			proc.Expose(p, 1)
		}
	}
	crash := func(p *proc.P) {
		p.Spawn("node", func(p *proc.P) {
			for range 2 {
				p.Choose(1)
			}
		}, proc.Node)
		p.Spawn("restarted", func(p *proc.P) {
			n, _ := proc.Durable[int]("lives").Get(p)
			proc.Durable[int]("lives").Set(p, n+1)
			if n == 1 {
				proc.Expose(p, 1)
			}
		}, proc.Node)
	}
	crashes := checker.Faults{Crashes: 1, Restarts: 1}
	for name, c := range map[string]struct {
		main    func(*proc.P)
		rules   []checker.Rule
		o       checker.Options
		unasked int
		fails   bool
	}{
		"nothing is shown":         {func(p *proc.P) { p.Choose(2) }, []checker.Rule{rule}, checker.Options{MaxInterleavings: 1}, 1, false},
		"nothing is ever shown":    {func(p *proc.P) { p.Choose(2) }, []checker.Rule{rule}, checker.Options{}, 1, true},
		"another rule's":           {late, []checker.Rule{rule, text}, checker.Options{MaxInterleavings: 1}, 1, false},
		"nobody's":                 {late, []checker.Rule{rule}, checker.Options{MaxInterleavings: 1}, 1, true},
		"it comes":                 {late, []checker.Rule{rule}, checker.Options{}, 0, false},
		"a bound that hides it":    {late, []checker.Rule{rule, text}, checker.Options{Bound: bounding.Tree(0)}, 1, false},
		"cut before the end":       {func(p *proc.P) { proc.Expose(p, 1); p.Choose(2); p.Choose(2) }, []checker.Rule{end}, checker.Options{MaxEvents: 2}, 0, false},
		"a violation comes before": {func(p *proc.P) { proc.Expose(p, "begun"); panic("no") }, []checker.Rule{rule}, checker.Options{Until: checker.UntilEnd}, 1, false},
		"after a restart":          {crash, []checker.Rule{rule}, checker.Options{}, 0, false},
		"without its restart":      {crash, []checker.Rule{rule}, checker.Options{Faults: &checker.Faults{Crashes: 1}}, 1, false},
	} {
		m := checker.Model{Name: "m", Main: c.main, Rules: c.rules}
		if c.o.Faults != nil || name == "after a restart" {
			m.Faults = crashes
		}
		r := check(t, m, c.o)
		if err := r.Vacuous(); len(r.Unasked) != c.unasked || (err != nil) != c.fails {
			t.Errorf("%s: %v, and nothing was shown to %d rules, want %d; %v", name, r.Verdict, len(r.Unasked), c.unasked, err)
		}
	}
}

// What an interleaving without end has shown counts, which a stateful search never sees the end of.
func TestAskedWithoutEnd(t *testing.T) {
	m := checker.Model{Name: "m", Main: func(p *proc.P) {
		proc.Loop(p, 0, func(n *int) bool {
			proc.Expose(p, *n)
			*n = 1 - *n
			return true
		})
	}, Rules: []checker.Rule{checker.Eventually(checker.Property{Name: "one"}, func(all []checker.Exposed[int]) error {
		if len(all) == 0 || all[0].State == 0 {
			return errors.New("it is zero")
		}
		return nil
	})}}
	if r := check(t, m, checker.Options{Algorithm: checker.States}); r.Verdict != checker.Verified || len(r.Unasked) > 0 {
		t.Errorf("it is %s, and nothing was shown to %d rules", r.Verdict, len(r.Unasked))
	}
}

// TestUnassertedSoFar: every search names the listed properties that nobody has asserted in what it has explored.
func TestUnassertedSoFar(t *testing.T) {
	m := checker.Model{Name: "m", Properties: []checker.Property{{Name: "first"}, {Name: "second"}, {Name: "never"}}, Main: func(p *proc.P) {
		p.Assert(true, []string{"first", "second"}[p.Choose(2)], "")
	}}
	for _, workers := range []int{1, 3} {
		for name, c := range map[string]struct {
			o    checker.Options
			want int
		}{
			"cut": {checker.Options{MaxInterleavings: 1}, 2}, "complete": {checker.Options{}, 1}, "drawn": {checker.Options{Algorithm: checker.POS, Runs: 50}, 1},
			"several bounds": {checker.Options{Bound: bounding.Tree(1).From(0), MaxInterleavings: 3}, 1},
		} {
			c.o.Workers = workers
			if r := check(t, m, c.o); len(r.Unasserted) != c.want {
				t.Errorf("%s, %d workers: %v were not asserted, want %d", name, workers, r.Unasserted, c.want)
			}
		}
	}
}

// A rule that got states before the search was interrupted counts as asked.
func TestAskedBefore(t *testing.T) {
	m := checker.Model{Name: "m", Main: func(p *proc.P) {
		if p.Choose(2) == 0 {
			proc.Expose(p, section{})
		}
	}, Rules: []checker.Rule{checker.Always(checker.Property{Name: "shown"}, atMost(0))}}
	var saved *checker.Checkpoint
	check(t, m, checker.Options{MaxInterleavings: 1, Saving: &checker.Saving{Save: func(c *checker.Checkpoint) error { saved = c; return nil }}})
	for _, asked := range []bool{true, false} {
		if !asked {
			saved.Asked = nil
		}
		r := check(t, m, checker.Options{Resume: saved})
		if r.Interleavings != 2 || len(r.Unasked) == 0 != asked {
			t.Errorf("it was shown: %t; the rules to which nothing was are %v, in %d interleavings", asked, r.Unasked, r.Interleavings)
		}
	}
}

// TestAfterCrash: if a process has crashed, that others wait for ever is reported as well, but what they
// have exposed is not judged.
func TestAfterCrash(t *testing.T) {
	empty := checker.Finally(checker.Property{Name: "empty"}, atMost(0))
	m := checker.Model{Name: "m", Rules: []checker.Rule{empty}, Main: func(p *proc.P) {
		proc.Expose(p, section{true})
		p.Spawn("crashes", func(*proc.P) { panic("oops") })
		p.Receive()
	}}
	r := check(t, m, checker.Options{Until: checker.UntilEnd})
	var got []string
	for _, v := range r.Violations {
		got = append(got, v.Property)
	}
	if !slices.Equal(got, []string{proc.NoCrash, proc.NoDeadlock}) {
		t.Errorf("the violations are of %v, want the crash and the deadlock", got)
	}
}

// TestNotified: an end by Exit is not a violation if a process is told, even if that ends it; a panic
// is one in any case.
func TestNotified(t *testing.T) {
	for name, c := range map[string]struct {
		main func(*proc.P)
		want []string // processes whose end is a violation
	}{
		"a panic": {func(p *proc.P) {
			p.TrapExits(true)
			p.Spawn("child", func(*proc.P) { panic("oops") }, proc.Linked)
			proc.Receive[proc.Exited](p)
		}, []string{"child"}},
		"an exit": {func(p *proc.P) {
			p.TrapExits(true)
			p.Spawn("child", func(p *proc.P) { p.Exit("why") }, proc.Linked)
			proc.Receive[proc.Exited](p)
		}, nil},
		"an exit that ends another process": {func(p *proc.P) {
			p.Spawn("child", func(p *proc.P) {
				p.Spawn("linked", func(p *proc.P) { p.Receive() }, proc.Linked)
				p.Exit("why")
			})
		}, []string{"child/linked"}},
	} {
		var got []string
		for _, v := range check(t, checker.Model{Name: "m", Main: c.main}, checker.Options{Until: checker.UntilEnd}).Violations {
			got = append(got, v.Process)
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s: those whose end is a violation (-want +got)\n%s", name, diff)
		}
	}
}

func TestGoals(t *testing.T) {
	together := func(n int) checker.Rule {
		return checker.Sometimes(checker.Property{Name: fmt.Sprint(n, " together")},
			func(states []checker.Exposed[section]) bool { return len(inside(states)) == n })
	}
	m := checker.Model{Name: "m", Goals: []checker.Property{{Name: "chosen"}},
		Rules: []checker.Rule{together(2), together(3)},
		Main: func(p *proc.P) {
			passing(2)(p)
			if p.Choose(3) == 1 {
				p.Reach("chosen")
				p.Reach("chosen") // counts once
			}
		}}
	r := check(t, m, checker.Options{})
	var hits []string
	for _, g := range r.Goals {
		hits = append(hits, fmt.Sprint(g.Name, ": ", g.Hits))
	}
	if diff := cmp.Diff([]string{"chosen: 1", "2 together: 3", "3 together: 0"}, hits); diff != "" || r.Interleavings != 3 {
		t.Errorf("how often the goals were reached, in %d interleavings, want 3 (-want +got)\n%s", r.Interleavings, diff)
	}
	if r.Verdict != checker.Verified || r.Expected || len(r.Missed()) != 1 || r.Missed()[0].Name != "3 together" {
		t.Errorf("the verdict is %s, expected %t, missed are %v", r.Verdict, r.Expected, r.Missed())
	}
	r = check(t, m, checker.Options{MaxInterleavings: 2})
	if !r.Expected || len(r.Missed()) != 0 {
		t.Errorf("a search that was stopped has missed %v", r.Missed())
	}
}

// TestGoalsBehindAViolation: no goal is missed where every interleaving ends with a declared violation before it.
func TestGoalsBehindAViolation(t *testing.T) {
	m := checker.Model{Name: "early", Violates: []string{"right"}, Goals: []checker.Property{{Name: "done"}},
		Main: func(p *proc.P) {
			p.Assume(p.Choose(3) < 2) // the interleaving that is left is not judged
			p.Assert(false, "right", "wrong")
			p.Reach("done")
		}}
	for _, a := range []checker.Algorithm{checker.Optimal, checker.Source, checker.States} {
		r := check(t, m, checker.Options{Algorithm: a})
		if !r.Complete() || r.Violating != 2 || r.Left != 1 || !r.Expected || len(r.Missed()) != 0 {
			t.Errorf("%s: complete %t, %d of %d violated, %d left, expected %t, missed %v; want 2, 1 left, and none missed",
				a, r.Complete(), r.Violating, r.Interleavings, r.Left, r.Expected, r.Missed())
		}
	}
	m.Main = func(p *proc.P) { p.Assert(p.Choose(2) == 0, "right", "wrong") }
	if r := check(t, m, checker.Options{}); r.Expected || len(r.Missed()) != 1 {
		t.Errorf("expected %t, missed %v; an interleaving without a violation does not reach it", r.Expected, r.Missed())
	}
}

// event is what the processes below announce.
type event string

func TestMonitor(t *testing.T) {
	ordered := checker.Monitor(checker.Property{Name: "ordered"}, func() func(string, event) error {
		open := false
		return func(process string, e event) error {
			switch {
			case e == "open":
				open = true
			case !open:
				return fmt.Errorf("%s has closed what was not open", process)
			}
			return nil
		}
	})
	m := checker.Model{Name: "m", Rules: []checker.Rule{ordered}, Main: func(p *proc.P) {
		p.Spawn("opener", func(p *proc.P) { proc.Announce(p, event("open")) })
		p.Spawn("closer", func(p *proc.P) { proc.Announce(p, event("close")) })
	}}
	r := check(t, m, checker.Options{Until: checker.UntilEnd})
	if r.Interleavings != 2 || r.Violating != 1 || r.Violations[0].Explanation != "closer has closed what was not open" {
		t.Errorf("the result is %+v", r)
	}
}

// A crash and a rule can be violated in one interleaving; that counts once.
func TestRuleAndCrash(t *testing.T) {
	m := checker.Model{Name: "m", Main: func(p *proc.P) {
		proc.Expose(p, section{true})
		panic("enough")
	}, Rules: []checker.Rule{checker.Always(checker.Property{Name: "nobody"}, atMost(0))}}
	r := check(t, m, checker.Options{})
	if len(r.Violations) != 2 || r.Violating != 1 {
		t.Errorf("the result is %+v", r)
	}
}

func TestBadRules(t *testing.T) {
	fails := func([]checker.Exposed[section]) error { panic("oops") }
	fine := checker.Always(checker.Property{Name: "fine"}, atMost(9))
	for name, c := range map[string]struct {
		m    checker.Model
		want string
	}{
		"panic": {checker.Model{Rules: []checker.Rule{checker.Always(checker.Property{Name: "bad"}, fails)}},
			`the property "bad", asked about what process process has shown, panicked: oops`},
		"undeclared goal": {checker.Model{Main: func(p *proc.P) { p.Reach("moon") }},
			`rules_test.go:`},
		"twice":    {checker.Model{Rules: []checker.Rule{fine, fine}}, `several rules or goals with the name "fine"`},
		"no name":  {checker.Model{Goals: []checker.Property{{}}}, "model m has a property without a name, the one at 1 of 1 in checker.Model.Goals; set its Name"},
		"nameless": {checker.Model{Rules: []checker.Rule{fine, checker.Always(checker.Property{}, fails)}}, "without a name, the one at 2 of 2 in checker.Model.Rules"},
		"unlisted": {checker.Model{Properties: []checker.Property{{Doc: "It is so."}, {Name: "a"}}}, "without a name, the one at 1 of 2 in checker.Model.Properties"},
		"living":   {checker.Model{Rules: []checker.Rule{checker.Monitor(checker.Property{Name: "fine"}, func() func(string, event) error { return nil }).Living()}}, "about events"},
		"empty":    {checker.Model{Rules: []checker.Rule{{}}}, "has an empty rule"},
		"nil":      {checker.Model{Rules: []checker.Rule{checker.Always[section](checker.Property{Name: "nil"}, nil)}}, "has an empty rule"},
		"never":    {checker.Model{Rules: []checker.Rule{checker.Finally[section](checker.Property{Name: "nil"}, nil)}}, "has an empty rule"},
		"no goal":  {checker.Model{Rules: []checker.Rule{checker.Sometimes[section](checker.Property{Name: "nil"}, nil)}}, "has an empty rule"},
		"no one":   {checker.Model{Rules: []checker.Rule{checker.Monitor[event](checker.Property{Name: "nil"}, nil)}}, "has an empty rule"},
	} {
		c.m.Name = "m"
		if c.m.Main == nil {
			c.m.Main = passing(1)
		}
		r, err := checker.Check(t.Context(), c.m, checker.Options{})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: the error is %v, want %q in %+v", name, err, c.want, r)
		}
		if internal := (*checker.InternalError)(nil); errors.As(err, &internal) {
			t.Errorf("%s: it is taken for an error of the checker: %v", name, err)
		}
	}
}
