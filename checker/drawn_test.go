package checker_test

import (
	"testing"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/proc"
)

// distant returns a program in which a message A of one process and a message B of another are on their way to a third
// one; the second process has n operations before it. There is a bug if B arrives first. (Kulahcioglu Ozkan, Majumdar, Oraee,
// Example 2.2.)
func distant(n int) func(*proc.P) {
	return func(p *proc.P) {
		own := proc.NewTable[int, int](p, "own")
		node := p.Spawn("node2", func(p *proc.P) {
			p.Assert(p.Receive() == "A", "order", "B came first")
		})
		p.Spawn("a", func(p *proc.P) { p.Send(node, "A") })
		for i := range n {
			own.Insert(p, i, i)
		}
		p.Send(node, "B")
	}
}

func TestOddsOfExample22(t *testing.T) {
	for _, c := range []struct {
		algorithm checker.Algorithm
		odds      func(n int) float64
	}{
		{checker.RandomWalk, func(n int) float64 { return 1 / float64(int(2)<<n) }},
		{checker.POS, func(n int) float64 { return 1 / float64(n+2) }},
		{checker.PCT, func(int) float64 { return .5 }},
		{checker.TaPCT, func(int) float64 { return .5 }},
		{checker.DPOS, func(n int) float64 { return 1 / float64(n+2) }},
		{checker.RAPOS, nil},
		{checker.SURW, nil},
		{checker.Portfolio, nil},
	} {
		for _, n := range []int{2, 5} {
			r, err := checker.Check(t.Context(), checker.Model{Name: "distant", Main: distant(n)},
				checker.Options{Algorithm: c.algorithm, Runs: 4000, BugDepth: 1, KeepGoing: true, Workers: 1})
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("%s %d: %d of %d; %+v", c.algorithm, n, r.Violating, r.Interleavings, r.Sample)
			if c.odds != nil {
				t.Logf("want %v", 3900*c.odds(n))
			}
		}
	}
}
