package raft

import "slices"

// campaign begins a term in which the node is a candidate, and votes for itself.
func (n *node) campaign(m timeout) []send {
	if n.Role == leader || m.Term != n.Term+1 && m.Term != 0 {
		return nil
	}
	n.enter(n.Term + 1)
	n.Role, n.Vote, n.Votes = candidate, n.ID, []int{n.ID}
	return n.toOthers(n.asksForVote)
}

func (n *node) asksForVote(int) any {
	index, term := n.Log.last()
	return requestVote{n.Term, n.ID, index, term}
}

// grants reports whether the node votes for a candidate of its own term. It may have done so before, if the
// candidate repeats its request.
func (n *node) grants(m requestVote) bool {
	index, term := n.Log.last()
	upToDate := m.LastTerm > term || m.LastTerm == term && m.LastIndex >= index
	return upToDate && (n.Vote == none || n.Vote == m.From)
}

// requestedVote answers a candidate. It gets no answer if it does not get the vote in its own term.
func (n *node) requestedVote(m requestVote) []send {
	if m.Term < n.Term {
		return n.refuse(m.From)
	}
	n.enter(m.Term)
	if !n.grants(m) {
		return nil
	}
	n.Vote = m.From
	if n.Bug == voteWithoutTerm {
		return n.to(m.From, vote{From: n.ID})
	}
	return n.to(m.From, vote{n.Term, n.ID})
}

// counts reports whether a candidate counts a vote.
func (n *node) counts(m vote) bool {
	ofTerm, again := m.Term == n.Term, slices.Contains(n.Votes, m.From)
	switch n.Bug {
	case raft45:
		// A follower that votes again, because its vote may have been lost, counts twice.
		again = false
	case raft46:
		// A vote for this node in an earlier term counts in this one. The voter may vote for another node now.
		ofTerm = m.Term <= n.Term
	case voteWithoutTerm:
		// As the vote has no term, the candidate can only hope that it is for this one.
		ofTerm = true
	}
	return n.Role == candidate && ofTerm && !again
}

// voted counts a vote. The candidate leads once it has the votes of a majority.
func (n *node) voted(m vote) []send {
	if !n.counts(m) {
		return nil
	}
	n.Votes = append(n.Votes, m.From)
	slices.Sort(n.Votes)
	if len(n.Votes) < n.majority() {
		return nil
	}
	return n.lead()
}

// lead makes the node the leader of its term. It tells so to others, with no entries yet.
func (n *node) lead() []send {
	n.Role, n.Leader, n.Votes = leader, n.ID, nil
	if n.Bug == raft58a {
		// The leader sends itself a message to initialize nextIndex and matchIndex. A request that has come
		// before is handled first.
		return n.to(n.ID, initialize{})
	}
	return n.initialize()
}

// initialize is a message of raft-58a.
type initialize struct{}

// initialize prepares a leader to replicate its log. It supposes that all nodes have the log of the leader.
func (n *node) initialize() []send {
	last, _ := n.Log.last()
	n.Next, n.Match = make([]int, len(n.Nodes)), make([]int, len(n.Nodes))
	for id := range n.Nodes {
		n.Next[id] = last + 1
	}
	n.Match[n.ID] = last
	return n.toOthers(n.entries)
}

// repeat sends messages again that may have been lost: a candidate's requests, or entries that a leader's followers may lack.
func (n *node) repeat(m resend) []send {
	switch {
	case m.Term != n.Term && m.Term != 0 || n.Role == follower:
		return nil
	case n.Role == candidate:
		return n.toOthers(n.asksForVote, n.Votes...)
	case m.Term == 0 && len(n.Next) == 0: // raft-58a has not initialized it
		return nil
	}
	return n.toOthers(n.entries)
}
