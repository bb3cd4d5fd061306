package testdata

import (
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/vet/latecapture/testdata/elsewhere"
)

func assignedBefore(p *proc.P) {
	call := 0
	call = 1
	proc.Receive(p, func(r reply) bool { return r.call == call })
}

// Each round has its own n and its own want.
func ownInEachRound(p *proc.P, next int) {
	for n := 1; n <= 3; n++ {
		proc.Receive(p, func(r reply) bool { return r.call == n })
	}
	for _, n := range []int{1, 2} {
		want := n
		want++
		proc.Receive(p, func(r reply) bool { return r.call == want })
	}
	for {
		next++
		want := next
		proc.Receive(p, func(r reply) bool { return r.call == want })
	}
}

func bindsFirst(p *proc.P) {
	call := 0
	mine := func(r reply) bool { return r.call == call }
	call++
	proc.Receive(p, mine)
}

// A copy of the field does not change.
func (c *client) copies(to proc.PID) {
	c.calls++
	call := c.calls
	proc.Receive(c.p, func(r reply) bool { return r.call == call })
}

// What a server does with its state is no condition.
func serves(p *proc.P) {
	proc.Serve(p, 0, func(total *int, _ proc.PID, n int) int {
		*total += n
		return *total
	})
}

func allowed(p *proc.P) {
	asked := 0
	proc.Receive(p, func(reply) bool {
		asked++ //checkmodel:allow latecapture nothing depends on it
		return true
	})
}

// What is given to a function that calls it itself is no condition, nor is what is
// given beside one.
func each(p *proc.P, all []int, do func(int), want func(reply) bool) {
	for _, n := range all {
		do(n)
	}
	proc.Receive(p, want)
}

func sums(p *proc.P) {
	sum := 0
	each(p, []int{1, 2}, func(n int) { sum += n }, func(reply) bool { return true })
	sum++
}

// A condition that is made of values, and functions that read what does not change.
type member struct {
	number, calls int
	p             *proc.P
}

func is(call int) func(reply) bool { return func(r reply) bool { return r.call == call } }

func (m *member) isMine(r reply) bool { return r.call == m.number }

func (m member) wasMine(r reply) bool { return r.call == m.calls }

func (m *member) asks() {
	m.calls++
	proc.Receive(m.p, is(m.calls))
	proc.Receive(m.p, m.isMine)
	proc.Receive(m.p, m.wasMine)
	proc.Receive(m.p, func(r reply) bool { return m.isMine(r) })
	call := m.calls
	mine := func(r reply) bool { return r.call == call }
	proc.Receive(m.p, func(r reply) bool { return mine(r) })
	asked := 0
	elsewhere.Ask(m.p, func() { asked++ })
	asked++
}

// A state that is given to a condition is copied.
type core struct {
	calls int
	seen  []int
}

func (c *core) wants(r reply) bool { return r.call > c.calls && r.call > len(c.seen) }

func (c core) wantsNext(r reply) bool { return r.call == c.calls+1 }

func run(p *proc.P, c *core, limit int) {
	for {
		p.Receive(proc.Given(c, (*core).wants))
		p.Receive(proc.Given(*c, core.wantsNext), proc.Type[string]())
		m := p.Receive(proc.Given(*c, func(c core, r reply) bool { return c.wants(r) && r.call < limit })).(reply)
		p.ReceiveTimeout(proc.Describe(proc.Given(c.calls, func(calls int, r reply) bool { return r.call == calls }), "the next"))
		c.calls = m.call
		c.seen = append(c.seen, m.call)
		if c.calls > 9 {
			return
		}
	}
}
