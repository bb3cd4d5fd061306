package cluster

import (
	"github.com/checkmodel/checkmodel/bounding"
	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/proc"
)

// Reads is a cluster that node 1 leads in the beginning, and later also node 2 may. A client reads from node 1, and asks
// again if it gets no answer, with the same context, as etcd did. Another client writes to node 2, and reads from either when its
// write is committed.
type Reads struct{ Library Library }

// Model returns the model.
func (r Reads) Model() checker.Model {
	return checker.Model{
		Name: "etcdraft-reads", Doc: "Two clients read from a leader, which is deposed, and one of them writes to the next.",
		Main: r.run, Delivery: proc.Channel, Search: checker.SearchDefaults{Bound: bounding.Tree(4)},
		Properties: []checker.Property{{Name: FreshReads, Doc: "A read sees what was committed before it was asked for."}},
		Goals:      append(Goals(), checker.Property{Name: ReadAnswered, Doc: "The read after the write is answered."}),
	}
}

// run is the first process.
func (r Reads) run(p *proc.P) {
	nodes := start(p, node{lib: r.Library}, settled(r.Library, 1))
	p.Spawn("reader", func(p *proc.P) {
		for range 2 {
			ask(p, "read A", nodes[0], request{Do: read, Data: "A", From: p.Self()})
			if _, ok := proc.ReceiveTimeout[done](p); ok {
				return
			}
		}
	})
	p.Spawn("operator", func(p *proc.P) {
		ask(p, "node 2 campaigns", nodes[1], request{Do: campaign})
	})
	p.Spawn("writer", func(p *proc.P) {
		ask(p, "write", nodes[1], request{Do: propose, Data: "x", From: p.Self()})
		written := proc.Receive[done](p)
		from := proc.Pick(p, nodes[0], nodes[1])
		ask(p, "read B", from, request{Do: read, Data: "B", From: p.Self()})
		got := proc.Receive[done](p)
		p.Reach(ReadAnswered)
		p.Assert(got.Index >= written.Index, FreshReads, "the write is entry %d, and the read that was asked for after it sees the entries up to %d", written.Index, got.Index)
	}, proc.Daemon)
}
