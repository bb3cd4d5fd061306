package chainrepl

import "github.com/checkmodel/checkmodel/proc"

// shortening is the change by which the master removes a server from the chain that may crash at
// any time.
var shortening = &change{by: "master", run: variant.shorten}

func (v variant) shorten(c *client, cl cluster) {
	victim := v.victim()
	c.p.Send(cl.servers[victim], crash{c.p.Self()})
	proc.Receive[crashed](c.p)
	switch victim {
	case v.before.head():
		v.replaceHead(c, cl)
	case v.before.tail():
		v.replaceTail(c, cl)
	default:
		v.bridge(c, cl, victim)
	}
}

// replaceHead: the new head needs no information. The clients send it the updates again that have
// not been acknowledged.
func (v variant) replaceHead(c *client, cl cluster) {
	news := replaced{cl.servers[v.before.head()], cl.servers[v.after.head()]}
	for _, w := range cl.writers {
		c.p.Send(w, news)
	}
}

// replaceTail: the new tail acknowledges what the old one may not have
// acknowledged, and from now on answers the reads.
func (v variant) replaceTail(c *client, cl cluster) {
	old, tail := cl.servers[v.before.tail()], cl.servers[v.after.tail()]
	c.call(tail, replaceNext{resend: v.does(resending)})
	c.call(tail, setTail{true})
	cl.directory.setTail(c.p, tail)
	c.p.Send(cl.reader, replaced{old, tail})
}

// bridge connects the neighbours of the victim, and checks that the chain is complete.
func (v variant) bridge(c *client, cl cluster, victim server) {
	head, tail := cl.servers[v.after.head()], cl.servers[v.after.tail()]
	c.call(head, replaceNext{next: tail, resend: v.does(resending)})

	before := c.call(head, inspect{}).revision
	c.call(head, flush{})
	after := c.call(tail, inspect{}).revision
	c.p.Assert(after.number >= before.number, updatePropagation,
		"the head had %v before a flush, and the tail has %v after it", before, after)
}
