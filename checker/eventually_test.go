package checker_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/checkmodel/checkmodel/bounding"
	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/optimaldpor"
	"github.com/checkmodel/checkmodel/proc"
)

// served is exposed by a process that got what it waited for.
type served struct{}

// someServed is the property that so many processes get what they wait for.
func someServed(n int) checker.Rule {
	return checker.Eventually(checker.Property{Name: "served"}, func(all []checker.Exposed[served]) error {
		if len(all) < n {
			return fmt.Errorf("%d of %d are served", len(all), n)
		}
		return nil
	})
}

// turns is a process that does something again and again.
func turns(do func(*proc.P)) func(*proc.P) {
	return func(p *proc.P) { proc.Loop(p, struct{}{}, func(*struct{}) bool { do(p); return true }) }
}

// idle takes steps for ever, and has no other part in anything.
func idle(p *proc.P) {
	t := proc.NewTable[int, int](p, "idle")
	turns(func(p *proc.P) { t.Insert(p, 0, 0) })(p)
}

// polls waits for a row by asking again and again.
func polls(p *proc.P, t proc.Table[int, int]) {
	proc.Loop(p, struct{}{}, func(*struct{}) bool {
		_, found := t.Lookup(p, 0)
		return !found
	})
	proc.Expose(p, served{})
}

