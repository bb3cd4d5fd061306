package raft

import (
	"fmt"
	"slices"

	"github.com/checkmodel/checkmodel/proc"
)

// setting is the size of a model, and the events in it besides the faults.
type setting struct {
	nodes    int
	timeouts [][]int       // by node: the terms in which it may be a candidate
	resends  [][]int       // by node: the terms in which it may repeat its messages, once in each
	clients  [][]operation // by client, in sequence
	retries  [][]int       // by client: the numbers of the commands that it may try a second time, with the next node
	refuses  bool          // nodes answer messages of earlier terms
	timers   bool          // timers send the timeouts and the like; they seldom expire early where interleavings are drawn
	crashing []int         // the nodes that may crash; only these have a disk, as nothing would show the disks of others
	ticks    int           // how often each node repeats its messages, by itself; then external events say which nodes there are, start each and have commands
	patience int           // after how many ticks, on average, a node stands for election again, at random
	commands int           // that a user sends then
	bug      bug
}

// run is the first process: it starts the others, and their timers. A timer is a message, which arrives at any time.
func (s setting) run(p *proc.P) {
	keeper := p.Spawn("keeper", keep, proc.Daemon)
	members := proc.NewTable[string, []proc.PID](p, "members", proc.Heir(keeper, nil))
	var nodes []proc.PID
	for id := range s.nodes {
		options := []proc.SpawnOption{proc.Daemon}
		if slices.Contains(s.crashing, id) {
			options = append(options, proc.Node)
		}
		nodes = append(nodes, p.Spawn(fmt.Sprint("node", id), func(p *proc.P) { s.runNode(p, id, members) }, options...))
	}
	members.Insert(p, "nodes", nodes)
	if s.ticks > 0 {
		p.Spawn("operator", func(p *proc.P) { s.runOperator(p, nodes) })
		p.Spawn("user", func(p *proc.P) { s.runUser(p, nodes) }, proc.Daemon)
	}
	later := p.Send
	if s.timers {
		later = func(to proc.PID, message any) { p.SendAfter(to, message) }
	}
	for id, terms := range s.timeouts {
		for _, term := range terms {
			later(nodes[id], timeout{term})
		}
	}
	for id, terms := range s.resends {
		for _, term := range terms {
			later(nodes[id], resend{term})
		}
	}
	for id := range s.clients {
		client := p.Spawn(fmt.Sprint("client", id), func(p *proc.P) { s.runClient(p, id, nodes) }, proc.Daemon)
		if id < len(s.retries) {
			for _, number := range s.retries[id] {
				later(client, retry{number})
			}
		}
	}
}

// keep is a process that only waits, and inherits the table of members.
func keep(p *proc.P) {
	for {
		p.Receive()
	}
}

// bug is a mistake of a model, or empty. Where the code has it, a comment describes the consequence.
type bug string

const (
	raft42          bug = "raft-42"
	raft45          bug = "raft-45"
	raft46          bug = "raft-46"
	raft56          bug = "raft-56"
	raft58a         bug = "raft-58a"
	raft58b         bug = "raft-58b"
	raft62          bug = "raft-62"
	raft66          bug = "raft-66"
	inPlace         bug = "raft-in-place"
	staleRead       bug = "raft-stale-read"
	voteWithoutTerm bug = "raft-vote-without-term"
)
