package litmus

import "github.com/checkmodel/checkmodel/proc"

type (
	acquire struct{ From proc.PID }
	granted struct{ Lock proc.PID }
	release struct{ From proc.PID }
	stop    struct{}
)

// lock is a process that one other process at a time can hold.
func lock(p *proc.P) {
	for {
		m, ok := p.Receive(proc.Type[stop](), proc.Type[acquire]()).(acquire)
		if !ok {
			return
		}
		p.Send(m.From, granted{p.Self()})
		proc.Receive(p, func(r release) bool { return r.From == m.From })
	}
}

func take(p *proc.P, lock proc.PID) {
	p.Send(lock, acquire{p.Self()})
	proc.Receive(p, func(g granted) bool { return g.Lock == lock })
}

func giveBack(p *proc.P, lock proc.PID) {
	p.Send(lock, release{p.Self()})
}
