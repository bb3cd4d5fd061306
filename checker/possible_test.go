package checker_test

import (
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"testing"

	"github.com/checkmodel/checkmodel/bounding"
	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/proc"
)

// free says whether something that processes use in turn is free.
type free struct{ Is bool }

// canBeFree is the property that it can always be free again.
var canBeFree = checker.AlwaysPossible(checker.Property{Name: "free again"}, func(all []checker.Exposed[free]) error {
	for _, e := range all {
		if e.State.Is {
			return nil
		}
	}
	return errors.New("it is taken")
})

// takes is a process that takes something and gives it back, unless it gets lost, which it may then.
func takes(lost func(*proc.P)) func(*proc.P) {
	return func(p *proc.P) {
		proc.Loop(p, struct{}{}, func(*struct{}) bool {
			proc.Expose(p, free{true})
			proc.Expose(p, free{false})
			if p.Choose(2) == 1 {
				lost(p)
			}
			return true
		})
	}
}

// passes has a token that two processes send to each other. One that has it says so.
func passes(p *proc.P) {
	other := p.Spawn("other", func(p *proc.P) {
		proc.Loop(p, struct{}{}, func(*struct{}) bool {
			m := proc.Receive[proc.PID](p)
			proc.Expose(p, free{true})
			proc.Expose(p, free{false})
			p.Send(m, p.Self())
			return true
		})
	}, proc.Daemon)
	p.Send(other, p.Self())
	proc.Loop(p, struct{}{}, func(*struct{}) bool {
		p.Send(proc.Receive[proc.PID](p), p.Self())
		return true
	})
}

// twice is a program in which all depends on a message, and else on one that comes twice, as it can only by a fault.
func twice(p *proc.P) {
	other := p.Spawn("other", func(p *proc.P) {
		proc.Expose(p, free{false})
		p.Receive()
		p.Receive()
		proc.Expose(p, free{true})
	}, proc.Daemon)
	p.Send(other, "first")
	p.Send(other, "second")
}

// onNode has a node that is free as long as it lives, and after it is restarted.
func onNode(p *proc.P) {
	p.Spawn("node", func(p *proc.P) {
		proc.Expose(p, free{true})
		proc.Loop(p, struct{}{}, func(*struct{}) bool { p.Receive(); return true })
	}, proc.Node, proc.Daemon)
}

