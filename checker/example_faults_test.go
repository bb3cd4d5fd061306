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
			Nodes: []checker.Node{{Name: "server*", Crashes: 1, Restarts: checker.AfterEachCrash}},
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

// A node asks a server again in its next life. If its connections end with a life, it does not get the answer to its last life.
func ExampleFaults_connections() {
	m := checker.Model{
		Name: "asks",
		Main: func(p *proc.P) {
			server := p.Spawn("server", func(p *proc.P) {
				for {
					p.Send(proc.Receive[proc.PID](p), "answer")
				}
			}, proc.Daemon)
			p.Spawn("node", func(p *proc.P) {
				p.Send(server, p.Self())
				proc.Receive[string](p)
				_, again := proc.ReceiveTimeout[string](p)
				p.Assert(!again, "one answer", "it gets two")
			}, proc.Daemon, proc.Node)
		},
	}
	for _, connections := range []bool{false, true} {
		f := checker.Faults{Crashes: 1, Restarts: 1, Connections: connections}
		r, err := checker.Check(context.Background(), m, checker.Options{Faults: &f})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(r.Verdict)
	}
	// Output:
	// violated
	// verified
}

// contact is what a node knows of another one: whether it has heard it, and whether a third one has said that it is there.
type contact struct{ Heard, Told bool }

// Two nodes do not reach each other, but both reach a third one: no partition in two does that.
func ExampleFaults_oneLink() {
	m := checker.Model{
		Name: "overlap",
		Main: func(p *proc.P) {
			b := p.Spawn("b", func(p *proc.P) {
				proc.Loop(p, contact{}, func(a *contact) bool {
					switch p.Receive() {
					case "hello":
						a.Heard = true
					case "a says hello":
						a.Told = true
					}
					proc.Expose(p, *a)
					return true
				})
			}, proc.Daemon, proc.Node)
			c := p.Spawn("c", func(p *proc.P) {
				a := proc.Receive[proc.PID](p)
				p.Send(b, "a says hello")
				p.Send(a, "done")
			}, proc.Daemon, proc.Node)
			p.Spawn("a", func(p *proc.P) {
				p.Send(b, "hello")
				p.Send(c, p.Self())
				p.Receive()
				p.Send(b, "hello")
			}, proc.Daemon, proc.Node)
		},
		Rules: []checker.Rule{checker.Finally(checker.Property{Name: "heard"}, func(all []checker.Exposed[contact]) error {
			for _, a := range all {
				if a.State.Told && !a.State.Heard {
					return fmt.Errorf("b is told of a, and has not heard it")
				}
			}
			return nil
		})},
	}
	for _, oneLink := range []bool{false, true} {
		f := checker.Faults{Partitions: 1, OneLink: oneLink}
		r, err := checker.Check(context.Background(), m, checker.Options{Faults: &f})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(r.Verdict)
	}
	// Output:
	// verified
	// violated
}

// A register keeps the value with the latest time, and the clock of a server that writes is behind.
func ExampleFaults_offset() {
	type put struct{ Value, Time int }
	m := checker.Model{
		Name: "last write wins",
		Main: func(p *proc.P) {
			register := p.Spawn("register", func(p *proc.P) {
				proc.Serve(p, put{Time: -10}, func(last *put, _ proc.PID, m put) int {
					if m.Time >= last.Time {
						*last = m
					}
					return last.Value
				})
			}, proc.Daemon)
			server := func(p *proc.P) {
				proc.Serve(p, struct{}{}, func(_ *struct{}, _ proc.PID, value int) int {
					return proc.Call[int](p, register, put{value, p.Now()})
				})
			}
			a, b := p.Spawn("a", server, proc.Daemon, proc.Node), p.Spawn("b", server, proc.Daemon, proc.Node)
			proc.Call[int](p, a, 1)
			p.Sleep(1)
			last := proc.Call[int](p, b, 2)
			p.Assert(last == 2, "last write wins", "it is %d", last)
		},
	}
	for _, f := range []checker.Faults{{}, {Drift: 10}, {Offset: 2}} {
		r, err := checker.Check(context.Background(), m, checker.Options{Faults: &f})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%v: %s\n", f, r.Verdict)
	}
	// Output:
	// none: verified
	// drift=10: verified
	// offset=2: violated
}
