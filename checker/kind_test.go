package checker_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/proc"
)

// restarting is a supervisor that starts a process again whenever it panics.
func restarting(panics func(n int) string) func(*proc.P) {
	return func(p *proc.P) {
		for n := range 30 {
			child, _ := p.SpawnMonitor("child", func(p *proc.P) {
				p.Receive()
				panic(panics(n))
			})
			p.Send(child, "go")
			proc.Receive[proc.Down](p)
		}
		p.Assert(false, "another property", "it is violated in the end")
	}
}

// What one process after the other does wrong is one violation, the first of which is
// shown; and of one that looks different each time there are enough.
func TestManyViolationsAtOnce(t *testing.T) {
	for name, c := range map[string]struct {
		panics func(int) string
		kinds  int
	}{
		"the same":  {func(int) string { return "oh" }, 2},
		"different": {func(n int) string { return fmt.Sprint("oh ", n) }, 11},
	} {
		for _, workers := range []int{1, 2} {
			m := checker.Model{Name: name, Main: restarting(c.panics)}
			r, err := checker.Check(t.Context(), m, checker.Options{Workers: workers, KeepGoing: true})
			if err != nil {
				t.Fatal(err)
			}
			if len(r.Violations) != c.kinds || r.Violations[c.kinds-1].Property != "another property" {
				t.Errorf("%s, %d workers: %d violations", name, workers, len(r.Violations))
			}
			first := r.Violations[0]
			if first.Process != "child" || first.Count != 1 || first.Length != 4 || len(first.Trace.Entries) != 4 {
				t.Errorf("%s, %d workers: the first is %+v", name, workers, first)
			}
		}
	}
}

// A violation behind ten others of its property counts where its kind is known.
func TestBehindTenOthers(t *testing.T) {
	m := checker.Model{Name: "both", Main: func(p *proc.P) {
		order := []int{11, 0, 1, 2, 3, 4, 5, 6, 7, 8}
		if p.Choose(2) == 1 {
			order = []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12}
		}
		for _, n := range order {
			p.SpawnMonitor("child", func(*proc.P) { panic(n) })
			proc.Receive[proc.Down](p)
		}
	}}
	for _, workers := range []int{1, 2} {
		r, err := checker.Check(t.Context(), m, checker.Options{Workers: workers, KeepGoing: true})
		if err != nil {
			t.Fatal(err)
		}
		counts := map[string]int{}
		for _, v := range r.Violations {
			counts[v.Explanation[strings.LastIndexByte(v.Explanation, ' ')+1:]] = v.Count
		}
		if len(counts) != 11 || counts["11"] != 2 || counts["0"] != 2 || counts["9"] != 1 {
			t.Errorf("%d workers: %v", workers, counts)
		}
	}
}
