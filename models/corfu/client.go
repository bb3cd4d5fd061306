package corfu

import (
	"maps"
	"slices"

	"github.com/checkmodel/checkmodel/proc"
)

// maxAttempts is the number of times that a client attempts an operation, fetching the layout in
// between, before it starves. The repairer changes the layout less often (4.2).
const maxAttempts = 4

// cluster holds the facts that all clients know from the beginning. It never changes.
type cluster struct {
	coordinator proc.PID
	servers     map[server]proc.PID
	layouts     layoutService
	first       layout // of epoch 1
}

// names returns the servers in the order of their names.
func (cl cluster) names() []server { return slices.Sorted(maps.Keys(cl.servers)) }

// client is the common part of writers, the reader and the repairer.
type client struct {
	p       *proc.P
	cluster cluster
	layout  layout // as far as the client knows
}

func newClient(p *proc.P, cl cluster) *client {
	return &client{p: p, cluster: cl, layout: cl.first}
}

// call sends a request and waits for the reply to it.
func (c *client) call(to proc.PID, op any) any {
	c.p.Helper()
	return proc.Call[any](c.p, to, op)
}

// ask sends a request to a log server.
func (c *client) ask(s server, op logOperation) result {
	c.p.Helper()
	return c.call(c.cluster.servers[s], op).(result)
}

// persist attempts an operation, each time with the newest known layout, until it is not rejected
// or the client starves.
func (c *client) persist(attempt func() result) result {
	for n := 1; ; n++ {
		r := attempt()
		if !r.rejected() {
			return r
		}
		if n == maxAttempts {
			return result{status: starved}
		}
		c.layout = c.cluster.layouts.fetch(c)
	}
}
