package checker_test

import (
	"context"
	"fmt"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/proc"
)

type (
	next   struct{ from proc.PID }
	ticket struct{ number int }
)

var tickets = checker.Model{
	Name: "tickets",
	Main: func(p *proc.P) {
		server := p.Spawn("server", serve, proc.Daemon)
		self := p.Self()
		for range 2 {
			p.Spawn("client", func(p *proc.P) {
				p.Send(server, next{p.Self()})
				p.Send(self, ticket{proc.Receive[int](p)})
			})
		}
		a, b := proc.Receive[ticket](p), proc.Receive[ticket](p)
		p.Assert(a != b, "tickets differ", "both clients got ticket %d", a.number)
	},
}

func serve(p *proc.P) {
	for n := 1; ; n++ {
		m := proc.Receive[next](p)
		p.Send(m.from, n)
	}
}

func ExampleCheck() {
	result, err := checker.Check(context.Background(), tickets, checker.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(result.Verdict, "after", result.Interleavings, "interleavings")
	// Output: verified after 4 interleavings
}

// Two processes greet the first one. The search finds the order in which that
// is done badly.
func ExampleCheck_violation() {
	m := checker.Model{Name: "greeting", Main: func(p *proc.P) {
		self := p.Self()
		p.Spawn("ann", func(p *proc.P) { p.Send(self, "hello") })
		p.Spawn("bob", func(p *proc.P) { p.Send(self, "goodbye") })
		first := proc.Receive[string](p)
		p.Assert(first == "hello", "manners", "the first word was %q", first)
	}}
	result, err := checker.Check(context.Background(), m, checker.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	v := result.Violations[0]
	fmt.Printf("%s, interleaving %d: %s\n", v.Property, v.Interleaving, v.Explanation)
	for _, e := range v.Trace.Entries {
		fmt.Printf("%s: %s\n", e.Process, e.Operation)
	}
	// Output:
	// manners, interleaving 2: the first word was "goodbye"
	// main: spawn ann
	// main: spawn bob
	// bob: send "goodbye" to main
	// main: receive string
	// main: end: manners violated
}
