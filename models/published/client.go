package published

import (
	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/proc"
)

// operation is a request of a client: to put a value, or to get one. The answer is a value, too.
type operation struct {
	Puts value // nothing if it gets
}

// request is the request of a client.
type request = proc.Request[operation]

// value is the content of a register: the number of a client, from 1, or nothing.
type value int

const nothing value = 0

const valueChosen = "value chosen"

// goals lists the events that must be possible: servers that never answer violate nothing.
var goals = []checker.Property{{Name: valueChosen, Doc: "A client gets a value."}}

// client is the process of the client with that value, which sends its put and its get to the given servers.
// The get may remain without an answer.
func client(p *proc.P, own value, first, second proc.PID) {
	proc.Call[value](p, first, operation{Puts: own})
	proc.Announce(p, step{Client: own})
	found := proc.Call[value](p, second, operation{})
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
