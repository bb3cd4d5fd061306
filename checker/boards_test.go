package checker_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/proc"
)

// TestNilIsShown: nil is a value of an interface type, as a state and as an event.
func TestNilIsShown(t *testing.T) {
	isNil := func(states []checker.Exposed[error]) bool { return len(states) == 1 && states[0].State == nil }
	always := checker.Always(checker.Property{Name: "nil"}, func(states []checker.Exposed[error]) error {
		if isNil(states) {
			return nil
		}
		return states[0].State
	})
	m := checker.Model{Name: "m", Rules: []checker.Rule{
		always,
		checker.Finally(checker.Property{Name: "nil at the end"}, func(states []checker.Exposed[error]) error { return nil }),
		checker.Sometimes(checker.Property{Name: "reached"}, isNil),
		checker.Monitor(checker.Property{Name: "nil as an event"}, func() func(string, error) error {
			return func(_ string, event error) error { return event }
		}),
	}, Main: func(p *proc.P) {
		proc.Expose[error](p, nil)
		proc.Announce[error](p, nil)
	}}
	r := check(t, m, checker.Options{})
	if r.Verdict != checker.Verified || len(r.Missed()) != 0 || len(r.Unasked) != 0 {
		t.Errorf("the verdict is %s, missed are %v, nothing was shown to %v", r.Verdict, r.Missed(), r.Unasked)
	}
}

// TestStatesAreNoEvents: a rule about states of a type does not see events of that type, and vice
// versa, so it cannot tell their order either.
func TestStatesAreNoEvents(t *testing.T) {
	atOnce := func(show func(p *proc.P)) func(*proc.P) {
		return func(p *proc.P) {
			p.Spawn("a", show)
			p.Spawn("b", show)
		}
	}
	exposes := func(p *proc.P) { proc.Expose(p, 1) }
	announces := func(p *proc.P) { proc.Announce(p, 2) }
	states := func(all []checker.Exposed[int]) error {
		for _, s := range all {
			if s.State != 1 {
				return fmt.Errorf("%s exposes %d", s.Process, s.State)
			}
		}
		return nil
	}
	always := checker.Always(checker.Property{Name: "always"}, states)
	finally := checker.Finally(checker.Property{Name: "finally"}, states)
	monitor := checker.Monitor(checker.Property{Name: "monitor"}, func() func(string, int) error {
		return func(process string, event int) error {
			if event != 2 {
				return fmt.Errorf("%s announces %d", process, event)
			}
			return nil
		}
	})
	both := func(p *proc.P) {
		exposes(p)
		announces(p)
		exposes(p)
	}
	for name, c := range map[string]struct {
		main          func(*proc.P)
		rules         []checker.Rule
		interleavings int
		unasked       int
	}{
		"both":                   {both, []checker.Rule{always, finally, monitor, always.Living()}, 1, 0},
		"states are ordered":     {atOnce(exposes), []checker.Rule{always}, 2, 0},
		"events are ordered":     {atOnce(announces), []checker.Rule{monitor}, 2, 0},
		"no order of the events": {atOnce(announces), []checker.Rule{always, finally}, 1, 2},
		"nor of their ends":      {atOnce(announces), []checker.Rule{always.Living()}, 1, 1},
		"no order of the states": {atOnce(exposes), []checker.Rule{monitor}, 1, 1},
		"they do not race":       {func(p *proc.P) { p.Spawn("a", exposes); p.Spawn("b", announces) }, []checker.Rule{always, monitor}, 1, 0},
	} {
		t.Run(name, func(t *testing.T) {
			for i := range c.rules {
				c.rules[i].Name = fmt.Sprint(c.rules[i].Name, " ", i)
			}
			r := check(t, checker.Model{Name: "m", Main: c.main, Rules: c.rules}, checker.Options{Until: checker.UntilEnd})
			if r.Verdict != checker.Verified || r.Interleavings != c.interleavings || len(r.Unasked) != c.unasked {
				t.Errorf("the verdict is %s after %d interleavings, want %d; nothing was shown to %v, want %d; the violations are %v",
					r.Verdict, r.Interleavings, c.interleavings, r.Unasked, c.unasked, r.Violations)
			}
		})
	}
}

// TestLocalTypes: types of the same name in two functions are two types, for rules and in traces,
// however often and on however many processors they are used.
func TestLocalTypes(t *testing.T) {
	one, exposeOne := func() (checker.Rule, func(*proc.P)) {
		type view struct{ A int }
		return checker.Always(checker.Property{Name: "one"}, func(all []checker.Exposed[view]) error {
			if len(all) == 2 {
				return errors.New("both expose the first")
			}
			return nil
		}), func(p *proc.P) { proc.Expose(p, view{1}) }
	}()
	two, exposeTwo := func() (checker.Rule, func(*proc.P)) {
		type view struct{ B string }
		return checker.Always(checker.Property{Name: "two"}, func(all []checker.Exposed[view]) error {
			if len(all) > 0 && all[0].State.B != "b" {
				return fmt.Errorf("it is %v", all[0].State)
			}
			return nil
		}), func(p *proc.P) { proc.Expose(p, view{"b"}) }
	}()
	m := checker.Model{Name: "m", Rules: []checker.Rule{two, one}, Main: func(p *proc.P) {
		p.Spawn("other", func(p *proc.P) {
			exposeTwo(p)
			exposeOne(p)
		})
		exposeOne(p)
		exposeTwo(p)
	}}
	for _, workers := range []int{1, 2, 3} {
		r := check(t, m, checker.Options{Until: checker.UntilEnd, Workers: workers})
		if len(r.Violations) != 1 || r.Violations[0].Property != "one" {
			t.Fatalf("the violations are %v", r.Violations)
		}
		var boards []string
		for _, e := range r.Violations[0].Trace.Entries {
			if e.Kind == "expose" {
				boards = append(boards, e.Process+": "+strings.TrimPrefix(e.Board, "github.com/checkmodel/checkmodel/"))
			}
		}
		want := []string{"main: checker_test.view", "other: checker_test.view#2", "other: checker_test.view"}
		if diff := cmp.Diff(want, boards); diff != "" {
			t.Errorf("%d workers: exposed are (-want +got):\n%s", workers, diff)
		}
	}
}
