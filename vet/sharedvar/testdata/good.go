package testdata

import "github.com/checkmodel/checkmodel/proc"

func captures(p *proc.P) {
	self := p.Self()
	var servers []proc.PID
	for n := range 2 {
		servers = append(servers, p.Spawn("server", func(p *proc.P) { p.Send(self, n) }))
	}
	for i := 0; i < 2; i++ {
		p.Spawn("client", func(p *proc.P) {
			sum := i
			for _, s := range servers {
				sum++
				p.Send(s, sum)
			}
		})
	}
}

// The function is spawned when everything it captures is there.
func spawnedLater(p *proc.P) {
	var server proc.PID
	client := func(p *proc.P) { p.Send(server, "hello") }
	server = p.Spawn("server", func(p *proc.P) { p.Receive() })
	p.Spawn("client", client)
}

// What is only called is the same process.
func called(p *proc.P) {
	calls := 0
	next := func(p *proc.P) { calls++ }
	next(p)
	next(p)
	count := func() { calls++ }
	count()
}

func allowed(p *proc.P) {
	executed := 0
	p.Spawn("process", func(p *proc.P) {
		executed++ //checkmodel:allow sharedvar it counts how often the process is executed
	})
}
