package corfu

import "github.com/checkmodel/checkmodel/proc"

// reader returns the process that reads the key twice. A conditional reader
// reads again only if it has found a value: otherwise the second read could
// not show that anything is wrong (5.2).
func reader(cl cluster, conditional bool) func(*proc.P) {
	return func(p *proc.P) {
		c := newClient(p, cl)
		first := c.read()
		second := result{status: skipped}
		if first.status == found || !conditional {
			second = c.read()
		}
		p.Send(cl.coordinator, readerDone{first, second})
	}
}

// read asks the tail of the chain.
func (c *client) read() result {
	return c.persist(func() result {
		source := c.layout.chain.tail()
		return c.ask(source.server, read{c.layout.epoch, source.role})
	})
}
