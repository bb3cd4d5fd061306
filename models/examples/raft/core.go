package raft

import "slices"

// The messages between nodes, and from a timer to its node. Each has a term.
type (
	timeout     struct{ Term int }
	requestVote struct{ Term, From int }
	vote        struct{ Term, From int }
	heartbeat   struct{ Term, From int }
)

type role string

const (
	follower  role = "follower"
	candidate role = "candidate"
	leader    role = "leader"
)

const none = -1

// node is the core of a node: a state, and how messages change it. It does not depend on processes.
type node struct {
	ID, Term int
	Role     role
	VotedFor int // in this term
	Leader   int // of this term
	Votes    []int
	Of       int // the number of nodes
	Faults   faults
}

// faults are the faults of the wrong models.
type faults struct {
	VotesAgain   bool // votes for every candidate that asks
	CountsAnyOld bool // counts votes of old terms, too
}

// send is a message to another node.
type send struct {
	To      int
	Message any
}

func newNode(id, of int, f faults) *node {
	return &node{ID: id, Role: follower, VotedFor: none, Leader: none, Of: of, Faults: f}
}

// step handles a message, and returns the messages that the node sends.
func (n *node) step(message any) []send {
	switch m := message.(type) {
	case timeout:
		if m.Term == n.Term && n.Role != leader {
			return n.campaign()
		}
	case requestVote:
		n.enter(m.Term)
		if m.Term == n.Term && n.mayVote() {
			n.VotedFor = m.From
			return []send{{m.From, vote{n.Term, n.ID}}}
		}
	case vote:
		if n.counts(m) {
			n.Votes = append(n.Votes, m.From)
			return n.lead()
		}
	case heartbeat:
		n.enter(m.Term)
		if m.Term == n.Term {
			n.Role, n.Leader = follower, m.From
		}
	}
	return nil
}

// wants reports whether a message makes a difference to the node in its present state. If it makes
// none, it never will: it is of an old term, or the node has already done what it asks for in this
// term.
func (n *node) wants(message any) bool {
	switch m := message.(type) {
	case timeout:
		return m.Term == n.Term && n.Role != leader
	case requestVote:
		return m.Term > n.Term || m.Term == n.Term && n.mayVote()
	case vote:
		return n.counts(m)
	case heartbeat:
		return m.Term > n.Term || m.Term == n.Term && n.Leader != m.From
	}
	return false
}

// enter begins a term, if it is a later one.
func (n *node) enter(term int) {
	if term > n.Term {
		n.Term, n.Role, n.VotedFor, n.Leader, n.Votes = term, follower, none, none, nil
	}
}

func (n *node) mayVote() bool { return n.VotedFor == none || n.Faults.VotesAgain }

func (n *node) counts(v vote) bool {
	return n.Role == candidate && (v.Term == n.Term || n.Faults.CountsAnyOld) && !slices.Contains(n.Votes, v.From)
}

// campaign begins a term in which the node votes for itself.
func (n *node) campaign() []send {
	n.enter(n.Term + 1)
	n.Role, n.VotedFor, n.Votes = candidate, n.ID, []int{n.ID}
	return n.toOthers(requestVote{n.Term, n.ID})
}

// lead makes the node the leader if it has the votes of a majority.
func (n *node) lead() []send {
	if len(n.Votes) <= n.Of/2 {
		return nil
	}
	n.Role, n.Leader = leader, n.ID
	return n.toOthers(heartbeat{n.Term, n.ID})
}

func (n *node) toOthers(message any) (all []send) {
	for to := range n.Of {
		if to != n.ID {
			all = append(all, send{to, message})
		}
	}
	return all
}
