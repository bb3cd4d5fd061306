package chainrepl

import "github.com/checkmodel/checkmodel/proc"

// maxAttempts is the number of servers that a reader asks before it gives up a read: the old tail
// and the new one.
const maxAttempts = 2

// reader returns the process that reads twice.
func reader(cl cluster) func(*proc.P) {
	return func(p *proc.P) {
		c := newClient(p)
		first := c.read(cl.directory)
		second := c.read(cl.directory)
		p.Send(cl.coordinator, readerDone{first, second})
	}
}

// read asks the server that is the tail according to the directory.
func (c *client) read(d directory) result {
	for range maxAttempts {
		if r := c.call(d.tail(c.p), read{}); r.status != notTail {
			return r
		}
	}
	return result{status: noAnswer}
}