// TestEventually has for each way to go on for ever whether it is fair.
func TestEventually(t *testing.T) {
	for _, c := range []struct {
		name     string
		main     func(*proc.P)
		delivery proc.Delivery
		verdict  checker.Verdict
		lasso    bool
		strong   checker.Verdict // with strong fairness, if it is another one
	}{
		{name: "a process moves in the end", verdict: checker.Verified, main: func(p *proc.P) {
			p.Spawn("idle", idle)
			proc.Expose(p, served{})
		}},
		{name: "a poll is answered in the end", verdict: checker.Verified, main: func(p *proc.P) {
			table := proc.NewTable[int, int](p, "t")
			p.Spawn("poller", func(p *proc.P) { polls(p, table) })
			p.Spawn("setter", func(p *proc.P) { table.Insert(p, 0, 1) })
			idle(p)
		}},
		{name: "a poll of a row that is right now and then", verdict: checker.Violated, lasso: true, main: func(p *proc.P) {
			table := proc.NewTable[int, int](p, "t")
			p.Spawn("poller", func(p *proc.P) { polls(p, table) })
			turns(func(p *proc.P) { table.Insert(p, 0, 1); table.Delete(p, 0) })(p)
		}},
		{name: "a poll that has no answer", verdict: checker.Violated, main: func(p *proc.P) {
			polls(p, proc.NewTable[int, int](p, "t"))
		}},
		{name: "a timer expires in the end", verdict: checker.Verified, main: func(p *proc.P) {
			p.Spawn("idle", idle)
			p.SendAfter(p.Self(), 1)
			p.Receive()
			proc.Expose(p, served{})
		}},
		{name: "a message arrives in the end", delivery: proc.Channel, verdict: checker.Verified, main: func(p *proc.P) {
			p.Spawn("idle", idle)
			p.Send(p.Spawn("other", func(p *proc.P) { p.Receive(); proc.Expose(p, served{}) }), 1)
		}},
		{name: "a message arrives out of a bag", delivery: proc.Bag, verdict: checker.Verified, main: func(p *proc.P) {
			p.Spawn("idle", idle)
			p.Send(p.Spawn("other", func(p *proc.P) { p.Receive(); proc.Expose(p, served{}) }), 1)
		}},
		{name: "a timer that is reset in each turn", verdict: checker.Violated, lasso: true, main: func(p *proc.P) {
			t := p.SendAfter(p.Self(), 1)
			turns(func(p *proc.P) { p.Receive(); p.ResetTimer(t) })(p)
		}},
		{name: "a timer that is cancelled and reset in each turn", verdict: checker.Violated, lasso: true, main: func(p *proc.P) {
			t := p.SendAfter(p.Self(), 1)
			turns(func(p *proc.P) {
				if !p.CancelTimer(t) {
					p.Receive()
				}
				p.ResetTimer(t)
			})(p)
		}},
		{name: "a timer that is reset expires in the end", verdict: checker.Verified, main: func(p *proc.P) {
			t := p.SendAfter(p.Self(), 1)
			p.Spawn("idle", idle)
			p.Receive()
			p.ResetTimer(t)
			p.Receive()
			proc.Expose(p, served{})
		}},
		{name: "a choice may never be made", verdict: checker.Violated, lasso: true, main: func(p *proc.P) {
			proc.Loop(p, struct{}{}, func(*struct{}) bool { return p.Choose(3) < 2 })
			proc.Expose(p, served{})
		}},
		{name: "the last choice may be made for ever", verdict: checker.Violated, lasso: true, main: func(p *proc.P) {
			proc.Loop(p, struct{}{}, func(*struct{}) bool { return p.Choose(3) == 2 })
			proc.Expose(p, served{})
		}},
		{name: "a row that is right now and then", verdict: checker.Violated, lasso: true, strong: checker.Verified, main: func(p *proc.P) {
			table := proc.NewTable[int, int](p, "t")
			p.Spawn("waiter", func(p *proc.P) {
				table.Await(p, 0, func(n int) bool { return n == 1 })
				proc.Expose(p, served{})
			})
			turns(func(p *proc.P) { table.Insert(p, 0, 1); table.Insert(p, 0, 0) })(p)
		}},
		{name: "a row that stays right", verdict: checker.Verified, main: func(p *proc.P) {
			table := proc.NewTable[int, int](p, "t")
			p.Spawn("waiter", func(p *proc.P) {
				table.Await(p, 0, func(n int) bool { return n > 0 })
				proc.Expose(p, served{})
			})
			turns(func(p *proc.P) { table.Insert(p, 0, 1); table.Insert(p, 0, 2) })(p)
		}},
		{name: "a lock that is tried for", verdict: checker.Violated, lasso: true, main: func(p *proc.P) {
			lock := proc.NewTable[int, int](p, "lock")
			lock.Insert(p, 0, 0)
			p.Spawn("unlucky", func(p *proc.P) {
				proc.Loop(p, struct{}{}, func(*struct{}) bool { return !lock.CompareAndSwap(p, 0, 0, 1) })
				proc.Expose(p, served{})
			})
			turns(func(p *proc.P) {
				if lock.CompareAndSwap(p, 0, 0, 1) {
					lock.Insert(p, 0, 0)
				}
			})(p)
		}},
		{name: "an end", verdict: checker.Violated, main: func(p *proc.P) { p.Choose(2) }},
		{name: "a deadlock", verdict: checker.Violated, main: func(p *proc.P) { p.Receive() }},
		{name: "a crash", verdict: checker.Violated, main: func(p *proc.P) { panic("now") }},
		{name: "a crash later", verdict: checker.Violated, main: func(p *proc.P) { proc.Expose(p, served{}); panic("now") }},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := checker.Model{Name: "m", Main: c.main, Delivery: c.delivery, Rules: []checker.Rule{someServed(1)}}
			for _, o := range []checker.Options{{}, {ExactStates: true}, {Algorithm: checker.Auto}, {LateDelivery: true}} {
				o.Until = checker.UntilEnd
				r := check(t, m, o)
				lasso := slices.ContainsFunc(r.Violations, func(v *checker.Violation) bool { return v.LoopFrom > 0 })
				if r.Verdict != c.verdict || lasso != c.lasso || r.Options.Algorithm != checker.States {
					t.Errorf("%s by %s, a lasso %t; want %s, %t", r.Verdict, r.Options.Algorithm, lasso, c.verdict, c.lasso)
				}
				kept := slices.ContainsFunc(r.Violations, func(v *checker.Violation) bool { return v.Property == "served" })
				if kept != (c.verdict == checker.Violated && c.name != "a crash later") {
					t.Errorf("the property is violated: %t", kept)
				}
				m := m
				m.Rules = []checker.Rule{someServed(1).Strong()}
				if r, want := check(t, m, o), cmp.Or(c.strong, c.verdict); r.Verdict != want {
					t.Errorf("%s with strong fairness, want %s", r.Verdict, want)
				}
			}
		})
	}
}

