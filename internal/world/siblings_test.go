package world_test

import (
	"fmt"
	"testing"

	"github.com/checkmodel/checkmodel/internal/world"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
)

// TestSiblings: the names of children depend on what was spawned before in the same interleaving, and on no other one.
func TestSiblings(t *testing.T) {
	const children = 5
	sys := newSystem(func(p *proc.P) {
		for range children {
			p.Spawn([]string{"x", "y"}[p.Choose(2)], func(*proc.P) {})
		}
	})
	defer sys.Close()
	for round := range 3 {
		for n := range 1 << children {
			var got, want []string
			counts := map[string]int{}
			for i := range children {
				one := n >> i & 1 // in this order, the first choice changes each time
				if round == 1 {
					one = n >> (children - 1 - i) & 1
				}
				sys.Step(trace.Step{Alternative: int32(one)})
				e := sys.Step(trace.Step{})
				got = append(got, sys.Actor(trace.ActorID(e.Object)).Name)
				name := []string{"x", "y"}[one]
				if counts[name]++; counts[name] > 1 {
					name += fmt.Sprintf("#%d", counts[name])
				}
				want = append(want, name)
			}
			if fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("the children are %q, want %q", got, want)
			}
			sys.Rechecks.Again()
			sys.StepBack(0)
		}
		world.Forget([]*world.System{sys}, nil) // so the next executions are new
	}
}
