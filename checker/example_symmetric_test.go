package checker_test

import (
	"context"
	"fmt"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/proc/symmetric"
)

type (
	seat  int // the number of a guest
	enter struct{ Seat seat }
)

// Three guests do the same, so it makes no difference which of them has come.
func ExampleModel_symmetric() {
	m := checker.Model{
		Name: "guests",
		Main: func(p *proc.P) {
			host := p.Spawn("host", func(p *proc.P) {
				proc.Loop(p, seat(-1), func(last *seat) bool {
					*last = proc.Receive[enter](p).Seat
					return true
				})
			}, proc.Daemon)
			for i := range 3 {
				p.Spawn("guest", func(p *proc.P) {
					p.Send(host, enter{seat(i)})
					p.Send(host, enter{seat(i)})
				})
			}
		},
	}
	guests := symmetric.Numbered("guest", 3, func(i int) any { return seat(i) })
	for _, m.Symmetric = range [][]symmetric.Group{nil, {guests}} {
		r, err := checker.Check(context.Background(), m, checker.Options{Algorithm: checker.States})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%s: %d interleavings, %d states\n", r.Verdict, r.Interleavings, r.Merged.States)
	}
	// Output:
	// verified: 90 interleavings, 38 states
	// verified: 90 interleavings, 9 states
}
