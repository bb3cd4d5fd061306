package checker_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/checkmodel/checkmodel/bounding"
	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/testsize"
	"github.com/checkmodel/checkmodel/proc"
)

// hidden violates what it declares in its first two interleavings, and something else in
// a later one.
var hidden = checker.Model{Name: "hidden", Violates: []string{"known"}, Main: func(p *proc.P) {
	c := p.Choose(200)
	p.Assert(c > 1, "known", "choice %d", c)
	p.Assert(c != 170, "not known", "choice %d", c)
}}

// TestDeclaredHidesNothing: a search continues after a declared violation, until one that is not declared, with any number
// of workers.
func TestDeclaredHidesNothing(t *testing.T) {
	for name, o := range map[string]checker.Options{
		"no limit":       {MaxEvents: 50},
		"bound":          {Bound: bounding.Tree(1)},
		"several bounds": {Bound: bounding.Tree(2).From(0)},
		"budget":         {MaxInterleavings: 1000},
		"source":         {Bound: bounding.Tree(1), Algorithm: checker.Source},
	} {
		for _, workers := range []int{1, 4} {
			o.Workers = workers
			r := check(t, hidden, o)
			if _, ended := r.LookedOn(); r.Expected || r.Stop != checker.AtViolation || r.OthersUnsought() || ended {
				t.Errorf("%s: expected %t, stopped by %q", name, r.Expected, r.Stop)
			}
			if r.Interleavings != 171 || r.Violating != 3 || r.FirstViolation != 1 {
				t.Errorf("%s, %d workers: %d interleavings, %d violating, the first is %d", name, workers, r.Interleavings, r.Violating, r.FirstViolation)
			}
		}
	}
	first := check(t, hidden, checker.Options{Until: checker.UntilFirst, Bound: bounding.Tree(1)})
	if !first.OthersUnsought() || first.Interleavings != 1 {
		t.Errorf("until the first: others not looked for %t, %d interleavings", first.OthersUnsought(), first.Interleavings)
	}
	replayed := check(t, hidden, checker.Options{Replay: first.Violations[0].Steps})
	if _, ended := replayed.LookedOn(); !replayed.Expected || replayed.OthersUnsought() || ended || replayed.Stop != checker.AtViolation {
		t.Errorf("a replay of what is declared: expected %t, stopped by %q", replayed.Expected, replayed.Stop)
	}
	if _, err := checker.Check(t.Context(), hidden, checker.Options{Until: "never"}); err == nil || !strings.Contains(err.Error(), "undeclared, first, goals, end, shortest") {
		t.Errorf("until an unknown violation: %v", err)
	}
}

// hiding returns a model that violates what it declares after so many other choices, and then something else after later ones.
func hiding(declared, undeclared int) checker.Model {
	return checker.Model{Name: "hiding", Violates: []string{"known"}, Main: func(p *proc.P) {
		n := p.Choose(200)*200 + p.Choose(200)
		p.Assert(n != declared, "known", "choice %d", n)
		p.Assert(n != undeclared, "not known", "choice %d", n)
	}}
}

// TestSearchesOnAfterADeclaredViolation: after a declared violation, a search without a limit ends when it has executed as many events again as
// before, and at least 20 000. It then says how many those were, with any number of workers.
func TestSearchesOnAfterADeclaredViolation(t *testing.T) {
	for _, algorithm := range []checker.Algorithm{checker.Optimal, checker.States, checker.Auto}[:testsize.Sample(2, 3)] {
		for _, c := range []struct{ declared, undeclared, least, most int }{
			{0, 40_000, 20_000, 20_010},
			{12_000, 40_000, 24_000, 25_000},
			{0, 9_000, 0, 0},
		} {
			var want string
			for _, workers := range []int{1, 3} {
				m, o := hiding(c.declared, c.undeclared), checker.Options{Algorithm: algorithm, Workers: workers}
				r := check(t, m, o)
				n, ended := r.LookedOn()
				got := fmt.Sprint(n, ended, r.Expected, r.Stop, r.Interleavings, r.Events)
				if ended != (c.most > 0) || r.Expected != ended || r.Stop != checker.AtViolation || n < c.least || n > c.most {
					t.Errorf("%s, %+v, %d workers: looked on at %d events, ended %t, expected %t, stopped by %q", algorithm, c, workers, n, ended, r.Expected, r.Stop)
				}
				if want == "" {
					want = got
				}
				if got != want {
					t.Errorf("%s, %+v: %s with one worker, %s with several", algorithm, c, want, got)
				}
			}
		}
	}
}

// TestSearchesOnAfterAPause: a search that is saved while it looks on, and resumed, looks on for as long as without the pause.
func TestSearchesOnAfterAPause(t *testing.T) {
	m := hiding(12_000, 40_000)
	for _, algorithm := range []checker.Algorithm{checker.Optimal, checker.States} {
		var saved bytes.Buffer
		executed := 0
		saving := &checker.Saving{
			Due:  func() bool { executed++; return executed == 14_000 },
			Save: func(c *checker.Checkpoint) error { return c.EncodeTo(&saved) },
		}
		whole := check(t, m, checker.Options{Algorithm: algorithm, Workers: 1, Saving: saving})
		c, err := checker.ReadCheckpoint(&saved)
		if err != nil {
			t.Fatalf("%s: %v", algorithm, err)
		}
		resumed := check(t, m, checker.Options{Algorithm: algorithm, Workers: 1, Resume: c})
		want, _ := whole.LookedOn()
		if got, ended := resumed.LookedOn(); !ended || got != want || resumed.Events != whole.Events {
			t.Errorf("%s: looked on at %d of %d events, ended %t; without a pause %d of %d", algorithm, got, resumed.Events, ended, want, whole.Events)
		}
	}
}

// TestResumedAfterDeclared: a search that was saved after a declared violation continues to one
// that is not declared, even if the rest of it has no limit.
func TestResumedAfterDeclared(t *testing.T) {
	for _, budget := range []int{0, 1000} {
		var saved *checker.Checkpoint
		saving := &checker.Saving{Save: func(c *checker.Checkpoint) error { saved = c; return nil }}
		r := check(t, hidden, checker.Options{MaxInterleavings: 10, Saving: saving})
		if r.Stop != checker.OutOfBudget || !r.Expected || saved == nil {
			t.Fatalf("stopped by %q, expected %t", r.Stop, r.Expected)
		}
		r = check(t, hidden, checker.Options{MaxInterleavings: budget, Resume: saved, Saving: saving})
		if got := fmt.Sprint(r.Expected, r.Interleavings, r.Violating, r.FirstViolation); got != "false 171 3 1" {
			t.Errorf("resumed with budget %d: %s", budget, got)
		}
	}
}