// starving has an interleaving without end in which only some are served.
var starving = checker.Model{Name: "starving", Rules: []checker.Rule{someServed(1)}, Main: func(p *proc.P) {
	proc.Loop(p, struct{}{}, func(*struct{}) bool { return p.Choose(2) == 0 })
	proc.Expose(p, served{})
}}

// TestEventuallyNeedsStates: other searches cannot judge such a rule, and say so.
func TestEventuallyNeedsStates(t *testing.T) {
	own := func() checker.Strategy { return optimaldpor.New(optimaldpor.Config{}) }
	for name, c := range map[string]struct {
		o    checker.Options
		says string
	}{
		"optimal":     {checker.Options{Algorithm: checker.Optimal}, `checker.Options.Algorithm is "optimal", which cannot judge the rule "served"`},
		"source":      {checker.Options{Algorithm: checker.Source}, `which states searches; leave it out`},
		"naive":       {checker.Options{Algorithm: checker.Naive}, `infinite interleavings`},
		"own":         {checker.Options{Strategy: own}, `checker.Options.Algorithm is "own"`},
		"bound":       {checker.Options{Bound: bounding.Tree(2)}, `checker.Options.Bound does not go with the rule "served"`},
		"preemptions": {checker.Options{Bound: bounding.Preemption(2)}, `leave the bound out`},
		"auto, bound": {checker.Options{Algorithm: checker.Auto, Bound: bounding.Tree(2)}, `checker.Options.Bound does not go with the rule`},
	} {
		r, err := checker.Check(t.Context(), starving, c.o)
		if r != nil || err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v, want %q", name, err, c.says)
		}
	}
	m := starving
	m.Search.Algorithm = checker.Optimal
	if _, err := checker.Check(t.Context(), m, checker.Options{}); err == nil || !strings.Contains(err.Error(), "checker.Model.Search.Algorithm is") {
		t.Errorf("a model that asks for another search: %v", err)
	}
	r := check(t, starving, checker.Options{Algorithm: checker.Auto})
	if want := `a stateful search, because no other can judge the rule "served"`; !strings.Contains(r.Chosen, want) {
		t.Errorf("it says %q, want %q", r.Chosen, want)
	}
}

// TestEventuallyOfSeveral: each rule is judged by itself, and one violation ends the search unless it is to go on.
func TestEventuallyOfSeveral(t *testing.T) {
	other := checker.Eventually(checker.Property{Name: "none"}, func([]checker.Exposed[served]) error { return errors.New("never") })
	m := starving
	m.Rules = []checker.Rule{someServed(0), someServed(1), other}
	m.Rules[0].Name = "always true"
	lassos := func(o checker.Options) (names []string) {
		for _, v := range check(t, m, o).Violations {
			if v.LoopFrom > 0 {
				names = append(names, v.Property+": "+v.Explanation)
			}
		}
		return names
	}
	if got, want := fmt.Sprint(lassos(checker.Options{Until: checker.UntilEnd})), "[always true: for ever, no process has exposed a state of type "+
		"github.com/checkmodel/checkmodel/checker_test.served served: for ever, 0 of 1 are served none: for ever, never]"; got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
	if got := check(t, m, checker.Options{}); got.Stop != checker.AtViolation || len(got.Violations) != 1 {
		t.Errorf("%d violations, stopped by %q", len(got.Violations), got.Stop)
	}
	m.Violates = []string{"none", "always true", "served"}
	if r := check(t, m, checker.Options{Until: checker.UntilEnd}); !r.Expected {
		t.Errorf("not as declared: %v", r.Violations)
	}
}

