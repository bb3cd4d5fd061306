package testdata

import "github.com/checkmodel/checkmodel/proc"

type stop struct{}

func stops(p *proc.P) {
	for {
		if _, ok := p.Receive().(stop); ok {
			return
		}
	}
}

func counts(p *proc.P) {
	for range 3 {
		p.Receive()
	}
}

func breaks(p *proc.P) {
loop:
	for {
		switch p.Receive().(type) {
		case stop:
			break loop
		}
	}
	for {
		if _, ok := p.ReceiveTimeout(); ok {
			break
		}
	}
}

func loopEnds(p *proc.P) {
	p.Spawn("loop", func(p *proc.P) {
		proc.Loop(p, 3, func(left *int) bool {
			p.Receive()
			*left--
			return *left > 0
		})
	})
	proc.Loop(p, 3, func(*int) bool {
		_, ok := p.ReceiveTimeout()
		return !ok
	})
}

func spawns(p *proc.P, options ...proc.SpawnOption) {
	p.Spawn("stops", stops)
	p.Spawn("counts", counts)
	p.Spawn("breaks", breaks)
	p.Spawn("daemon", server, proc.Daemon)
	p.Spawn("linked", server, proc.Linked)
	p.Spawn("options", server, options...)
	p.Spawn("expected", server) //checkmodel:allow endlessreceive the model shows a deadlock
}

// A function that is called may end the process.
func endsByOther(p *proc.P) {
	p.Spawn("server", func(p *proc.P) {
		for {
			endsAt(p, proc.Receive[int](p))
		}
	})
}

func endsAt(p *proc.P, n int) {
	if n == 0 {
		p.Exit(proc.Normal)
	}
}
