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

// Each node of a kind crashes once, and comes back: the client gets an answer some time.
func ExampleNode() {
	m := checker.Model{
		Name: "ask",
		Faults: checker.Faults{
			Nodes:    []checker.Node{{Name: "server*", Crashes: 1}},
			Restarts: checker.AfterEachCrash,
		},
		Main: func(p *proc.P) {
			main := p.Self()
			p.Spawn("server", func(p *proc.P) { p.Send(main, "answer") }, proc.Node)
			p.Receive()
		},
	}
	r, err := checker.Check(context.Background(), m, checker.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.Verdict)
	// Output:
	// verified
}

// A text changes the faults of a model, as the flag -faults of the command does.
func ExampleFaults_With() {
	f, err := checker.Faults{Crashes: 2, Restarts: 1}.With("crashes=1 losses@client->*=1")
	fmt.Println(f, err)
	_, err = f.With("loses=1")
	fmt.Println(err)
	fmt.Println(checker.FaultKinds()[0].Usage())
	// Output:
	// crashes=1 restarts=1 losses@client->*=1 <nil>
	// loses=1: there is no fault of that name; did you mean losses? the names are crashes, restarts, crashes-of-node, disk, sync-failures, losses, duplicates, reorderings, partitions, one-way, drift
	// crashes=N
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
