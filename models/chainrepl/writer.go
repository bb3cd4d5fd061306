package chainrepl

import "github.com/checkmodel/checkmodel/proc"

// writer returns a process that writes a value.
func writer(cl cluster, v value) func(*proc.P) {
	return func(p *proc.P) {
		r := newClient(p).call(cl.head, update{v})
		p.Send(cl.coordinator, writerDone{p.Self(), r})
	}
}
