package testdata

import (
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/vet/latecapture/testdata/elsewhere"
)

type reply struct{ call int }

func assignedLater(p *proc.P) {
	call := 1
	proc.Receive(p, func(r reply) bool { return r.call == call }) // want `the condition reads call, which changes at line \d+`
	call = 2
	p.Receive(proc.Where(func(r reply) bool { return r.call == call }))
}

func assignedInALoop(p *proc.P) {
	call := 0
	for range 3 {
		call++
		proc.ReceiveWithin(p, 3, func(r reply) bool { return r.call == call })  // want `the condition reads call, which changes`
		proc.ReceiveTimeout(p, func(r reply) bool { return r.call == call })    // want `the condition reads call, which changes`
		proc.Collect(p, 3, func(r reply) bool { return r.call == call })        // want `the condition reads call, which changes`
		proc.CollectTimeout(p, 3, func(r reply) bool { return r.call == call }) // want `the condition reads call, which changes`
	}
}

func bound(p *proc.P) {
	call := 0
	mine := func(r reply) bool { return r.call == call } // want `the condition reads call, which changes`
	proc.Receive(p, mine)
	call++
}

type client struct {
	p     *proc.P
	calls int
}

func (c *client) ask(to proc.PID) {
	c.calls++
	c.p.Send(to, c.calls)
	proc.Receive(c.p, func(r reply) bool { return r.call == c.calls }) // want `the condition reads c\.calls through a pointer, and it changes at`
}

func impure(p *proc.P) {
	asked := 0
	proc.Receive(p, func(reply) bool {
		asked++ // want `the condition changes asked`
		return true
	})
}

func rows(p *proc.P, t proc.Table[string, int]) {
	least := 1
	t.Select(p, func(_ string, n int) bool { return n >= least }) // want `the condition reads least, which changes`
	t.Await(p, "k", func(n int) bool { return n >= least })       // want `the condition reads least, which changes`
	least++
}

// Functions that pass a condition on.
func wait(p *proc.P, want func(reply) bool) reply { return proc.Receive(p, want) }

func waitFor(p *proc.P, want func(reply) bool) { wait(p, want) }

func waitForSmall(p *proc.P, want func(reply) bool) {
	small := func(r reply) bool { return want(r) && r.call < 9 }
	p.Receive(proc.Where(small))
}

func waitForAll(p *proc.P, wants ...func(reply) bool) { proc.Receive(p, wants...) }

func await(p *proc.P, t proc.Table[string, int], ok func(int) bool) { t.Await(p, "k", ok) }

func passedOn(p *proc.P, t proc.Table[string, int]) {
	call := 1
	wait(p, func(r reply) bool { return r.call == call })                                         // want `the condition reads call, which changes`
	waitFor(p, func(r reply) bool { return r.call == call })                                      // want `the condition reads call, which changes`
	waitForSmall(p, func(r reply) bool { return r.call == call })                                 // want `the condition reads call, which changes`
	waitForAll(p, func(reply) bool { return true }, func(r reply) bool { return r.call == call }) // want `the condition reads call, which changes`
	await(p, t, func(n int) bool { return n == call })                                            // want `the condition reads call, which changes`
	elsewhere.Wait(p, func(n int) bool { return n == call })                                      // want `the condition reads call, which changes`
	call = 2
}

// Functions that make a condition, or are one.
func (c *client) mine() func(reply) bool {
	return func(r reply) bool { return r.call == c.calls } // want `the condition reads c\.calls through a pointer`
}

func (c *client) isMine(r reply) bool { return r.call == c.calls }

func isOf(c *client, r reply) bool { return c.isMine(r) }

func (c *client) methods() {
	proc.Receive(c.p, c.mine())
	proc.Receive(c.p, c.isMine)                                  // want `the condition reads c\.calls through a pointer`
	proc.Receive(c.p, func(r reply) bool { return c.isMine(r) }) // want `the condition reads c\.calls through a pointer`
	proc.Receive(c.p, func(r reply) bool { return isOf(c, r) })  // want `the condition reads c\.calls through a pointer`
}

// What a condition calls is part of it.
func callsAnother(p *proc.P) {
	call := 1
	current := func() int { return call } // want `the condition reads call, which changes`
	proc.Receive(p, func(r reply) bool { return r.call == current() })
	call = 2
}

// A state that is given to a condition is copied; what else the condition reads is not.
func (c *client) wants(r reply) bool { return r.call == c.calls }

func (c *client) wantsOf(d *client, r reply) bool { return r.call == d.calls+c.calls }

func (c *client) given() {
	limit := 0
	for range 3 {
		limit++
		c.p.Receive(proc.Where(c.wants))                                                                              // want `or let a receive do that: proc\.Given\(c, \(\*client\)\.wants\)`
		c.p.Receive(proc.Given(c.calls, func(calls int, r reply) bool { return r.call == calls+limit }))              // want `the condition reads limit, which changes`
		c.p.Receive(proc.Given(c.calls, func(calls int, r reply) bool { return r.call == calls && calls > c.calls })) // want `the condition reads c\.calls through a pointer`
		c.p.Receive(proc.Given(&client{}, c.wantsOf))                                                                 // want `or let a receive do that: proc\.Given`
	}
	var d client
	d.p.Receive(proc.Where(d.wants)) // want `or let a receive do that: proc\.Given\(&d, \(\*client\)\.wants\)`
}
