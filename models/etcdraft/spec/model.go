// Package spec has a model of the library go.etcd.io/raft that does not execute it: what a node answers to each message, written down from the
// paper and the documentation of the library. Tests of the library are made from it (package drive).
//
// Left out are heartbeats, snapshots, changes of the configuration, pre-votes, reads, transfers of leadership, and the limits of
// messages in flight.
package spec

import (
	"fmt"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/proc"
)

// nodes is the number of nodes.
const nodes = 3

// Models returns the models.
func Models() []checker.Model {
	return []checker.Model{
		model("spec", "One node campaigns after the other, and two entries are proposed.", []int{2, 1}, 2),
		model("spec-campaigns", "Each node campaigns, and an entry is proposed.", []int{1, 2, 3}, 1),
		model("spec-long", "Nodes campaign twice, and four entries are proposed; tests of it are drawn.", []int{1, 2, 3, 1, 2}, 4),
	}
}

const oneLeader = "election safety"

func model(name, doc string, campaigns []int, proposals int) checker.Model {
	return checker.Model{Name: name, Doc: doc, Delivery: proc.Channel, Main: func(p *proc.P) {
		var all [nodes + 1]proc.PID
		for id := nodes; id > 1; id-- {
			all[id] = p.Spawn(fmt.Sprint("node", id), func(p *proc.P) { run(p, id, proc.Receive[[nodes + 1]proc.PID](p)) }, proc.Daemon)
		}
		all[1] = p.Spawn("node1", func(p *proc.P) { run(p, 1, all) }, proc.Daemon)
		for id := 2; id <= nodes; id++ {
			p.Send(all[id], all)
		}
		for _, id := range campaigns {
			p.Spawn("timer", func(p *proc.P) { p.Send(all[id], Campaign{}) })
		}
		for i := range proposals {
			p.Spawn("client", func(p *proc.P) { p.Send(all[1+i%2], Propose{fmt.Sprint("entry", i)}) })
		}
	}, Rules: []checker.Rule{checker.Monitor(checker.Property{Name: oneLeader, Doc: "No term has two leaders."}, func() func(string, Leads) error {
		leaders := map[int]string{}
		return func(node string, l Leads) error {
			if other := leaders[l.Term]; other != "" && other != node {
				return fmt.Errorf("%s and %s lead term %d", other, node, l.Term)
			}
			leaders[l.Term] = node
			return nil
		}
	})}}
}

// Inputs of a node besides a [Message].
type (
	Campaign struct{} // its election timeout expires
	Propose  struct{ Data string }
)

// Leads is announced by a node that has become the leader.
type Leads struct{ Term int }

// run is the process of a node, which knows all of them.
func run(p *proc.P, id int, all [nodes + 1]proc.PID) {
	proc.Loop(p, Node{ID: id}, func(n *Node) bool {
		led := n.Role == leader
		out := n.step(p.Receive())
		if n.Role == leader && !led {
			proc.Announce(p, Leads{n.Term})
		}
		proc.Expose(p, n.Shown())
		for _, m := range out {
			p.Send(all[m.To], m)
		}
		return true
	})
}

// Shown is the state of a node that the library shows.
type Shown struct {
	Role         string
	Leader, Term int
	Vote, Commit int
	Log          []Entry
}

// Shown returns what the library shows.
func (n *Node) Shown() Shown {
	return Shown{[...]string{"StateFollower", "StateCandidate", "StateLeader"}[n.Role], n.Leader, n.Term, n.Vote, n.Commit, n.Log}
}
