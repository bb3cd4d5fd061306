package checker_test

import (
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/world/guard"
	"github.com/checkmodel/checkmodel/proc"
)

type secret struct{ N int }

// both is a careless rule about states of two processes.
func both(states []checker.Exposed[secret]) bool { return states[0].State.N == states[1].State.N }

// twoSecrets are two processes that expose something.
func twoSecrets(p *proc.P) {
	for n := range 2 {
		p.Spawn("process", func(p *proc.P) { proc.Expose(p, secret{n}) })
	}
}

// twoEvents are two processes that announce something.
func twoEvents(p *proc.P) {
	for n := range 2 {
		p.Spawn("process", func(p *proc.P) { proc.Announce(p, secret{n}) })
	}
}

// A rule that panics is an error of the model that says which rule, where, and what led there, and
// that can be reproduced.
func TestRulesThatPanic(t *testing.T) {
	named := checker.Property{Name: "careless"}
	for name, c := range map[string]struct {
		rule   checker.Rule
		want   string
		in     string // of the stack
		events int
	}{
		"always": {checker.Always(named, func(states []checker.Exposed[secret]) error { both(states); return nil }),
			`asked about what process process has shown, panicked: runtime error: index out of range [1]`, "checker_test.both ", 2},
		"finally": {checker.Finally(named, func([]checker.Exposed[secret]) error { both(nil); return nil }),
			`asked about the states at the end, panicked: runtime error`, "checker_test.both ", 7},
		"sometimes": {checker.Sometimes(named, both), `asked about what process process has shown, panicked`, "checker_test.both ", 2},
		"monitor": {checker.Monitor(named, func() func(string, secret) error {
			return func(process string, e secret) error { panic(fmt.Sprint(e.N, " is too much")) }
		}), `asked about what process process has shown, panicked: 0 is too much`, "TestRulesThatPanic", 2},
		"start of a monitor": {checker.Monitor(named, func() func(string, secret) error { panic("not today") }),
			`before it was asked about anything, panicked: not today`, "TestRulesThatPanic", 0},
		"an error that panics": {checker.Always(named, func([]checker.Exposed[secret]) error { return hopeless{} }),
			`panicked: no`, "Error ", 2},
	} {
		t.Run(name, func(t *testing.T) {
			m := checker.Model{Name: "m", Main: twoSecrets, Rules: []checker.Rule{c.rule}}
			if name == "monitor" {
				m.Main = twoEvents
			}
			v := failsAt(t, m, checker.Options{}, c.want, c.in)
			if len(v.Trace.Entries) != c.events {
				t.Errorf("%d events are shown, want %d", len(v.Trace.Entries), c.events)
			}
			if c.events > 0 {
				again := failsAt(t, m, checker.Options{Replay: v.Steps, Examples: 1}, c.want, c.in)
				if len(again.Trace.Entries) != c.events {
					t.Errorf("%d events are shown when it is replayed, want %d", len(again.Trace.Entries), c.events)
				}
			}
		})
	}
}

// failsAt checks a model with a rule that panics, and returns the interleaving in which
// it does.
func failsAt(t *testing.T, m checker.Model, o checker.Options, want, in string) *checker.Violation {
	t.Helper()
	r, err := checker.Check(t.Context(), m, o)
	var fault *guard.ModelError
	if !errors.As(err, &fault) {
		t.Fatalf("the error is %v", err)
	}
	for _, w := range []string{"model m: at ", "_test.go:", `the property "careless", `, want, "be able to judge"} {
		if !strings.Contains(err.Error(), w) {
			t.Errorf("the error does not say %q:\n%v", w, err)
		}
	}
	if len(fault.Stack) == 0 || !strings.Contains(fault.Stack[0], in) ||
		slices.ContainsFunc(fault.Stack, func(call string) bool { return strings.Contains(call, "checkmodel/checker.") }) {
		t.Errorf("the stack is %q, want one of the model's calls that begins in %s", fault.Stack, in)
	}
	if r.Verdict != checker.Failed || len(r.Examples) != 1 {
		t.Fatalf("the verdict is %s with %d examples, want failed with one", r.Verdict, len(r.Examples))
	}
	nothingLeft(t)
	v := r.Examples[0]
	if v.Explanation != `the property "careless" panics` || v.Interleaving != r.Interleavings {
		t.Errorf("the example is %+v", v)
	}
	return v
}

// The report of a rule that panics does not depend on the number of workers, and a violation before
// it ends a search that stops at violations.
func TestRulesThatPanicLater(t *testing.T) {
	events := checker.Monitor(checker.Property{Name: "careless"}, func() func(string, secret) error {
		var seen []int
		return func(_ string, e secret) error {
			if seen = append(seen, e.N); slices.Equal(seen, []int{4, 3, 2}) {
				panic("this order")
			}
			return nil
		}
	})
	m := checker.Model{Name: "m", Rules: []checker.Rule{events}, Main: func(p *proc.P) {
		for n := range 5 {
			p.Spawn("process", func(p *proc.P) { proc.Announce(p, secret{n}) })
		}
	}}
	alone := failsAt(t, m, checker.Options{Workers: 1}, "panicked: this order", "TestRulesThatPanicLater")
	if alone.Interleaving <= 100 { // as many as one worker executes alone
		t.Errorf("interleaving %d is too early for several workers", alone.Interleaving)
	}
	for _, workers := range []int{2, 4} {
		v := failsAt(t, m, checker.Options{Workers: workers}, "panicked: this order", "TestRulesThatPanicLater")
		if v.Interleaving != alone.Interleaving || v.Steps.String() != alone.Steps.String() {
			t.Errorf("with %d workers it is interleaving %d, %s; with one %d, %s", workers, v.Interleaving, v.Steps, alone.Interleaving, alone.Steps)
		}
	}
	for _, algorithm := range []checker.Algorithm{checker.Source, checker.Naive} {
		failsAt(t, m, checker.Options{Algorithm: algorithm}, "panicked: this order", "TestRulesThatPanicLater")
	}
	m.Rules = append(m.Rules, checker.Monitor(checker.Property{Name: "never"}, func() func(string, secret) error {
		return func(string, secret) error { return errors.New("seen") }
	}))
	if r := check(t, m, checker.Options{}); r.Verdict != checker.Violated || r.FirstViolation != 1 {
		t.Errorf("the verdict is %s, at %d", r.Verdict, r.FirstViolation)
	}
}

// A rule that ends its goroutine, as t.Fatal does, is an error of the model, too.
func TestRuleThatExits(t *testing.T) {
	for _, workers := range []int{1, 2} {
		m := checker.Model{Name: "m", Main: twoSecrets, Rules: []checker.Rule{
			checker.Always(checker.Property{Name: "fatal"}, func([]checker.Exposed[secret]) error { runtime.Goexit(); return nil })}}
		_, err := checker.Check(t.Context(), m, checker.Options{Workers: workers})
		if want := `the property "fatal", asked about what process process#2 has shown, called runtime.Goexit, as t.Fatal`; err == nil ||
			!strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "failure_test.go:") {
			t.Errorf("the error is %v, want %q", err, want)
		}
		nothingLeft(t)
	}
}
