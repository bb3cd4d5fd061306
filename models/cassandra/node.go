package cassandra

import "github.com/checkmodel/checkmodel/proc"

// The messages. Each is about the ballot of a coordinator, which also tells who it is.
type (
	begin   struct{ Nodes []proc.PID } // from outside: the nodes know each other now
	prepare struct{ Ballot int }
	promise struct {
		Ballot                int
		Ok                    bool
		InProgress, Committed proposal
		Row                   Row
	}
	propose  struct{ proposal }
	accepted struct {
		Ballot int
		Ok     bool
	}
	commit    struct{ proposal }
	committed struct{ Ballot int }
)

// proposal is a transaction with the ballot with which it is proposed; the transaction is 0 if there is none.
type proposal struct{ Ballot, Transaction int }

// node is the state of a node, which keeps the row and coordinates the transaction with its number.
type node struct {
	ID         int // counted from 1
	Nodes      []proc.PID
	OneBallot  bool // as in version 2.0.0
	Promised   int
	InProgress proposal // what it has accepted and does not know to be committed
	Committed  proposal // the last one that it knows
	Row        Row

	// Of its transaction.
	Proposes      int      // the transaction that it has proposed, which may be another one
	Promises, Oks int      // how many nodes have answered
	Found         proposal // the newest that one of them has in progress
	Newest        proposal // the newest that one of them knows to be committed
	Read          Row      // the row on those that have answered
	GivenUp       bool
}

// quorum is a majority of three nodes.
const quorum = 2

// run is the process of a node.
func (n node) run(p *proc.P) {
	n.Nodes = proc.Receive[begin](p).Nodes
	if n.ID <= transactions {
		n.tellAll(p, prepare{n.ID})
	}
	proc.Loop(p, n, func(n *node) bool {
		n.turn(p, p.Receive())
		return true
	})
}

// transactions is how many there are.
const transactions = 3

func (n *node) turn(p *proc.P, message any) {
	switch m := message.(type) {
	case prepare:
		n.prepared(p, m.Ballot)
	case promise:
		n.promised(p, m)
	case propose:
		n.proposed(p, m.proposal)
	case accepted:
		n.accepted(p, m)
	case commit:
		n.committed(p, m.proposal)
	}
}

// prepared promises to accept nothing with a smaller ballot.
func (n *node) prepared(p *proc.P, ballot int) {
	ok := ballot > n.Promised
	answer := promise{Ballot: ballot, Ok: ok, InProgress: n.InProgress, Committed: n.Committed, Row: n.Row}
	if ok {
		n.Promised = ballot
		if n.OneBallot && n.InProgress.Transaction != 0 {
			n.InProgress.Ballot = ballot
		}
	}
	n.tell(p, ballot, answer)
}

// promised handles an answer to the coordinator, which goes on when a majority has answered.
func (n *node) promised(p *proc.P, m promise) {
	if n.Promises == quorum || n.GivenUp {
		return
	}
	if !m.Ok {
		n.GivenUp = true
		return
	}
	n.Promises++
	n.Read = n.Read.merge(m.Row)
	if m.InProgress.Ballot > n.Found.Ballot {
		n.Found = m.InProgress
	}
	if m.Committed.Ballot > n.Newest.Ballot {
		n.Newest = m.Committed
	}
	if n.Promises < quorum {
		return
	}
	switch {
	case n.Found.Ballot > n.Newest.Ballot: // it finishes that one
		n.Proposes = n.Found.Transaction
	case n.Read.allows(n.ID):
		n.Proposes = n.ID
	default:
		n.GivenUp = true
		return
	}
	n.tellAll(p, propose{proposal{n.ID, n.Proposes}})
}

// proposed accepts a proposal unless it has promised not to.
func (n *node) proposed(p *proc.P, m proposal) {
	ok := m.Ballot >= n.Promised
	if ok {
		n.Promised, n.InProgress = m.Ballot, m
	}
	n.tell(p, m.Ballot, accepted{m.Ballot, ok})
}

// accepted handles an answer to the coordinator, which commits when a majority has accepted.
func (n *node) accepted(p *proc.P, m accepted) {
	if n.Oks == quorum || n.GivenUp {
		return
	}
	if !m.Ok {
		n.GivenUp = true
		return
	}
	if n.Oks++; n.Oks == quorum {
		n.tellAll(p, commit{proposal{n.ID, n.Proposes}})
	}
}

// committed writes the row, and forgets what is in progress unless that is newer.
func (n *node) committed(p *proc.P, m proposal) {
	n.Row = n.Row.write(m.Transaction, m.Ballot)
	if m.Ballot > n.Committed.Ballot {
		n.Committed = m
	}
	if n.InProgress.Ballot <= m.Ballot {
		n.InProgress = proposal{}
	}
	proc.Expose(p, n.Row)
	n.tell(p, m.Ballot, committed{m.Ballot})
}

// tell sends a message to the coordinator with that ballot.
func (n *node) tell(p *proc.P, ballot int, message any) { p.Send(n.Nodes[ballot-1], message) }

func (n *node) tellAll(p *proc.P, message any) {
	for _, to := range n.Nodes {
		p.Send(to, message)
	}
}
