package checker_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/world/guard"
	"github.com/checkmodel/checkmodel/proc"
)

// A rule that never answers is found, as is a process that never asks for its next
// operation.
func TestEndlessRule(t *testing.T) {
	for _, workers := range []int{1, 2} {
		asked, forever := make(chan struct{}), make(chan struct{})
		times, patiences := 0, 0
		m := checker.Model{
			Name: "endless",
			Main: func(p *proc.P) { proc.Expose(p, 1) },
			Rules: []checker.Rule{checker.Always(checker.Property{Name: "a sum"}, func([]checker.Exposed[int]) error {
				if times++; times == 1 {
					close(asked)
				}
				<-forever
				return nil
			})},
		}
		_, err := checker.Check(t.Context(), m, checker.Options{Workers: workers, Patience: func() (context.Context, context.CancelFunc) {
			patiences++
			ctx, cancel := context.WithCancel(context.Background())
			go func() {
				<-asked
				cancel()
			}()
			return ctx, cancel
		}})
		var fault *guard.ModelError
		if !errors.As(err, &fault) || !strings.Contains(fault.Problem, `the rule "a sum" does not return`) || !strings.Contains(fault.Source, "rulesinterrupted_test.go:") {
			t.Errorf("%d workers: the error is %v", workers, err)
		}
		if patiences > 2 || fault == nil || len(fault.Stack) != 1 || !strings.HasSuffix(fault.Stack[0], fault.Source) || !strings.Contains(fault.Stack[0], "TestEndlessRule.func") {
			t.Errorf("%d workers: after %d patiences the error is %+v", workers, patiences, fault)
		}
		close(forever)
	}
}

// A rule may change what it has kept of an interleaving: it gets copies each time.
func TestRuleChangesWhatItIsShown(t *testing.T) {
	m := checker.Model{
		Name: "kept",
		Main: func(p *proc.P) {
			proc.Announce(p, map[string]int{"a": 1})
			proc.Announce(p, map[string]int{"b": 2})
		},
		Rules: []checker.Rule{checker.Monitor(checker.Property{Name: "sum"}, func() func(string, map[string]int) error {
			var sums map[string]int
			return func(_ string, m map[string]int) error {
				if sums == nil {
					sums = m
					return nil
				}
				for k, n := range m {
					sums[k] += n
				}
				if len(sums) != 2 || sums["a"] != 1 || sums["b"] != 2 {
					return errors.New("the sums are wrong")
				}
				return nil
			}
		})},
	}
	if r, err := checker.Check(t.Context(), m, checker.Options{}); err != nil || r.Verdict != checker.Verified {
		t.Errorf("it is %v: %v", r.Verdict, err)
	}
	m = checker.Model{
		Name: "sorted",
		Main: func(p *proc.P) {
			proc.Expose(p, []int{3, 1, 2})
			p.Spawn("other", func(p *proc.P) { proc.Expose(p, []int{1}) })
		},
		Rules: []checker.Rule{checker.Always(checker.Property{Name: "in order"}, func(all []checker.Exposed[[]int]) error {
			for _, e := range all {
				if len(all) == 2 && !slices.IsSorted(e.State) {
					return errors.New(e.Process + " is not")
				}
			}
			for _, e := range all {
				slices.Sort(e.State)
			}
			return nil
		})},
	}
	if r, err := checker.Check(t.Context(), m, checker.Options{}); err != nil || r.Verdict != checker.Violated {
		t.Errorf("it is %v: %v", r.Verdict, err)
	}
}

// A rule that takes long but answers is allowed.
func TestSlowRule(t *testing.T) {
	asked, answer := make(chan struct{}), make(chan struct{})
	m := checker.Model{
		Name: "slow",
		Main: func(p *proc.P) { proc.Expose(p, 1) },
		Rules: []checker.Rule{checker.Finally(checker.Property{Name: "a sum"}, func([]checker.Exposed[int]) error {
			select {
			case <-asked:
			default:
				close(asked)
			}
			<-answer
			return nil
		})},
	}
	times := 0
	r, err := checker.Check(t.Context(), m, checker.Options{Patience: func() (context.Context, context.CancelFunc) {
		ctx, cancel := context.WithCancel(context.Background())
		if times++; times == 2 {
			close(answer)
		}
		if times < 2 {
			go func() {
				<-asked
				cancel()
			}()
		}
		return ctx, cancel
	}})
	if err != nil || r.Verdict != checker.Verified {
		t.Errorf("it is %v: %v", r.Verdict, err)
	}
}

// A rule that the search no longer waits for does not change the result.
func TestRuleAnswersTooLate(t *testing.T) {
	asked, answer, answered := make(chan struct{}), make(chan struct{}), make(chan struct{})
	m := checker.Model{
		Name: "late",
		Main: func(p *proc.P) { p.Assert(true, "fine", ""); proc.Expose(p, 1) },
		Rules: []checker.Rule{checker.Finally(checker.Property{Name: "a sum"}, func([]checker.Exposed[int]) error {
			close(asked)
			<-answer
			defer close(answered)
			panic("now")
		})},
	}
	r, err := checker.Check(t.Context(), m, checker.Options{Patience: func() (context.Context, context.CancelFunc) {
		ctx, cancel := context.WithCancel(context.Background())
		go func() {
			<-asked
			cancel()
		}()
		return ctx, cancel
	}})
	if err == nil {
		t.Fatal("the rule is waited for")
	}
	close(answer)
	<-answered
	if r.Verdict != checker.Failed || r.Asserted != nil {
		t.Errorf("the result is %v, asserted %v", r.Verdict, r.Asserted)
	}
}
