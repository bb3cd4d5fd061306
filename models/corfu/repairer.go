package corfu

import "github.com/checkmodel/checkmodel/proc"

// repairer returns the process that repairs a server: it installs the layout for the repair, copies
// the value, and installs the final layout (4.2).
func repairer(cl cluster, during, final layout) func(*proc.P) {
	return func(p *proc.P) {
		c := newClient(p, cl)
		r := c.install(during)
		if r.status == accepted {
			r = c.copyValue(during)
		}
		if r.status == accepted {
			r = c.install(final)
		}
		p.Send(cl.coordinator, repairerDone{r})
	}
}

// install announces a layout to the layout service, then to the log servers one
// by one.
func (c *client) install(next layout) result {
	if r := c.cluster.layouts.change(c, next); r.status != accepted {
		return r
	}
	for _, s := range c.cluster.names() {
		if r := c.ask(s, adopt{next}); r.status != accepted {
			return r
		}
	}
	return result{status: accepted}
}

// copyValue copies the value of the tail, if it has one, to the server under repair.
func (c *client) copyValue(l layout) result {
	source := l.chain.tail()
	r := c.ask(source.server, read{l.epoch, source.role})
	switch r.status {
	case found:
		return c.ask(l.chain.underRepair().server, overwrite{l.epoch, r.value})
	case notWritten:
		return result{status: accepted}
	}
	return r
}
