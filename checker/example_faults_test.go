package checker_test

import (
	"context"
	"fmt"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/proc"
)

// A node crashes at any time, at most as often as the faults of the model allow.
func ExampleFaults() {
	m := checker.Model{
		Name:   "hello",
		Faults: checker.Faults{Crashes: 1},
		Main: func(p *proc.P) {
			main := p.Self()
			node := p.Spawn("node", func(p *proc.P) { p.Send(main, "hello") }, proc.Node)
			p.Monitor(node)
			down := proc.Receive[proc.Down](p)
			_, greeted := proc.ReceiveTimeout[string](p)
			p.Assert(greeted, "a greeting", "none, as the node has ended: %v", down.Reason)
		},
	}
	r, err := checker.Check(context.Background(), m, checker.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.Verdict)
	fmt.Println(r.Violations[0].Explanation)
	// Output:
	// violated
	// none, as the node has ended: crashed
}

// The reply to a request is lost, so the client must not wait for ever.
func ExampleLink() {
	m := checker.Model{
		Name:   "ask",
		Faults: checker.Faults{Links: []checker.Link{{From: "server", Message: "string", Losses: 1}}},
		Main: func(p *proc.P) {
			main := p.Self()
			p.Spawn("server", func(p *proc.P) { p.Send(main, "answer") })
			p.Receive()
		},
	}
	r, err := checker.Check(context.Background(), m, checker.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.Verdict, r.Violations[0].Explanation)
	// Output:
	// violated process main waits for ever to receive any message
}