func TestAlwaysPossible(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		main   func(*proc.P)
		faults checker.Faults
		rule   checker.Rule // canBeFree if it is zero
		holds  bool
		dead   int // how many states can follow the dead end
		after  int // after how many events it is; 0 is any number
		in     proc.Delivery
	}{
		{name: "it is always given back", main: takes(func(p *proc.P) {}), holds: true},
		{name: "who has it may end", main: takes(func(p *proc.P) { p.Exit("gone") }), dead: 2, after: 3},
		{name: "who has it may panic", main: takes(func(p *proc.P) { panic("oh") }), dead: 2},
		{name: "who has it may wait for ever", main: takes(func(p *proc.P) { p.Receive() }), dead: 1},
		{name: "who has it may do something else for ever", main: takes(func(p *proc.P) { idle(p) })},
		{name: "it can be found again", main: takes(func(p *proc.P) {
			proc.Loop(p, struct{}{}, func(*struct{}) bool { return p.Choose(2) == 0 })
		}), holds: true},
		{name: "it is never free", main: func(p *proc.P) { p.Choose(3) }, after: 1},
		{name: "it was free, and all ends", main: func(p *proc.P) { proc.Expose(p, free{true}) }, holds: true},
		{name: "nobody is left", main: func(p *proc.P) { proc.Expose(p, free{true}) }, rule: canBeFree.Living(), dead: 1},
		{name: "a token", main: passes, holds: true},
		{name: "a token in a bag", main: passes, holds: true, in: proc.Bag},
		{name: "a token through channels", main: passes, holds: true, in: proc.Channel},
		{name: "a token that may be lost", main: passes, faults: checker.Faults{Losses: 1}},
		{name: "a token that may be lost in a bag", main: passes, faults: checker.Faults{Losses: 1}, in: proc.Bag},
		{name: "a token that may be doubled", main: passes, faults: checker.Faults{Duplicates: 1}, holds: true},
		{name: "two messages", main: twice, holds: true},
		{name: "one of two is lost", main: twice, faults: checker.Faults{Losses: 1}},
		{name: "one of two is lost, and the other may come twice", main: twice, faults: checker.Faults{Losses: 1, Duplicates: 1}},
		{name: "a node that lives", main: onNode, holds: true},
		{name: "a node that may crash", main: onNode, faults: checker.Faults{Crashes: 1}, rule: canBeFree.Living()},
		{name: "a node that may be restarted", main: onNode, faults: checker.Faults{Crashes: 1, Restarts: 1}, rule: canBeFree.Living()},
		{name: "a node that is restarted", main: onNode, faults: checker.Faults{Crashes: 1, Restarts: checker.AfterEachCrash}, rule: canBeFree.Living(), holds: true},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if c.rule.Name == "" {
				c.rule = canBeFree
			}
			m := checker.Model{Name: "m", Main: c.main, Delivery: c.in, Faults: c.faults, Rules: []checker.Rule{c.rule}}
			for _, o := range []checker.Options{{}, {ExactStates: true}, {Algorithm: checker.Auto}, {LateDelivery: true}} {
				o.Until = checker.UntilEnd
				r := check(t, m, o)
				i := slices.IndexFunc(r.Violations, func(v *checker.Violation) bool { return v.Property == "free again" })
				if (i < 0) != c.holds || !r.Complete() || r.Options.Algorithm != checker.States || r.Cycles == nil {
					t.Fatalf("it holds: %t; %s by %s, %v", i < 0, r.Verdict, r.Options.Algorithm, r.Violations)
				}
				if c.holds {
					continue
				}
				v := r.Violations[i]
				if v.DeadEnd == 0 || c.dead > 0 && v.DeadEnd != c.dead || c.after > 0 && len(v.Steps) != c.after || !strings.HasPrefix(v.Explanation, "not possible from here on: ") {
					t.Errorf("after %v, %d states can follow: %s", v.Steps, v.DeadEnd, v.Explanation)
				}
				again := check(t, m, checker.Options{Replay: v.Steps})
				k := slices.IndexFunc(again.Violations, func(v *checker.Violation) bool { return v.Property == "free again" })
				if k < 0 || again.Violations[k].DeadEnd != v.DeadEnd || again.Violations[k].Explanation != v.Explanation || again.Stop != checker.AtViolation {
					t.Errorf("the replay of %v is %s, stopped by %q: %v", v.Steps, again.Verdict, again.Stop, again.Violations)
				}
				if small, err := checker.Minimize(t.Context(), r, v, checker.Minimizing{}); small != v || err != nil {
					t.Errorf("it is minimized to %v, %v", small, err)
				}
			}
		})
	}
}

// TestAlwaysPossibleReplayed: a dead end is none any more if the model has changed, or was found with other faults. Then
// the replay goes on, and does not explore all that can follow.
func TestAlwaysPossibleReplayed(t *testing.T) {
	t.Parallel()
	m := checker.Model{Name: "m", Main: takes(idle), Rules: []checker.Rule{canBeFree}}
	v := check(t, m, checker.Options{}).Violations[0]
	asked := 0
	m.Rules[0] = checker.AlwaysPossible(canBeFree.Property, func(all []checker.Exposed[free]) error {
		asked++
		if len(all) == 0 || !all[0].State.Is {
			return errors.New("it is taken")
		}
		return nil
	})
	m.Main = func(p *proc.P) {
		p.Spawn("counter", func(p *proc.P) {
			proc.Loop(p, 0, func(n *int) bool { p.Choose(3); *n++; proc.Expose(p, *n); return true })
		}, proc.Daemon)
		takes(func(p *proc.P) {})(p)
	}
	if r := check(t, m, checker.Options{Replay: v.Steps, MaxEvents: 100, TrustModel: true}); r.Violating > 0 || r.Stop != checker.Replayed || asked == 0 {
		t.Errorf("it is stopped by %q, asked %d times: %v", r.Stop, asked, r.Violations)
	}
}

