package checker_test

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
)

// walk is a strategy that draws each step of so many interleavings.
type walk struct {
	random *rand.Rand
	left   int
}

func (w *walk) Begin() (trace.Schedule, bool) {
	w.left--
	return nil, w.left >= 0
}

func (w *walk) Choose(v trace.View) (trace.Step, bool) {
	p := v.Enabled[w.random.IntN(len(v.Enabled))]
	return trace.Step{Actor: p.Actor, Alternative: w.random.Int32N(max(1, p.Op.Alternatives))}, true
}

func (w *walk) Observe(int, *trace.Event) error { return nil }

func (w *walk) End(trace.Ending) error { return nil }

func (w *walk) Coverage() trace.Coverage { return trace.Coverage{Sample: true} }

func (w *walk) Hold(f func([]*trace.Event)) { f(nil) }

// A strategy of one's own: a random walk. What it did not draw may be violated, so it cannot verify
// the model.
func ExampleOptions_strategy() {
	m := checker.Model{Name: "walked", Main: func(p *proc.P) {
		p.Assert(p.Choose(6) != 5, "small", "it is large")
	}}
	for _, n := range []int{2, 100} {
		r, err := checker.Check(context.Background(), m, checker.Options{
			Strategy: func() checker.Strategy { return &walk{rand.New(rand.NewPCG(4, 1)), n} },
		})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(r.Verdict, r.Stop, r.FirstViolation > 0)
	}
	// Output:
	// incomplete sample false
	// violated first violation true
}
