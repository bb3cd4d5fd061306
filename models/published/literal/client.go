package literal

import (
	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/proc"
)

const (
	linearizable = "linearizable"
	chosen       = "value chosen"
)

// operation puts a value into the register, or gets the value if Puts is 0.
type operation struct{ Puts int }

type request = proc.Request[operation]

// apply is the register that clients must see.
func apply(value int, o operation) (int, int) {
	if o.Puts != 0 {
		value = o.Puts
	}
	return value, value
}

// server is the process of a server, which is told its number and all servers.
type server func(p *proc.P, id int, servers []proc.PID)

// run is the first process.
func run(p *proc.P, servers, clients int, serve server) {
	var all []proc.PID
	for i := range servers {
		all = append(all, p.Spawn("server", func(p *proc.P) { serve(p, i, proc.Receive[[]proc.PID](p)) }, proc.Daemon))
	}
	for _, s := range all {
		p.Send(s, all)
	}
	for i := range clients {
		p.Spawn("client", func(p *proc.P) { client(p, i, all) }, proc.Daemon)
	}
}

// client puts a value, and gets one from the next server.
func client(p *proc.P, i int, servers []proc.PID) {
	ask := func(server proc.PID, o operation) int {
		return checker.Operate(p, o, func() int { return proc.Call[int](p, server, o) })
	}
	ask(servers[i%len(servers)], operation{Puts: i + 1})
	if ask(servers[(i+1)%len(servers)], operation{}) != 0 {
		p.Reach(chosen)
	}
}

// broadcast sends a message to all servers but the process itself.
func broadcast(p *proc.P, servers []proc.PID, message any) {
	for _, s := range servers {
		if s != p.Self() {
			p.Send(s, message)
		}
	}
}
