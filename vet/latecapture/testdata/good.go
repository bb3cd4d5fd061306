package testdata

import "github.com/checkmodel/checkmodel/proc"

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
	total := 0
	proc.Serve(p, func(_ proc.PID, n int) int {
		total += n
		return total
	})
}

func allowed(p *proc.P) {
	asked := 0
	proc.Receive(p, func(reply) bool {
		asked++ //checkmodel:allow latecapture nothing depends on it
		return true
	})
}
