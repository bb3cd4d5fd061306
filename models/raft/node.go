package raft

import (
	"reflect"
	"slices"

	"github.com/checkmodel/checkmodel/proc"
)

type role string

const (
	follower  role = "follower"
	candidate role = "candidate"
	leader    role = "leader"
)

const none = -1 // no node

// node is the state of a node. Its disk keeps the ballot and the log. A crash loses the rest.
type node struct {
	ID      int
	Nodes   []proc.PID // by their IDs
	Members []int      // the IDs of the nodes in the cluster
	Disk    disk
	Refuses bool // messages of earlier terms, instead of ignoring them
	Bug     bug  // of the model

	ballot     // on the disk
	Log    log // on the disk

	Role   role
	Leader int // of the term; none if it is not known
	Commit int // the index of the last entry that is known to be committed; all up to it are applied

	Ticks int // how often a long model lets it repeat messages yet

	Votes       []int // for a candidate: the nodes that have voted for it
	Next, Match []int // for a leader: the nextIndex and the matchIndex of each node
}

// ballot is the term of a node, and the node that has got its vote in it.
type ballot struct{ Term, Vote int }

var firstBallot = ballot{Term: 0, Vote: none}

// runNode is the process of a node. After a crash it begins anew.
func (s setting) runNode(p *proc.P, id int, members proc.Table[string, []proc.PID]) {
	n := node{ID: id, Refuses: s.refuses, Bug: s.bug, Role: follower, Leader: none}
	n.Disk = disk{None: !slices.Contains(s.crashing, id), Bug: s.bug}
	n.Nodes = members.Await(p, "nodes", nil)
	n.Members, n.Ticks = s.members(p), s.ticks
	n.ballot, n.Log = n.Disk.load(p)
	if len(n.Log) > 0 {
		announce(p, &n)
	}
	if s.ticks > 0 {
		p.SendAfter(p.Self(), timeout{})
		p.SendAfter(p.Self(), resend{})
	}
	proc.Loop(p, n, func(n *node) bool {
		var message any
		if s.ticks > 0 {
			message = p.Receive()
		} else {
			message = p.Receive(proc.Given(n, wants))
		}
		n.turn(p, message)
		if message == (resend{}) {
			n.wind(p, s.patience)
		}
		return true
	})
}

// turn handles a message. What it changes on the disk is durable before others learn of it.
func (n *node) turn(p *proc.P, message any) {
	before := n.clone()
	out := n.step(message)
	n.Disk.store(p, &before, n)
	if tells(&before, n) {
		announce(p, n)
	}
	for _, s := range out {
		p.Send(s.To, s.Message)
	}
}

// step changes the state as a message demands, and returns the messages to be sent.
func (n *node) step(message any) []send {
	switch m := message.(type) {
	case timeout:
		return n.campaign(m)
	case resend:
		return n.repeat(m)
	case requestVote:
		return n.requestedVote(m)
	case vote:
		return n.voted(m)
	case appendEntries:
		return n.append(m)
	case appendReply:
		return n.appended(m)
	case laterTerm:
		n.enter(m.Term)
	case request:
		return n.requested(m.Command)
	case initialize: // of raft-58a only
		return n.initialize()
	}
	return nil
}

// wants reports whether a message makes a difference to a node, of which it gets a copy. Others stay in the mailbox.
// If the node comes to want one later, it is as if the message had come then.
func wants(n *node, message any) bool {
	switch m := message.(type) {
	case request:
		return n.Leader != none
	case resend:
		return m.Term == n.Term && n.Role != follower
	}
	before := n.clone()
	return len(n.step(message)) > 0 || !reflect.DeepEqual(*n, before)
}

func (n *node) clone() node {
	c := *n
	c.Votes, c.Next, c.Match = slices.Clone(n.Votes), slices.Clone(n.Next), slices.Clone(n.Match)
	return c // entries of the log are replaced only in a new slice
}

// refuse tells a node that there is a later term, in models with refusals. In other models a node learns of the term
// from its leader.
func (n *node) refuse(from int) []send {
	if !n.Refuses {
		return nil
	}
	return n.to(from, laterTerm{n.Term})
}

// enter begins a term as a follower of a leader that is not known yet, unless the node is in it already.
func (n *node) enter(term int) {
	if term > n.Term {
		n.ballot = ballot{term, none}
		n.follow(none)
	}
}

// follow makes the node a follower in its term.
func (n *node) follow(leader int) {
	n.Role, n.Leader = follower, leader
	n.Votes, n.Next, n.Match = nil, nil, nil
}

// majority returns the smallest number of nodes of which any two sets have one in common.
func (n *node) majority() int { return len(n.Members)/2 + 1 }

// to returns a message to a node.
func (n *node) to(id int, message any) []send { return []send{{n.Nodes[id], message}} }

// toOthers returns a message for each other node that is not excepted.
func (n *node) toOthers(message func(id int) any, except ...int) (all []send) {
	for _, id := range n.Members {
		if id != n.ID && !slices.Contains(except, id) {
			all = append(all, n.to(id, message(id))...)
		}
	}
	return all
}
