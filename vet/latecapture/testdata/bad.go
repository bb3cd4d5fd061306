package testdata

import "github.com/checkmodel/checkmodel/proc"

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
		proc.ReceiveTimeout(p, func(r reply) bool { return r.call == call }) // want `the condition reads call, which changes`
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
