// Package counter is the smallest model with a bug: two clients increment a
// counter on a server by reading it and writing it back.
package counter

import (
	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/proc"
)

type (
	get  struct{ From proc.PID }
	set  struct{ Value int }
	done struct{}
)

// Models returns the model, with the violation that it is known to have.
func Models() []checker.Model {
	return []checker.Model{{
		Name:     "lost-update",
		Doc:      "Two clients increment a counter by reading it and writing it back.",
		Main:     coordinator,
		Violates: []string{"no lost update"},
	}}
}

func coordinator(p *proc.P) {
	self := p.Self()
	counter := p.Spawn("counter", server, proc.Daemon)
	for range 2 {
		p.Spawn("client", func(p *proc.P) { increment(p, counter, self) })
	}
	proc.Receive[done](p)
	proc.Receive[done](p)

	p.Send(counter, get{self})
	n := proc.Receive[int](p)
	p.Assert(n == 2, "no lost update", "two increments left the counter at %d", n)
}

func server(p *proc.P) {
	value := 0
	for {
		switch m := p.Receive().(type) {
		case get:
			p.Send(m.From, value)
		case set:
			value = m.Value
		}
	}
}

func increment(p *proc.P, counter, coordinator proc.PID) {
	p.Send(counter, get{p.Self()})
	n := proc.Receive[int](p)
	p.Send(counter, set{n + 1})
	p.Send(coordinator, done{})
}
