package checker_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
)

// walk is a strategy that draws each step at random.
type walk struct {
	random *rand.Rand
	left   int // interleavings still to draw
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

func (w *walk) Retained(f func([]*trace.Event)) { f(nil) }

// A custom strategy: a random walk. It samples the interleavings, so it can find a violation but
// cannot verify the model.
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
	// sampled sample false
	// violated first violation true
}

// lost is a strategy that chooses the same step each time, whether it is possible or not.
type lost struct {
	walk
	step trace.Step
}

func (l *lost) Choose(trace.View) (trace.Step, bool) { return l.step, true }

// TestOwnStrategy: an error says that the custom strategy made the mistake.
func TestOwnStrategy(t *testing.T) {
	m := checker.Model{Name: "m", Main: func(p *proc.P) { p.Choose(2) }}
	for want, s := range map[string]checker.Strategy{
		"has returned nil": nil,
		"asks for alternative 7 of actor 0, which is not possible; those that can move are main (actor 0, 2 alternatives)": &lost{walk{left: 1}, trace.Step{Actor: 0, Alternative: 7}},
		"asks for alternative 0 of actor 99, which": &lost{walk{left: 1}, trace.Step{Actor: 99}},
	} {
		_, err := checker.Check(t.Context(), m, checker.Options{Strategy: func() checker.Strategy { return s }})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the error is %v, want %q", err, want)
		}
	}
	if _, err := checker.Check(t.Context(), m, checker.Options{Algorithm: checker.Own}); err == nil {
		t.Error("there is no strategy")
	}
}
