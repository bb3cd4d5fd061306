package chainrepl

import "github.com/checkmodel/checkmodel/proc"

// coordinate is the first process. It is not part of the protocol: it starts everything, waits for
// the others, asks each server of the final chain what it has, stops the servers, and judges.
func (v variant) coordinate(p *proc.P) {
	cl := v.startCluster(p)
	for _, value := range v.values {
		cl.writers = append(cl.writers, p.Spawn("writer-"+string(value), writer(cl, value)))
	}
	cl.reader = p.Spawn("reader", reader(cl))
	if v.change != nil {
		v.change.start(p, v, cl)
		proc.Receive[changeDone](p)
	}

	var o outcome
	for _, w := range cl.writers {
		o.updates = append(o.updates, awaitWriter(p, w))
	}
	o.reads = proc.Receive[readerDone](p)
	o.chain = v.survey(p, cl)
	for _, s := range v.after {
		p.Send(cl.servers[s], stop{})
	}
	judge(p, o)
}

func awaitWriter(p *proc.P, pid proc.PID) result {
	p.Helper()
	reports := proc.Where(func(d writerDone) bool { return d.writer == pid })
	return p.Receive(proc.Describe(reports, "report of %v", pid)).(writerDone).result
}

// survey asks each server of the final chain for its store.
func (v variant) survey(p *proc.P, cl cluster) []holding {
	c := newClient(p)
	var all []holding
	for _, s := range v.after {
		all = append(all, holding{s, c.call(cl.servers[s], inspect{}).revision})
	}
	return all
}
