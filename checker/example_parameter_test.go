package checker_test

import (
	"context"
	"fmt"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/parameter"
	"github.com/checkmodel/checkmodel/proc"
)

// clients is how many clients greet.
var clients = checker.Parameter{Name: "clients", Default: 2, Min: 1, Max: 5}

func greeters() checker.Model {
	return checker.Model{Name: "greeters", Parameters: []checker.Parameter{clients}, Main: func(p *proc.P) {
		self := p.Self()
		for n := range clients.Value() {
			p.Spawn("client", func(p *proc.P) { p.Send(self, n) })
		}
		for range clients.Value() {
			p.Receive()
		}
	}}
}

// How many clients there are is a parameter, which the flag -set of the command changes.
func ExampleParameter() {
	check := func() {
		r, err := checker.Check(context.Background(), greeters(), checker.Options{})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%v: %s, %d interleavings\n", clients, r.Verdict, r.Interleavings)
	}
	check()
	parameter.Set(map[string]int{"clients": 4}) // as -set clients=4 does
	defer parameter.Set(nil)
	check()
	// Output:
	// clients=2: verified, 2 interleavings
	// clients=4: verified, 24 interleavings
}
