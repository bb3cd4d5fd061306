package corfu

import "github.com/checkmodel/checkmodel/proc"

// coordinate is the first process. It is not part of the protocol (4.2): it starts everything,
// waits for the clients, stops the servers, and judges.
func (v variant) coordinate(p *proc.P) {
	cl := v.start(p)
	// The reach of a bound depends on the order in which clients are started.
	redWriter := p.Spawn("writer-red", writer(cl, "red"))
	blueWriter := p.Spawn("writer-blue", writer(cl, "blue"))
	p.Spawn("repairer", repairer(cl, v.method.layout(2), v.method.layout(3)))
	p.Spawn("reader", reader(cl, v.conditionalRead))

	var o outcome
	o.red = awaitWriter(p, redWriter)
	o.blue = awaitWriter(p, blueWriter)
	o.reads = proc.Receive[readerDone](p)
	o.repair = proc.Receive[repairerDone](p)
	o.log = survey(p, cl, v.method.layout(3))

	shutDown(p, cl)
	judge(p, o)
}

// start starts the log servers and the layout service.
func (v variant) start(p *proc.P) cluster {
	servers := map[server]proc.PID{}
	for _, s := range v.method.servers() {
		servers[s] = p.Spawn("server-"+string(s), serveLog)
	}
	first := v.method.layout(1)
	startLayouts := startLayoutServer
	if v.layoutTable {
		startLayouts = startLayoutTable
	}
	return cluster{
		coordinator: p.Self(),
		servers:     servers,
		layouts:     startLayouts(p, first),
		first:       first,
	}
}

func awaitWriter(p *proc.P, pid proc.PID) result {
	p.Helper()
	reports := proc.Where(func(d writerDone) bool { return d.writer == pid })
	return p.Receive(proc.Describe(reports, "report of %v", pid)).(writerDone).result
}

// survey asks each server of the chain for its store.
func survey(p *proc.P, cl cluster, final layout) []entry {
	c := newClient(p, cl)
	var log []entry
	for _, l := range final.chain {
		log = append(log, entry{l.server, c.ask(l.server, read{final.epoch, l.role})})
	}
	return log
}

func shutDown(p *proc.P, cl cluster) {
	for _, s := range cl.names() {
		p.Send(cl.servers[s], stop{})
	}
	cl.layouts.stop(p)
}
