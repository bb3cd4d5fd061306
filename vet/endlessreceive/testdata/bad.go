package testdata

import "github.com/checkmodel/checkmodel/proc"

func server(p *proc.P) {
	for {
		switch p.Receive().(type) {
		case int:
			break // leaves the switch only
		}
	}
}

func main(p *proc.P) {
	p.Spawn("server", server)           // want `the process receives for ever`
	p.Spawn("server", func(p *proc.P) { // want `the process receives for ever`
		p.Send(p.Self(), 1)
		for {
			proc.Receive[int](p)
		}
	})
	p.Spawn("collector", func(p *proc.P) { // want `the process receives for ever`
		for {
			proc.Collect[int](p, 2)
		}
	})
	p.SpawnMonitor("wrapped", func(p *proc.P) { server(p) })                                           // want `the process receives for ever`
	p.Spawn("serve", func(p *proc.P) { proc.Serve(p, 0, func(*int, proc.PID, int) int { return 0 }) }) // want `the process receives for ever`
	p.Spawn("method", node{}.serve)                                                                    // want `the process receives for ever`
}

func loops(p *proc.P) {
	p.Spawn("loop", func(p *proc.P) { // want `the process receives for ever`
		proc.Loop(p, 0, func(n *int) bool {
			for {
				if *n += proc.Receive[int](p); *n > 9 {
					break // leaves the inner loop only
				}
			}
			return true
		})
	})
	p.Spawn("turn", func(p *proc.P) { proc.Loop(p, node{}, turn(p)) })
	proc.Loop(p, 0, func(*int) bool { // want `the loop goes on for ever`
		_, ok := p.ReceiveTimeout()
		if ok {
			return true
		}
		return true
	})
}

// What turn returns is not examined.
func turn(p *proc.P) func(*node) bool {
	return func(*node) bool { p.Receive(); return true }
}

type node struct{}

func (node) serve(p *proc.P) {
	for {
		p.Receive(proc.Any())
	}
}

func poll(p *proc.P) {
	for { // want `the loop goes on for ever`
		p.ReceiveTimeout()
	}
}

func ticks(p *proc.P) {
	for { // want `the loop goes on for ever`
		p.Sleep(1)
	}
}

func waitsInTime(p *proc.P) {
	for { // want `the loop goes on for ever`
		proc.ReceiveWithin[int](p, 5)
	}
}

// A panic in a function is for what should not be, and no way out.
func half(n int) int {
	if n < 0 {
		panic("negative")
	}
	return n / 2
}

func halves(p *proc.P) {
	p.Spawn("server", func(p *proc.P) { // want `the process receives for ever`
		for {
			p.Send(p.Self(), half(proc.Receive[int](p)))
		}
	})
}
