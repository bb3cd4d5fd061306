package checker_test

import (
	"fmt"
	"testing"

	"github.com/checkmodel/checkmodel/bounding"
	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/proc"
)

// hidden violates what it declares in its first two interleavings, and something else in
// a later one.
var hidden = checker.Model{Name: "hidden", Violates: []string{"known"}, Main: func(p *proc.P) {
	c := p.Choose(200)
	p.Assert(c > 1, "known", "choice %d", c)
	p.Assert(c != 170, "not known", "choice %d", c)
}}

// TestDeclaredHidesNothing: a search with a limit continues after a declared violation, until one
// that is not declared, with any number of workers. A search without a limit says that it did not
// look for others.
func TestDeclaredHidesNothing(t *testing.T) {
	for name, o := range map[string]checker.Options{
		"bound":          {Bound: bounding.Tree(1)},
		"several bounds": {Bound: bounding.Tree(2).From(0)},
		"budget":         {MaxInterleavings: 1000},
		"source":         {Bound: bounding.Tree(1), Algorithm: checker.Source},
	} {
		for _, workers := range []int{1, 4} {
			o.Workers = workers
			r := check(t, hidden, o)
			if r.Expected || r.Stop != checker.AtViolation || r.OthersUnsought() || r.Options.StopAtFirst {
				t.Errorf("%s: expected %t, stopped by %q", name, r.Expected, r.Stop)
			}
			if r.Interleavings != 171 || r.Violating != 3 || r.FirstViolation != 1 {
				t.Errorf("%s, %d workers: %d interleavings, %d violating, the first is %d", name, workers, r.Interleavings, r.Violating, r.FirstViolation)
			}
		}
	}
	unlimited := check(t, hidden, checker.Options{MaxEvents: 50})
	if !unlimited.Expected || !unlimited.OthersUnsought() || !unlimited.Options.StopAtFirst || unlimited.Interleavings != 1 {
		t.Errorf("without a limit: expected %t, others not looked for %t, %d interleavings", unlimited.Expected, unlimited.OthersUnsought(), unlimited.Interleavings)
	}
	first := check(t, hidden, checker.Options{StopAtFirst: true, Bound: bounding.Tree(1)})
	if !first.OthersUnsought() || first.Interleavings != 1 {
		t.Errorf("until the first: others not looked for %t, %d interleavings", first.OthersUnsought(), first.Interleavings)
	}
	replayed := check(t, hidden, checker.Options{Replay: first.Violations[0].Steps})
	if !replayed.Expected || replayed.OthersUnsought() || replayed.Stop != checker.AtViolation {
		t.Errorf("a replay of what is declared: expected %t, stopped by %q", replayed.Expected, replayed.Stop)
	}
	if _, err := checker.Check(t.Context(), hidden, checker.Options{StopAtFirst: true, KeepGoing: true}); err == nil {
		t.Error("to stop at the first violation and to keep going is accepted")
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
