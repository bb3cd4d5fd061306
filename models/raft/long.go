package raft

import (
	"fmt"
	"slices"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/proc"
)

// Long returns models with runs as long as in the paper on minimizing (see the documentation of the package), with as many
// external events: an operator says which nodes belong to the cluster and starts each, and a user sends commands. There is one
// model for each bug of the paper. They are there to be minimized: most events have nothing to do with the bug.
func Long() []checker.Model {
	var all []variant
	for _, l := range longs {
		v := wrong[slices.IndexFunc(wrong, func(v variant) bool { return v.name == l.bug })]
		all = append(all, variant{
			name: l.name, doc: v.doc, violates: consequences(v), atRandom: true,
			setting: setting{nodes: l.nodes, commands: l.commands, ticks: l.ticks, patience: l.patience, bug: v.setting.bug},
		})
	}
	return models(all)
}

// longs has, for each long model, its bug, how many commands the user sends, and how often each node may repeat its messages. At each
// of these times it may stand for election, too: one time in as many as patience says, where it is drawn.
var longs = []struct {
	name, bug                        string
	nodes, commands, ticks, patience int
}{
	{"raft-45-long", "raft-45", 4, 100, 200, 8},
	{"raft-46-long", "raft-46", 4, 100, 60, 2},
	{"raft-56-long", "raft-56", 3, 100, 220, 4},
	{"raft-58a-long", "raft-58a", 4, 100, 280, 45},
	{"raft-58b-long", "raft-58b", 4, 200, 80, 8},
	{"raft-42-long", "raft-42", 4, 200, 120, 8},
	{"raft-66-long", "raft-66", 3, 60, 60, 8},
	{"raft-45-9-nodes", "raft-45", 9, 0, 10, 4},
}

// wind starts the next timers of the node, after it has repeated its messages. Timeouts of elections are random, as in the paper on Raft.
func (n *node) wind(p *proc.P, patience int) {
	if n.Ticks == 0 {
		return
	}
	n.Ticks--
	p.SendAfter(p.Self(), resend{})
	if p.Choose(patience) == 0 {
		p.Send(p.Self(), timeout{})
	}
}

// start lets a node begin.
type start struct{}

// runOperator is the process of an operator, who says which nodes belong to the cluster, and starts each.
func (s setting) runOperator(p *proc.P, nodes []proc.PID) {
	var cluster []int
	for id := range nodes {
		cluster = append(cluster, id)
	}
	proc.External(p, "cluster", cluster, func(ids []int) {
		for _, id := range ids {
			p.Send(nodes[id], ids)
		}
	})
	for id, node := range nodes {
		proc.External(p, fmt.Sprint("start node", id), start{}, func(m start) { p.Send(node, m) })
	}
}

// members returns the nodes of the cluster, for one node. Where there is an operator, the node waits until it is started.
func (s setting) members(p *proc.P) []int {
	if s.ticks == 0 {
		var all []int
		for id := range s.nodes {
			all = append(all, id)
		}
		return all
	}
	members := proc.Receive[[]int](p)
	proc.Receive[start](p)
	return members
}

// pause lets the user wait before a command.
func (s setting) pause(p *proc.P) {
	if s.bug != raft58a {
		p.Send(p.Self(), next{})
		proc.Receive[next](p)
		return
	}
	for range 3 { // a command that comes during an election shows the bug
		p.SendAfter(p.Self(), next{})
		proc.Receive[next](p)
	}
}

// next lets a user send a command.
type next struct{}

// runUser is the process of a user, who sends commands to all nodes in turn, and does not wait for answers.
func (s setting) runUser(p *proc.P, nodes []proc.PID) {
	for i := range s.commands {
		proc.External(p, fmt.Sprint("command ", i+1), i+1, func(value int) {
			s.pause(p)
			p.Send(nodes[i%len(nodes)], request{command{p.Self(), i + 1, value}})
		})
	}
}
