package chainrepl

import "github.com/checkmodel/checkmodel/proc"

// client is the common part of all processes that send requests to servers.
type client struct {
	p     *proc.P
	calls int
}

func newClient(p *proc.P) *client { return &client{p: p} }

// call sends a request and waits for the reply.
func (c *client) call(to proc.PID, op any) result {
	c.p.Helper()
	c.calls++
	return c.persist(to, request{tag{c.p.Self(), c.calls}, op})
}

// persist sends a request and waits for the reply. If it is told that the server has crashed, it
// sends the same request to the server that replaces it.
func (c *client) persist(to proc.PID, r request) result {
	c.p.Helper()
	c.p.Send(to, r)
	replies := proc.Where(func(a reply) bool { return a.tag == r.tag })
	news := proc.Where(func(n replaced) bool { return n.server == to })
	m := c.p.Receive(
		proc.Describe(replies, "reply to call %d", r.tag.call),
		proc.Describe(news, "news of %v", to))
	if m, ok := m.(reply); ok {
		return m.result
	}
	return c.persist(m.(replaced).by, r)
}
