package checker_test

import (
	"context"
	"fmt"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/proc"
)

// Eight requests come from outside. A run that was drawn at random fails; only two of its requests are needed.
func ExampleMinimize() {
	m := checker.Model{Name: "requests", Main: func(p *proc.P) {
		server := p.Spawn("server", func(p *proc.P) {
			for last := -1; ; {
				n := proc.Receive[int](p)
				p.Assert(n != 3 || last != 5, "no 3 after 5", "it has come")
				last = n
			}
		}, proc.Daemon)
		for i := range 8 {
			p.Spawn("client", func(p *proc.P) {
				proc.External(p, fmt.Sprint("request ", i), i, func(i int) { p.Send(server, i) })
			})
		}
	}}
	ctx := context.Background()
	r, err := checker.Check(ctx, m, checker.Options{Algorithm: checker.RandomWalk, Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	v, err := checker.Minimize(ctx, r, r.Violations[0], checker.Minimizing{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(v.Minimized.FromExternals, "→", v.Minimized.Externals, v.Minimized.Claim)
	fmt.Println(v.Minimized.Needed)
	// Output:
	// 5 → 2 minimal
	// [request 5 request 3]
}
