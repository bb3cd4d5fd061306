package published

import (
	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/proc"
)

// A client puts its own value, waits for the answer, and gets a value then.
type (
	put struct {
		From  proc.PID
		Value value
	}
	get   struct{ From proc.PID }
	putOK struct{}
	gotOK struct{ Value value }
)

// value is what a register holds: the number of a client, from 1, or nothing.
type value int

const nothing value = 0

const valueChosen = "value chosen"

// goals lists what must be possible: servers that never answer violate nothing.
var goals = []checker.Property{{Name: valueChosen, Doc: "A client gets a value."}}

// client is the process of the client with that value, which sends its put and its get to the given servers.
// The get may remain without an answer.
func client(p *proc.P, own value, first, second proc.PID) {
	p.Send(first, put{p.Self(), own})
	proc.Receive[putOK](p)
	proc.Announce(p, step{Client: own})
	p.Send(second, get{p.Self()})
	found := proc.Receive[gotOK](p).Value
	proc.Announce(p, step{Client: own, Gets: true, Found: found})
	if found != nothing {
		p.Reach(valueChosen)
	}
}

// system is a number of servers and clients.
type system struct {
	servers, clients int
	serve            func(p *proc.P, number int, servers []proc.PID)
}

// run is the first process. A server gets to know the others by a message.
func (s system) run(p *proc.P) {
	var servers []proc.PID
	for i := range s.servers {
		servers = append(servers, p.Spawn("server", func(p *proc.P) {
			s.serve(p, i, proc.Receive[[]proc.PID](p))
		}, proc.Daemon))
	}
	for _, server := range servers {
		p.Send(server, servers)
	}
	for i := range s.clients {
		first, second := servers[i%s.servers], servers[(i+1)%s.servers]
		p.Spawn("client", func(p *proc.P) { client(p, value(i+1), first, second) }, proc.Daemon)
	}
}
