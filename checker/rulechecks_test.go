package checker_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/proc"
)

type step string

// twoSteps announces two steps, and exposes how many it has made.
func twoSteps(p *proc.P) {
	for i, s := range []step{"prepare", "commit"} {
		proc.Announce(p, s)
		proc.Expose(p, i+1)
	}
}

// A rule that keeps state is detected before it judges an interleaving by that state.
func TestRulesThatKeepSomething(t *testing.T) {
	property := checker.Property{Name: "p"}
	prepared, holder, calls, most, sums := false, "", 0, 0, 0
	for name, c := range map[string]struct {
		rule checker.Rule
		want string
	}{
		"what was there earlier": {checker.Monitor(property, func() func(string, step) error {
			return func(_ string, s step) error {
				if s == "prepare" {
					prepared = true
				} else if !prepared {
					return errors.New("not prepared")
				}
				return nil
			}
		}), `called twice with the same arguments, it answers first "not prepared", then nothing. A Monitor must keep its state in`},
		"what is left over": {checker.Monitor(property, func() func(string, step) error {
			return func(process string, s step) error {
				if s == "commit" && holder != "" {
					return errors.New("taken")
				}
				holder = process
				return nil
			}
		}), `answers first nothing, then "taken"`},
		"a count": {checker.Always(property, func([]checker.Exposed[int]) error {
			if calls++; calls > 3 {
				return errors.New("four")
			}
			return nil
		}), `answers first nothing, then "four"`},
		"an explanation": {checker.Always(property, func([]checker.Exposed[int]) error {
			calls++
			return fmt.Errorf("%d", calls)
		}), `answers first`},
		"the end": {checker.Finally(property, func(states []checker.Exposed[int]) error {
			if sums += states[0].State; sums > 3 {
				return errors.New("too much")
			}
			return nil
		}), `answers first nothing, then "too much"`},
		"a goal": {checker.Sometimes(property, func(states []checker.Exposed[int]) bool {
			most += states[0].State
			return most > 5
		}), `answers first nothing, then "reached"`},
	} {
		t.Run(name, func(t *testing.T) {
			m := checker.Model{Name: "m", Main: twoSteps, Rules: []checker.Rule{c.rule}}
			r, err := checker.Check(t.Context(), m, checker.Options{})
			if err == nil || !strings.Contains(err.Error(), c.want) || r.Verdict != checker.Failed {
				t.Fatalf("%v, verdict %s; want an error with %q", err, r.Verdict, c.want)
			}
			if !strings.Contains(err.Error(), "rulechecks_test.go:") {
				t.Errorf("it does not say where the rule is: %v", err)
			}
		})
	}
}

// So is a rule that is pure at first: rules are tested again whenever something new is found.
func TestRulesThatChangeLater(t *testing.T) {
	calls := 0
	late := checker.Always(checker.Property{Name: "late"}, func([]checker.Exposed[int]) error {
		if calls++; calls > 100 {
			return fmt.Errorf("%d", calls)
		}
		return nil
	})
	m := checker.Model{Name: "m", Rules: []checker.Rule{late}, Main: func(p *proc.P) {
		for range 4 {
			p.Spawn("p", func(p *proc.P) { proc.Expose(p, 1) })
		}
	}}
	if _, err := checker.Check(t.Context(), m, checker.Options{Workers: 1}); err == nil || !strings.Contains(err.Error(), `"late" is not a pure function`) {
		t.Error(err)
	}
}

// A rule may sort its arguments, and panic about a part that makes no sense.
func TestRulesAskedAboutParts(t *testing.T) {
	backwards := checker.Always(checker.Property{Name: "sorted"}, func(states []checker.Exposed[int]) error {
		for i, s := range states {
			for j := range states[:i] {
				if states[j].Process == s.Process {
					return fmt.Errorf("%s is there twice", s.Process)
				}
			}
		}
		for i := range len(states) / 2 {
			states[i], states[len(states)-1-i] = states[len(states)-1-i], states[i]
		}
		return nil
	})
	strict := checker.Monitor(checker.Property{Name: "strict"}, func() func(string, step) error {
		done := map[step]bool{}
		return func(_ string, s step) error {
			if s == "commit" && !done["prepare"] {
				panic("this cannot be")
			}
			done[s] = true
			return nil
		}
	})
	m := checker.Model{Name: "m", Rules: []checker.Rule{backwards, strict}, Main: func(p *proc.P) {
		twoSteps(p)
		for range 3 {
			p.Spawn("p", func(p *proc.P) {
				for i := range 2 {
					proc.Expose(p, i)
				}
			})
		}
	}}
	r, err := checker.Check(t.Context(), m, checker.Options{})
	if err != nil || r.Verdict != checker.Verified {
		t.Errorf("%s, %v", r.Verdict, err)
	}
}
