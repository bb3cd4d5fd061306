package proc_test

import (
	"context"
	"fmt"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/proc"
)

// check checks a first process and prints what was established.
func check(main func(*proc.P)) {
	r, err := checker.Check(context.Background(), checker.Model{Name: "example", Main: main}, checker.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.Verdict, "after", r.Interleavings, "interleavings")
	for _, v := range r.Violations {
		fmt.Printf("%s: %s\n", v.Property, v.Explanation)
	}
}

// A server that is asked by two clients; each gets the answer to its own question.
func ExampleCall() {
	check(func(p *proc.P) {
		square := p.Spawn("square", func(p *proc.P) {
			proc.Serve(p, func(_ proc.PID, n int) int { return n * n })
		}, proc.Daemon)
		for n := range 2 {
			p.Spawn("client", func(p *proc.P) {
				got := proc.Call[int](p, square, n)
				p.Assert(got == n*n, "square", "the square of %d came out as %d", n, got)
			})
		}
	})
	// Output: verified after 2 interleavings
}

// A worker may be killed before it has reported or behind that. The monitor
// tells; what has been sent arrives before.
func ExampleP_Monitor() {
	check(func(p *proc.P) {
		self := p.Self()
		worker := p.Spawn("worker", func(p *proc.P) { p.Send(self, "result") })
		p.Monitor(worker)
		p.Kill(worker)
		down := proc.Receive[proc.Down](p)
		_, reported := proc.ReceiveTimeout[string](p)
		p.Assert(reported || down.Reason != proc.Normal, "no silent end", "the worker ended without a result: %v", down)
	})
	// Output: verified after 4 interleavings
}

// A supervisor that traps exits starts a crashed worker again.
func ExampleP_TrapExits() {
	check(func(p *proc.P) {
		p.TrapExits(true)
		crash := func(p *proc.P) { p.Exit("crash") }
		p.Spawn("worker", crash, proc.Linked)
		exited := proc.Receive[proc.Exited](p)
		p.Assert(exited.Reason == "crash", "reason", "the worker ended because of %v", exited.Reason)
		p.Spawn("worker", func(*proc.P) {}, proc.Linked)
		proc.Receive[proc.Exited](p)
	})
	// Output: verified after 1 interleavings
}

// A timeout that is a message: the answer may come before it or not.
func ExampleP_SendAfter() {
	check(func(p *proc.P) {
		self := p.Self()
		p.Spawn("server", func(p *proc.P) { p.Send(self, "answer") })
		timer := p.SendAfter(self, "timeout")
		first := proc.Receive[string](p)
		if first == "answer" && !p.CancelTimer(timer) {
			p.Receive(proc.Equal("timeout")) // it had expired
		}
		p.Assert(first == "answer", "in time", "the %s came first", first)
	})
	// Output:
	// violated after 3 interleavings
	// in time: the timeout came first
}

// Two processes want the same name.
func ExampleP_Register() {
	check(func(p *proc.P) {
		self := p.Self()
		for range 2 {
			p.Spawn("candidate", func(p *proc.P) {
				p.Send(self, p.Register("leader", p.Self()))
				proc.Receive[string](p)
			}, proc.Daemon)
		}
		a, b := proc.Receive[bool](p), proc.Receive[bool](p)
		p.Assert(a != b, "one leader", "the candidates were told %v and %v", a, b)
	})
	// Output: verified after 4 interleavings
}

// Rows that a selection does not mean do not race with it.
func ExampleTable_Select() {
	check(func(p *proc.P) {
		table := proc.NewTable[string, int](p, "stock")
		table.Insert(p, "apple", 3)
		table.Insert(p, "pear", 7)
		p.SpawnMonitor("buyer", func(p *proc.P) { table.Insert(p, "pear", 6) })
		few := table.Select(p, func(_ string, n int) bool { return n < 5 })
		p.Assert(len(few) == 1, "few", "there are few of %v", few)
		proc.Receive[proc.Down](p) // the table goes away with this process
	})
	// Output: verified after 1 interleavings
}