// TestEventuallyLimits: what limits a search also limits this part, and then nothing is verified.
func TestEventuallyLimits(t *testing.T) {
	counts := checker.Model{Name: "counts", Rules: []checker.Rule{someServed(1)}, Main: func(p *proc.P) {
		p.Spawn("other", func(p *proc.P) { p.Receive(); proc.Expose(p, served{}) }, proc.Daemon)
		proc.Loop(p, 0, func(n *int) bool { *n += 1 + p.Choose(2); return true })
	}}
	r := check(t, counts, checker.Options{MaxEvents: 30})
	if r.Verdict != checker.Bounded || r.Cycles == nil || r.Cycles.Cut == 0 || r.Complete() || !r.Cut() || len(r.Violations) > 0 {
		t.Errorf("cut after 30 events it is %s: %+v", r.Verdict, r.Cycles)
	}
	// The stateful search ends before the limit, and the states that only this part visits are beyond it.
	right := starving
	right.Main = func(p *proc.P) {
		p.Spawn("idle", idle)
		for range 8 {
			p.SendAfter(p.Self(), 1)
		}
		proc.Expose(p, served{})
	}
	if r := check(t, right, checker.Options{}); r.Verdict != checker.Verified || r.Cycles.States < 100 {
		t.Errorf("%s, %+v", r.Verdict, r.Cycles)
	}
}

// asked is a context that is done once it was asked so often.
type asked struct {
	context.Context
	left atomic.Int64
}

func (a *asked) Err() error {
	if a.left.Add(-1) < 0 {
		return context.Canceled
	}
	return nil
}

// TestEventuallyCanceled: a search that ends at any moment verifies nothing.
func TestEventuallyCanceled(t *testing.T) {
	m := starving
	m.Main = func(p *proc.P) { p.Spawn("idle", idle); p.SendAfter(p.Self(), 1); proc.Expose(p, served{}) }
	late, verified := 0, false
	for n := int64(0); !verified; n++ {
		ctx := &asked{Context: t.Context()}
		ctx.left.Store(n)
		r, err := checker.Check(ctx, m, checker.Options{TrustModel: true})
		if err != nil {
			t.Fatal(err)
		}
		if verified = r.Verdict == checker.Verified; !verified && (r.Verdict != checker.Incomplete || r.Stop != checker.Canceled || r.Complete()) {
			t.Fatalf("after asking %d times it is %s, stopped by %q", n, r.Verdict, r.Stop)
		}
		if !verified && r.Cycles != nil {
			late++
		}
	}
	if late < 5 {
		t.Errorf("only %d searches were canceled after the stateful search", late)
	}
}

// TestEventuallyPanics: a condition that panics about what only an interleaving without end shows is an error of the model.
func TestEventuallyPanics(t *testing.T) {
	m := checker.Model{Name: "m", Main: func(p *proc.P) {
		proc.Loop(p, 0, func(n *int) bool {
			proc.Expose(p, *n)
			*n = 2
			p.Choose(2)
			return true
		})
	}, Rules: []checker.Rule{checker.Eventually(checker.Property{Name: "odd"}, func(all []checker.Exposed[int]) error {
		return errors.New([]string{"zero", "one"}[all[0].State])
	})}}
	r, err := checker.Check(t.Context(), m, checker.Options{})
	if err == nil || r.Verdict != checker.Failed || !strings.Contains(err.Error(), `the property "odd", asked about what process main has shown, panicked`) {
		t.Errorf("%v; %v", r.Verdict, err)
	}
}

// TestEventuallyReplayed: a schedule is no lasso any more if the model has changed, and then goes on.
func TestEventuallyReplayed(t *testing.T) {
	v := check(t, starving, checker.Options{}).Violations[0]
	fixed := starving
	fixed.Main = func(p *proc.P) {
		proc.Loop(p, 0, func(n *int) bool { *n++; return p.Choose(2) == 0 && *n < 3 })
		proc.Expose(p, served{})
	}
	r := check(t, fixed, checker.Options{Replay: v.Steps})
	if r.Violating > 0 || r.Stop != checker.Replayed {
		t.Errorf("the replay finds %v", r.Violations)
	}
}
