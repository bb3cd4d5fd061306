package checker_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/checkmodel/checkmodel/bounding"
	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/proc"
)

// firsts is a model in which each of three processes may be the first one to send. There is a goal for each, and more goals that none
// reaches.
func firsts(unreachable ...string) checker.Model {
	m := checker.Model{Name: "firsts", Main: func(p *proc.P) {
		self, senders := p.Self(), []string{"a", "b", "c"}
		for _, name := range senders {
			p.Spawn(name, func(p *proc.P) { p.Send(self, name) })
		}
		first := proc.Receive[string](p)
		for range senders[1:] {
			proc.Receive[string](p)
		}
		p.Reach(first)
	}}
	for _, name := range append([]string{"a", "b", "c"}, unreachable...) {
		m.Goals = append(m.Goals, checker.Property{Name: name})
	}
	return m
}

// TestUntilGoals: a search ends with the interleaving that reaches the last goal, by any number of workers.
func TestUntilGoals(t *testing.T) {
	for name, o := range map[string]checker.Options{
		"optimal": {}, "naive": {Algorithm: checker.Naive}, "auto": {Algorithm: checker.Auto}, "bounds": {Bound: bounding.Tree(4).From(0)},
		"states": {Algorithm: checker.States}, "portfolio": {Runs: 1_000}, "learn": {Algorithm: checker.Learn, Runs: 1_000},
	} {
		t.Run(name, func(t *testing.T) {
			o.Until, o.Workers = checker.UntilGoals, 1
			one := check(t, firsts(), o)
			all := o
			all.Until = checker.UntilEnd
			if whole := check(t, firsts(), all); one.Stop != checker.AtGoals || !one.Expected || one.Verdict == checker.Verified || one.Events >= whole.Events {
				t.Errorf("%v (%v) after %d of %d events, expected %v; want %v before the end", one.Verdict, one.Stop, one.Events, whole.Events, one.Expected, checker.AtGoals)
			}
			o.Workers = 4
			if diff := cmp.Diff(one.Goals, check(t, firsts(), o).Goals); diff != "" {
				t.Errorf("goals by several workers (-one +several):\n%s", diff)
			}
			if r := check(t, firsts("never"), o); r.Stop == checker.AtGoals {
				t.Errorf("the search has ended (%v), and one goal was not reached", r.Stop)
			}
		})
	}
	without := firsts()
	without.Goals, without.Main = nil, func(*proc.P) {}
	if r := check(t, without, checker.Options{Until: checker.UntilGoals}); r.Verdict != checker.Verified {
		t.Errorf("%v (%v) without goals", r.Verdict, r.Stop)
	}
}

// TestUntilGoalsOrViolation: the first violation that is not declared also ends the search, and a declared one does not.
func TestUntilGoalsOrViolation(t *testing.T) {
	m := firsts()
	main := m.Main
	m.Main = func(p *proc.P) {
		main(p)
		p.Assert(false, "wrong", "it is")
	}
	if r := check(t, m, checker.Options{Until: checker.UntilGoals}); r.Stop != checker.AtViolation || r.FirstViolation != 1 {
		t.Errorf("%v (%v) at interleaving %d", r.Verdict, r.Stop, r.FirstViolation)
	}
	m.Violates = []string{"wrong"}
	if r := check(t, m, checker.Options{Until: checker.UntilGoals}); r.Stop != checker.AtGoals || r.Verdict != checker.Violated {
		t.Errorf("%v (%v), and the violation is declared", r.Verdict, r.Stop)
	}
}