// TestAlwaysPossibleNeedsStates: other searches cannot judge such a rule, and say so.
func TestAlwaysPossibleNeedsStates(t *testing.T) {
	t.Parallel()
	m := checker.Model{Name: "m", Main: takes(func(p *proc.P) {}), Rules: []checker.Rule{canBeFree}}
	for name, c := range map[string]struct {
		o    checker.Options
		says string
	}{
		"optimal":  {checker.Options{Algorithm: checker.Optimal}, `cannot judge the rule "free again": an AlwaysPossible is about all that can follow, which states searches; leave it out`},
		"drawn":    {checker.Options{Algorithm: checker.Portfolio}, `cannot judge the rule "free again"`},
		"bound":    {checker.Options{Bound: bounding.Tree(2)}, `checker.Options.Bound does not go with the rule "free again"`},
		"shortest": {checker.Options{Until: checker.UntilShortest}, `checker.Options.Until shortest does not go with the rule "free again": an AlwaysPossible is about all that can follow`},
	} {
		if r, err := checker.Check(t.Context(), m, c.o); r != nil || err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v, want %q", name, err, c.says)
		}
	}
	m.Rules[0] = canBeFree.Strong()
	if _, err := checker.Check(t.Context(), m, checker.Options{}); err == nil || !strings.Contains(err.Error(), "use Eventually") {
		t.Errorf("a strong one: %v", err)
	}
	m.Rules[0] = checker.AlwaysPossible[free](canBeFree.Property, nil)
	if _, err := checker.Check(t.Context(), m, checker.Options{}); err == nil || !strings.Contains(err.Error(), "has an empty rule") {
		t.Errorf("one of nothing: %v", err)
	}
}

// TestAlwaysPossibleLimits: beyond a limit there may be hope, or no hope, so nothing is violated nor verified.
func TestAlwaysPossibleLimits(t *testing.T) {
	t.Parallel()
	counts := func(p *proc.P) {
		proc.Loop(p, 0, func(n *int) bool { *n++; p.Choose(2); proc.Expose(p, *n); return true })
	}
	at := func(n int) checker.Rule {
		return checker.AlwaysPossible(checker.Property{Name: "so many"}, func(all []checker.Exposed[int]) error {
			if len(all) == 0 || all[0].State%n > 0 {
				return errors.New("not that")
			}
			return nil
		})
	}
	few := func(values iter.Seq[any]) bool {
		for v := range values {
			if n, ok := v.(int); ok && n >= 5 {
				return false
			}
		}
		return true
	}
	rounds := func(values iter.Seq[any]) func(any) any {
		return func(v any) any {
			if n, ok := v.(int); ok {
				return n % 3
			}
			return v
		}
	}
	for _, c := range []struct {
		n       int
		change  func(*checker.Model)
		verdict checker.Verdict
		cut     bool
		beyond  bool
	}{
		{n: 2, verdict: checker.Bounded, cut: true},
		{n: 1000, verdict: checker.Bounded, cut: true},
		{n: 1000, change: func(m *checker.Model) { m.Within = few }, verdict: checker.Bounded, beyond: true},
		{n: 3, change: func(m *checker.Model) { m.View = rounds }, verdict: checker.Verified},
		{n: 1000, change: func(m *checker.Model) { m.View = rounds }, verdict: checker.Violated},
	} {
		m := checker.Model{Name: "counts", Main: counts, Rules: []checker.Rule{at(c.n)}}
		if c.change != nil {
			c.change(&m)
		}
		r, err := checker.Check(t.Context(), m, checker.Options{MaxEvents: 40})
		if err != nil || r.Verdict != c.verdict || r.Cycles == nil || (r.Cycles.Cut > 0) != c.cut || (r.Cycles.Beyond > 0) != c.beyond {
			t.Errorf("%d is %s: %+v, %v", c.n, r.Verdict, r.Cycles, err)
		}
		if c.verdict == checker.Violated && !r.Violations[0].Viewed {
			t.Errorf("%d is violated only by a view", c.n)
		}
	}
}

// TestAlwaysPossibleFails: a condition that panics, about a state in the middle, or depends on more than its argument, is an error of the model.
func TestAlwaysPossibleFails(t *testing.T) {
	t.Parallel()
	times := 0
	for says, holds := range map[string]func([]checker.Exposed[free]) error{
		`the property "free again", asked about the states at the end, panicked`: func(all []checker.Exposed[free]) error {
			return errors.New([]string{"nobody"}[len(all)])
		},
		`the rule "free again" is not a pure function`: func(all []checker.Exposed[free]) error {
			times++
			return fmt.Errorf("asked %d times", times)
		},
	} {
		m := checker.Model{Name: "m", Main: takes(func(p *proc.P) {}), Rules: []checker.Rule{checker.AlwaysPossible(canBeFree.Property, holds)}}
		r, err := checker.Check(t.Context(), m, checker.Options{})
		if err == nil || r.Verdict != checker.Failed || !strings.Contains(err.Error(), says) {
			t.Errorf("%v, want %q", err, says)
		}
	}
}
