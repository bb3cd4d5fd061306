package cluster

import (
	"fmt"

	"github.com/checkmodel/checkmodel/proc"
)

// System is a cluster of three nodes, and the requests from outside.
type System struct {
	Library   Library
	SendFirst bool       // the nodes send messages before they store the data that the messages depend on
	Campaigns []uint64   // the nodes that are told to campaign
	Proposals []Proposal // by one client, in this order
}

// everyone is the key under which nodes find the PIDs of all.
const everyone = "everyone"

// Run is the first process. It starts the others.
func (s System) Run(p *proc.P) {
	nodes := start(p, node{lib: s.Library, sendFirst: s.SendFirst}, begin())
	for _, id := range s.Campaigns {
		p.Spawn("operator", func(p *proc.P) {
			ask(p, fmt.Sprint("node ", id, " campaigns"), nodes[id-1], request{Do: campaign})
		})
	}
	if len(s.Proposals) > 0 {
		p.Spawn("client", func(p *proc.P) {
			for _, r := range s.Proposals {
				ask(p, fmt.Sprint("propose ", r.Data, " to node ", r.Node), nodes[r.Node-1], request{Do: propose, Data: r.Data})
			}
		})
	}
}

// Proposal is an entry that is proposed to a node, which takes it when it is the leader.
type Proposal struct {
	Data string
	Node uint64
}

// ask sends a request that comes from outside.
func ask(p *proc.P, name string, node proc.PID, r request) {
	proc.External(p, name, r, func(r request) { p.Send(node, r) })
}

// begin returns the states of nodes that have never been started.
func begin() []state {
	var all []state
	for _, id := range Voters() {
		all = append(all, restored(id, Disk{}))
	}
	return all
}

// start starts the nodes in the given states. A node finds the PIDs of all nodes in a table, also after a restart. The
// table has an heir, because it must outlive the process that calls start.
func start(p *proc.P, n node, states []state) []proc.PID {
	keeper := p.Spawn("keeper", func(p *proc.P) {
		for {
			p.Receive()
		}
	}, proc.Daemon)
	peers := proc.NewTable[string, []proc.PID](p, "peers", proc.Heir(keeper, nil))
	var nodes []proc.PID
	for _, s := range states {
		nodes = append(nodes, p.Spawn(fmt.Sprint("node", s.Begin.ID), func(p *proc.P) { n.run(p, s, peers) }, proc.Daemon, proc.Node))
	}
	peers.Insert(p, everyone, nodes)
	return nodes
}

// done is the answer to a request.
type done struct {
	Do    action
	Data  string
	Index uint64
}
