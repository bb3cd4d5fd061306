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

// A rule judges what several processes expose: here, that no two of them are in a
// critical section at once, which nothing prevents.
func ExampleAlways() {
	type section struct{ Inside bool }
	alone := checker.Always(checker.Property{Name: "alone"}, func(all []checker.Exposed[section]) error {
		inside := 0
		for _, e := range all {
			if e.State.Inside {
				inside++
			}
		}
		if inside > 1 {
			return fmt.Errorf("%d processes are inside", inside)
		}
		return nil
	})
	m := checker.Model{Name: "section", Rules: []checker.Rule{alone}, Main: func(p *proc.P) {
		for range 2 {
			p.Spawn("process", func(p *proc.P) {
				proc.Expose(p, section{true})
				proc.Expose(p, section{false})
			})
		}
	}}
	r, err := checker.Check(context.Background(), m, checker.Options{})
	if err != nil {
		fmt.Println(err)
	}
	fmt.Println(r.Verdict, r.Violations[0].Explanation)
	// Output: violated 2 processes are inside
}
