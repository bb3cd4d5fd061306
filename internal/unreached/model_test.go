package unreached

import "github.com/checkmodel/checkmodel/proc"

// The gaps of the model are in comments on their lines.

type (
	put   struct{ From proc.PID }
	get   struct{ From proc.PID }
	drop  struct{}
	clear struct{ From proc.PID }
	other interface{ other() }
)

// first is the first process.
func first(p *proc.P) {
	store := p.Spawn("store", server, proc.Daemon)
	idle := p.Spawn("idle", waits, proc.Daemon)
	p.Send(store, put{p.Self()})
	if proc.Receive[bool](p) {
		p.Send(store, get{p.Self()})
		proc.Receive[bool](p)
	} else {
		p.Send(store, drop{}) // p.Send
		p.Send(idle, drop{})
	}
	switch m := p.Receive(proc.Type[int](), proc.Type[string]()); m.(type) { // receive string
	case int:
	case string:
		p.Send(store, drop{})
	}
	n, _ := p.ReceiveTimeout(proc.Type[drop]()) // receive a message
	answer(p, n != nil)
	p.Spawn("last", func(p *proc.P) {
		if p.Send(p.Self(), 0); p.Self() == idle {
			never(p)
		}
	})
}

func server(p *proc.P) {
	for {
		m := p.Receive()
		switch m := m.(type) {
		case put:
			p.Send(m.From, true)
			helper(p, p.Self())
		case get:
			p.Send(m.From, true)
			p.Send(m.From, 7)
			if m.From == p.Self() {
				forward(p)
			}
		case drop, *drop: // case *drop, case drop
			p.Send(p.Self(), m)
		case clear: // case clear
			forward(p)
			p.Send(m.From, true)
		case other, nil:
			p.Send(p.Self(), m) // p.Send
		}
	}
}

func waits(p *proc.P) {
	p.Receive() // receive a message
	p.Send(p.Self(), 0)
}

func answer(p *proc.P, yes bool) {
	if !yes {
		return
	}
	proc.Receive[get](p) // proc.Receive
	p.Send(p.Self(), 0)
}

// forward is called nowhere but after a gap, or where it may be.
func forward(p *proc.P) {
	p.Send(p.Self(), 0) // p.Send
}

var _ = unused

// unused belongs to another model.
func unused(p *proc.P) {
	p.Send(p.Self(), 0)
	helper(p, p.Self())
}

// helper counts as its callers.
func helper(p *proc.P, to proc.PID) {
	p.Helper()
	p.Send(to, 0)
}

func never(p *proc.P) {
	p.Receive(proc.Any()) // p.Receive
}
